/** The practical numbers (OEIS A005153) as a subtraction set. */
import { concatenated } from '../../platform/bytes.js';
import { oddPrimesWithSquareBelow } from './primes.js';
import type { SubtractionSet } from './subtraction-set.js';

/** Numbers factored at a time: 17 bytes for each even one. */
const SEGMENT = 1 << 19;

/** A range of at least this share of all numbers below its end is multiplied together, up to a bound: a bit for each even one. */
const LONG_SHARE = 1 / 4;
const MOST_MULTIPLIED = 2 ** 30;

/**
 * The practical numbers 1, 2, 4, 6, 8, 12, ... Cost of `between`: O((stop - start) log log stop), and O(sqrt(stop)) for the primes up
 * to sqrt(stop) as in `primeSet`; some five times the cost of the primes. A long range costs some steps for each practical number.
 */
export const practicalSet: SubtractionSet = {
  smallest: 1,
  largest: Infinity,
  between(start, stop) {
    if (stop > 1 && stop <= MOST_MULTIPLIED && stop - start >= LONG_SHARE * stop)
      return multiplied(start, stop);
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

/**
 * The practical numbers in [start, stop). A practical number m times a power of a prime p above its own is practical exactly when
 * p <= sigma(m) + 1, so each comes from 1 in one way, by increasing primes.
 */
function multiplied(start: number, stop: number): Float64Array {
  // sigma(m) < 6 m for all m below the bound, so a prime p <= sigma(m) + 1 with m p < stop has p p < 8 stop.
  const primes = [2, ...oddPrimesWithSquareBelow(8 * stop)];
  const isPractical = new Uint8Array(Math.ceil((stop - start) / 16) + 1);
  const firstEven = start + (start % 2);
  let count = 0;
  const multiply = (m: number, sigma: number, from: number): void => {
    for (let k = from; primes[k] <= sigma + 1 && m * primes[k] < stop; k++) {
      const p = primes[k];
      let powers = 1;
      for (let n = m * p; n < stop; n *= p) {
        powers = p * powers + 1;
        if (n >= start) {
          const i = (n - firstEven) / 2;
          isPractical[i >>> 3] |= 1 << (i & 7);
          count++;
        }
        if (n * primes[k + 1] < stop) multiply(n, sigma * powers, k + 1);
      }
    }
  };
  const isOneIn = start <= 1 && stop > 1;
  multiply(1, 1, 0);
  const numbers = new Float64Array(count + Number(isOneIn));
  let next = 0;
  if (isOneIn) numbers[next++] = 1;
  for (let byte = 0; byte < isPractical.length; byte++) {
    for (let left = isPractical[byte]; left !== 0; left &= left - 1) {
      numbers[next++] = firstEven + 2 * (8 * byte + 31 - Math.clz32(left & -left));
    }
  }
  return numbers;
}
