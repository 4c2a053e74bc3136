/**
 * The one extension that the page may have running: begun, watched and stopped by separate requests. The store is
 * open for writing only while it runs, so that the command line can write at other times.
 */
import { EventEmitter } from 'node:events';
import { TakeawayError } from '../../common/errors.js';
import { openStore, type Game, type SeriesName } from '../../index.js';
import { errorObject } from '../../cli/error-object.js';
import { answerOf, Refusal } from '../http/errors.js';
import type { ErrorObject, ExtensionState } from '../contract.js';

/** What to extend. */
export interface Wanted {
  readonly game: Game;
  readonly series: SeriesName | 'both';
  readonly to: number;
}

export class Extensions {
  readonly #folder: string;
  readonly #givenStore: string | undefined;
  readonly #onStored: () => void;
  readonly #events = new EventEmitter<{ change: [] }>().setMaxListeners(0);
  #state: ExtensionState | null = null;
  #stop: AbortController | undefined;
  #ended: Promise<void> = Promise.resolve();

  constructor(folder: string, givenStore: string | undefined, onStored: () => void) {
    this.#folder = folder;
    this.#givenStore = givenStore;
    this.#onStored = onStored;
  }

  /** The latest one; null where there was none. */
  get state(): ExtensionState | null {
    return this.#state;
  }

  get isRunning(): boolean {
    return this.#state?.status === 'running';
  }

  /** Begins one, and returns once the store is open for it. Raises `locked` where another process writes. */
  async begin(wanted: Wanted): Promise<void> {
    if (this.isRunning) {
      throw new Refusal(409, {
        subject: 'The store',
        expected: 'one extension at a time',
        found: 'one that runs',
      });
    }
    const { game, series, to } = wanted;
    const before = this.#state;
    this.#set({
      ...{ game: game.key, series, to, status: 'running', progress: 0, at: null },
      ...{ blocks: 0, seconds: 0, secondsLeft: null, error: null },
    });
    const stop = new AbortController();
    this.#stop = stop;
    let store;
    try {
      store = await openStore(this.#folder);
    } catch (error) {
      this.#state = before;
      throw error;
    }
    const blocks = store.extend(game, { series, to, signal: stop.signal });
    this.#ended = this.#run(blocks).finally(() => store.close());
  }

  /** Asks the running one to stop: what is solved is stored. Resolves when it has. */
  async stop(): Promise<void> {
    this.#stop?.abort();
    await this.#ended;
  }

  /** Calls `listener` after each change until the signal is aborted. */
  watch(listener: () => void, signal: AbortSignal): void {
    this.#events.on('change', listener);
    signal.addEventListener('abort', () => this.#events.off('change', listener), { once: true });
  }

  async #run(blocks: AsyncIterable<{ series: string; stop: number; progress: number }>): Promise<void> {
    const startedAt = performance.now();
    let seriesStartedAt = startedAt;
    let at: string | undefined;
    try {
      for await (const { series, stop, progress } of blocks) {
        const now = performance.now();
        if (series !== at) seriesStartedAt = at === undefined ? startedAt : now;
        at = series;
        const elapsed = (now - seriesStartedAt) / 1000;
        const secondsLeft = progress > 0 && elapsed > 0 ? (elapsed * (1 - progress)) / progress : null;
        this.#onStored();
        this.#update({
          ...{ at: { series, frontier: stop }, progress, secondsLeft },
          ...{ blocks: (this.#state?.blocks ?? 0) + 1, seconds: (now - startedAt) / 1000 },
        });
      }
      this.#update({
        status: 'done',
        progress: 1,
        secondsLeft: 0,
        seconds: (performance.now() - startedAt) / 1000,
      });
    } catch (error) {
      const isStop = error instanceof TakeawayError && error.code === 'interrupted';
      this.#update({
        status: isStop ? 'stopped' : 'failed',
        secondsLeft: null,
        error: isStop
          ? null
          : (errorObject(answerOf(error).error, this.#givenStore) as unknown as ErrorObject),
      });
    }
  }

  #update(change: Partial<ExtensionState>): void {
    if (this.#state !== null) this.#set({ ...this.#state, ...change });
  }

  #set(state: ExtensionState): void {
    this.#state = state;
    this.#events.emit('change');
  }
}
