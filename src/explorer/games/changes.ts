/** Reports changes of the store, whichever process makes them. It polls the catalog while there are listeners. */
import type { StoreSource } from './source.js';

/** Milliseconds between two polls. */
const LOOK_MS = 500;

export class Changes {
  readonly #source: Pick<StoreSource, 'version'>;
  readonly #listeners = new Set<(version: string) => void>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #version: string | undefined;

  constructor(source: Pick<StoreSource, 'version'>) {
    this.#source = source;
  }

  /** Calls `listener` with the version, now and after each change, until the signal is aborted. */
  watch(listener: (version: string) => void, signal: AbortSignal): void {
    if (signal.aborted) return;
    this.#listeners.add(listener);
    signal.addEventListener('abort', () => this.#leave(listener), { once: true });
    if (this.#version !== undefined) listener(this.#version);
    if (this.#listeners.size === 1) void this.#look();
  }

  #leave(listener: (version: string) => void): void {
    this.#listeners.delete(listener);
    if (this.#listeners.size > 0) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#version = undefined;
  }

  async #look(): Promise<void> {
    const { version } = await this.#source.version();
    if (this.#listeners.size === 0) return;
    if (version !== this.#version) {
      this.#version = version;
      for (const listener of this.#listeners) listener(version);
    }
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#look(), LOOK_MS);
  }
}
