/**
 * What every other room knows of a subtraction set: its smallest and largest element and its elements in a
 * range, in increasing order. Separate from the catalogue so that solvers do not depend on named sets.
 */
import { usageError } from '../errors.js';

/** A set S of positive integers that a player may remove from a heap. */
export interface SubtractionSet {
  /** The smallest subtrahend. */
  readonly smallest: number;
  /** The largest subtrahend; Infinity for an infinite set. */
  readonly largest: number;
  /** The subtrahends s with start <= s < stop, strictly increasing. Cost: O(result) after a search. */
  between(start: number, stop: number): Float64Array;
  /** About how many subtrahends are below `bound`, within a few percent: for estimates. Cost: O(log). */
  approximateCount(bound: number): number;
}

/**
 * The set of the values of a strictly increasing function of k = 1, 2, 3, ...
 * `value` may round once it passes 2^53, as long as it stays non-decreasing: only values below 2^53 are used.
 */
export function increasingSequence(value: (k: number) => number): SubtractionSet {
  /** The least k >= 1 with value(k) >= bound. */
  const firstIndexAtLeast = (bound: number): number => {
    let high = 1;
    while (value(high) < bound) high *= 2;
    let low = 1;
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      if (value(middle) < bound) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  return {
    smallest: value(1),
    largest: Infinity,
    between(start, stop) {
      const first = firstIndexAtLeast(start);
      const last = firstIndexAtLeast(Math.max(start, stop));
      const result = new Float64Array(last - first);
      for (let i = 0; i < result.length; i++) result[i] = value(first + i);
      return result;
    },
    approximateCount: (bound) => firstIndexAtLeast(bound) - 1,
  };
}

/** The finite set of the given subtrahends, in any order. Refuses what is no set of positive integers. */
export function finiteSet(elements: Iterable<number>, subject = 'The subtraction set'): SubtractionSet {
  const sorted = Float64Array.from(elements).sort();
  if (sorted.length === 0) {
    throw usageError({ subject, expected: 'at least one positive integer', found: 'none' });
  }
  for (let i = 0; i < sorted.length; i++) {
    checkSubtrahend(sorted[i], subject);
    if (i > 0 && sorted[i] === sorted[i - 1]) {
      throw usageError({ subject, expected: 'each subtrahend once', found: `${sorted[i]} twice` });
    }
  }
  return {
    smallest: sorted[0],
    largest: sorted[sorted.length - 1],
    between: (start, stop) => sorted.slice(lowerBound(sorted, start), lowerBound(sorted, stop)),
    approximateCount: (bound) => lowerBound(sorted, bound),
  };
}

/** Returns `value` when it can be a subtrahend, an integer with 0 < value <= 2^53 - 1; else raises a usage error. */
export function checkSubtrahend(value: number, subject: string): number {
  if (!Number.isSafeInteger(value) || value <= 0) {
    throw usageError({ subject, expected: 'positive integers up to 2^53 - 1', found: String(value) });
  }
  return value;
}

/** The least index i with sorted[i] >= bound; sorted.length when there is none. */
export function lowerBound(sorted: Float64Array, bound: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sorted[middle] < bound) low = middle + 1;
    else high = middle;
  }
  return low;
}
