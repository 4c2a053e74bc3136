/** Access to elements of a set without listing all, which may be 2^53 below a position. */
import { leastWhere, lengthOf, type Range } from '../../common/range.js';
import type { SubtractionSet } from './subtraction-set.js';

/** Elements that are listed to count them if the set has no exact count. */
const MAX_LISTED_ELEMENTS = 2 ** 16;

export function has(set: SubtractionSet, n: number): boolean {
  return Number.isSafeInteger(n) && n >= 1 && set.between(n, n + 1).length > 0;
}

/** Counts the elements up to n, exactly or by an estimate. */
export function countUpTo(
  set: SubtractionSet,
  n: number,
): { readonly count: number; readonly isExact: boolean } {
  const count = n < set.smallest ? 0 : set.approximateCount(n + 1);
  if (set.isCountRough === undefined || n < set.smallest) return { count, isExact: true };
  if (count > MAX_LISTED_ELEMENTS) return { count, isExact: false };
  return { count: set.between(1, n + 1).length, isExact: true };
}

/** Returns the largest element up to n, if any. */
export function largestUpTo(set: SubtractionSet, n: number): number | undefined {
  if (n < set.smallest) return undefined;
  // Sets with estimated counts have elements near every position.
  for (let width = 64; set.isCountRough !== undefined; width *= 2) {
    const last = set.between(Math.max(1, n + 1 - width), n + 1).at(-1);
    if (last !== undefined) return last;
  }
  return leastBound(set, set.approximateCount(n + 1), n + 1) - 1;
}

/** Returns element number `index`, from 0, of those up to n; one near it if counts are estimates. */
export function elementAt(set: SubtractionSet, index: number, n: number): number {
  const { count, isExact } = countUpTo(set, n);
  if (set.isCountRough !== undefined && isExact) return set.between(1, n + 1)[index];
  const near = leastBound(set, Math.min(index + 1, count), n + 1) - 1;
  return isExact ? near : (largestUpTo(set, near) ?? set.smallest);
}

/** Returns the least bound, at most `most`, below which the set counts `count` elements. */
function leastBound(set: SubtractionSet, count: number, most: number): number {
  return leastWhere(1, most, (bound) => set.approximateCount(bound) >= count);
}

/** Yields the elements of a range, increasing, in pieces of about `most` elements, or fewer if these are slow to find. */
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

export function firstOf(set: SubtractionSet, range: Range, most: number): Float64Array {
  if (lengthOf(range) === 0) return new Float64Array();
  const found: number[] = [];
  for (const piece of piecesOf(set, range, most)) {
    for (let i = 0; i < piece.length && found.length < most; i++) found.push(piece[i]);
    if (found.length >= most) break;
  }
  return Float64Array.from(found);
}
