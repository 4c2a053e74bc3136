/** The interface of subtraction sets for all modules, and the finite and cofinite sets. */
import { refuse } from '../../common/errors.js';
import { POSITION_LIMIT } from '../../common/range.js';
import { concatenated } from '../../platform/bytes.js';

/** A set S of positive integers that a player may remove from a heap. */
export interface SubtractionSet {
  readonly smallest: number;
  /** Infinity for an infinite set. */
  readonly largest: number;
  /** The positive integers not in S, increasing; empty if S has all. Present exactly if they are finitely many (S is cofinite). */
  readonly excluded?: Float64Array | undefined;
  /** Present if only a beginning of an infinite set is known: all subtrahends below this, and no answers from here on. */
  readonly completeBelow?: number | undefined;
  /** Returns the subtrahends s with start <= s < stop, strictly increasing. Cost: O(result) after a search. */
  between(start: number, stop: number): Float64Array;
  /** Returns the number of subtrahends below `bound`, within a few percent if `isCountRough`. Cost: O(log). */
  approximateCount(bound: number): number;
  /** Length of a range that one call of `between` scans in some 30 ms anywhere; callers that yield ask for no more. */
  readonly stretch?: number | undefined;
  /** Present if counts are estimates. */
  readonly isCountRough?: true | undefined;
}

/** The set of these increasing integers, at least one, which must not change; or an infinite set that begins with them. */
export function setOfSorted(sorted: Float64Array, largest = sorted[sorted.length - 1]): SubtractionSet {
  return {
    smallest: sorted[0],
    largest,
    between: (start, stop) => sorted.slice(lowerBound(sorted, start), lowerBound(sorted, stop)),
    approximateCount: (bound) => lowerBound(sorted, bound),
  };
}

/** All positive integers except these increasing ones, which must not change. */
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

/** Adds 1 to a set of integers from 2 on. */
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

/** Sorts at least one integer. Refuses integers below `least` or above 2^53 - 2, and repetitions. */
export function sortedIntegers(integers: Float64Array, subject: string, least: number): Float64Array {
  const sorted = sortedOrNone(integers, subject, least);
  if (sorted.length > 0) return sorted;
  refuse('{subject} is empty. Give at least one {kind}.', { subject, kind: kindOfInteger(least) });
}

/** Sorts integers in place like `sortedIntegers`; there may be none. */
export function sortedOrNone(sorted: Float64Array, subject: string, least: number): Float64Array {
  if (sorted.some((integer, i) => integer <= sorted[i - 1])) sorted.sort();
  for (let i = 0; i < sorted.length; i++) {
    // The largest position is 2^53 - 2: nothing above it is ever a move or a position.
    if (!Number.isSafeInteger(sorted[i]) || sorted[i] < least || sorted[i] >= POSITION_LIMIT) {
      refuse('{subject} has {value}, but takes {kind}s up to 2^53 - 2, the largest position.', {
        subject,
        value: sorted[i],
        kind: kindOfInteger(least),
      });
    }
    if (i > 0 && sorted[i] === sorted[i - 1]) {
      refuse('{subject} has {value} twice. Write each number once.', { subject, value: sorted[i] });
    }
  }
  return sorted;
}

/** Names the kind of integers from `least` on. */
export function kindOfInteger(least: number): string {
  return least === 1 ? 'positive integer' : least === 0 ? 'non-negative integer' : 'integer';
}

/** Returns the least index i of [low, high), by default of all, with sorted[i] >= bound, or `high` if there is none. */
export function lowerBound(sorted: ArrayLike<number>, bound: number, low = 0, high = sorted.length): number {
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sorted[middle] < bound) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** 512 MB. */
const MAX_CACHED_ELEMENTS = 2 ** 26;

export interface CachedSet extends SubtractionSet {
  readonly keptBytes: number;
}

/** Caches the elements of a set below the largest bound requested so far, unless they are too many. */
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
        // A range of a cofinite set costs its length anywhere.
        if (set.excluded !== undefined || set.approximateCount(stop) > MAX_CACHED_ELEMENTS)
          return set.between(start, stop);
        // Growing by at least half keeps the total work linear if the bound creeps up.
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
