/**
 * A sweep: many games extended to the same position, each by jobs of its own, on the threads of this machine or by the workers of a
 * Redis; and what was found of them in one table. Jobs are done in any order; the store takes one game at a time.
 */
import { availableParallelism } from 'node:os';
import { inFlight } from '../../common/ahead.js';
import { fail, refuse } from '../../common/errors.js';
import { checkPart, itemsOf, type PartOf } from '../../jobs/part-of.js';
import { checkThreads } from '../../common/threads.js';
import type { SeriesName } from '../../columnar/layout.js';
import { readGame } from '../../engine/read-game.js';
import type { MethodName } from '../../engine/series/methods.js';
import { checkExtension } from '../../engine/extending/request.js';
import type { PartsSource } from '../../engine/extending/extend.js';
import { SolvedView } from '../../engine/views/view.js';
import { DESCRIPTIONS } from '../../engine/series/descriptions.js';
import { seriesToExtend } from '../../engine/series/declared.js';
import type { Store } from '../../engine/store.js';
import type { Game } from '../../game/game.js';
import { patienceOf } from '../connection/patience.js';
import type { Hands } from '../../jobs/job.js';
import { LocalHands } from '../../jobs/local.js';
import { partsByJobs, resultsByJobs } from './parts.js';
import { checkSwept, writeSwept, type SweptGame } from './swept.js';
import type { ClusterOptions } from './options.js';
import { withRun } from './with-run.js';

/** Games that are named where they are not stored. */
const MOST_NAMED = 5;

/** What to sweep, and how. */
export interface SweepOptions extends Partial<ClusterOptions> {
  /** The games, as `readGame` reads them; each counts once. */
  readonly games: readonly string[];
  /** The frontier that each is to reach. */
  readonly to: number;
  /** Default `both`: cold and nim. */
  readonly series?: SeriesName | 'both' | undefined;
  /** A method's name; default `auto`. */
  readonly method?: MethodName | undefined;
  /** Only one of several parts of the games: every Nth of them, in the order given. */
  readonly part?: PartOf | undefined;
  /** Whether nothing is computed: a game that is not stored so far is refused by name. Default false. */
  readonly stored?: boolean | undefined;
  /** A file that does not exist yet, for the table of what was found, in the format of its ending (`TableFormat`). */
  readonly output?: string | undefined;
  /** Whether the output may take the place of a file that exists, once it is whole. Default false. */
  readonly force?: boolean | undefined;
  /** Threads of this machine where no Redis is given; default as many as it has cores. */
  readonly threads?: number | undefined;
  /** Stops when aborted, with `interrupted`: games that are done stay stored. */
  readonly signal?: AbortSignal | undefined;
  /** Called after each game with the share that is done. */
  readonly onProgress?: ((share: number, game: string) => void) | undefined;
}

/** Extends all games and tells what is known of each, in the order given. Games that are stored so far are left as they are. */
export async function sweep(store: Store, options: SweepOptions): Promise<SweptGame[]> {
  const { redis, signal, to, threads, output, force = false, part, stored = false } = options;
  const games = new Map(options.games.map(readGame).map((game) => [game.key, game]));
  if (games.size === 0) refuse('The games of the sweep', 'at least one', 'none');
  for (const game of games.values()) checkExtension(game, options);
  if (output !== undefined) await checkSwept(output, force);
  const all = part === undefined ? [...games.values()] : itemsOf([...games.values()], checkPart(part));
  if (stored) refuseMissing(store, all, options);
  else if (redis === undefined) {
    const hands = new LocalHands(checkThreads(threads ?? availableParallelism()), signal);
    try {
      await extendAll(store, all, options, hands);
    } finally {
      await hands.close();
    }
  } else {
    const title = `sweep of ${games.size} games to ${to}`;
    await withRun({ ...options, redis }, { title, isWide: false, signal }, (run) =>
      extendAll(store, all, options, run),
    );
  }
  const swept = all.map((game) => summaryOf(store, game));
  if (output !== undefined) await writeSwept(output, swept, force);
  return swept;
}

/** The series of a game that are to be extended. */
function missingSeries(
  store: Store,
  game: Game,
  { to, series = 'both', method = 'auto' }: SweepOptions,
): SeriesName[] {
  const frontiers = store.info(game).at(0)?.series;
  return seriesToExtend(game, series, method).filter((name) => (frontiers?.[name]?.frontier ?? 0) < to);
}

function refuseMissing(store: Store, games: readonly Game[], options: SweepOptions): void {
  const missing = games.filter((game) => missingSeries(store, game, options).length > 0);
  if (missing.length === 0) return;
  const named = missing.slice(0, MOST_NAMED).map(({ key }) => key);
  const expected = `all ${games.length} stored to ${options.to}`;
  const rest = missing.length > named.length ? ', ...' : '';
  fail(
    'not-stored',
    'The games of the sweep',
    expected,
    `${missing.length} that are not: ${named.join(', ')}${rest}`,
  );
}

async function extendAll(
  store: Store,
  games: readonly Game[],
  options: SweepOptions,
  hands: Hands,
): Promise<void> {
  const { onProgress } = options;
  let done = 0;
  const extension = new Sweeping(store, options, hands);
  await inFlight(
    games,
    () => hands.atOnce,
    async (game) => {
      const frontiers = store.info(game).at(0)?.series;
      const missing = missingSeries(store, game, options);
      await Promise.all(
        missing.map((name) =>
          frontiers?.[name] === undefined ? extension.extendNew(game, name) : extension.extendOld(game, name),
        ),
      );
      onProgress?.(++done / games.length, game.key);
    },
  );
}

/** Series that are found by jobs side by side, and stored one after the other. */
class Sweeping {
  readonly #store: Store;
  readonly #options: SweepOptions;
  readonly #hands: Hands;
  readonly #method: MethodName;
  readonly #seconds: number;
  #storing: Promise<unknown> = Promise.resolve();

  constructor(store: Store, options: SweepOptions, hands: Hands) {
    this.#store = store;
    this.#options = options;
    this.#hands = hands;
    this.#method = options.method ?? 'auto';
    this.#seconds = patienceOf(options.patience).jobSeconds;
  }

  /** Extends a series of which nothing is stored. What each job gives is stored as it comes. */
  async extendNew(game: Game, series: SeriesName): Promise<void> {
    let known = new SolvedView(series, []);
    const { random } = this.#store;
    const wanted = {
      ...{ game, series, lower: () => known, random, method: this.#method, seconds: this.#seconds },
      range: { start: 0, stop: this.#options.to },
      pieceLength: DESCRIPTIONS[series].blockLength,
    };
    for await (const parts of resultsByJobs(this.#hands, wanted)) {
      for (const part of parts) known = known.with(part);
      await this.#extend(game, series, parts[parts.length - 1].stop, async function* () {
        yield* await Promise.resolve(parts);
      });
    }
  }

  /** Extends a series that is stored up to somewhere. */
  async extendOld(game: Game, series: SeriesName): Promise<void> {
    const parts = partsByJobs(this.#hands, this.#method, this.#seconds);
    await this.#extend(game, series, this.#options.to, parts);
  }

  /** Stores parts once all that came before are stored. */
  #extend(game: Game, series: SeriesName, to: number, parts: PartsSource): Promise<void> {
    const { signal } = this.#options;
    const stored = this.#storing.then(async () => {
      const options = { to, series, method: this.#method, threads: 1, signal };
      const blocks = this.#store.extend(game, options, { parts });
      while ((await blocks.next()).done !== true);
    });
    // A failure is that of its own series.
    this.#storing = stored.catch(() => undefined);
    return stored;
  }
}

function summaryOf(store: Store, game: Game): SweptGame {
  const found = store.info(game).at(0);
  const cold = found?.series.cold;
  const nim = found?.series.nim;
  const counted = cold ?? nim;
  return {
    game: game.definition,
    frontier: Math.max(cold?.frontier ?? 0, nim?.frontier ?? 0),
    coldCount: counted?.coldCount ?? null,
    density: counted === undefined ? null : counted.coldCount / counted.frontier,
    largestNimValue: nim?.maxNimValue ?? null,
    nim: found?.periods?.nim ?? null,
    outcome: found?.periods?.outcome ?? null,
  };
}
