/**
 * A sweep: many games extended to the same position, each by jobs of its own, on the threads of this machine or by the workers of a
 * Redis; and what was found of them in one table. Jobs are done in any order; the store takes one game at a time.
 */
import { availableParallelism } from 'node:os';
import { inFlight } from '../../common/ahead.js';
import { fail, refuse, TakeawayError } from '../../common/errors.js';
import { checkPart, itemsOf, nextShare, type PartOf } from '../../jobs/part-of.js';
import { checkThreads } from '../../common/threads.js';
import type { SeriesName } from '../../columnar/layout.js';
import { readGame } from '../../engine/read-game.js';
import type { MethodName } from '../../engine/series/methods.js';
import { checkExtension } from '../../engine/extending/request.js';
import type { PartsSource } from '../../engine/extending/extend.js';
import { checkSolved, type CheckedSeries } from '../../engine/extending/sweep.js';
import { SolvedView } from '../../engine/views/view.js';
import { DESCRIPTIONS } from '../../engine/series/descriptions.js';
import type { Store } from '../../engine/store.js';
import type { Game } from '../../game/game.js';
import { patienceOf } from '../connection/patience.js';
import type { JobRunner } from '../../jobs/job.js';
import { LocalJobRunner } from '../../jobs/local.js';
import { mostPositions, type ExtensionInput } from '../../jobs/kinds/extension.js';
import { MOST_SERIES, SWEEP_PART } from '../../jobs/kinds/sweep-part.js';
import { missingSeries, partsByJobs, resultsByJobs } from './parts.js';
import { sweptOutput, type SweptGame } from './swept.js';
import type { ClusterOptions } from './options.js';
import { withRun } from './with-run.js';

/** Games that are named where they are not stored. */
const MOST_NAMED = 5;
/** A job begins no further series after this: what it costs this process is little beside it. */
const JOB_SECONDS = 1.5;
/** Positions of all series of a job, unless it has but one; and of those that wait to be stored. */
const MOST_POSITIONS = 2 ** 24;
/** Between two commits what is solved waits for more, as each costs as much as some short series. */
const COMMIT_MS = 1000;

/** What to sweep, and how. */
interface SweepOptions extends Partial<ClusterOptions> {
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
  const write = output === undefined ? undefined : await sweptOutput(output, force);
  const all = part === undefined ? [...games.values()] : itemsOf([...games.values()], checkPart(part));
  if (stored) refuseMissing(store, all, options);
  else if (redis === undefined) {
    const runner = new LocalJobRunner(checkThreads(threads ?? availableParallelism()), signal);
    try {
      await extendAll(store, all, options, runner);
    } finally {
      await runner.close();
    }
  } else {
    const counted = `${all.length} ${all.length === 1 ? 'game' : 'games'}`;
    const title = `sweep of ${counted} to ${to}${part === undefined ? '' : `, part ${part.part} of ${part.of}`}`;
    await withRun({ ...options, redis, title, isWide: false }, (run) => {
      const onProgress = (share: number, game: string): void => {
        run.tell(share);
        options.onProgress?.(share, game);
      };
      return extendAll(store, all, { ...options, onProgress }, run);
    });
  }
  const swept = all.map((game) => summaryOf(store, game));
  await write?.(swept);
  return swept;
}

/** A series of a game. */
interface GameSeries {
  readonly game: Game;
  readonly series: SeriesName;
}

function refuseMissing(store: Store, games: readonly Game[], options: SweepOptions): void {
  const missing = games.filter((game) => missingSeries(store, game, options).length > 0);
  if (missing.length === 0) return;
  const named = missing.slice(0, MOST_NAMED).map(({ key }) => key);
  const rest = missing.length > named.length ? ', ...' : '';
  const found = `${missing.length} that are not: ${named.join(', ')}${rest}`;
  fail('not-stored', 'The games of the sweep', `all ${games.length} stored to ${options.to}`, found);
}

async function extendAll(
  store: Store,
  games: readonly Game[],
  options: SweepOptions,
  runner: JobRunner,
): Promise<void> {
  const { to, onProgress } = options;
  const left = new Map<Game, number>();
  let done = 0;
  const ended = (game: Game): void => {
    const more = (left.get(game) ?? 1) - 1;
    left.set(game, more);
    if (more <= 0) onProgress?.(++done / games.length, game.key);
  };
  const [fresh, begun]: [GameSeries[], GameSeries[]] = [[], []];
  for (const game of games) {
    const missing = missingSeries(store, game, options);
    left.set(game, missing.length);
    for (const { series, frontier } of missing)
      (frontier === undefined ? fresh : begun).push({ game, series });
    if (missing.length === 0) ended(game);
  }
  // Few enough for memory.
  const most = Math.max(1, Math.min(MOST_SERIES, Math.floor(MOST_POSITIONS / to)));
  const sweeping = new Sweeping(store, options, runner, ended);
  const work = function* (): Generator<() => Promise<void>> {
    for (const share of shares(fresh, () => runner.atOnce, most)) yield () => sweeping.extendNew(share);
    for (const one of begun) yield () => sweeping.extendOld(one);
  };
  try {
    await inFlight(
      work(),
      () => runner.atOnce,
      (one) => one(),
    );
  } finally {
    // Also what others had done when one of them failed.
    await sweeping.storeWaiting();
  }
}

/** Items cut into the shares that each place has in all that are left by then, of at most so many. */
function* shares<Item>(items: readonly Item[], places: () => number, most: number): Generator<Item[]> {
  for (let at = 0; at < items.length;) {
    const share = nextShare(items.length - at, places(), { all: items.length, least: 1, most });
    yield items.slice(at, at + share);
    at += share;
  }
}

/** Series that are found by jobs side by side; all that are found within a second are stored together. */
class Sweeping {
  readonly #store: Store;
  readonly #options: SweepOptions;
  readonly #runner: JobRunner;
  readonly #ended: (game: Game) => void;
  readonly #method: MethodName;
  readonly #seconds: number;
  #waiting: CheckedSeries[] = [];
  #storedAt = -Infinity;
  #timer: NodeJS.Timeout | undefined;
  readonly #storeSoon = (): void => void this.storeWaiting().catch(() => undefined);
  /** Once all that has waited is stored; from its first failure on it has failed. */
  #stored: Promise<void> = Promise.resolve();
  #storing: Promise<unknown> = Promise.resolve();

  constructor(store: Store, options: SweepOptions, runner: JobRunner, ended: (game: Game) => void) {
    this.#store = store;
    this.#options = options;
    this.#runner = runner;
    this.#ended = ended;
    this.#method = options.method ?? 'auto';
    this.#seconds = patienceOf(options.patience).jobSeconds;
  }

  /** Extends series of which nothing is stored. What a job gives of them waits to be stored, but for those that go on. */
  async extendNew(all: readonly GameSeries[]): Promise<void> {
    const { to } = this.#options;
    for (let rest = all; rest.length > 0;) {
      const input = { series: rest.map((one) => this.#inputOf(one)), seconds: JOB_SECONDS };
      const { result, worker } = await this.#runner.do(SWEEP_PART, input);
      const checked: CheckedSeries[] = [];
      const wrong: GameSeries[] = [];
      for (const [i, found] of result.entries()) {
        try {
          checked.push(await checkSolved({ ...rest[i], ...found }, this.#store.random));
        } catch (error) {
          if (!(error instanceof TakeawayError && error.code === 'internal')) throw error;
          this.#runner.refuse(worker, error.found ?? error.message);
          wrong.push(rest[i]);
        }
      }
      // A commit that has failed ends the sweep.
      await this.#stored;
      this.#waiting.push(...checked);
      const begun = checked.filter((one) => endOf(one) < to);
      const positions = this.#waiting.reduce((sum, one) => sum + endOf(one), 0);
      const wait = this.#storedAt + COMMIT_MS - performance.now();
      if (wait <= 0 || begun.length > 0 || positions >= MOST_POSITIONS) await this.storeWaiting();
      else this.#timer ??= setTimeout(this.#storeSoon, wait);
      for (const one of begun) {
        await this.#goOn(one);
        this.#ended(one.game);
      }
      rest = [...wrong, ...rest.slice(result.length)];
    }
  }

  /** Stores all that waits in one commit. */
  storeWaiting(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#stored = this.#stored.then(async () => {
      const all = this.#waiting.splice(0);
      if (all.length > 0) await this.#inTurn(() => this.#store.keep(all));
      this.#storedAt = performance.now();
      for (const one of all) if (endOf(one) >= this.#options.to) this.#ended(one.game);
    });
    return this.#stored;
  }

  /** Extends a series that is stored up to somewhere. */
  async extendOld({ game, series }: GameSeries): Promise<void> {
    const parts = partsByJobs(this.#runner, this.#method, this.#seconds);
    await this.#inTurn(() => this.#extend(game, series, this.#options.to, parts));
    this.#ended(game);
  }

  /** Extends a series of which the first blocks have taken a job all its time. What each further job gives is stored as it comes. */
  async #goOn({ game, series, blocks }: CheckedSeries): Promise<void> {
    let known = blocks.reduce((view, block) => view.with(block), new SolvedView(series, []));
    const { random } = this.#store;
    const wanted = {
      ...{ game, series, lower: () => known, random, method: this.#method, seconds: this.#seconds },
      range: { start: known.reach, stop: this.#options.to },
      pieceLength: DESCRIPTIONS[series].blockLength,
    };
    for await (const parts of resultsByJobs(this.#runner, wanted)) {
      for (const part of parts) known = known.with(part);
      const source = async function* (): ReturnType<PartsSource> {
        yield* await Promise.resolve(parts);
      };
      await this.#inTurn(() => this.#extend(game, series, parts[parts.length - 1].stop, source));
    }
  }

  async #extend(game: Game, series: SeriesName, to: number, parts: PartsSource): Promise<void> {
    const options = { to, series, method: this.#method, threads: 1, signal: this.#options.signal };
    const blocks = this.#store.extend(game, options, { parts });
    while ((await blocks.next()).done !== true);
  }

  #inputOf({ game, series }: GameSeries): ExtensionInput {
    const { key, definition } = game;
    const pieceLength = DESCRIPTIONS[series].blockLength;
    const stop = Math.min(this.#options.to, mostPositions(series, pieceLength));
    const range = { start: 0, stop, known: [] };
    return { key, definition, series, method: this.#method, pieceLength, seconds: this.#seconds, ...range };
  }

  /** Stores something once all that came before is stored. */
  #inTurn(store: () => Promise<void>): Promise<void> {
    const stored = this.#storing.then(store);
    // A failure is that of its own series.
    this.#storing = stored.catch(() => undefined);
    return stored;
  }
}

/** Where the blocks of a series end. */
function endOf({ blocks }: CheckedSeries): number {
  return blocks[blocks.length - 1].stop;
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
