/** The values of a polynomial with integer coefficients as a subtraction set: S = {p(1), p(2), ...}. */
import { refuse } from '../../common/errors.js';
import { increasingSequence } from './sequences.js';
import type { SubtractionSet } from './subtraction-set.js';

/** Coefficients, highest power first. */
type Polynomial = readonly bigint[];

const MOST = BigInt(Number.MAX_SAFE_INTEGER);

/**
 * The set of the values at k = 1, 2, 3, ... of the polynomial with the given coefficients (safe integers,
 * highest power first, which is not 0). Raises a usage error that names the first k where these do not increase from above 0.
 */
export function polynomialSet(coefficients: readonly number[]): SubtractionSet {
  const exact = coefficients.map(BigInt);
  const failure = firstFailure(exact);
  if (failure !== undefined) {
    refuse(
      `The polynomial ${coefficients.join(',')}`,
      'values p(k) that start from 1 to 2^53 - 1 and increase for k = 1, 2, 3, ...',
      failure,
      { help: 'Coefficients go from the highest power down: polynomial:1,0,1 is k^2 + 1.' },
    );
  }
  return increasingSequence((k) => {
    // Where even the sum of the absolute terms is below 2^53, no step of Horner's rule rounds.
    const size = coefficients.reduce((sum, c) => sum * k + Math.abs(c), 0);
    return size <= Number.MAX_SAFE_INTEGER
      ? coefficients.reduce((sum, c) => sum * k + c, 0)
      : Number(valueAt(exact, BigInt(k)));
  });
}

/** The highest power that is read from a text. */
const MOST_POWER = 52;
/** Values below 1 that a written polynomial may begin with. */
const MOST_LEFT_OUT = 1000;

/** One term of a sum: a multiple of a power of a letter, or a constant, which has no letter and the power 0. */
interface Term {
  readonly factor: bigint;
  readonly letter: string;
  readonly power: number;
}

/** The terms of a sum such as `2k^2 + 3k` or `c-2*b+1`; undefined for any other text. */
export function termsOf(text: string): readonly Term[] | undefined {
  // Spaces inside a number are none that may be left out.
  if (/\d\s+\d/.test(text)) return undefined;
  const written = text.replace(/\s+/g, '');
  const terms = written.match(/[+-]?(\d+\*?)?[a-z](\^\d+)?|[+-]?\d+/g) ?? [];
  // Each term but the first has a sign, and together they are the sum.
  const isWhole = terms.length > 0 && terms.slice(1).every((term) => /^[+-]/.test(term));
  if (!isWhole || terms.join('') !== written) return undefined;
  return terms.map((term) => {
    const [, sign, digits, letter, exponent] = /^([+-]?)(\d*)\*?([a-z]?)\^?(\d*)$/.exec(term)!;
    const size = digits === '' ? 1n : BigInt(digits);
    const power = letter === '' ? 0 : exponent === '' ? 1 : Number(exponent);
    return { factor: sign === '-' ? -size : size, letter, power };
  });
}

/**
 * The coefficients of a polynomial in k as it is written, such as `k^2-1` or `2k^2 + 3k`: those of p(k + j) where the first j
 * values p(1), ..., p(j) are below 1 and no moves. Undefined for a text that is no polynomial in k.
 */
export function writtenPolynomial(text: string): readonly number[] | undefined {
  const terms = termsOf(text.toLowerCase()) ?? [];
  const isInK = terms.some(({ letter }) => letter === 'k');
  if (!isInK || terms.some(({ letter, power }) => !['k', ''].includes(letter) || power > MOST_POWER))
    return undefined;
  const degree = Math.max(...terms.map(({ power }) => power));
  const coefficients = Array<bigint>(degree + 1).fill(0n);
  for (const { factor, power } of terms) coefficients[degree - power] += factor;
  return positiveFrom(coefficients).map(Number);
}

/** The coefficients of p(k + j) where the first j values, up to 1000 of them, are below 1. */
function positiveFrom(polynomial: Polynomial): Polynomial {
  let positive = polynomial;
  for (let j = 0; j < MOST_LEFT_OUT && valueAt(positive, 1n) <= 0n; j++) positive = shifted(positive);
  return positive;
}

/**
 * The coefficients of factor p + shift, from the first positive value on; undefined where they are not safe integers, or that value
 * is too far.
 */
export function imageOfPolynomial(
  coefficients: readonly number[],
  factor: number,
  shift: number,
): readonly number[] | undefined {
  const image = coefficients.map((coefficient) => BigInt(coefficient) * BigInt(factor));
  image[image.length - 1] += BigInt(shift);
  const found = positiveFrom(image);
  const isExact =
    valueAt(found, 1n) > 0n && found.every((coefficient) => -MOST <= coefficient && coefficient <= MOST);
  return isExact ? found.map(Number) : undefined;
}

/** Where the values at k = 1, 2, 3, ... first fail to be positive or to increase, in words; undefined if nowhere. */
function firstFailure(polynomial: Polynomial): string | undefined {
  const first = valueAt(polynomial, 1n);
  if (first <= 0n || first > MOST) return `p(1) = ${first}`;
  const steps = difference(polynomial);
  const k = signChanges(steps).find((start) => valueAt(steps, start) <= 0n);
  if (k === undefined) return undefined;
  return `p(${k + 1n}) = ${valueAt(polynomial, k + 1n)} after p(${k}) = ${valueAt(polynomial, k)}`;
}

function valueAt(polynomial: Polynomial, k: bigint): bigint {
  return polynomial.reduce((sum, coefficient) => sum * k + coefficient, 0n);
}

/** p(k + 1) - p(k), of a degree lower by one; the zero polynomial for a constant. */
function difference(polynomial: Polynomial): Polynomial {
  return shifted(polynomial)
    .map((coefficient, i) => coefficient - polynomial[i])
    .slice(1);
}

/** The coefficients of p(k + 1), by repeated division by k - 1 of p. */
function shifted(polynomial: Polynomial): Polynomial {
  const coefficients = [...polynomial];
  for (let end = coefficients.length; end > 1; end--) {
    for (let i = 1; i < end; i++) coefficients[i] += coefficients[i - 1];
  }
  return coefficients;
}

/**
 * The integers 1 = s_0 < s_1 < ... such that p(k) > 0 holds either for all or for no integers k in each
 * [s_i, s_(i+1)), the last of which is unbounded. Between two sign changes of its difference a polynomial is
 * monotone, so that each stretch has at most one change, found by bisection.
 */
function signChanges(polynomial: Polynomial): bigint[] {
  const isPositive = (k: bigint): boolean => valueAt(polynomial, k) > 0n;
  if (polynomial.length <= 1) return [1n];
  const stretches = signChanges(difference(polynomial));
  const changes = [1n];
  stretches.forEach((start, i) => {
    const end = stretches.at(i + 1) ?? farEnd(polynomial, start);
    if (isPositive(start) !== isPositive(end)) changes.push(bisect(start, end, isPositive));
  });
  return changes;
}

/** An integer above `start` from which on the polynomial keeps its sign: by Cauchy no root exceeds 1 + max |c_i|. */
function farEnd(polynomial: Polynomial, start: bigint): bigint {
  return polynomial.reduce((most, c) => (c > most ? c : -c > most ? -c : most), start) + 2n;
}

/** The least k in (low, high] with the sign of `high`, where there is exactly one change. */
function bisect(low: bigint, high: bigint, isPositive: (k: bigint) => boolean): bigint {
  const target = isPositive(high);
  while (high - low > 1n) {
    const middle = (low + high) / 2n;
    if (isPositive(middle) === target) high = middle;
    else low = middle;
  }
  return high;
}
