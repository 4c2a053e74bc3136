/** The prime numbers, by a segmented sieve of Eratosthenes. */
import { lowerBound, withOne, type SubtractionSet } from './subtraction-set.js';

/** Numbers sieved at a time; the marks of one segment (1 byte per odd number) stay in the L2 cache. */
const SEGMENT = 1 << 19;

/**
 * A range shorter than the square root of its end by this factor is sieved by small primes only, and the remaining numbers are
 * tested one by one: some 0.4 us a number near 2^53, whereas a sieve takes 0.3 s and 55 MB for its primes.
 */
const FAR = 2 ** 7;
const SMALL = 2 ** 16;

/** Cost of `between`: O((stop - start) log log stop), and O(sqrt(stop)) once for all; or O((stop - start) log stop) if less. */
export const primeSet: SubtractionSet = {
  smallest: 2,
  largest: Infinity,
  between(start, stop) {
    const primes = new Float64Array(mostBetween(start, stop));
    let count = 0;
    if (start <= 2 && stop > 2) primes[count++] = 2;
    if (stop > 3) {
      const isFar = FAR * (stop - start) < Math.sqrt(stop);
      const divisors = oddPrimesWithSquareBelow(isFar ? Math.min(stop, SMALL ** 2) : stop);
      for (let low = Math.max(3, start); low < stop; low += SEGMENT)
        count = sieveSegment(low, Math.min(stop, low + SEGMENT), divisors, primes, count);
      if (isFar) return primes.subarray(0, count).filter((n) => n < SMALL ** 2 || isPrime(n));
    }
    return primes.subarray(0, count);
  },
  stretch: 2 ** 16,
  isCountRough: true,
  // The first terms of the logarithmic integral: within 2 % from 10^3 on.
  approximateCount(bound) {
    const log = Math.log(Math.max(bound, 3));
    return Math.floor((bound / log) * (1 + 1 / log + 2 / log ** 2));
  },
};

export const oneAndPrimes = withOne(primeSet);

/**
 * An upper bound of the number of primes in [start, stop): the primes below `stop` (Rosser and Schoenfeld 1962, corollary 1 of
 * theorem 2), and 2 y / log y of any y > 1 consecutive numbers (Montgomery and Vaughan 1973). Unfilled memory is never touched.
 */
function mostBetween(start: number, stop: number): number {
  const below = (1.25506 * stop) / Math.log(Math.max(2, stop));
  const numbers = Math.max(0, stop - start);
  const inARow = numbers < 8 ? numbers : (2 * numbers) / Math.log(numbers);
  return Math.ceil(Math.min(below, inARow)) + 1;
}

/** Marks of one segment, a byte for each odd number: 1 if it is composite. */
const composite = new Uint8Array(SEGMENT / 2 + 1);

/**
 * Puts the odd primes p with low <= p < high into a list from index `count` on and returns the new count. `divisors` has every
 * odd prime whose square is below `high`, which is at most `SEGMENT` above `low`.
 */
function sieveSegment(
  low: number,
  high: number,
  divisors: Uint32Array,
  primes: Float64Array | Uint32Array,
  count: number,
): number {
  const firstOdd = low % 2 === 0 ? low + 1 : low;
  const length = Math.max(0, Math.ceil((high - firstOdd) / 2));
  composite.fill(0, 0, length);
  for (const p of divisors) {
    if (p * p >= high) break;
    let multiple = Math.max(p * p, Math.ceil(firstOdd / p) * p);
    if (multiple % 2 === 0) multiple += p;
    for (let i = (multiple - firstOdd) / 2; i < length; i += p) composite[i] = 1;
  }
  let next = count;
  for (let i = 0; i < length; i++) if (composite[i] === 0) primes[next++] = firstOdd + 2 * i;
  return next;
}

/** The odd primes up to `sieved`, kept to sieve all segments. */
let known: Uint32Array = new Uint32Array();
let sieved = 2;

/** Returns all odd primes p with p^2 < stop. */
export function oddPrimesWithSquareBelow(stop: number): Uint32Array {
  let limit = Math.floor(Math.sqrt(stop));
  while (limit * limit >= stop) limit--;
  while ((limit + 1) ** 2 < stop) limit++;
  if (limit > sieved) {
    sieved = Math.max(limit, 2 * sieved);
    known = oddPrimesUpTo(sieved);
  }
  return known.subarray(0, lowerBound(known, limit + 1));
}

function oddPrimesUpTo(limit: number): Uint32Array {
  // Odd numbers below 9, except 1, are prime.
  const divisors = limit < 9 ? new Uint32Array() : oddPrimesUpTo(Math.floor(Math.sqrt(limit)));
  const primes = new Uint32Array(mostBetween(1, limit + 1));
  let count = 0;
  for (let low = 3; low <= limit; low += SEGMENT)
    count = sieveSegment(low, Math.min(limit + 1, low + SEGMENT), divisors, primes, count);
  return primes.subarray(0, count);
}

/** Bases that together expose every composite number below 3.4e14, and below 2^64 (Jaeschke 1993; Sinclair 2011). */
const BASES_BELOW_JAESCHKE = [2, 3, 5, 7, 11, 13, 17];
const JAESCHKE = 341_550_071_728_321;
const BASES = [2, 325, 9375, 28_178, 450_775, 9_780_504, 1_795_265_022];

/** Whether n is prime, by Miller-Rabin; n is odd, above all bases and at most 2^53. Cost: 50 products mod n, 350 for a prime. */
function isPrime(n: number): boolean {
  // n - 1 = odd * 2^twos
  let odd = n - 1;
  let twos = 0;
  for (; odd % 2 === 0; odd /= 2) twos++;
  return (n < JAESCHKE ? BASES_BELOW_JAESCHKE : BASES).every((base) => isProbable(n, base, odd, twos));
}

/** Whether n may be prime: base^odd is 1 or -1 modulo n, or becomes -1 when squared fewer than `twos` times. */
function isProbable(n: number, base: number, odd: number, twos: number): boolean {
  let power = 1;
  for (let square = base, left = odd; left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) power = product(power, square, n);
    square = product(square, square, n);
  }
  if (power === 1 || power === -1) return true;
  for (let i = 1; i < twos; i++) {
    power = product(power, power, n);
    if (power === -1) return true;
  }
  return false;
}

/** Returns a b mod n in (-n/2, n/2) for such a and b. The quotient is below 2^51 and right to within one, so the rest is exact. */
function product(a: number, b: number, n: number): number {
  const high = a * b;
  const quotient = Math.round(high / n);
  const multiple = quotient * n;
  const rest = high - multiple + (roundedOff(a, b, high) - roundedOff(quotient, n, multiple));
  return rest > n / 2 ? rest - n : rest < -n / 2 ? rest + n : rest;
}

/** The exact rounding error of a product: the factors are split into halves of 26 bits (Dekker 1971). */
function roundedOff(a: number, b: number, rounded: number): number {
  const aSplit = 134_217_729 * a;
  const aHigh = aSplit - (aSplit - a);
  const aLow = a - aHigh;
  const bSplit = 134_217_729 * b;
  const bHigh = bSplit - (bSplit - b);
  const bLow = b - bHigh;
  return aHigh * bHigh - rounded + aHigh * bLow + aLow * bHigh + aLow * bLow;
}
