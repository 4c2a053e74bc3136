/** Rows of positions in pages, which are asked for as they come into sight and kept while there is room. */
import { signal, type ReadonlySignal } from '@preact/signals';
import type { PositionRow, PositionsAnswer } from '../../contract.js';
import { getJson, isAbort } from '../api.js';

/** Rows of one answer, and answers that are kept. */
const PAGE = 100;
const MOST_PAGES = 60;
/** Milliseconds after which a page is asked for, if it is still in sight: who scrolls on does not wait for what was passed. */
const PASSED_MS = 60;

export interface PagesState {
  /** The row of a position; undefined while it is not there. */
  readonly rows: (position: number) => PositionRow | undefined;
  /** The command that says the same. */
  readonly command: string | undefined;
  readonly error: unknown;
}

export class PositionPages {
  readonly #game: string;
  readonly #state = signal<PagesState>({ rows: () => undefined, command: undefined, error: undefined });
  readonly #pages = new Map<number, readonly PositionRow[] | null>();
  readonly #asked = new Set<number>();
  readonly #closed = new AbortController();
  #inSight = { start: 0, stop: 0 };

  constructor(game: string) {
    this.#game = game;
  }

  get state(): ReadonlySignal<PagesState> {
    return this.#state;
  }

  /** Positions [start, stop) are in sight. */
  want(start: number, stop: number): void {
    this.#inSight = { start, stop };
    for (let index = Math.floor(start / PAGE); index * PAGE < stop; index++)
      if (!this.#pages.has(index) && !this.#asked.has(index)) void this.#load(index);
  }

  /** Asks again for what is in sight: it may have changed. */
  forget(): void {
    if (this.#pages.size === 0) return;
    this.#pages.clear();
    this.#tell({});
  }

  close(): void {
    this.#closed.abort();
  }

  async #load(index: number): Promise<void> {
    const { signal: until } = this.#closed;
    this.#asked.add(index);
    await new Promise((resolve) => setTimeout(resolve, PASSED_MS));
    const { start, stop } = this.#inSight;
    const from = index * PAGE;
    if (until.aborted || from >= stop || from + PAGE <= start) {
      this.#asked.delete(index);
      return;
    }
    try {
      const parameters = { game: this.#game, from: String(from), count: PAGE };
      const { rows, command } = await getJson<PositionsAnswer>('positions', parameters, until);
      this.#pages.set(index, rows);
      if (this.#pages.size > MOST_PAGES) this.#pages.delete(this.#pages.keys().next().value!);
      this.#tell({ command, error: undefined });
    } catch (error) {
      if (isAbort(error)) return;
      // Asked for again only when someone moves.
      this.#pages.set(index, null);
      this.#tell({ error });
    } finally {
      this.#asked.delete(index);
    }
  }

  #tell(change: Partial<PagesState>): void {
    const rows = (n: number): PositionRow | undefined => this.#pages.get(Math.floor(n / PAGE))?.[n % PAGE];
    this.#state.value = { ...this.#state.peek(), ...change, rows };
  }
}
