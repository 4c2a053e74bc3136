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
  const primes = Int32Array.of(2, ...oddPrimesWithSquareBelow(8 * stop), stop);
  const firstEven = start + (start % 2);
  /** A bit for each even number: one function does all, as one that is called for each number takes twice as long. */
  const isPractical = new Uint32Array(Math.ceil((stop - start) / 64) + 1);
  const isOneIn = start <= 1 && stop > 1;
  let count = 0;
  const open = [{ m: 1, sigma: 1, from: 0 }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { m, sigma, from } = next;
    if (m > 1 && m >= start) {
      const i = (m - firstEven) >>> 1;
      isPractical[i >>> 5] |= 1 << (i & 31);
      count++;
    }
    const most = Math.min(sigma + 1, Math.floor((stop - 1) / m)) | 0;
    let k = from;
    for (let p = primes[k]; p <= most && m * p * p < stop; p = primes[++k]) {
      let powers = 1;
      for (let n = m * p; n < stop; n *= p) {
        powers = p * powers + 1;
        open.push({ m: n, sigma: sigma * powers, from: k + 1 });
      }
    }
    // These lead no further. Nearly all numbers are found here.
    for (let p = primes[k]; p <= most; p = primes[++k]) {
      if (m * p < start) continue;
      const i = (m * p - firstEven) >>> 1;
      isPractical[i >>> 5] |= 1 << (i & 31);
      count++;
    }
  }
  const numbers = new Float64Array(count + Number(isOneIn));
  let next = 0;
  if (isOneIn) numbers[next++] = 1;
  for (let word = 0; word < isPractical.length; word++) {
    for (let left = isPractical[word]; left !== 0; left &= left - 1) {
      numbers[next++] = firstEven + 2 * (32 * word + 31 - Math.clz32(left & -left));
    }
  }
  return numbers;
}
