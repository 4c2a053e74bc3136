/**
 * A sweep: many games extended to the same position, each by one job, on the threads of this machine or by the workers of a
 * Redis; and what was found of them in one table. Jobs are done in any order; the store takes one game at a time.
 */
import { availableParallelism } from 'node:os';
import { inFlight } from '../../common/in-flight.js';
import { usageError } from '../../common/errors.js';
import { checkThreads } from '../../common/threads.js';
import type { SeriesName } from '../../columnar/layout.js';
import { readGame } from '../../engine/read-game.js';
import type { MethodName } from '../../engine/series/methods.js';
import { checkExtension } from '../../engine/extending/request.js';
import { seriesToExtend } from '../../engine/series/declared.js';
import type { Store } from '../../engine/store.js';
import type { Game } from '../../game/game.js';
import type { Hands } from '../jobs/job.js';
import { LocalHands } from '../jobs/local.js';
import { Offers } from './offers.js';
import { beginFirst, partsByJobs, type Extended } from './parts.js';
import { checkOutput, writeSwept, type SweptGame } from './swept.js';
import type { ClusterOptions } from './options.js';
import { withRun } from './with-run.js';

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
  /** A file that does not exist yet, for the table of what was found, in the format of its ending (`TABLE_FORMATS`). */
  readonly output?: string | undefined;
  /** Threads of this machine where no Redis is given; default as many as it has cores. */
  readonly threads?: number | undefined;
  /** Stops when aborted, with `interrupted`: games that are done stay stored. */
  readonly signal?: AbortSignal | undefined;
  /** Called after each game with the share that is done. */
  readonly onProgress?: ((share: number, game: string) => void) | undefined;
}

/** Extends all games and tells what is known of each, in the order given. Games that are stored so far are left as they are. */
export async function sweep(store: Store, options: SweepOptions): Promise<SweptGame[]> {
  const { redis, signal, to, threads, output } = options;
  const games = new Map(options.games.map(readGame).map((game) => [game.key, game]));
  if (games.size === 0)
    throw usageError({ subject: 'The games of the sweep', expected: 'at least one', found: 'none' });
  for (const game of games.values()) checkExtension(game, options);
  if (output !== undefined) await checkOutput(output);
  if (redis === undefined) {
    const offers = new Offers();
    const hands = new LocalHands(checkThreads(threads ?? availableParallelism()), signal, offers.supply);
    try {
      await extendAll(store, [...games.values()], options, hands, offers);
    } finally {
      await hands.close();
    }
  } else {
    const title = `sweep of ${games.size} games to ${to}`;
    // What is known already is fetched when a worker asks for it.
    const offers = new Offers();
    await withRun({ ...options, redis }, { title, isWide: false, signal, supply: offers.supply }, (run) =>
      extendAll(store, [...games.values()], options, run, offers),
    );
  }
  const swept = [...games.values()].map((game) => summaryOf(store, game));
  if (output !== undefined) await writeSwept(output, swept);
  return swept;
}

async function extendAll(
  store: Store,
  games: readonly Game[],
  { to, series = 'both', method = 'auto', signal, onProgress }: SweepOptions,
  hands: Hands,
  offers: Offers,
): Promise<void> {
  let done = 0;
  let adopting: Promise<unknown> = Promise.resolve();
  await inFlight(
    games,
    () => hands.atOnce,
    async (game) => {
      const frontiers = store.info(game).at(0)?.series;
      const missing = seriesToExtend(game, series, method).filter(
        (name) => (frontiers?.[name]?.frontier ?? 0) < to,
      );
      const begun = new Map<SeriesName, Extended>();
      for (const name of missing) {
        if (frontiers?.[name] === undefined) begun.set(name, beginFirst(hands, game, name, to, method));
      }
      await Promise.all(begun.values());
      const adopt = async (): Promise<void> => {
        const parts = partsByJobs(hands, offers, method, begun);
        for (const name of missing) {
          const blocks = store.extend(game, { to, series: name, method, threads: 1, signal }, { parts });
          while ((await blocks.next()).done !== true);
        }
        onProgress?.(++done / games.length, game.key);
      };
      adopting = adopting.then(adopt);
      await adopting;
    },
  );
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
