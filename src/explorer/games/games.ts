/**
 * The games that requests name, and how far each can be read. Their first values are computed in memory if they are not stored,
 * so that there is something to see at once.
 */
import { fail, hasCode, refuse } from '../../common/errors.js';
import type { Game, SeriesName } from '../../index.js';
import {
  DESCRIPTIONS,
  estimateNimSeconds,
  parseGame as gameOfText,
  seriesOf,
  type Coverage,
  type ReadableStore,
} from '../../rim.js';
import { NO_CATALOG, type OpenedStore, type StoreSource } from './source.js';

/** Games that are remembered, and characters of a definition, which is as long as its set. */
const MAX_REMEMBERED = 64;
const MAX_REMEMBERED_CHARACTERS = 2 ** 16;

/** Seconds of one thread, about, for the first values of a game. */
const FIRST_SECONDS = 0.4;
/** Bounds of the number of first values. */
const MAX_FIRST = 2 ** 17;
const MIN_FIRST = 2 ** 10;

/** Bounds up to which a series of a game can be read. */
export interface Readable extends Coverage {
  /** The first position that is not stored. */
  readonly stored: number;
  /** End of a view of the whole series: the end of the stored values, or of the first values if these go further. */
  readonly frontier: number;
}

export interface OpenGame {
  readonly game: Game;
  readonly store: ReadableStore;
  readonly reading: (series: SeriesName) => Readable;
}

export class Games {
  /** Whether the store had a catalog before. */
  hadCatalog = false;
  readonly source: StoreSource;
  #main: { readonly store: OpenedStore; readonly catalog: string } | undefined;
  readonly #parsed = new Map<string, Game>();

  constructor(source: StoreSource) {
    this.source = source;
  }

  /** Returns the store; opens it again if its catalog was replaced. Raises `io` if it is gone. */
  async main(): Promise<ReadableStore> {
    const { catalog } = await this.source.version();
    if (this.hadCatalog && catalog === NO_CATALOG) {
      fail(
        'io',
        'The store {folder} was moved or removed while it was shown. Put it back, or explore another one.',
        { folder: this.source.folder },
      );
    }
    if (this.#main?.catalog === catalog) return this.#main.store;
    this.close();
    const store = await this.source.open();
    this.#main = { store, catalog };
    return store;
  }

  /** Parses a game as the command line does, but reads no files. */
  parse(text: string): Game {
    const known = this.#parsed.get(text);
    if (known !== undefined) return known;
    const game = parseGame(text);
    if (game.definition.length > MAX_REMEMBERED_CHARACTERS) return game;
    if (this.#parsed.size >= MAX_REMEMBERED) this.#parsed.delete(this.#parsed.keys().next().value!);
    this.#parsed.set(text, game);
    return game;
  }

  /**
   * Opens a game by its text. Computes the first values of the `wanted` series if fewer are stored, unless `signal` ends that.
   */
  async open(
    text: string,
    wanted: readonly SeriesName[] = ['cold', 'nim'],
    signal?: AbortSignal,
  ): Promise<OpenGame> {
    const game = this.parse(await this.source.meant(text));
    const store = await this.main();
    const length = firstLength(game);
    for (const series of seriesOf(game)) {
      if (wanted.includes(series)) await computeFirst(store, game, series, lengthOf(series, length), signal);
    }
    return {
      game,
      store,
      reading: (series) => {
        const coverage = store.coverage(game, series);
        const stored = coverage.frontier;
        const frontier = Math.max(stored, Math.min(coverage.reach, lengthOf(series, length)));
        // Other values computed for a question are not shown as known, because the cache may drop them.
        const isComputed = coverage.source === 'computed';
        return { ...coverage, stored, frontier, ...(isComputed ? { reach: frontier, rule: null } : {}) };
      },
    };
  }

  close(): void {
    this.#main?.store.close();
    this.#main = undefined;
  }
}

/** Parses the text of a game that came with a request. */
export function parseGame(text: string): Game {
  if (/file:/i.test(text)) {
    refuse(
      '"{text}" names a file, but the explorer reads none besides the store. Write the set out, or store the game: it is then in the list of games.',
      { text: text.slice(0, 100) },
    );
  }
  return gameOfText(text);
}

/** Returns the number of first values of a game. */
function firstLength(game: Game): number {
  let length = MAX_FIRST;
  while (length > MIN_FIRST && estimateNimSeconds(game, length) > FIRST_SECONDS) length /= 2;
  return length;
}

function lengthOf(series: SeriesName, length: number): number {
  return Math.min(length, DESCRIPTIONS[series].shownLength);
}

/** Has the store compute the first values of a series if it has fewer. */
async function computeFirst(
  store: ReadableStore,
  game: Game,
  series: SeriesName,
  length: number,
  signal: AbortSignal | undefined,
): Promise<void> {
  if (store.coverage(game, series).reach >= length) return;
  const last = [length - 1];
  try {
    await store.valuesAt(game, series, last, signal);
  } catch (error) {
    // Nothing is shown if even these cost too much.
    if (!hasCode(error, 'not-stored')) throw error;
  }
}
