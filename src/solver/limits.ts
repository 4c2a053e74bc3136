/** Limits of a series on one machine, by the memory of its methods. Checked before work begins, so that nobody waits in vain. */
import { leastWhere, POSITION_LIMIT } from '../common/range.js';
import type { SubtractionSet } from '../game/sets/subtraction-set.js';
import { MAX_BYTES } from '../kernel/arena.js';
import { MAX_POSITIONS } from './residue-classes/choose-modulus.js';
import { leastBytes } from './residue-classes/storage-layout.js';

/** Maximum number of subtrahends in memory: 8 bytes each, about 16 more in the tables of the kernels. */
const MAX_SUBTRAHENDS = 2 ** 27;
/** Maximum number of lower values that integer methods keep: the length of a typed array on every Node. */
const MAX_KEPT_VALUES = 2 ** 32 - 2 ** 24;
/** Maximum number of values that the method for cofinite sets counts; no nim-value exceeds its position. */
const MAX_COUNTS = 2 ** 30;

/** Maximum number of subtrahends for which the fast method for cold positions has the memory. */
const MAX_LISTED_SUBTRAHENDS = 2 ** 26;

/** End of the positions whose cold ones are found fast; a denser set is slow further up. */
export function fastBelow(set: SubtractionSet): number {
  return leastAbove(set, MAX_LISTED_SUBTRAHENDS);
}

export interface Limits {
  /** End of the positions that can be solved. */
  readonly solvableBelow: (set: SubtractionSet) => number;
  /** End of the positions that can be solved in good time. */
  readonly reachableBelow: (set: SubtractionSet) => number;
}

export const COLD_LIMITS: Limits = limitedTo(() => POSITION_LIMIT, classesBelow);

export const NIM_LIMITS = limitedTo((set) => (set.excluded === undefined ? keptBelow(set) : MAX_COUNTS));

export const REMOTENESS_LIMITS = limitedTo(keptBelow);

/** Limits capped by the known beginning of a set that is incomplete. */
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
 * Largest range whose cold positions fit into kernel memory by residue class, assuming the fewest the set allows, as nobody knows
 * their number in advance. They are kept back to the reach of the largest subtrahend; those of a smaller set take no more.
 */
function classesBelow(set: SubtractionSet): number {
  const fits = (stop: number): boolean => leastBytes(stop, set.approximateCount(stop)) <= MAX_BYTES;
  const most = fits(MAX_POSITIONS) ? MAX_POSITIONS : leastWhere(1, MAX_POSITIONS, (stop) => !fits(stop)) - 1;
  return set.largest >= most ? most : POSITION_LIMIT;
}

/** Largest range whose lower values and subtrahends fit into memory. */
function keptBelow(set: SubtractionSet): number {
  const bySubtrahends = leastAbove(set, MAX_SUBTRAHENDS);
  return set.largest < MAX_KEPT_VALUES / 2 ? bySubtrahends : Math.min(MAX_KEPT_VALUES, bySubtrahends);
}

/** Greatest bound below which S has about `most` elements, or the end of all positions. */
function leastAbove(set: SubtractionSet, most: number): number {
  if (set.approximateCount(POSITION_LIMIT) <= most) return POSITION_LIMIT;
  return leastWhere(1, POSITION_LIMIT - 1, (bound) => set.approximateCount(bound + 1) > most);
}
