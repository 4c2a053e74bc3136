/**
 * What every other room knows of a subtraction set: its smallest and largest element and its elements in a range, in
 * increasing order; and the finite sets and those that leave out finitely many.
 */
import { refuse } from '../../common/errors.js';
import { POSITION_LIMIT } from '../../common/range.js';
import { concatenated } from '../../platform/bytes.js';

/** A set S of positive integers that a player may remove from a heap. */
export interface SubtractionSet {
  /** The smallest subtrahend. */
  readonly smallest: number;
  /** The largest subtrahend; Infinity for an infinite set. */
  readonly largest: number;
  /**
   * The positive integers that S leaves out, increasing: present exactly when these are finitely many (S is
   * cofinite), and empty when S is all positive integers.
   */
  readonly excluded?: Float64Array | undefined;
  /** Of the beginning of an infinite set of which no more is known: it has all subtrahends below this, and nothing is answered from there on. */
  readonly completeBelow?: number | undefined;
  /** The subtrahends s with start <= s < stop, strictly increasing. Cost: O(result) after a search. */
  between(start: number, stop: number): Float64Array;
  /** How many subtrahends are below `bound`; about, within a few percent, where `isCountRough`. Cost: O(log). */
  approximateCount(bound: number): number;
  /** Numbers of one call of `between` that take some 30 ms anywhere, where it looks at each: who gives way asks for no more. */
  readonly stretch?: number | undefined;
  /** Present where counts are estimates. */
  readonly isCountRough?: true | undefined;
}

/** The set of these integers, increasing and at least one, which nobody changes; or an infinite set that begins with them. */
export function setOfSorted(sorted: Float64Array, largest = sorted[sorted.length - 1]): SubtractionSet {
  return {
    smallest: sorted[0],
    largest,
    between: (start, stop) => sorted.slice(lowerBound(sorted, start), lowerBound(sorted, stop)),
    approximateCount: (bound) => lowerBound(sorted, bound),
  };
}

/** All positive integers but these, increasing or none, which nobody changes. */
export function cofiniteSet(sorted: Float64Array): SubtractionSet & { readonly excluded: Float64Array } {
  let smallest = 1;
  while (sorted[smallest - 1] === smallest) smallest++;
  return {
    smallest,
    largest: Infinity,
    excluded: sorted,
    between(start, stop) {
      const first = Math.max(start, smallest);
      let next = lowerBound(sorted, first);
      const left = lowerBound(sorted, stop) - next;
      const result = new Float64Array(Math.max(0, stop - first - left));
      for (let i = 0, s = first; i < result.length; s++) {
        if (s === sorted[next]) next++;
        else result[i++] = s;
      }
      return result;
    },
    approximateCount: (bound) => Math.max(0, bound - 1 - lowerBound(sorted, bound)),
  };
}

/** The integers from `first` to `last`. */
export function intervalSet(first: number, last: number): SubtractionSet {
  return {
    smallest: first,
    largest: last,
    between(start, stop) {
      const from = Math.max(start, first);
      const result = new Float64Array(Math.max(0, Math.min(stop, last + 1) - from));
      for (let i = 0; i < result.length; i++) result[i] = from + i;
      return result;
    },
    approximateCount: (bound) => Math.max(0, Math.min(bound, last + 1) - first),
  };
}

/** A set of integers from 2 on, and 1. */
export function withOne(set: SubtractionSet): SubtractionSet {
  return {
    ...set,
    smallest: 1,
    between(start, stop) {
      const others = set.between(start, stop);
      return start <= 1 && stop > 1 ? concatenated(Float64Array, [[1], others]) : others;
    },
    approximateCount: (bound) => set.approximateCount(bound) + (bound > 1 ? 1 : 0),
  };
}

/** The given integers in increasing order, at least one. Refuses those below `least` or above 2^53 - 2, and repetitions. */
export function sortedIntegers(integers: Float64Array, subject: string, least: number): Float64Array {
  const sorted = sortedOrNone(integers, subject, least);
  if (sorted.length > 0) return sorted;
  refuse('{subject} is empty. Give at least one {kind}.', { subject, kind: kindOf(least) });
}

/** The same; there may be none. Sorts in place. */
export function sortedOrNone(sorted: Float64Array, subject: string, least: number): Float64Array {
  if (sorted.some((integer, i) => integer <= sorted[i - 1])) sorted.sort();
  for (let i = 0; i < sorted.length; i++) {
    // The largest position is 2^53 - 2: nothing above it is ever a move or a position.
    if (!Number.isSafeInteger(sorted[i]) || sorted[i] < least || sorted[i] >= POSITION_LIMIT) {
      refuse('{subject} has {value}, but takes {kind}s up to 2^53 - 2, the largest position.', {
        subject,
        value: sorted[i],
        kind: kindOf(least),
      });
    }
    if (i > 0 && sorted[i] === sorted[i - 1]) {
      refuse('{subject} has {value} twice. Write each number once.', { subject, value: sorted[i] });
    }
  }
  return sorted;
}

/** What integers from `least` on are called. */
export function kindOf(least: number): string {
  return least === 1 ? 'positive integer' : least === 0 ? 'non-negative integer' : 'integer';
}

/** The least index i of [low, high), of all when these are not given, with sorted[i] >= bound; `high` when there is none. */
export function lowerBound(sorted: ArrayLike<number>, bound: number, low = 0, high = sorted.length): number {
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sorted[middle] < bound) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Elements that are kept at most: 512 MB. */
const MOST_KEPT = 2 ** 26;

/** A set that keeps elements in memory, and the bytes of these now. */
export interface CachedSet extends SubtractionSet {
  readonly keptBytes: number;
}

/** The same set, with the elements below the largest bound asked so far kept in memory, where they are not too many. */
export function cachedSet(set: SubtractionSet): CachedSet {
  let elements = new Float64Array();
  let known = 1;
  return {
    ...set,
    get keptBytes() {
      return elements.byteLength;
    },
    between(start, stop) {
      if (stop > known) {
        // Of a cofinite set a stretch costs its length, wherever it lies.
        if (set.excluded !== undefined || set.approximateCount(stop) > MOST_KEPT)
          return set.between(start, stop);
        // Growing by half at least keeps the total work linear when the bound creeps up.
        const bound = Math.min(Number.MAX_SAFE_INTEGER, Math.max(stop, Math.floor(known * 1.5)));
        const more = set.between(known, bound);
        const all = new Float64Array(elements.length + more.length);
        all.set(elements);
        all.set(more, elements.length);
        elements = all;
        known = bound;
      }
      return elements.subarray(lowerBound(elements, start), lowerBound(elements, stop));
    },
  };
}
