/**
 * Looking for the periods of a game: twice as many of its values each time, stored ones first, until they prove one or the
 * limit is reached. What proves it is in `proving.ts`, the mathematics in `game/periods.ts`.
 */
import { statedPeriodOf } from '../../game/closed-forms.js';
import type { Game } from '../../game/game.js';
import { canHavePeriod, reachOf, type Period, type Periods } from '../../game/periods.js';
import type { SolverOptions } from '../../solver/methods.js';
import type { BlockStore } from '../../store/block-store.js';
import type { SolvedView } from '../views/view.js';
import type { Random } from './checks.js';
import { extendGame } from './extend.js';
import { provenPeriods } from './proving.js';
import { solve } from './solve.js';

/** Fewer values are not worth a look of their own. */
const FIRST_LOOK = 2 ** 12;
/** Positions that are solved in memory at a time. */
const PIECE_LENGTH = 2 ** 20;

/** A period, and what proves it: values that were examined, or null for a theorem. */
export type PeriodAnswer = Required<Period>;

/** What is known of the periods of a game. */
export interface GamePeriods {
  readonly game: string;
  /** Whether values can prove one: the set is finite or cofinite, and there are no hotspots. */
  readonly isPossible: boolean;
  /** How many values were looked at without finding one that is missing here; 0 when none is missing. */
  readonly examined: number;
  /** Null where none is known. */
  readonly nim: PeriodAnswer | null;
  readonly outcome: PeriodAnswer | null;
}

/** How to look for periods. */
export interface FindOptions {
  /** Positions to look at, at most. */
  readonly limit: number;
  readonly solver: SolverOptions;
  readonly random: Random;
  readonly signal?: AbortSignal | undefined;
  /** Called with the number of values before each look. */
  readonly onLook?: ((values: number) => void) | undefined;
  /** Called with the share of the values of a look that are there, as they are solved. */
  readonly onProgress?: ((share: number) => void) | undefined;
}

/** What is known of the periods of a game, after looking at so many values where some are missing. */
export function answersOf(game: Game, { nim, outcome }: Periods, looked = 0): GamePeriods {
  const answer = (period: Period | undefined): PeriodAnswer | null =>
    period === undefined ? null : { evidence: null, ...period };
  const examined = nim === undefined || outcome === undefined ? looked : 0;
  return {
    game: game.key,
    isPossible: canHavePeriod(game),
    examined,
    nim: answer(nim),
    outcome: answer(outcome),
  };
}

/** The periods that are proven by the first `count` values of a game; these are stored, or kept for the next look. */
type Look = (count: number) => Promise<Periods>;

/**
 * The periods of a game: recorded ones, else those its first values prove. These values and the periods are stored. What a
 * theorem states is taken where the limit is too low to prove it. Memory: some 2 to 5 bytes a value, and 17 for cofinite
 * sets.
 */
export function findPeriods(
  store: BlockStore,
  game: Game,
  stored: number,
  options: FindOptions,
): Promise<GamePeriods> {
  const { solver, random, signal, onProgress } = options;
  const common = { method: 'auto', doubleCheck: false, blockLength: undefined, solver, random, signal };
  return search(game, store.catalog.periods(game.key), stored, options, async (count) => {
    const blocks = extendGame(store, game, ['nim'], { ...common, to: count, examined: count });
    for await (const { progress } of blocks) onProgress?.(progress);
    return store.catalog.periods(game.key);
  });
}

/** As `findPeriods`, in memory: from the stored nim-values on, with the periods that are known. */
export function findPeriodsInMemory(
  game: Game,
  known: Periods,
  stored: SolvedView,
  { solver, signal, onProgress, ...options }: FindOptions,
): Promise<GamePeriods> {
  let view = stored;
  return search(game, known, stored.frontier, options, async (count) => {
    const range = { start: view.reach, stop: count };
    const task = { game, series: 'nim', range, method: 'auto', pieceLength: PIECE_LENGTH } as const;
    const read = (part: { start: number; stop: number }): ReturnType<SolvedView['read']> => view.read(part);
    for await (const part of range.start < count ? solve({ ...task, read, solver, signal }) : []) {
      view = view.with(part);
      onProgress?.((part.stop - range.start) / (range.stop - range.start));
    }
    return { ...known, ...(await provenPeriods(game, {}, () => view, count)) };
  });
}

async function search(
  game: Game,
  known: Periods,
  stored: number,
  { limit, onLook }: Pick<FindOptions, 'limit' | 'onLook'>,
  look: Look,
): Promise<GamePeriods> {
  const reach = reachOf(game);
  if (reach === undefined || (known.nim !== undefined && known.outcome !== undefined)) {
    return answersOf(game, known);
  }
  const stated = statedPeriodOf(game);
  const enough = stated === undefined ? undefined : stated.preperiod + stated.period + reach;
  if (stated !== undefined && enough !== undefined && enough > limit) {
    return answersOf(game, { nim: stated, outcome: stated });
  }
  // Hardly fewer than reach + 2 values can prove anything.
  if (reach + 2 > limit) return answersOf(game, known);
  let count = Math.min(limit, enough ?? Math.max(FIRST_LOOK, 4 * reach, stored));
  for (;;) {
    onLook?.(count);
    const periods = await look(count);
    if ((periods.nim !== undefined && periods.outcome !== undefined) || count === limit) {
      return answersOf(game, periods, count);
    }
    count = Math.min(limit, 2 * count);
  }
}
