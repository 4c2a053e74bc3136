/** The practical numbers (OEIS A005153) as a subtraction set. */
import { concatenated } from '../../platform/bytes.js';
import { oddPrimesWithSquareBelow } from './primes.js';
import type { SubtractionSet } from './subtraction-set.js';

/** Numbers factored at a time: 17 bytes for each even one. */
const SEGMENT = 1 << 19;

/**
 * The practical numbers 1, 2, 4, 6, 8, 12, ... Cost of `between`: O((stop - start) log log stop), and
 * O(sqrt(stop)) for the primes up to sqrt(stop) as in `primeSet`; some five times the cost of the primes.
 */
export const practicalSet: SubtractionSet = {
  smallest: 1,
  largest: Infinity,
  between(start, stop) {
    const parts: number[][] = [start <= 1 && stop > 1 ? [1] : []];
    const firstEven = Math.max(2, start + (start % 2));
    for (let low = firstEven; low < stop; low += SEGMENT) {
      parts.push(evenPractical(low, Math.min(stop, low + SEGMENT)));
    }
    return concatenated(Float64Array, parts);
  },
  isCountRough: true,
  // c x / log x with c = 1.33607 (Weingartner 2020): within 3 % from 2^8 to 2^26.
  approximateCount: (bound) => Math.ceil((1.33607 * bound) / Math.log(Math.max(bound, 3))),
};

/** The even practical numbers n with low <= n < high, low even. */
function evenPractical(low: number, high: number): number[] {
  const count = Math.ceil((high - low) / 2);
  /** Of low + 2 i: what is left after division by the primes so far, and sigma of what was divided out. */
  const rest = new Float64Array(count);
  const sigma = new Float64Array(count);
  const failed = new Uint8Array(count);
  for (let i = 0; i < count; i++) {
    let odd = (low + 2 * i) / 2;
    let sum = 3;
    for (; odd % 2 === 0; odd /= 2) sum = 2 * sum + 1;
    rest[i] = odd;
    sigma[i] = sum;
  }
  for (const p of oddPrimesWithSquareBelow(high)) {
    const half = low / 2;
    for (let i = Math.ceil(half / p) * p - half; i < count; i += p) {
      if (failed[i] === 1) continue;
      if (p > sigma[i] + 1) {
        failed[i] = 1;
        continue;
      }
      // Sums of divisors above 2^53 are rounded, but only ever compared with smaller primes.
      let powers = 1;
      for (; rest[i] % p === 0; rest[i] /= p) powers = p * powers + 1;
      sigma[i] *= powers;
    }
  }
  const practical: number[] = [];
  for (let i = 0; i < count; i++) {
    // What is left is 1 or the largest prime.
    if (failed[i] === 0 && rest[i] <= sigma[i] + 1) practical.push(low + 2 * i);
  }
  return practical;
}
