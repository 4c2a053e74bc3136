/**
 * Computes requested values in memory if the cost model says that this is cheap, and keeps them for the next question. The one
 * place where reading leads to solving; nothing here is stored.
 */
import { platform } from '../../platform/platform.js';
import { numbersOf, SERIES, type ColumnValues, type SeriesName } from '../../columnar/layout.js';
import { throwIfAborted } from '../../common/errors.js';
import { lengthOf, type Range } from '../../common/range.js';
import { unlessAborted } from '../../common/stoppable.js';
import type { Game } from '../../game/game.js';
import {
  canHavePeriod,
  givenBelow,
  provenBelow,
  quantitiesOf,
  reachOf,
  type Period,
} from '../../game/periods.js';
import { outcomePeriodOf } from '../../game/proving-periods.js';
import { NIM_LIMITS } from '../../solver/limits.js';
import { nimSeconds } from '../../solver/planner.js';
import { joinParts, type SolvedPart } from '../series/columns.js';
import { seriesOf } from '../series/declared.js';
import { DESCRIPTIONS } from '../series/descriptions.js';
import { COMPUTE_SECONDS, type ComputeOptions, type Stoppable } from '../series/options.js';
import { NOTHING_COMPUTED, type Computed, type GameViews } from '../views/game-views.js';
import { findPeriodsInMemory, provingSeries } from '../extending/periods.js';
import { solve } from '../extending/solve.js';

/** Maximum size of the values of one series, and of all games together. */
const MAX_BYTES = 2 ** 26;
/** Bytes of a game besides its values. */
const ENTRY_BYTES = 2 ** 12;
/** Maximum number of subtrahends listed for values in memory: with derived data each takes some 45 bytes. */
const MAX_SUBTRAHENDS = 2 ** 23;
/** Maximum number of values examined for a period; for most sets a few thousand prove one. */
const MAX_EXAMINED = 2 ** 20;
/** Minimum number of values that a period is repeated from, as many as a batch has: shorter runs would be copied one by one. */
const MIN_PATTERN = 2 ** 16;
/** Bytes of a nim-value or a remoteness, for the bound on memory. */
const BYTES_OF_INTEGER = 2;
/** Seconds for a search for a period if the answer is cheap without one, and if no end was requested. */
const CHEAP_SECONDS = 0.1;
const SEARCH_SECONDS = 2;

/** Limits for one question. Without a signal, the store's one stops it. */
export interface Effort extends Stoppable {
  /** Maximum of seconds by the cost model, if lower than the store's. */
  readonly seconds?: number | undefined;
  /** Set if values are computed until there are enough terms. */
  readonly goal?: 'terms' | undefined;
}

/** Options with the maximum of seconds for a computation. */
type Computations = ComputeOptions & { readonly seconds: number };

/** The values and periods that one store has computed in memory. */
export class Computing {
  readonly #options?: Computations;
  /** Results by game, the most recent last. */
  readonly #computed = new Map<string, Computed>();
  /** Number of values examined for a period, by game and series. */
  readonly #examined = new Map<string, Partial<Record<SeriesName, number>>>();
  /** One computation at a time: each uses all threads. */
  #turn: Promise<void> = Promise.resolve();

  constructor(options: ComputeOptions | false = false) {
    if (options !== false) this.#options = { ...options, seconds: options.seconds ?? COMPUTE_SECONDS };
  }

  /** Forgets all results. */
  close(): void {
    this.#computed.clear();
    this.#examined.clear();
  }

  /** Returns the results for a game. */
  of({ key }: Game): Computed {
    return this.#computed.get(key) ?? NOTHING_COMPUTED;
  }

  /**
   * Makes a series known below `stop` if that is cheap: by its period, if values can prove one and the search takes no longer than
   * the values; otherwise by the values themselves. Does nothing if that is expensive or the game lacks the series. Raises
   * `interrupted` when aborted.
   */
  reach(views: GameViews, series: SeriesName, stop: number, effort: Effort = {}): Promise<void> {
    const isKnown = stop <= views.view(series).reach;
    if (this.#options === undefined || isKnown || !seriesOf(views.game).includes(series))
      return Promise.resolve();
    const { signal = this.#options.signal, seconds = Infinity, goal } = effort;
    const options = { ...this.#options, signal, goal, seconds: Math.min(seconds, this.#options.seconds) };
    return this.#inTurn(() => this.#reach(views, series, stop, options), options.signal);
  }

  /** Whether computing the nim-values below `stop` from stored ones is cheap. */
  isCheap(views: GameViews, stop: number): boolean {
    const { set } = views.game;
    if (this.#options === undefined || stop > NIM_LIMITS.solvableBelow(set)) return false;
    const { seconds, threads = platform.threads } = this.#options;
    const { frontier } = views.stored('nim');
    const range = { start: Math.min(frontier, stop), stop };
    return bytesFor('nim', lengthOf(range)) <= MAX_BYTES && nimSeconds(set, range, threads) <= seconds;
  }

  /** Searches for the period of a series if values can prove one and enough of them are cheap. Returns the known one. */
  async findPeriod(views: GameViews, series: SeriesName): Promise<Period | undefined> {
    const options = this.#options;
    if (options !== undefined && canHavePeriod(views.game))
      await this.#inTurn(() => this.#findPeriods(views, series, SEARCH_SECONDS, options), options.signal);
    return this.of(views.game).periods[DESCRIPTIONS[series].quantity];
  }

  async #inTurn(work: () => Promise<void>, signal: AbortSignal | undefined): Promise<void> {
    const turn = this.#turn.then(() => {
      throwIfAborted(signal);
      return work();
    });
    this.#turn = turn.catch(() => undefined);
    await unlessAborted(turn, signal);
    throwIfAborted(signal);
  }

  async #reach(
    views: GameViews,
    series: SeriesName,
    stop: number,
    options: Computations & Pick<Effort, 'goal'>,
  ): Promise<void> {
    const { game } = views;
    if (views.view(series).reach >= stop) return;
    if (canHavePeriod(game)) {
      const { threads = platform.threads, seconds } = options;
      const direct = nimSeconds(game.set, { start: 0, stop }, threads);
      const most = direct <= seconds ? Math.max(CHEAP_SECONDS, direct) : seconds;
      await this.#findPeriods(views, series, most, options);
      const period = this.of(game).periods[DESCRIPTIONS[series].quantity];
      if (period !== undefined) {
        const end = Math.max(provenBelow(game, period), MIN_PATTERN);
        await this.#extend(views, series, end, options);
      }
      if (series === 'cold' && period === undefined) await this.#findLastCold(views, stop, options);
      if (views.view(series).reach >= stop) return;
    }
    await this.#extend(views, series, stop, options);
  }

  /** Proves from the cold positions of a cofinite set that none lies above some position. */
  async #findLastCold(views: GameViews, stop: number, options: Computations): Promise<void> {
    const { game } = views;
    const reach = reachOf(game);
    if (game.set.excluded === undefined || reach === undefined) return;
    // The first cold position is at most the end of the given values; no other is more than `reach` above it, which as many hot
    // ones prove.
    const end = givenBelow(game) + 2 * reach + 2;
    if (stop <= end) return;
    await this.#extend(views, 'cold', end, options);
    const view = views.view('cold');
    if (view.reach < end) return;
    const cold = Uint8Array.from(numbersOf(await view.read({ start: 0, stop: end })));
    const outcome = outcomePeriodOf(game, cold);
    if (outcome === undefined) return;
    const { runs, periods } = this.of(game);
    this.#keep(game, { runs, periods: { ...periods, outcome } });
  }

  /** Searches once for the period of a series, and others that its values prove, in as many values as `searchSeconds` allow. */
  async #findPeriods(
    views: GameViews,
    asked: SeriesName,
    searchSeconds: number,
    { seconds, onCompute, signal, ...options }: Computations,
  ): Promise<void> {
    const { game } = views;
    const { threads = platform.threads } = options;
    const most = Math.min(seconds, searchSeconds);
    const quantities = asked === 'remoteness' ? (['remoteness'] as const) : quantitiesOf(game);
    const series = provingSeries(quantities);
    const examined = this.#examined.get(game.key) ?? {};
    let limit = MAX_EXAMINED;
    // Remoteness takes no longer.
    while (limit > 1 && nimSeconds(game.set, { start: 0, stop: limit }, threads) > most) limit /= 2;
    if (limit <= (examined[series] ?? 0)) return;
    let isSaid = false;
    const found = await findPeriodsInMemory(game, views.periods, views.stored(series), {
      quantities,
      limit,
      solver: { threads },
      random: () => 0,
      signal,
      onLook: () => {
        if (!isSaid) onCompute?.({ game: game.key, series, goal: 'period', to: limit, seconds: 0 });
        isSaid = true;
      },
    });
    this.#examined.set(game.key, { ...examined, [series]: limit });
    const { periods: before, ...computed } = this.of(game);
    // A theorem's period needs more values than were examined.
    const proven = quantities.flatMap((quantity) => {
      const period = found[quantity];
      return period === null || period.evidence === null ? [] : [[quantity, period] as const];
    });
    this.#keep(game, { ...computed, periods: { ...before, ...Object.fromEntries(proven) } });
  }

  /** Computes the missing values of a series below `stop` if that is cheap. */
  async #extend(
    views: GameViews,
    series: SeriesName,
    stop: number,
    options: Computations & Pick<Effort, 'goal'>,
  ): Promise<void> {
    const { game } = views;
    const { pieceLength, solvers } = DESCRIPTIONS[series];
    if (stop > solvers.limits.solvableBelow(game.set)) return;
    if (game.set.excluded === undefined && game.set.approximateCount(stop) > MAX_SUBTRAHENDS) return;
    const { firstEstimate } = solvers;
    const stored = views.stored(series);
    const before = this.of(game).runs[series];
    let lower = stored;
    const parts: SolvedPart[] = [];
    if (before !== undefined && before.stop > stored.frontier) {
      parts.push({ ...before, methods: [] });
      lower = lower.with(before);
    }
    const start = parts.at(0)?.start ?? stored.frontier;
    for (let from = parts.at(0)?.stop ?? start; from < stop;) {
      const to = from < firstEstimate ? Math.min(stop, firstEstimate) : stop;
      // Counted from the stored values on, so that growing requests do not add up to more time.
      const costed = { start: firstEstimate > 0 ? from : stored.frontier, stop: to };
      const { threads = platform.threads, signal } = options;
      const read = (part: Range): Promise<ColumnValues> => lower.read(part);
      const readLower = async (part: Range): Promise<Uint8Array> => (await read(part)).bytes;
      const seconds = await solvers.seconds({ set: game.set, range: costed, readLower }, threads);
      if (seconds > options.seconds || bytesFor(series, stop - start) > MAX_BYTES) return;
      // The first part only shows the cost of the rest.
      const { goal = 'values', onCompute } = options;
      if (to === stop) onCompute?.({ game: game.key, series, goal, to, seconds });
      const range = { start: from, stop: to };
      const task = { game, series, range, method: 'auto', pieceLength, read };
      for await (const part of solve({ ...task, solver: { threads }, signal })) {
        parts.push(part);
        lower = lower.with(part);
      }
      from = to;
    }
    if (parts.length === 0) return;
    const { runs, periods } = this.of(game);
    this.#keep(game, { runs: { ...runs, [series]: joinParts(parts) }, periods });
  }

  /** Keeps the results of a game, and evicts the least recent ones above the limit. */
  #keep(game: Game, computed: Computed): void {
    this.#computed.delete(game.key);
    this.#computed.set(game.key, computed);
    let bytes = 0;
    for (const { runs } of this.#computed.values()) bytes += bytesIn(runs);
    for (const [key, { runs }] of this.#computed) {
      if (bytes <= MAX_BYTES || key === game.key) return;
      this.#computed.delete(key);
      this.#examined.delete(key);
      bytes -= bytesIn(runs);
    }
  }
}

function bytesFor(series: SeriesName, positions: number): number {
  return SERIES[series].isBits ? positions / 8 : positions * BYTES_OF_INTEGER;
}

function bytesIn(runs: Computed['runs']): number {
  return Object.values(runs).reduce((sum, { values }) => sum + values.bytes.length, ENTRY_BYTES);
}
