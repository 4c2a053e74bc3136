/** A subtraction set that remembers its elements. */
import { lowerBound, type SubtractionSet } from './subtraction-set.js';

/** Elements that are kept at most: 512 MB. */
const MOST_KEPT = 2 ** 26;

/** The same set, with the elements below the largest bound asked so far kept in memory, where they are not too many. */
export function cachedSet(set: SubtractionSet): SubtractionSet {
  let elements = new Float64Array();
  let known = 1;
  return {
    ...set,
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
