/**
 * Looking at the elements of a set without a list of all: one of them, the largest, the k-th, or piece by piece. A set may
 * have 2^53 of them below a position, so nobody lists what a caller's number bounds.
 */
import { leastWhere, lengthOf, type Range } from '../../common/range.js';
import type { SubtractionSet } from './subtraction-set.js';

/** Elements that are counted by listing them, where the set has no exact count. */
const MOST_LISTED = 2 ** 16;

/** Whether n is an element. */
export function has(set: SubtractionSet, n: number): boolean {
  return Number.isSafeInteger(n) && n >= 1 && set.between(n, n + 1).length > 0;
}

/** How many elements are up to n, and whether that is exact. */
export function countUpTo(
  set: SubtractionSet,
  n: number,
): { readonly count: number; readonly isExact: boolean } {
  const count = n < set.smallest ? 0 : set.approximateCount(n + 1);
  if (set.isCountRough === undefined || n < set.smallest) return { count, isExact: true };
  if (count > MOST_LISTED) return { count, isExact: false };
  return { count: set.between(1, n + 1).length, isExact: true };
}

/** The largest element up to n; undefined where all are above it. */
export function largestUpTo(set: SubtractionSet, n: number): number | undefined {
  if (n < set.smallest) return undefined;
  // Sets whose counts are estimates have elements near every position.
  for (let width = 64; set.isCountRough !== undefined; width *= 2) {
    const last = set.between(Math.max(1, n + 1 - width), n + 1).at(-1);
    if (last !== undefined) return last;
  }
  return leastBound(set, set.approximateCount(n + 1), n + 1) - 1;
}

/** Element number `index` of those up to n, counted from 0; where counts are estimates, one near it. */
export function elementAt(set: SubtractionSet, index: number, n: number): number {
  const { count, isExact } = countUpTo(set, n);
  if (set.isCountRough !== undefined && isExact) return set.between(1, n + 1)[index];
  const near = leastBound(set, Math.min(index + 1, count), n + 1) - 1;
  return isExact ? near : (largestUpTo(set, near) ?? set.smallest);
}

/** The least bound, at most `most`, below which the set counts `count` elements. */
function leastBound(set: SubtractionSet, count: number, most: number): number {
  return leastWhere(1, most, (bound) => set.approximateCount(bound) >= count);
}

/** The elements of a range, increasing, in pieces of about `most` of them, or of fewer where those take long to find. */
export function* piecesOf(
  set: SubtractionSet,
  { start, stop }: Range,
  most: number,
): Generator<Float64Array, void, undefined> {
  for (let from = Math.max(1, start); from < stop;) {
    const end = Math.min(stop, from + (set.stretch ?? Infinity));
    const to = Math.max(from + 1, leastBound(set, set.approximateCount(from) + most, end));
    const piece = set.between(from, to);
    if (piece.length > 0) yield piece;
    from = to;
  }
}

/** The first elements of a range, at most so many. */
export function firstOf(set: SubtractionSet, range: Range, most: number): Float64Array {
  if (lengthOf(range) === 0) return new Float64Array();
  const found: number[] = [];
  for (const piece of piecesOf(set, range, most)) {
    for (let i = 0; i < piece.length && found.length < most; i++) found.push(piece[i]);
    if (found.length >= most) break;
  }
  return Float64Array.from(found);
}
