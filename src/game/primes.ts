/**
 * The prime numbers as a subtraction set, by a segmented sieve of Eratosthenes. Separate from the catalogue
 * because it is the one named set that is sieved rather than computed term by term.
 */
import type { SubtractionSet } from './subtraction-set.js';

/** Numbers sieved at a time; the marks of one segment (1 byte per odd number) stay in the L2 cache. */
const SEGMENT = 1 << 19;

/** The primes 2, 3, 5, ... Cost of `between`: O((stop - start) log log stop + sqrt(stop)). */
export const primeSet: SubtractionSet = {
  smallest: 2,
  largest: Infinity,
  between(start, stop) {
    const parts: number[][] = [start <= 2 && stop > 2 ? [2] : []];
    const divisors = oddPrimesUpTo(Math.floor(Math.sqrt(Math.max(stop, 4))) + 1);
    for (let low = Math.max(3, start); low < stop; low += SEGMENT) {
      parts.push(sieveSegment(low, Math.min(stop, low + SEGMENT), divisors));
    }
    return concatenate(parts);
  },
  // The first terms of the logarithmic integral: within 2 % from 10^3 on.
  approximateCount(bound) {
    const log = Math.log(Math.max(bound, 3));
    return Math.floor((bound / log) * (1 + 1 / log + 2 / log ** 2));
  },
};

function concatenate(parts: readonly (readonly number[])[]): Float64Array {
  const all = new Float64Array(parts.reduce((sum, part) => sum + part.length, 0));
  let filled = 0;
  for (const part of parts) {
    all.set(part, filled);
    filled += part.length;
  }
  return all;
}

/** The odd primes p with low <= p < high; `divisors` holds every odd prime up to sqrt(high). */
function sieveSegment(low: number, high: number, divisors: readonly number[]): number[] {
  const firstOdd = low % 2 === 0 ? low + 1 : low;
  const composite = new Uint8Array(Math.max(0, Math.ceil((high - firstOdd) / 2)));
  for (const p of divisors) {
    if (p * p >= high) break;
    let multiple = Math.max(p * p, Math.ceil(firstOdd / p) * p);
    if (multiple % 2 === 0) multiple += p;
    for (let i = (multiple - firstOdd) / 2; i < composite.length; i += p) composite[i] = 1;
  }
  const primes: number[] = [];
  for (let i = 0; i < composite.length; i++) {
    if (composite[i] === 0) primes.push(firstOdd + 2 * i);
  }
  return primes;
}

function oddPrimesUpTo(limit: number): number[] {
  const composite = new Uint8Array(limit + 1);
  const primes: number[] = [];
  for (let p = 3; p <= limit; p += 2) {
    if (composite[p] === 1) continue;
    primes.push(p);
    for (let multiple = p * p; multiple <= limit; multiple += 2 * p) composite[multiple] = 1;
  }
  return primes;
}
