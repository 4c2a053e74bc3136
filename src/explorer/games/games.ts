/**
 * The games that a request can name, and how far each can be read. First values that are not stored are computed in
 * memory, so that there is something to see at once.
 */
import { TakeawayError, usageError } from '../../common/errors.js';
import {
  estimateNimSeconds,
  openStore,
  readGame,
  SERIES_NAMES,
  type Coverage,
  type Game,
  type SeriesName,
  type Store,
} from '../../index.js';

/** An empty store is looked at again after this time: someone may have begun it. */
const LOOK_AGAIN_MS = 1000;
/** Memory for block values between requests. */
const CACHE_BYTES = 128 * 2 ** 20;
/** Games whose text is remembered. */
const MOST_REMEMBERED = 256;
/** What a request may compute of values that are not stored, in seconds by the cost model. */
const MOST_SECONDS = 2;

/** Work on the first values of a game that nobody asked for, about, in seconds on one thread. */
const FIRST_SECONDS = 0.4;
/** First values at most, and at least. */
const LONGEST = 2 ** 17;
const SHORTEST = 2 ** 10;
/** Remoteness takes several times as long. */
const LONGEST_REMOTENESS = 2 ** 14;

/** How far a series of a game can be read. */
export interface Readable extends Coverage {
  /** The first position that is not stored. */
  readonly stored: number;
  /** Where a view of all of it ends: at what is stored, or at the first values where these go further. */
  readonly frontier: number;
}

/** A game with where to read it. */
export interface OpenGame {
  readonly game: Game;
  readonly store: Store;
  readonly reading: (series: SeriesName) => Readable;
}

export class Games {
  /** The folder of the store, as it was given. */
  readonly folder: string;
  #main: Store;
  #lookedAt = performance.now();
  readonly #parsed = new Map<string, Game>();

  private constructor(folder: string, main: Store) {
    this.folder = folder;
    this.#main = main;
  }

  static async open(folder: string): Promise<Games> {
    return new Games(folder, await openForReading(folder));
  }

  /** The store that was named. */
  async main(): Promise<Store> {
    if (performance.now() - this.#lookedAt < LOOK_AGAIN_MS || this.#main.info().length > 0) return this.#main;
    this.#lookedAt = performance.now();
    const again = await openForReading(this.folder);
    if (again.info().length === 0) again.close();
    // The empty one stays open for those who are reading it: this happens once.
    else this.#main = again;
    return this.#main;
  }

  /** Looks again whether an empty store was begun. */
  refresh(): void {
    this.#lookedAt = -LOOK_AGAIN_MS;
  }

  /** The game of a text, as on the command line; files are not read for a request. */
  parse(text: string): Game {
    const known = this.#parsed.get(text);
    if (known !== undefined) return known;
    if (/file:/i.test(text)) {
      throw usageError({
        subject: 'The game',
        expected: 'a game without a file',
        found: JSON.stringify(text.slice(0, 100)),
        help: 'The explorer reads no files but the store. Write the set out, or store the game: it is then in the list of games.',
      });
    }
    const game = readGame(text);
    if (this.#parsed.size >= MOST_REMEMBERED) this.#parsed.delete(this.#parsed.keys().next().value!);
    this.#parsed.set(text, game);
    return game;
  }

  /** The game of a text, with first values of some series computed where fewer are stored. */
  async open(text: string, wanted: readonly SeriesName[] = ['cold', 'nim']): Promise<OpenGame> {
    const game = this.parse(text);
    const store = await this.main();
    const length = firstLength(game);
    for (const series of seriesOf(game)) {
      if (wanted.includes(series)) await computeFirst(store, game, series, lengthOf(series, length));
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
    this.#main.close();
  }
}

/** The series that a game has. */
export function seriesOf(game: Game): SeriesName[] {
  if (game.hotspots !== undefined) return ['cold'];
  return game.seed === undefined ? [...SERIES_NAMES] : ['cold', 'nim'];
}

/** How far the first values of a game go. */
function firstLength(game: Game): number {
  let length = LONGEST;
  while (length > SHORTEST && estimateNimSeconds(game, 0, length, 1) > FIRST_SECONDS) length /= 2;
  return length;
}

function lengthOf(series: SeriesName, length: number): number {
  return series === 'remoteness' ? Math.min(length, LONGEST_REMOTENESS) : length;
}

/** Has the store compute the first values of a series where it has fewer. */
async function computeFirst(store: Store, game: Game, series: SeriesName, length: number): Promise<void> {
  if (store.coverage(game, series).reach >= length) return;
  const last = [length - 1];
  try {
    if (series === 'cold') await store.isCold(game, last);
    else if (series === 'nim') await store.nimValues(game, last);
    else await store.remotenesses(game, last);
  } catch (error) {
    // Where even these are dear there is nothing to show.
    if (!(error instanceof TakeawayError) || error.code !== 'not-stored') throw error;
  }
}

function openForReading(folder: string): Promise<Store> {
  return openStore(folder, {
    readOnly: true,
    cacheBytes: CACHE_BYTES,
    compute: { seconds: MOST_SECONDS },
  });
}
