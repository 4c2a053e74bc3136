/** What may be taken from a heap, counted and by pages: a heap of 2^53 has more than anybody lists. */
import type { SubtractionSet } from '../../index.js';

/** How many numbers may be taken from a heap; about, within a few percent, where the set has no cheap count. */
export function countTakes(set: SubtractionSet, size: number): number {
  return set.approximateCount(size + 1);
}

/** The first `most` numbers above `above` that may be taken from a heap. Cost: O(most) after a search. */
export function pageOfTakes(set: SubtractionSet, size: number, above: number, most: number): number[] {
  const page: number[] = [];
  for (let start = above + 1; start <= size && page.length < most;) {
    const stop = endOfSome(set, start, size + 1, most);
    for (const take of set.between(start, stop).subarray(0, most - page.length)) page.push(take);
    start = stop;
  }
  return page;
}

/** A bound with start < bound <= stop below which few subtrahends from `start` on are: some `most`, or none. */
function endOfSome(set: SubtractionSet, start: number, stop: number, most: number): number {
  const before = set.approximateCount(start);
  const isFew = (bound: number): boolean => set.approximateCount(bound) - before <= 2 * most;
  if (isFew(stop)) return stop;
  let low = start + 1;
  let high = stop;
  while (high - low > 1) {
    const middle = low + Math.floor((high - low) / 2);
    if (isFew(middle)) low = middle;
    else high = middle;
  }
  return low;
}
