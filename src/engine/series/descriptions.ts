/** Every series in one place: its column, rule, solvers, and lengths. `columnar/layout.ts` has the columns, for the store. */
import { SERIES, type SeriesName } from '../../columnar/layout.js';
import { COLD_RULE, NIM_RULE, REMOTENESS_RULE, type Rule } from '../../game/rules.js';
import { COLD_SOLVERS, NIM_SOLVERS, REMOTENESS_SOLVERS, type Solvers } from '../../solver/planner.js';
import type { ColdSolver, IntegerSolver } from '../../solver/task/task.js';
import type { Quantity } from '../../game/periods.js';

/** Facts about a series besides its column. */
interface Facts<IsBits extends boolean> {
  /** Meaning of a value, as sentences. */
  readonly meaning: readonly string[];
  /** The definition of its values. */
  readonly rule: Rule;
  /** Whether a position has the value 1 exactly if min S below it is a position of value 0 (Ferguson). */
  readonly isPaired: boolean;
  /** The quantity whose period is that of the series. */
  readonly quantity: Quantity;
  /** Declarations that the series allows: a hotspot is only hot, a seed or a pass gives nim-values. */
  readonly allows: readonly ('hotspots' | 'seed' | 'pass')[];
  readonly solvers: Solvers<IsBits extends true ? ColdSolver : IntegerSolver>;
  /** Positions in a full block: 1 to 4 MiB of values. A commit costs about 15 ms. */
  readonly blockLength: number;
  /** Positions that a solver yields at a time: an interruption loses at most as many. */
  readonly pieceLength: number;
  /** Maximum number of positions of a block that double-checking solves again. */
  readonly recheckedLength: number;
  /** Maximum number of first values to compute without a request for so many: some tenths of a second. */
  readonly shownLength: number;
}

type Descriptions = {
  readonly [Name in SeriesName]: (typeof SERIES)[Name] & Facts<(typeof SERIES)[Name]['isBits']>;
};

export type SeriesDescription = Descriptions[SeriesName];

/** Every series. To add one: its column in SERIES, and an entry here. */
export const DESCRIPTIONS: Descriptions = {
  cold: {
    ...SERIES.cold,
    meaning: ['P-positions are the heap sizes from which the previous player wins.'],
    rule: COLD_RULE,
    isPaired: false,
    quantity: 'outcome',
    allows: ['hotspots', 'seed', 'pass'],
    solvers: COLD_SOLVERS,
    blockLength: 2 ** 24,
    pieceLength: 2 ** 24,
    recheckedLength: 2 ** 20,
    shownLength: 2 ** 17,
  },
  nim: {
    ...SERIES.nim,
    meaning: [
      'The nim-value of a heap is the least nonnegative integer that no heap reached by one move has.',
    ],
    rule: NIM_RULE,
    isPaired: true,
    quantity: 'nim',
    allows: ['seed', 'pass'],
    solvers: NIM_SOLVERS,
    blockLength: 2 ** 20,
    pieceLength: 2 ** 18,
    recheckedLength: 2 ** 14,
    shownLength: 2 ** 17,
  },
  remoteness: {
    ...SERIES.remoteness,
    meaning: [
      'The remoteness of a heap is the number of moves when the winner plays for a short game and the loser for a long one.',
    ],
    rule: REMOTENESS_RULE,
    isPaired: false,
    quantity: 'remoteness',
    allows: [],
    solvers: REMOTENESS_SOLVERS,
    blockLength: 2 ** 20,
    pieceLength: 2 ** 18,
    recheckedLength: 2 ** 14,
    shownLength: 2 ** 14,
  },
};

/** The series whose values have a quantity's period. */
export const SERIES_OF: Readonly<Record<Quantity, SeriesName>> = {
  nim: 'nim',
  outcome: 'cold',
  remoteness: 'remoteness',
};
