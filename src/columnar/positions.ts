/**
 * Positions as columns of integers: everywhere else they are plain numbers below 2^53, and become 64-bit integers only on
 * their way out.
 */
import { onesOf } from '../kernel/bitset.js';

/** The positions start, start + 1, ... as 64-bit integers. */
export function consecutivePositions(start: number, length: number): BigInt64Array<ArrayBuffer> {
  const words = new Uint32Array(2 * length);
  // Two 32-bit halves: filling a BigInt64Array element by element is ten times slower.
  let high = Math.floor(start / 2 ** 32);
  let low = start % 2 ** 32;
  for (let i = 0; i < 2 * length; i += 2) {
    words[i] = low;
    words[i + 1] = high;
    if (++low === 2 ** 32) {
      low = 0;
      high++;
    }
  }
  return new BigInt64Array(words.buffer);
}

/** Positions in any order as 64-bit integers. */
export function int64Positions(positions: Float64Array): BigInt64Array<ArrayBuffer> {
  const words = new Uint32Array(2 * positions.length);
  positions.forEach((position, i) => {
    words[2 * i] = position % 2 ** 32;
    words[2 * i + 1] = Math.floor(position / 2 ** 32);
  });
  return new BigInt64Array(words.buffer);
}

/** The positions start + i of the bits i that are set among the first `length` of a bitset. */
export function positionsOfBits(bytes: Uint8Array, start: number, length: number): Float64Array {
  return onesOf(bytes, length, start);
}
