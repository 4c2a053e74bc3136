/**
 * The positions of each nim-value, as the levels of nim-values read them. Separate because they are what threads share
 * beside the kernels' memory: 4 bytes a position, in memory that any thread can be sent.
 */
import type { Range } from '../../common/range.js';
import type { Integers } from '../task/task.js';

/** Values that are kept apart, at most: those of 16 bits. */
export const MOST_LEVELS = 2 ** 16;

/**
 * The positions of a range by value: those of value v are the increasing positions[k], begins[v] <= k < ends[v].
 * Positions are counted from the method's origin.
 */
export interface LevelPositions {
  readonly range: Range;
  readonly positions: Uint32Array;
  readonly begins: Uint32Array;
  readonly ends: Uint32Array;
}

/** Room for the positions of a range, for threads to fill value by value; `levels` values at most. */
export function emptyPositions(range: Range, levels: number): LevelPositions {
  return {
    range,
    positions: shared(range.stop - range.start),
    begins: shared(levels),
    ends: shared(levels),
  };
}

/** The positions of a range by their values, all below MOST_LEVELS. */
export function positionsOf(range: Range, values: Integers, largest: number): LevelPositions {
  const sorted = emptyPositions(range, largest + 1);
  const { positions, begins, ends } = sorted;
  for (const value of values) ends[value]++;
  for (let v = 0, end = 0; v <= largest; v++) {
    begins[v] = end;
    end += ends[v];
    ends[v] = begins[v];
  }
  for (let i = 0; i < values.length; i++) positions[ends[values[i]]++] = range.start + i;
  return sorted;
}

/** The values of all positions of a range, from those of each value below `levels`. */
export function valuesOf({ range, positions, begins, ends }: LevelPositions, levels: number): Uint16Array {
  const values = new Uint16Array(range.stop - range.start);
  for (let v = 0; v < levels; v++) {
    for (let k = begins[v]; k < ends[v]; k++) values[positions[k] - range.start] = v;
  }
  return values;
}

/** The same positions without room for values from `levels` on. */
export function trimmed({ range, positions, begins, ends }: LevelPositions, levels: number): LevelPositions {
  const trim = (all: Uint32Array): Uint32Array => {
    const some = shared(levels);
    some.set(all.subarray(0, levels));
    return some;
  };
  return { range, positions, begins: trim(begins), ends: trim(ends) };
}

function shared(length: number): Uint32Array {
  return new Uint32Array(new SharedArrayBuffer(4 * length));
}
