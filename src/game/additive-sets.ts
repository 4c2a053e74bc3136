/**
 * Additive sets {a, b, a + b}, a < b, whose nim-values have a formula, with b = 2ha + r, 0 <= r < 2a and d = ha + min(r, a). The
 * cold positions are P_k = k + a floor(k / a) + b floor(k / d), k >= 0 (Winning Ways, chapter 4, without proof; proven in
 * docs/ALGORITHMS.md, "Additive sets"). Nim-value 1 is P + a, 2 is P - b, and 3 is the rest; in the primitive quadratic regime, h = 1
 * and 0 < r < a, this is Theorem 1 of "Additive subtraction games".
 */
import { gcd } from '../common/divisors.js';
import { leastWhere } from '../common/range.js';

/**
 * Periods up to this length are left to values, which prove them at once and are kept as evidence; longer ones would have to be
 * searched for. The regime of Theorem 1 always has its formula.
 */
const MAX_SEARCHED = 2 ** 16;

/** The smaller two elements of an additive set, if it is one. */
export function additivePair(elements: readonly number[]): [a: number, b: number] | undefined {
  const [a, b, sum] = elements;
  return elements.length === 3 && a + b === sum ? [a, b] : undefined;
}

/**
 * Returns the minimal period of the nim-values and outcomes, which has no preperiod (Winning Ways, chapter 4; Miklos and Post 2024,
 * Theorem 21): d / min(r, a) rows of the sequence P, or one if d is a multiple of a. It may exceed 2^53.
 */
export function additivePeriod(a: number, b: number): number {
  const r = b % (2 * a);
  return r === 0 ? 2 * b : r >= a ? 2 * b + 2 * a - r : (a / gcd(a, b)) * (2 * b + r);
}

/** Returns the closed form of {a, b, a + b} for coprime a and b, unless its period is short and Theorem 1 does not apply. */
export function additiveForm(a: number, b: number) {
  const isTheorem1 = 2 * a < b && b < 3 * a;
  if (!isTheorem1 && additivePeriod(a, b) <= MAX_SEARCHED) return undefined;
  const rule = isTheorem1 ? 'additive, Theorem 1' : 'additive, bracket formula';
  return { ...bracketForm(a, b), rule, yieldsToPeriod: !isTheorem1 };
}

/** Returns the formula of any additive set. */
export function bracketForm(a: number, b: number) {
  const r = b % (2 * a);
  const d = (b - r) / 2 + Math.min(r, a);
  /** Counts the k >= 0 with P_k - shift b < n. Exact: no relevant term of a sum exceeds n + b. */
  function indexOf(n: number, shift: number): number {
    return leastWhere(0, n + shift * b, (k) => shifted(k, shift) >= n);
  }
  function shifted(k: number, shift: number): number {
    return k + a * Math.floor(k / a) + b * (Math.floor(k / d) - shift);
  }
  const isOneOf = (n: number, shift: number): boolean => shifted(indexOf(n, shift), shift) === n;
  return {
    period: { preperiod: 0, period: additivePeriod(a, b), saltus: 0 },
    nimValue(n: number) {
      if (isOneOf(n, 0)) return 0;
      if (n >= a && isOneOf(n - a, 0)) return 1;
      return isOneOf(n, 1) ? 2 : 3;
    },
    coldBelow: (n: number) => indexOf(n, 0),
    boundBelow: () => 3,
    far: (n: bigint) => BigInt(farValue(BigInt(a), BigInt(b), BigInt(d), n)),
  };
}

/** The same formula for positions of any size. */
function farValue(a: bigint, b: bigint, d: bigint, n: bigint): number {
  const isCold = (m: bigint): boolean => {
    let [low, high] = [0n, m];
    while (low < high) {
      const k = (low + high) / 2n;
      if (k + a * (k / a) + b * (k / d) >= m) high = k;
      else low = k + 1n;
    }
    return low + a * (low / a) + b * (low / d) === m;
  };
  return isCold(n) ? 0 : isCold(n - a) ? 1 : isCold(n + b) ? 2 : 3;
}
