/** The sums of two squares (OEIS A001481, without 0). */
import { concatenated } from '../../platform/bytes.js';
import type { SubtractionSet } from './subtraction-set.js';

/** Numbers marked at a time; the marks of one segment, a byte for each number, stay in the L2 cache. */
const SEGMENT = 1 << 19;

/** The numbers a^2 + b^2 > 0. Cost of `between`: O(stop - start), and O(sqrt(stop)) for each 2^19 numbers: 0.4 s near 2^53. */
export const sumsOfTwoSquares: SubtractionSet = {
  smallest: 1,
  largest: Infinity,
  between(start, stop) {
    const parts: Float64Array[] = [];
    for (let low = Math.max(1, start); low < stop; low += SEGMENT)
      parts.push(sumsIn(low, Math.min(stop, low + SEGMENT)));
    return concatenated(Float64Array, parts);
  },
  isCountRough: true,
  // The first two terms of the asymptotic series (Landau 1908, Shanks 1964), and one fitted: within 0.5 % from 2^10 to 2^26.
  approximateCount(bound) {
    const log = Math.log(Math.max(bound, 3));
    return Math.floor(((0.764223654 * bound) / Math.sqrt(log)) * (1 + 0.581948659 / log + 2 / log ** 2));
  },
};

/** Returns the sums n with low <= n < high, low >= 1. */
function sumsIn(low: number, high: number): Float64Array {
  const isSum = new Uint8Array(high - low);
  for (let a = 0; 2 * a * a < high; a++) {
    const rest = low - a * a;
    // The other square is no smaller.
    let b = Math.max(a, rest <= 0 ? 0 : Math.floor(Math.sqrt(rest)) - 1);
    while (a * a + b * b < low) b++;
    let index = a * a + b * b - low;
    for (let step = 2 * b + 1; index < isSum.length; step += 2) {
      isSum[index] = 1;
      index += step;
    }
  }
  // Branch-free: each number is written where the next sum belongs, as a branch would often be mispredicted.
  const sums = new Float64Array(isSum.length + 1);
  let count = 0;
  for (let i = 0; i < isSum.length; i++) {
    sums[count] = low + i;
    count += isSum[i];
  }
  return sums.slice(0, count);
}
