/** Arrays of nim-values in three widths. */
import { largestOf } from '../../kernel/counting.js';
import type { Integers } from './task.js';

/** An array of `length` zeros that can hold values up to `largest` (below 2^32). */
export function createIntegers(length: number, largest: number): Integers {
  if (largest <= 0xff) return new Uint8Array(length);
  if (largest <= 0xffff) return new Uint16Array(length);
  return new Uint32Array(length);
}

/** These values, or a wider copy if values up to `largest` (below 2^32) do not fit. */
export function withRoomFor(values: Integers, largest: number): Integers {
  if (largest < 2 ** (8 * values.BYTES_PER_ELEMENT)) return values;
  const wider = createIntegers(values.length, largest);
  wider.set(values);
  return wider;
}

/** A copy of `values` in the narrowest width. */
export function narrowest(values: Integers): Integers {
  const copy = createIntegers(values.length, values.BYTES_PER_ELEMENT === 1 ? 0 : largestOf(values));
  copy.set(values);
  return copy;
}
