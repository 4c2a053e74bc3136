/** Marks positions that can reach a cold position: the inner loops of the sieve (Eppstein 2018, section 3.2). */
import { lengthOf, type Range } from '../../common/range.js';
import { lowerBound } from '../../game/sets/subtraction-set.js';

/**
 * Sets in `hot` (bit 0 for `target.start`) every c + s in `target`, for c in `cold` and s in `subtrahends`, both increasing.
 * All c lie below `target.start`. Cost: a step for each mark, one for each c and at most one for each s.
 */
export function markReachable(
  cold: Float64Array,
  subtrahends: Float64Array,
  target: Range,
  hot: Uint8Array,
): void {
  const length = lengthOf(target);
  if (cold.length === 0) return;
  // The first subtrahend that leads into the target moves down as c moves up.
  let first = lowerBound(subtrahends, target.start - cold[0]);
  for (let i = 0; i < cold.length; i++) {
    const offset = target.start - cold[i];
    while (first > 0 && subtrahends[first - 1] >= offset) first--;
    for (let k = first; k < subtrahends.length; k++) {
      const bit = subtrahends[k] - offset;
      if (bit >= length) break;
      hot[bit >>> 3] |= 1 << (bit & 7);
    }
  }
}

/**
 * Decides the bits [start, stop) of `hot` after all marks from below `start`: a bit still 0 is cold, and every position up to
 * bit `limit` that reaches it is marked. `subtrahends` has all of S below `limit - start`, increasing, and may have more.
 */
export function sieveInside(
  hot: Uint8Array,
  start: number,
  stop: number,
  limit: number,
  subtrahends: Float64Array,
): void {
  for (let i = start; i < stop; i++) {
    if ((hot[i >>> 3] & (1 << (i & 7))) !== 0) continue;
    for (let k = 0; k < subtrahends.length; k++) {
      const bit = i + subtrahends[k];
      if (bit >= limit) break;
      hot[bit >>> 3] |= 1 << (bit & 7);
    }
  }
}
