/**
 * The games that a request can name, each with the stores that know most of each of its series. Separate from the
 * routes, none of which has to know that there are two stores.
 */
import { TakeawayError, usageError } from '../../common/errors.js';
import {
  openStore,
  readGame,
  SERIES_NAMES,
  type Coverage,
  type Game,
  type SeriesName,
  type Store,
} from '../../index.js';
import { Scratch } from './scratch.js';

/** An empty store is looked at again after this time: someone may have begun it. */
const LOOK_AGAIN_MS = 1000;
/** Memory for block values between requests. */
const CACHE_BYTES = 128 * 2 ** 20;
/** Games whose text is remembered. */
const MOST_REMEMBERED = 256;

/** A series of a game, where most is known of it. */
export interface Readable extends Coverage {
  readonly store: Store;
  /** Whether the values are in the store that was named, and not computed for the page. */
  readonly isStored: boolean;
}

/** A game with where to read it. */
export interface OpenGame {
  readonly game: Game;
  /** The store that reads a series farthest; the named one where both read as far. */
  readonly reading: (series: SeriesName) => Readable;
  /** The stores to ask for values without a rule, the one that is likelier to have them first. */
  readonly stores: readonly Store[];
}

export class Games {
  /** The folder of the store, as it was given. */
  readonly folder: string;
  #main: Store;
  #lookedAt = performance.now();
  readonly #scratch = new Scratch();
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

  /** The game of a text, with first values of some series computed where nothing is stored of them. */
  async open(text: string, wanted: readonly SeriesName[] = ['cold', 'nim']): Promise<OpenGame> {
    const game = this.parse(text);
    const main = await this.main();
    const has = seriesOf(game).filter((series) => wanted.includes(series));
    const lacking = has.filter((series) => main.coverage(game, series).frontier === 0);
    const scratch = lacking.length === 0 ? undefined : await this.#scratch.of(game, lacking);
    return {
      game,
      stores: scratch === undefined ? [main] : [main, scratch],
      reading: (series) => {
        const stored = { ...main.coverage(game, series), store: main, isStored: true };
        if (scratch === undefined) return stored;
        const computed = { ...scratch.coverage(game, series), store: scratch, isStored: false };
        return computed.reach > stored.reach ? computed : stored;
      },
    };
  }

  async close(): Promise<void> {
    this.#main.close();
    await this.#scratch.close();
  }
}

/** The series that a game has. */
export function seriesOf(game: Game): SeriesName[] {
  if (game.hotspots !== undefined) return ['cold'];
  return game.seed === undefined ? [...SERIES_NAMES] : ['cold', 'nim'];
}

/** What the first store answers that has what is asked for; the last error where none has. */
export async function fromEither<Result>(
  { stores }: OpenGame,
  ask: (store: Store) => Promise<Result>,
): Promise<Result> {
  let missing: unknown;
  for (const store of stores) {
    try {
      return await ask(store);
    } catch (error) {
      if (!(error instanceof TakeawayError) || error.code !== 'not-stored') throw error;
      // What the named store says of how to store more is what helps.
      missing ??= error;
    }
  }
  throw missing;
}

function openForReading(folder: string): Promise<Store> {
  return openStore(folder, { readOnly: true, cacheBytes: CACHE_BYTES });
}
