/**
 * Finds the periods of a game: examines twice as many of its values each time, stored ones first, until they prove one or the limit
 * is reached. `proving.ts` proves, by the mathematics of `game/periods.ts`. Longer periods of finite sets are found by the return
 * of a state (`by-states.ts`), without values in memory.
 */
import { statedPeriodOf } from '../../game/closed-forms.js';
import type { Game } from '../../game/game.js';
import {
  areAllKnown,
  canHavePeriod,
  quantitiesOf,
  reachOf,
  type Period,
  type Periods,
  type Quantity,
} from '../../game/periods.js';
import type { SolverOptions } from '../../solver/methods.js';
import type { BlockStore } from '../../store/block-store.js';
import type { StatesRecord } from '../../store/period-files.js';
import { SERIES_OF } from '../series/descriptions.js';
import { hasStates } from '../series/states.js';
import { MAX_VALUES, type PeriodOptions } from '../series/options.js';
import type { ColumnValues, SeriesName } from '../../columnar/layout.js';
import type { Range } from '../../common/range.js';
import { currentView } from '../views/game-views.js';
import { SolvedView } from '../views/view.js';
import type { Random } from './checks.js';
import { extendGame } from './extend.js';
import { periodByStates } from './by-states.js';
import { NOTICED, provenPeriods } from './proving.js';
import { solve } from './solve.js';

/** Minimum number of values to examine. */
const FIRST_LOOK = 2 ** 12;
/** Minimum number of values to examine for a game with states, which find longer periods faster. */
const MIN_BY_VALUES = 2 ** 18;
/** Positions solved in memory at a time. */
const PIECE_LENGTH = 2 ** 20;

/** A period with its evidence, or null for a theorem's. */
export type PeriodAnswer = Required<Period>;

/** The known periods of a game. */
export interface GamePeriods {
  readonly game: string;
  /** Whether values can prove one: the set is finite or cofinite, and there are finitely many hotspots. */
  readonly isPossible: boolean;
  /** Number of values examined without finding a missing period; 0 if none is missing. */
  readonly examined: number;
  /** Null if unknown. */
  readonly nim: PeriodAnswer | null;
  readonly outcome: PeriodAnswer | null;
  readonly remoteness: PeriodAnswer | null;
}

/** How to look for periods. */
export interface FindOptions extends Omit<PeriodOptions, 'limit' | 'threads' | 'series'> {
  readonly quantities: readonly Quantity[];
  /** Maximum number of positions to examine. */
  readonly limit: number;
  readonly solver: SolverOptions;
  readonly random: Random;
  /** Store of unfinished searches by states, if there is one. */
  readonly searches?: BlockStore['searches'] | undefined;
}

/** Returns the known periods of a game, after examining `looked` values if some of `quantities` are missing. */
export function answersOf(
  game: Game,
  periods: Periods,
  looked = 0,
  quantities = quantitiesOf(game),
): GamePeriods {
  const { nim, outcome, remoteness } = periods;
  const answer = (period: Period | undefined): PeriodAnswer | null =>
    period === undefined ? null : { evidence: null, ...period };
  const examined = areAllKnown(quantities, periods) ? 0 : looked;
  const isPossible = canHavePeriod(game);
  const answers = { nim: answer(nim), outcome: answer(outcome), remoteness: answer(remoteness) };
  return { game: game.key, isPossible, examined, ...answers };
}

interface Looks {
  /** Returns the periods that the first `count` values of a game prove, and stores or remembers them. */
  readonly byValues: (count: number) => Promise<Periods>;
  /** Returns the known periods after a search by states. */
  readonly byStates: (quantity: Quantity, found: StatesRecord | undefined) => Promise<Periods>;
}

/**
 * Finds the periods of a game: recorded ones, or those that its first values prove, and stores these values and the periods. A
 * theorem's period is taken if the limit is too low to prove it. Memory: some 2 to 5 bytes a value, and 17 for cofinite sets.
 */
export async function findPeriods(store: BlockStore, game: Game, options: FindOptions): Promise<GamePeriods> {
  const { quantities, solver, random, signal, onProgress } = options;
  const series = provingSeries(quantities);
  const { frontier } = currentView(store, game.key, series);
  const answers = await search(game, store.catalog.periods(game.key), frontier, options, {
    byValues: async (count) => {
      const how = { to: count, examined: count, threads: solver.threads, random, signal };
      const blocks = extendGame(store, game, [series], how);
      for await (const { progress } of blocks) onProgress?.(progress);
      return store.catalog.periods(game.key);
    },
    byStates: async (quantity, found) => {
      if (found !== undefined) {
        // The file first: a period without its values answers nothing.
        await store.states.write(found);
        store.catalog.putPeriods(game.key, { [quantity]: found.period });
      }
      return store.catalog.periods(game.key);
    },
  });
  // Also if values have proven the period since.
  for (const quantity of quantities) {
    if (answers[quantity] !== null) await store.searches.remove(game.key, quantity);
  }
  return answers;
}

/** As `findPeriods`, in memory: continues from the stored values and known periods. */
export function findPeriodsInMemory(
  game: Game,
  known: Periods,
  stored: SolvedView,
  options: FindOptions,
): Promise<GamePeriods> {
  const { solver, signal, onProgress } = options;
  let view = stored;
  let periods = known;
  return search(game, known, stored.frontier, options, {
    byValues: async (count) => {
      const range = { start: view.reach, stop: count };
      const { series } = view;
      const task = { game, series, range, method: 'auto', pieceLength: PIECE_LENGTH } as const;
      const read = (part: Range): Promise<ColumnValues> => view.read(part);
      for await (const part of range.start < count ? solve({ ...task, read, solver, signal }) : []) {
        view = view.with(part);
        onProgress?.((part.stop - range.start) / (range.stop - range.start));
      }
      const isSeries = (name: SeriesName): SolvedView => (name === series ? view : new SolvedView(name, []));
      return (periods = { ...known, ...(await provenPeriods(game, known, isSeries, count)) });
    },
    byStates: (quantity, found) => {
      if (found !== undefined) periods = { ...periods, [quantity]: found.period };
      return Promise.resolve(periods);
    },
  });
}

/** Returns the series whose values prove periods: nim-values also prove those of outcomes. */
export function provingSeries(quantities: readonly Quantity[]): SeriesName {
  return SERIES_OF[quantities.includes('nim') ? 'nim' : quantities[0]];
}

async function search(
  game: Game,
  known: Periods,
  stored: number,
  { quantities, limit, onLook, onProgress, ...how }: Omit<FindOptions, 'solver'>,
  { byValues, byStates }: Looks,
): Promise<GamePeriods> {
  const reach = reachOf(game);
  if (reach === undefined || areAllKnown(quantities, known)) return answersOf(game, known);
  const stated = quantities.includes('remoteness') ? undefined : statedPeriodOf(game);
  const enough = stated === undefined ? undefined : stated.preperiod + stated.period + reach;
  if (stated !== undefined && enough !== undefined && enough > limit) {
    return answersOf(game, { ...known, nim: stated, outcome: stated });
  }
  // Fewer values hardly prove anything.
  if (reach + 2 > limit) return answersOf(game, known);
  const most = Math.min(limit, maxByValues(game, quantities, stored));
  let count = Math.min(most, enough ?? Infinity, Math.max(FIRST_LOOK, 4 * reach, stored));
  let periods = known;
  for (;;) {
    onLook?.(count);
    periods = await byValues(count);
    if (areAllKnown(quantities, periods) || count === most) break;
    count = Math.min(most, 2 * count);
  }
  // Outcomes first: they take less time, and nim-values have a multiple of their period.
  for (const quantity of most < limit ? [...quantities].reverse() : []) {
    if (periods[quantity] !== undefined) continue;
    let goal = count;
    const look = (positions: number): void => {
      if (positions >= goal) {
        while (positions >= goal) goal *= 2;
        onLook?.(Math.min(limit, goal));
      }
      onProgress?.(Math.min(1, positions / Math.min(limit, goal)));
    };
    const found = await periodByStates(game, quantity, { ...how, limit, onProgress: look });
    periods = await byStates(quantity, found);
  }
  return answersOf(game, periods, limit, quantities);
}

/** Maximum number of values to examine in memory: beyond it states find the periods, if there are any. */
function maxByValues(game: Game, quantities: readonly Quantity[], stored: number): number {
  const reach = reachOf(game) ?? 0;
  if (!hasStates(game, quantities)) return MAX_VALUES;
  return Math.max(MIN_BY_VALUES, 4 * reach, Math.min(stored, NOTICED));
}
