/**
 * First values of games that are not stored, so that there is something to see at once: a store of its own in a
 * temporary folder, which holds a few games and goes when the explorer ends. All that can be asked of the one can be
 * asked of the other.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  canHavePeriod,
  estimateNimSeconds,
  openStore,
  type Game,
  type SeriesName,
  type Store,
} from '../../index.js';

/** Work on a game that nobody asked for, about, in seconds on one thread. */
const MOST_SECONDS = 0.4;
/** Positions that are computed at most, and at least. */
const LONGEST = 2 ** 17;
const SHORTEST = 2 ** 10;
/** Remoteness takes several times as long. */
const LONGEST_REMOTENESS = 2 ** 14;
/** Games in a folder before a new one is begun: some 300 KB each. */
const MOST_GAMES = 128;

interface Folder {
  readonly store: Store;
  /** The series that were filled of each game, by its key. */
  readonly games: Map<string, Set<SeriesName>>;
}

/** How far the first values of a game go. */
export function prefixLength(game: Game): number {
  let length = LONGEST;
  while (length > SHORTEST && estimateNimSeconds(game, 0, length, 1) > MOST_SECONDS) length /= 2;
  return length;
}

export class Scratch {
  /** The folder at hand, and the one before it, whose last readers may not have ended. */
  readonly #folders: Folder[] = [];
  /** One computation at a time. */
  #last: Promise<unknown> = Promise.resolve();
  #isClosed = false;

  /** The store with the first values of a game in these series. */
  async of(game: Game, series: readonly SeriesName[]): Promise<Store> {
    const result = this.#last.then(() => this.#prepare(game, series));
    this.#last = result.catch(() => undefined);
    return result;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#last;
    for (const folder of this.#folders.splice(0)) await discard(folder);
  }

  async #prepare(game: Game, series: readonly SeriesName[]): Promise<Store> {
    const known = this.#folders.find(({ games }) => games.has(game.key));
    const { store, games } = known ?? (await this.#current());
    const filled = games.get(game.key) ?? new Set();
    games.set(game.key, filled);
    for (const name of series) {
      if (!filled.has(name)) await fill(store, game, name);
      filled.add(name);
    }
    return store;
  }

  async #current(): Promise<Folder> {
    if (this.#isClosed) throw new Error('Scratch: closed');
    const newest = this.#folders.at(-1);
    if (newest !== undefined && newest.games.size < MOST_GAMES) return newest;
    if (this.#folders.length === 2) await discard(this.#folders.shift()!);
    const store = await openStore(await mkdtemp(join(tmpdir(), 'takeaway-explore-')), {
      cacheBytes: 2 ** 25,
    });
    const folder = { store, games: new Map<string, Set<SeriesName>>() };
    this.#folders.push(folder);
    return folder;
  }
}

async function discard({ store }: Folder): Promise<void> {
  store.close();
  await rm(store.folder, { recursive: true, force: true });
}

async function fill(store: Store, game: Game, series: SeriesName): Promise<void> {
  const length = prefixLength(game);
  const to = series === 'remoteness' ? Math.min(length, LONGEST_REMOTENESS) : length;
  const blocks = store.extend(game, { to, series, threads: 1 });
  while ((await blocks.next()).done !== true);
  if (series === 'nim' && canHavePeriod(game)) await store.periods(game, { limit: length, threads: 1 });
}
