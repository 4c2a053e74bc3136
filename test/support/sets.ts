/** Subtraction sets of listed numbers, for tests. */
import {
  cofiniteSet as cofiniteSetOfSorted,
  setOfSorted,
  sortedIntegers,
  sortedOrNone,
  type SubtractionSet,
} from '../../src/game/sets/subtraction-set.js';

/** The set of the given positive integers, in any order. */
export function finiteSet(elements: Iterable<number>): SubtractionSet {
  return setOfSorted(sortedIntegers(Float64Array.from(elements), 'The subtraction set', 1));
}

/** All positive integers but the given ones, in any order; they may be none. */
export function cofiniteSet(excluded: Iterable<number>): SubtractionSet {
  return cofiniteSetOfSorted(sortedOrNone(Float64Array.from(excluded), 'The numbers left out', 1));
}
