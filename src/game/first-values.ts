/** Nim-values by the mex rule, position by position, for few moves. */
import type { Range } from '../common/range.js';

export interface FirstValues {
  /** The position of the first value. Every option of a decided position is at or above it. */
  readonly base?: number;
  /** Returns the value of one more option of a position, at most the number of moves; undefined if it has none. */
  readonly also?: ((n: number) => number | undefined) | undefined;
}

/** Decides the nim-values of a range of positions from those below it, in place. O(range abs(S)). */
export function decideNimValues(
  values: Uint16Array,
  { start, stop }: Range,
  moves: Float64Array,
  { base = 0, also }: FirstValues = {},
): void {
  /** By value, one more than the last position that has an option of it. */
  const seen = new Float64Array(moves.length + 3);
  for (let n = start; n < stop; n++) {
    for (let k = 0; k < moves.length && moves[k] <= n; k++) seen[values[n - base - moves[k]]] = n + 1;
    const another = also?.(n);
    if (another !== undefined) seen[another] = n + 1;
    let least = 0;
    while (seen[least] === n + 1) least++;
    values[n - base] = least;
  }
}
