/** Infinite subtraction sets from strictly increasing sequences, exact below 2^53. */
import { leastWhere } from '../../common/range.js';
import { setOfSorted, type SubtractionSet } from './subtraction-set.js';

const BEYOND = Number.MAX_SAFE_INTEGER + 1;

/** Makes the set of the values at 1, 2, ... of a strictly increasing function, which above 2^53 may round, but not decrease. */
export function increasingSequence(value: (k: number) => number): SubtractionSet {
  const firstIndexAtLeast = (bound: number): number => {
    let high = 1;
    while (value(high) < bound) high *= 2;
    return leastWhere(1, high, (k) => value(k) >= bound);
  };
  return {
    smallest: value(1),
    largest: Infinity,
    between(start, stop) {
      const first = firstIndexAtLeast(Math.min(start, BEYOND));
      const last = firstIndexAtLeast(Math.min(Math.max(start, stop), BEYOND));
      const result = new Float64Array(last - first);
      for (let i = 0; i < result.length; i++) result[i] = value(first + i);
      return result;
    },
    approximateCount: (bound) => firstIndexAtLeast(Math.min(bound, BEYOND)) - 1,
  };
}

/** Makes the set of a fast-growing sequence from its first terms and `next(terms)`. Computes its few terms below 2^53 at once. */
export function tabulated(
  first: readonly number[],
  next: (terms: readonly number[]) => number,
): SubtractionSet {
  const terms = [...first];
  for (let term = next(terms); term <= Number.MAX_SAFE_INTEGER; term = next(terms)) terms.push(term);
  return setOfSorted(Float64Array.from(terms), Infinity);
}

/** k^exponent, exact if below 2^53, else some number of at least 2^53. */
export function power(k: number, exponent: number): number {
  let product = 1;
  for (let i = 0; i < exponent && product <= Number.MAX_SAFE_INTEGER; i++) product *= k;
  return product;
}

/** Reads the binary digits of k in base 4: a sum of distinct powers of 4. */
export function moserDeBruijn(k: number): number {
  let sum = 0;
  let digit = 1;
  for (let rest = k; rest > 0; rest = Math.floor(rest / 2)) {
    if (rest % 2 === 1) sum += digit;
    digit *= 4;
  }
  return sum;
}
