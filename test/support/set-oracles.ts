/**
 * What belongs to each set of the catalogue and the families, from its definition and in BigInt, to test the sets
 * against: terms by a formula where there is one, else whether a number belongs.
 */
import {
  cofiniteSet as cofiniteSetOfSorted,
  setOfSorted,
  sortedIntegers,
  sortedOrNone,
  type SubtractionSet,
} from '../../src/game/sets/subtraction-set.js';

/** The k-th element, k = 1, 2, ..., or whether n belongs. */
export type Oracle = { readonly term: (k: bigint) => bigint } | { readonly has: (n: bigint) => boolean };

const fromDigits = (k: bigint): bigint =>
  Array.from(k.toString(2)).reduce((sum, d) => 4n * sum + BigInt(d), 0n);

function recurrence(first: readonly bigint[]): (k: bigint) => bigint {
  const terms = [...first];
  while (terms.length < 100) terms.push(terms[terms.length - 1] + terms[terms.length - 2]);
  return (k) => terms[Number(k) - 1] ?? terms[99];
}

function factorial(k: bigint): bigint {
  return k <= 1n ? 1n : k * factorial(k - 1n);
}

function power(base: bigint, exponent: bigint, modulus: bigint): bigint {
  let result = 1n;
  for (let b = base % modulus, e = exponent; e > 0n; e >>= 1n, b = (b * b) % modulus) {
    if (e & 1n) result = (result * b) % modulus;
  }
  return result;
}

/** Miller and Rabin with the first twelve primes as bases: certain below 3.3e24. */
function isPrime(n: bigint): boolean {
  const bases = [2n, 3n, 5n, 7n, 11n, 13n, 17n, 19n, 23n, 29n, 31n, 37n];
  if (n < 2n) return false;
  for (const p of bases) if (n % p === 0n) return n === p;
  let odd = n - 1n;
  let twos = 0;
  for (; odd % 2n === 0n; odd /= 2n) twos++;
  return bases.every((base) => {
    let x = power(base, odd, n);
    if (x === 1n || x === n - 1n) return true;
    for (let i = 1; i < twos; i++) {
      x = (x * x) % n;
      if (x === n - 1n) return true;
    }
    return false;
  });
}

/** Whether n is a power of a prime, by the root of each exponent. */
function isPrimePower(n: bigint): boolean {
  for (let exponent = 1; exponent < 64; exponent++) {
    const root = BigInt(Math.round(Number(n) ** (1 / exponent)));
    for (const base of [root - 1n, root, root + 1n])
      if (base > 1n && base ** BigInt(exponent) === n && isPrime(base)) return true;
  }
  return false;
}

function isSquare(n: bigint): boolean {
  return BigInt(Math.round(Math.sqrt(Number(n)))) ** 2n === n;
}

/** A prime factor of an odd composite number by the method of Pollard, up to 2^14 steps for each start. */
function factorOf(n: bigint): bigint {
  for (let c = 1n; ; c++) {
    let [slow, fast, common] = [2n, 2n, 1n];
    for (let i = 0; common === 1n && i < 2 ** 14; i++) {
      slow = (slow * slow + c) % n;
      fast = (fast * fast + c) % n;
      fast = (fast * fast + c) % n;
      let rest = n;
      for (common = slow > fast ? slow - fast : fast - slow; rest > 0n;)
        [common, rest] = [rest, common % rest];
    }
    if (common !== 1n && common !== n) return common;
  }
}

/** The prime factors of n, each as often as it divides n. */
function primesOf(n: bigint): bigint[] {
  const primes: bigint[] = [];
  let rest = n;
  for (let p = 2n; p < 1000n && p * p <= rest; p++) for (; rest % p === 0n; rest /= p) primes.push(p);
  if (rest === 1n) return primes;
  if (isPrime(rest)) return [...primes, rest];
  const factor = factorOf(rest);
  return [...primes, ...primesOf(factor), ...primesOf(rest / factor)];
}

/** Fermat: no prime that is 3 modulo 4 divides n an odd number of times. */
function isSumOfTwoSquares(n: bigint): boolean {
  const odd = new Set<bigint>();
  for (const p of primesOf(n)) if (p % 4n === 3n && !odd.delete(p)) odd.add(p);
  return odd.size === 0;
}

/** Small n: every integer up to n is a sum of distinct divisors of n. Larger ones by Stewart's criterion. */
function isPractical(n: bigint): boolean {
  return n <= 300n ? sumsOfDivisors(Number(n)) : stewart(n);
}

function sumsOfDivisors(n: number): boolean {
  const reached = new Set([0]);
  for (let d = 1; d <= n; d++) {
    if (n % d === 0) for (const sum of [...reached]) reached.add(sum + d);
  }
  return Array.from({ length: n }, (_, i) => i + 1).every((sum) => reached.has(sum));
}

function stewart(n: bigint): boolean {
  let rest = n;
  let sigma = 1n;
  for (let p = 2n; rest > 1n; p++) {
    if (p > sigma + 1n) return false;
    if (p * p > rest) return rest <= sigma + 1n;
    let sum = 1n;
    for (; rest % p === 0n; rest /= p) sum = p * sum + 1n;
    sigma *= sum;
  }
  return true;
}

export const ORACLES: Readonly<Record<string, Oracle>> = {
  squares: { term: (k) => k ** 2n },
  cubes: { term: (k) => k ** 3n },
  triangular: { term: (k) => (k * (k + 1n)) / 2n },
  pentagonal: { term: (k) => (k * (3n * k - 1n)) / 2n },
  pronic: { term: (k) => k * k + k },
  primes: { has: isPrime },
  'one-and-primes': { has: (n) => n === 1n || isPrime(n) },
  'prime-powers': { has: isPrimePower },
  'one-and-prime-powers': { has: (n) => n === 1n || isPrimePower(n) },
  'self-powers': { term: (k) => k ** k },
  heptagonal: { term: (k) => (k * (5n * k - 3n)) / 2n },
  nonagonal: { term: (k) => (k * (7n * k - 5n)) / 2n },
  'centered-triangular': { term: (k) => (3n * k * (k - 1n)) / 2n + 1n },
  'centered-pentagonal': { term: (k) => (5n * k * (k - 1n)) / 2n + 1n },
  tetrahedral: { term: (k) => (k * (k + 1n) * (k + 2n)) / 6n },
  'square-pyramidal': { term: (k) => (k * (k + 1n) * (2n * k + 1n)) / 6n },
  'pentagonal-pyramidal': { term: (k) => (k * k * (k + 1n)) / 2n },
  octahedral: { term: (k) => (k * (2n * k * k + 1n)) / 3n },
  icosahedral: { term: (k) => (k * (5n * k * k - 5n * k + 2n)) / 2n },
  dodecahedral: { term: (k) => (k * (3n * k - 1n) * (3n * k - 2n)) / 2n },
  pentatope: { term: (k) => (k * (k + 1n) * (k + 2n) * (k + 3n)) / 24n },
  hexagonal: { term: (k) => k * (2n * k - 1n) },
  'k^2(k+1)^2/4': { term: (k) => ((k * (k + 1n)) / 2n) ** 2n },
  '2*tetrahedral+1': { term: (k) => (k * (k + 1n) * (k + 2n)) / 3n + 1n },
  '{3..9007199254740000}': { has: (n) => n >= 3n && n <= 9007199254740000n },
  fibonacci: { term: recurrence([1n, 2n]) },
  lucas: { term: recurrence([1n, 2n, 3n, 4n]) },
  factorials: { term: factorial },
  practical: { has: isPractical },
  'sums-of-two-squares': { has: isSumOfTwoSquares },
  'primes-1': { has: (n) => isPrime(n + 1n) },
  '3*primes+7': { has: (n) => n > 7n && n % 3n === 1n && isPrime((n - 7n) / 3n) },
  '{2,7} | squares': { has: (n) => n === 2n || n === 7n || isSquare(n) },
  'cubes | primes': { has: (n) => isPrime(n) || BigInt(Math.round(Math.cbrt(Number(n)))) ** 3n === n },
  'moser-de-bruijn': { term: fromDigits },
  odd: { has: (n) => n % 2n === 1n },
  all: { has: () => true },
  'kth-powers:4': { term: (k) => k ** 4n },
  'kth-powers:5': { term: (k) => k ** 5n },
  'kth-powers:52': { term: (k) => k ** 52n },
  'powers-of:2': { term: (k) => 2n ** (k - 1n) },
  'powers-of:3': { term: (k) => 3n ** (k - 1n) },
  'powers-of:10': { term: (k) => 10n ** (k - 1n) },
  'powers-of:9007199254740990': { term: (k) => 9007199254740990n ** (k - 1n) },
  'polynomial:1,0,1': { term: (k) => k * k + 1n },
  'polynomial:2,0,0': { term: (k) => 2n * k * k },
  // What a floating-point sum of its terms would round cancels.
  'polynomial:1,-4,5,1000000000000000,-999999999999000': {
    term: (k) => k ** 4n - 4n * k ** 3n + 5n * k ** 2n + 1000000000000000n * k - 999999999999000n,
  },
  'polynomial:3,-8,8,-2': { term: (k) => 3n * k ** 3n - 8n * k ** 2n + 8n * k - 2n },
  'arithmetic:1,3': { has: (n) => n % 3n === 1n },
  'arithmetic:1,4': { has: (n) => n % 4n === 1n },
  'arithmetic:4,1': { has: (n) => n >= 4n },
  'arithmetic:9007199254740000,7': {
    has: (n) => n >= 9007199254740000n && n % 7n === 9007199254740000n % 7n,
  },
  'interval:3': { has: (n) => n <= 3n },
  'interval:2147483649': { has: (n) => n <= 2147483649n },
  'all-but{2,3,7}': { has: (n) => ![2n, 3n, 7n].includes(n) },
};

/** The elements s with start <= s < stop, by the oracle. */
export function elementsBetween(oracle: Oracle, start: bigint, stop: bigint): number[] {
  const elements: number[] = [];
  if ('has' in oracle) {
    for (let n = start < 1n ? 1n : start; n < stop; n++) if (oracle.has(n)) elements.push(Number(n));
    return elements;
  }
  for (let k = firstIndex(oracle.term, start); oracle.term(k) < stop; k++)
    elements.push(Number(oracle.term(k)));
  return elements;
}

/** The least k >= 1 whose term is at least `bound`. */
export function firstIndex(term: (k: bigint) => bigint, bound: bigint): bigint {
  let low = 1n;
  let high = 1n;
  while (term(high) < bound) {
    low = high + 1n;
    high *= 2n;
  }
  while (low < high) {
    const middle = (low + high) / 2n;
    if (term(middle) < bound) low = middle + 1n;
    else high = middle;
  }
  return low;
}

/** The set of the given positive integers, in any order. */
export function finiteSet(elements: Iterable<number>): SubtractionSet {
  return setOfSorted(sortedIntegers(Float64Array.from(elements), 'The subtraction set', 1));
}

/** All positive integers but the given ones, in any order; they may be none. */
export function cofiniteSet(excluded: Iterable<number>): SubtractionSet {
  return cofiniteSetOfSorted(sortedOrNone(Float64Array.from(excluded), 'The numbers left out', 1));
}
