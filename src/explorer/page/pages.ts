/** Pages of a long list, requested as they scroll into view, in an LRU cache. */
import { signal, type ReadonlySignal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { isAbort } from './api.js';
import { onRetry } from './resource.js';

/** Concurrent requests. */
const AT_ONCE = 4;

interface PagesOptions<Page> {
  /** Positions of a page, and pages in the cache. */
  readonly length: number;
  readonly most: number;
  /** Loads the page of [start, stop). */
  readonly load: (start: number, stop: number, until: AbortSignal) => Promise<Page>;
}

/** Changes with every page that loads or fails. */
interface PagesState {
  readonly loaded: number;
  readonly error: unknown;
}

export class Pages<Page> {
  readonly length: number;
  readonly #most: number;
  readonly #load: PagesOptions<Page>['load'];
  readonly #state = signal<PagesState>({ loaded: 0, error: undefined });
  readonly state: ReadonlySignal<PagesState> = this.#state;
  readonly #pages = new Map<number, Page>();
  readonly #asked = new Map<number, AbortController>();
  readonly #failed = new Set<number>();
  #wanted: number[] = [];
  #reach: number;

  constructor(reach: number, { length, most, load }: PagesOptions<Page>) {
    this.#reach = reach;
    this.length = length;
    this.#most = most;
    this.#load = load;
  }

  /** The first position that cannot be read. */
  get reach(): number {
    return this.#reach;
  }

  /** Returns the page of a position; undefined if it is not loaded. */
  pageOf(position: number): Page | undefined {
    return this.#pages.get(Math.floor(position / this.length));
  }

  /** Whether all pages of [start, stop) are loaded; requests the missing ones. */
  have(start: number, stop: number): boolean {
    let isWhole = true;
    const end = Math.min(stop, this.#reach);
    for (let index = Math.floor(start / this.length); index * this.length < end; index++) {
      const page = this.#pages.get(index);
      if (page === undefined) {
        isWhole = false;
        if (![this.#asked, this.#failed].some((known) => known.has(index)) && !this.#wanted.includes(index))
          this.#wanted.push(index);
      } else {
        // The latest used is last.
        this.#pages.delete(index);
        this.#pages.set(index, page);
      }
    }
    this.#ask();
    return isWhole;
  }

  /** Drops pages that are not requested yet: they have scrolled out of view. */
  forgetWanted(): void {
    this.#wanted = [];
  }

  /** Extends the readable range, and drops pages from the one of `from` on, which have more in them now. */
  grow(from: number, reach: number): void {
    this.#reach = reach;
    const first = Math.floor(from / this.length);
    for (const index of [...this.#pages.keys()]) if (index >= first) this.#pages.delete(index);
    for (const [index, asked] of this.#asked) if (index >= first) asked.abort();
    this.#failed.clear();
    this.#tell();
  }

  /** Requests failed pages again. */
  again(): void {
    if (this.#failed.size === 0) return;
    this.#failed.clear();
    this.#tell();
  }

  close(): void {
    this.#wanted = [];
    for (const asked of this.#asked.values()) asked.abort();
  }

  #ask(): void {
    while (this.#asked.size < AT_ONCE && this.#wanted.length > 0) void this.#get(this.#wanted.shift()!);
  }

  async #get(index: number): Promise<void> {
    const asked = new AbortController();
    this.#asked.set(index, asked);
    const start = index * this.length;
    let problem: unknown;
    try {
      const page = await this.#load(start, Math.min(this.#reach, start + this.length), asked.signal);
      if (!asked.signal.aborted) this.#pages.set(index, page);
      if (this.#pages.size > this.#most) this.#pages.delete(this.#pages.keys().next().value!);
    } catch (error) {
      problem = isAbort(error) ? undefined : error;
      if (problem !== undefined) this.#failed.add(index);
    }
    this.#asked.delete(index);
    this.#tell(problem);
    this.#ask();
  }

  /** Notifies subscribers. An error persists until its page is requested again. */
  #tell(problem?: unknown): void {
    const { loaded, error } = this.#state.peek();
    this.#state.value = {
      loaded: loaded + 1,
      error: this.#failed.size === 0 ? undefined : (problem ?? error),
    };
  }
}

/** Returns pages that live as long as the component, or until `of` changes. */
export function usePages<Of extends Pages<unknown>>(
  make: () => readonly Of[],
  of: readonly unknown[],
): readonly Of[] {
  const all = useMemo(make, of);
  useEffect(() => {
    const stop = onRetry(() => all.forEach((pages) => pages.again()));
    return () => {
      stop();
      for (const pages of all) pages.close();
    };
  }, [all]);
  return all;
}
