/** The set {p(1), p(2), ...} of an integer-valued polynomial p with rational coefficients. */
import { refuse } from '../../common/errors.js';
import { parseFormula } from './formula.js';
import { increasingSequence } from './sequences.js';
import type { SubtractionSet } from './subtraction-set.js';

type Polynomial = readonly bigint[];

const MAX = BigInt(Number.MAX_SAFE_INTEGER);

/** A polynomial: a numerator with safe integer coefficients, highest power first, over a divisor of at least 1. */
export interface Quotient {
  readonly coefficients: readonly number[];
  readonly divisor: number;
}

/**
 * Makes the set of the values p(k) at k = 1, 2, 3, ... of a polynomial with nonzero first coefficient. Raises a usage error
 * that names the first k at which these are no increasing positive integers.
 */
export function polynomialSet({ coefficients, divisor }: Quotient): SubtractionSet {
  const exact = coefficients.map(BigInt);
  const failure = firstFailure(exact, BigInt(divisor));
  if (failure !== undefined) {
    const { text, help } =
      divisor === 1
        ? {
            text: coefficients.join(','),
            help: 'Coefficients go from the highest power down: polynomial:1,0,1 is k^2 + 1.',
          }
        : {
            text: `${coefficients.join(',')} over ${divisor}`,
            help: 'For example, polynomial-over:6,1,3,2,0 is (k^3 + 3k^2 + 2k)/6.',
          };
    refuse(
      `The polynomial {text} has {problem}. Its values p(1), p(2), ... must be integers that increase, from 1 to 2^53 - 1 at first. ${help}`,
      { text, problem: failure },
    );
  }
  return increasingSequence((k) => {
    // If the sum of the absolute terms is below 2^53, no step of Horner's rule rounds.
    const size = coefficients.reduce((sum, c) => sum * k + Math.abs(c), 0);
    return size <= Number.MAX_SAFE_INTEGER
      ? coefficients.reduce((sum, c) => sum * k + c, 0) / divisor
      : Number(valueAt(exact, BigInt(k)) / BigInt(divisor));
  });
}

/** Values below 1 with which a polynomial may begin. */
const MAX_LEFT_OUT = 1000;

/**
 * Parses a polynomial in k, such as `k^2-1`, `2k^2 + 3k` or `k(k+1)/2`, into lowest terms, as p(k + j) if the first j values
 * are below 1 and no moves. Numbers may be unsafe integers. Undefined for other texts.
 */
export function writtenPolynomial(text: string): Quotient | undefined {
  const formula = parseFormula(text.toLowerCase());
  if (formula === undefined) return undefined;
  const powers = [...formula.terms.keys()];
  if (!powers.some((letters) => letters !== '') || powers.some((letters) => /[^k]/.test(letters)))
    return undefined;
  const degree = Math.max(...powers.map((letters) => letters.length));
  const coefficients = Array.from(
    { length: degree + 1 },
    (_, i) => formula.terms.get('k'.repeat(degree - i)) ?? 0n,
  );
  return { coefficients: positiveFrom(coefficients).map(Number), divisor: Number(formula.divisor) };
}

/** The coefficients of p(k + j) if the first j values, up to 1000 of them, are below 1. */
function positiveFrom(polynomial: Polynomial): Polynomial {
  let positive = polynomial;
  for (let j = 0; j < MAX_LEFT_OUT && valueAt(positive, 1n) <= 0n; j++) positive = shifted(positive);
  return positive;
}

/** The coefficients of factor p + shift from its first positive value on; undefined if unsafe, or if that value is too far. */
export function imageOfPolynomial(
  coefficients: readonly number[],
  factor: number,
  shift: number,
): readonly number[] | undefined {
  const image = coefficients.map((coefficient) => BigInt(coefficient) * BigInt(factor));
  image[image.length - 1] += BigInt(shift);
  const found = positiveFrom(image);
  const isExact =
    valueAt(found, 1n) > 0n && found.every((coefficient) => -MAX <= coefficient && coefficient <= MAX);
  return isExact ? found.map(Number) : undefined;
}

/** Describes the first value at k = 1, 2, 3, ... that is no positive integer or does not increase, if any. */
function firstFailure(numerator: Polynomial, divisor: bigint): string | undefined {
  const quotientAt = (k: bigint): string => {
    const value = valueAt(numerator, k);
    return value % divisor === 0n ? String(value / divisor) : `${value}/${divisor}`;
  };
  const first = valueAt(numerator, 1n);
  if (first <= 0n || first > MAX * divisor) return `p(1) = ${quotientAt(1n)}`;
  // By Newton's differences, all values are integers if as many consecutive ones are as there are coefficients.
  const fraction = numerator.findIndex((_, i) => valueAt(numerator, BigInt(i + 1)) % divisor !== 0n) + 1;
  if (fraction > 0) return `p(${fraction}) = ${quotientAt(BigInt(fraction))}`;
  const steps = difference(numerator);
  const k = signChanges(steps).find((start) => valueAt(steps, start) <= 0n);
  if (k === undefined) return undefined;
  return `p(${k + 1n}) = ${quotientAt(k + 1n)} after p(${k}) = ${quotientAt(k)}`;
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

/** The coefficients of p(k + 1), by repeated division of p by k - 1. */
function shifted(polynomial: Polynomial): Polynomial {
  const coefficients = [...polynomial];
  for (let end = coefficients.length; end > 1; end--) {
    for (let i = 1; i < end; i++) coefficients[i] += coefficients[i - 1];
  }
  return coefficients;
}

/**
 * Returns integers 1 = s_0 < s_1 < ... such that p(k) > 0 holds for all or no integers k in each [s_i, s_(i+1)), the last
 * unbounded. Between sign changes of its difference p is monotone, so each range has at most one change, found by bisection.
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

/** The least k in (low, high] with the sign of `high`, if there is exactly one change. */
function bisect(low: bigint, high: bigint, isPositive: (k: bigint) => boolean): bigint {
  const target = isPositive(high);
  while (high - low > 1n) {
    const middle = (low + high) / 2n;
    if (isPositive(middle) === target) high = middle;
    else low = middle;
  }
  return high;
}
