/** Arrays of nim-values in three widths. */
import type { Integers } from './task.js';

/** An array of `length` zeros that can hold values up to `largest` (below 2^32). */
export function createIntegers(length: number, largest: number): Integers {
  if (largest <= 0xff) return new Uint8Array(length);
  if (largest <= 0xffff) return new Uint16Array(length);
  return new Uint32Array(length);
}

/** The largest value that `values` has room for in one element. */
export function capacityOf(values: Integers): number {
  return 2 ** (8 * values.BYTES_PER_ELEMENT) - 1;
}

/** The largest of `values`; 0 when there are none. */
export function largestOf(values: Integers): number {
  let largest = 0;
  for (let i = 0; i < values.length; i++) if (values[i] > largest) largest = values[i];
  return largest;
}

/** A copy of `values` in the narrowest width. No value is above `bound`; where a byte holds that, none is looked at. */
export function narrowest(values: Integers, bound = Infinity): Integers {
  const copy = createIntegers(values.length, bound <= 0xff ? bound : largestOf(values));
  copy.set(values);
  return copy;
}
