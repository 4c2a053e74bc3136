/**
 * How far a series can be solved on one machine, by the memory that its methods need. Asked before work begins, so that
 * nobody waits for what cannot end.
 */
import { leastWhere, POSITION_LIMIT } from '../common/range.js';
import type { SubtractionSet } from '../game/sets/subtraction-set.js';
import { MAX_BYTES } from '../kernel/arena.js';
import { MOST_POSITIONS } from './residue-classes/choose-modulus.js';
import { leastBytes } from './residue-classes/storage-layout.js';

/** Subtrahends that methods keep in memory at most: 8 bytes each, some 16 more in the tables of the kernels. */
const MOST_SUBTRAHENDS = 2 ** 27;
/** Lower values that methods of integers keep at most, which is what a typed array holds on every Node. */
const MOST_KEPT = 2 ** 32 - 2 ** 24;
/** Counts of values that the method for cofinite sets keeps; no nim-value is above its position. */
const MOST_COUNTS = 2 ** 30;

/** Subtrahends up to which the fast method for cold positions has the memory. */
const MOST_LISTED = 2 ** 26;

/** One past the last position to which cold positions are found fast: a denser set is slow further up. */
export function fastBelow(set: SubtractionSet): number {
  return leastAbove(set, MOST_LISTED);
}

/** How far the values of a series can be solved. */
export interface Limits {
  /** One past the last position that can be solved. */
  readonly solvableBelow: (set: SubtractionSet) => number;
  /** One past the last position that can be solved in good time. */
  readonly reachableBelow: (set: SubtractionSet) => number;
}

export const COLD_LIMITS: Limits = limitedTo(() => POSITION_LIMIT, classesBelow);

export const NIM_LIMITS = limitedTo((set) => (set.excluded === undefined ? keptBelow(set) : MOST_COUNTS));

export const REMOTENESS_LIMITS = limitedTo(keptBelow);

/** These limits, and that of a set of which only a beginning is known. */
function limitedTo(
  solvableBelow: Limits['solvableBelow'],
  reachableBelow: Limits['reachableBelow'] = solvableBelow,
): Limits {
  const known =
    (limit: Limits['solvableBelow']): Limits['solvableBelow'] =>
    (set) =>
      Math.min(limit(set), set.completeBelow ?? Infinity);
  return { solvableBelow: known(solvableBelow), reachableBelow: known(reachableBelow) };
}

/**
 * As far as the kernels' memory can have all cold positions by residue class, if as few are cold as may be; nobody knows how many
 * are before they are found. They are kept as far back as the largest subtrahend reaches: those of a smaller set take no more
 * further up.
 */
function classesBelow(set: SubtractionSet): number {
  const fits = (stop: number): boolean => leastBytes(stop, set.approximateCount(stop)) <= MAX_BYTES;
  const most = fits(MOST_POSITIONS)
    ? MOST_POSITIONS
    : leastWhere(1, MOST_POSITIONS, (stop) => !fits(stop)) - 1;
  return set.largest >= most ? most : POSITION_LIMIT;
}

/** As far as lower values and subtrahends are kept. */
function keptBelow(set: SubtractionSet): number {
  const bySubtrahends = leastAbove(set, MOST_SUBTRAHENDS);
  return set.largest < MOST_KEPT / 2 ? bySubtrahends : Math.min(MOST_KEPT, bySubtrahends);
}

/** The greatest bound below which S has about `most` elements, or the end of all positions. */
function leastAbove(set: SubtractionSet, most: number): number {
  if (set.approximateCount(POSITION_LIMIT) <= most) return POSITION_LIMIT;
  return leastWhere(1, POSITION_LIMIT - 1, (bound) => set.approximateCount(bound + 1) > most);
}
