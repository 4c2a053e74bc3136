/**
 * Looking for the periods of a game: twice as many of its values each time, stored ones first, until they prove one or the
 * limit is reached. What proves it is in `proving.ts`, the mathematics in `game/periods.ts`. Of a finite set longer ones are
 * found by the return of a state (`by-states.ts`), which needs no values in memory.
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

/** Fewer values are not worth a look of their own. */
const FIRST_LOOK = 2 ** 12;
/** Values of a game with states that are looked at, at least: longer periods are faster found by states. */
const MIN_BY_VALUES = 2 ** 18;
/** Positions that are solved in memory at a time. */
const PIECE_LENGTH = 2 ** 20;

/** A period, and what proves it: values that were examined, or null for a theorem. */
export type PeriodAnswer = Required<Period>;

/** What is known of the periods of a game. */
export interface GamePeriods {
  readonly game: string;
  /** Whether values can prove one: the set is finite or cofinite, and there are not infinitely many hotspots. */
  readonly isPossible: boolean;
  /** How many values were looked at without finding one that is missing here; 0 when none is missing. */
  readonly examined: number;
  /** Null where none is known. */
  readonly nim: PeriodAnswer | null;
  readonly outcome: PeriodAnswer | null;
  readonly remoteness: PeriodAnswer | null;
}

/** How to look for periods. */
export interface FindOptions extends Omit<PeriodOptions, 'limit' | 'threads' | 'series'> {
  /** What to find periods of. */
  readonly quantities: readonly Quantity[];
  /** Positions to look at, at most. */
  readonly limit: number;
  readonly solver: SolverOptions;
  readonly random: Random;
  /** Where searches by states are kept that do not come to an end; undefined where none is. */
  readonly searches?: BlockStore['searches'] | undefined;
}

/** What is known of the periods of a game, after looking at so many values where some that were looked for are missing. */
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

/** How a search gets what is known. */
interface Looks {
  /** The periods that the first `count` values of a game prove; these are stored, or kept for the next look. */
  readonly byValues: (count: number) => Promise<Periods>;
  /** The periods that are known once one was looked for by states. */
  readonly byStates: (quantity: Quantity, found: StatesRecord | undefined) => Promise<Periods>;
}

/**
 * The periods of a game: recorded ones, else those its first values prove. These values and the periods are stored. What a
 * theorem states is taken where the limit is too low to prove it. Memory: some 2 to 5 bytes a value, and 17 for cofinite
 * sets.
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
  // Also of one that values proved since.
  for (const quantity of quantities) {
    if (answers[quantity] !== null) await store.searches.remove(game.key, quantity);
  }
  return answers;
}

/** As `findPeriods`, in memory: from the stored values on, with the periods that are known. */
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

/** The series whose values prove periods: those of outcomes are seen from nim-values too. */
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
  // Hardly fewer than reach + 2 values can prove anything.
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
  // Outcomes first: they take less time, and a period of nim-values is one of theirs or longer.
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

/** Values of a game that are looked at in memory, at most: beyond them states find what there is, or there are no states. */
function maxByValues(game: Game, quantities: readonly Quantity[], stored: number): number {
  const reach = reachOf(game) ?? 0;
  if (!hasStates(game, quantities)) return MAX_VALUES;
  return Math.max(MIN_BY_VALUES, 4 * reach, Math.min(stored, NOTICED));
}
