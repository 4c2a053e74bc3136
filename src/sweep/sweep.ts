/** A sweep: extends many games to the same position, each by jobs on threads or workers, and summarizes them in a table. */
import { inFlight } from '../common/ahead.js';
import { fail, refuse } from '../common/errors.js';
import { SERIES_NAMES, type SeriesName } from '../columnar/layout.js';
import { checkExtension, type ExtensionRequest } from '../engine/extending/request.js';
import { readGame } from '../engine/read-game.js';
import type { MethodName } from '../engine/series/methods.js';
import type { GameOrText, Stoppable } from '../engine/series/options.js';
import type { Store } from '../engine/store.js';
import type { Game } from '../game/game.js';
import type { JobRunner } from '../jobs/job.js';
import { withRunner } from '../jobs/local.js';
import { MAX_JOB_SERIES } from '../jobs/kinds/sweep-part.js';
import { checkPart, itemsOf, sharesOf, type PartOf } from '../jobs/part-of.js';
import { MAX_POSITIONS, Sweeping, type GameSeries } from './sweeping.js';
import { sweptOutput, type SweptGame } from './table.js';

const MAX_NAMED_GAMES = 5;

export interface SweepOptions extends Stoppable {
  /** The games, or their texts; each counts once. */
  readonly games: readonly GameOrText[];
  /** The frontier to reach. */
  readonly to: number;
  /** Default `both`: cold and nim. */
  readonly series?: SeriesName | 'both' | undefined;
  /** The name of a method; default `auto`. */
  readonly method?: MethodName | undefined;
  /** Only one of several parts of the games: every Nth of them, in the order given. */
  readonly part?: PartOf | undefined;
  /** Whether to compute nothing, and refuse games that are not stored up to `to`. Default false. */
  readonly stored?: boolean | undefined;
  /** A file that does not exist yet, for the table of results, in the format of its ending (`TableFormat`). */
  readonly output?: string | undefined;
  /** Whether the output may replace an existing file, once it is whole. Default false. */
  readonly force?: boolean | undefined;
  /** Threads of this machine; default the number of cores. */
  readonly threads?: number | undefined;
  /** Runs the jobs instead of threads of this machine, such as a runner of `openWorkers`. */
  readonly runner?: JobRunner | undefined;
  /** Called after each game with the share that is done. */
  readonly onProgress?: ((share: number, game: string) => void) | undefined;
}

/** Extends all games, and returns a summary of each, in the order given. Games stored up to `to` are not extended. */
export async function sweep(store: Store, options: SweepOptions): Promise<SweptGame[]> {
  const { to, output, force = false, part, stored = false } = options;
  const given = options.games.map((game) => (typeof game === 'string' ? readGame(game) : game));
  const games = new Map(given.map((game) => [game.key, game]));
  if (games.size === 0) refuse('The sweep has no games. Give at least one.');
  for (const game of games.values()) checkExtension(game, options);
  const write = output === undefined ? undefined : await sweptOutput(output, force);
  const all = part === undefined ? [...games.values()] : itemsOf([...games.values()], checkPart(part));
  if (stored) refuseMissing(store, all, options);
  else {
    const counted = `${all.length} ${all.length === 1 ? 'game' : 'games'}`;
    const title = `sweep of ${counted} to ${to}${part === undefined ? '' : `, part ${part.part} of ${part.of}`}`;
    await withRunner(options, (runner) => extendAll(store, all, title, { ...options, runner }));
  }
  const swept = store.inReadTransaction(() => all.map((game) => summaryOf(store, game)));
  await write?.(swept);
  return swept;
}

function refuseMissing(store: Store, games: readonly Game[], options: SweepOptions): void {
  const missing = store.inReadTransaction(() =>
    games.filter((game) => missingSeries(store, game, options).length > 0),
  );
  if (missing.length === 0) return;
  const named = missing.slice(0, MAX_NAMED_GAMES).map(({ key }) => key);
  fail('not-stored', '{missing} of the {games} games are not stored to {to}: {named}. Sweep them first.', {
    missing: missing.length,
    games: games.length,
    to: options.to,
    named: [...named, ...(missing.length > named.length ? ['...'] : [])],
  });
}

async function extendAll(
  store: Store,
  games: readonly Game[],
  title: string,
  options: SweepOptions & { readonly runner: JobRunner },
): Promise<void> {
  const { to, onProgress, runner } = options;
  const missing = store.inReadTransaction(() => games.map((game) => missingSeries(store, game, options)));
  const left = new Map(games.map((game, i) => [game, missing[i].length]));
  let done = 0;
  const ended = (game: Game, series = 1): void => {
    left.set(game, left.get(game)! - series);
    if (left.get(game)! > 0) return;
    done++;
    runner.tell?.(title, done / games.length);
    onProgress?.(done / games.length, game.key);
  };
  runner.tell?.(title, 0);
  for (const [i, game] of games.entries()) if (missing[i].length === 0) ended(game, 0);
  const [fresh, begun] = [true, false].map((isNew) => missing.flat().filter((one) => one.isNew === isNew));
  // A job's values must fit into memory.
  const most = Math.max(1, Math.min(MAX_JOB_SERIES, Math.floor(MAX_POSITIONS / to)));
  const atOnce = (): number => runner.atOnce;
  const sweeping = new Sweeping(store, { ...options, method: options.method ?? 'auto' }, ended);
  const work = function* (): Generator<() => Promise<void>> {
    for (const share of sharesOf(fresh, atOnce, most, () => 1)) yield () => sweeping.extendNew(share);
    for (const one of begun) yield () => sweeping.extendOld(one);
  };
  try {
    await inFlight(work(), atOnce, (one) => one());
  } catch (error) {
    // Series that are solved are stored although another has failed; only its error is raised.
    await sweeping.storeWaiting().catch(() => undefined);
    throw error;
  }
  await sweeping.storeWaiting();
}

/** Returns the series of a game that a sweep extends; `isNew` if nothing is stored. */
function missingSeries(
  store: Store,
  game: Game,
  request: ExtensionRequest,
): (GameSeries & { readonly isNew: boolean })[] {
  const stored = store.info(game).at(0)?.series;
  return checkExtension(game, request)
    .filter((series) => (stored?.[series]?.frontier ?? 0) < request.to)
    .map((series) => ({ game, series, isNew: stored?.[series] === undefined }));
}

function summaryOf(store: Store, game: Game): SweptGame {
  const found = store.info(game).at(0);
  const series = SERIES_NAMES.flatMap((name) => found?.series[name] ?? []);
  const stored = series.filter(({ frontier }) => frontier > 0);
  const counted = stored.at(0);
  return {
    game: game.definition,
    frontier: Math.max(0, ...stored.map(({ frontier }) => frontier)),
    coldCount: counted?.coldCount ?? null,
    density: counted === undefined ? null : counted.coldCount / counted.frontier,
    largestNimValue: found?.series.nim?.largestNimValue ?? null,
    nim: found?.periods?.nim ?? null,
    outcome: found?.periods?.outcome ?? null,
  };
}
