/**
 * The games that a request can name, and how far each can be read. First values that are not stored are computed in
 * memory, so that there is something to see at once.
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

/** Games that are remembered, and characters of their definitions, which are as long as their sets. */
const MOST_REMEMBERED = 64;
const LONGEST_REMEMBERED = 2 ** 16;

/** Work on the first values of a game that nobody asked for, about, in seconds on one thread. */
const FIRST_SECONDS = 0.4;
/** First values at most, and at least. */
const LONGEST = 2 ** 17;
const SHORTEST = 2 ** 10;

/** How far a series of a game can be read. */
export interface Readable extends Coverage {
  /** The first position that is not stored. */
  readonly stored: number;
  /** Where a view of all of it ends: at what is stored, or at the first values where these go further. */
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

  /** The store that was named; opened again where its catalog is another one. Raises `io` where it is gone. */
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

  /** The game of a text, as on the command line; files are not read for a request. */
  parse(text: string): Game {
    const known = this.#parsed.get(text);
    if (known !== undefined) return known;
    const game = parseGame(text);
    if (game.definition.length > LONGEST_REMEMBERED) return game;
    if (this.#parsed.size >= MOST_REMEMBERED) this.#parsed.delete(this.#parsed.keys().next().value!);
    this.#parsed.set(text, game);
    return game;
  }

  /** The game of a text, with first values of some series computed where fewer are stored, unless `signal` ends that. */
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
        // What else was computed to answer a question is not shown as known: it may be forgotten.
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

/** The game of a text that came with a request. */
export function parseGame(text: string): Game {
  if (/file:/i.test(text)) {
    refuse(
      '"{text}" names a file, but the explorer reads none besides the store. Write the set out, or store the game: it is then in the list of games.',
      { text: text.slice(0, 100) },
    );
  }
  return gameOfText(text);
}

/** How far the first values of a game go. */
function firstLength(game: Game): number {
  let length = LONGEST;
  while (length > SHORTEST && estimateNimSeconds(game, length) > FIRST_SECONDS) length /= 2;
  return length;
}

function lengthOf(series: SeriesName, length: number): number {
  return Math.min(length, DESCRIPTIONS[series].shownLength);
}

/** Has the store compute the first values of a series where it has fewer. */
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
    // Where even these are dear there is nothing to show.
    if (!hasCode(error, 'not-stored')) throw error;
  }
}
