/**
 * Bracket expressions: sums of terms c floor(k / m) with an integer c and a rational m > 0 (Larsson and Manabe, "Additive subtraction
 * games", formula (2)). docs/ALGORITHMS.md, "Bracket expressions", proves that the search has all of at most three terms.
 */
import { gcd } from '../common/divisors.js';

/** The term `coefficient` floor(k `numerator` / `denominator`), in lowest terms. */
export interface BracketTerm {
  readonly coefficient: number;
  readonly numerator: number;
  readonly denominator: number;
}

/** Steps of the search, some 0.3 us each. */
const MAX_STEPS = 2 ** 23;

/**
 * Finds a bracket expression of the sequence 0 = P_0 < P_1 < ... with P_(k + q) = P_k + P_q for all k; `sequence` is P_0, ..., P_q.
 * Returns at most three terms, or four with a multiple of k; null if there are none, undefined if the search was cut short.
 *
 * Without the multiple P_1 k, the rest has slopes n / q with 0 < n < q: each term c floor(k n / q) grows at k by 0 or by c.
 */
export function bracketTermsOf(sequence: readonly number[]): readonly BracketTerm[] | null | undefined {
  const q = sequence.length - 1;
  const whole = sequence[1];
  const growths = sequence.map((at, k) => (k === 0 ? 0 : at - sequence[k - 1] - whole));
  const values = [...new Set(growths)];
  const budget = { steps: MAX_STEPS };
  let four: readonly BracketTerm[] | undefined;
  // Three terms have eight partial sums.
  if (values.length > 8) return null;
  for (const coefficients of coefficientsOf(values, growths[q])) {
    for (const slopes of slopesOf(growths, coefficients, budget)) {
      const termsWith = (multiples: readonly number[]): BracketTerm[] =>
        slopes.map((n, i) => termOf(coefficients[i], n + (multiples[i] ?? 0) * q, q));
      const withWhole = [termOf(whole, 1, 1), ...termsWith([])];
      if (slopes.length < 3) return withWhole;
      const multiples = multiplesOf(coefficients, whole);
      if (multiples !== undefined) return termsWith(multiples);
      four ??= withWhole;
    }
  }
  return four ?? (budget.steps > 0 ? null : undefined);
}

/**
 * Yields the coefficients, fewer ones first, with a given sum, of which some add up to each value. All but one of at most three
 * are differences of two values.
 */
function* coefficientsOf(values: readonly number[], sum: number): Generator<readonly number[]> {
  const differences = [...new Set(values.flatMap((a) => values.map((b) => a - b)))];
  const seen = new Set<string>();
  // Differences include 0, a coefficient that is left out.
  for (const [firsts, seconds] of [
    [[0], [0]],
    [differences, [0]],
    [differences, differences],
  ])
    for (const first of firsts)
      for (const second of seconds) {
        const all = [first, second, sum - first - second].filter((c) => c !== 0).sort((a, b) => a - b);
        const sums = new Set(partialSums(all));
        if (seen.has(all.join()) || !values.every((value) => sums.has(value))) continue;
        seen.add(all.join());
        yield all;
      }
}

/** Returns the sum of the coefficients in each bit mask. */
function partialSums(coefficients: readonly number[]): number[] {
  return coefficients.reduce((sums, c) => [...sums, ...sums.map((sum) => sum + c)], [0]);
}

/** Yields the numerators n of slopes n / q, 0 < n < q, with which terms of given coefficients grow as the sequence does. */
function* slopesOf(
  growths: readonly number[],
  coefficients: readonly number[],
  budget: { steps: number },
): Generator<readonly number[]> {
  const q = growths.length - 1;
  const sums = partialSums(coefficients);
  // The slopes from low / q to high / q have the same `floor` at k - 1.
  const open = [{ k: 1, ranges: coefficients.map(() => ({ low: 1, high: q - 1, floor: 0 })) }];
  for (let next = open.pop(); next !== undefined && budget.steps-- > 0; next = open.pop()) {
    const { k, ranges } = next;
    if (k > q) yield ranges.map(({ low }) => low);
    else
      for (const [mask, sum] of sums.entries()) {
        if (sum !== growths[k]) continue;
        // Exact, as periods are below 2^26.
        const narrowed = ranges.map((range, i) => {
          const floor = range.floor + ((mask >> i) & 1);
          const low = Math.max(range.low, Math.ceil((floor * q) / k));
          return { low, high: Math.min(range.high, Math.ceil(((floor + 1) * q) / k) - 1), floor };
        });
        if (narrowed.every(({ low, high }) => low <= high)) open.push({ k: k + 1, ranges: narrowed });
      }
  }
}

/**
 * Returns integers n_i >= 0 with the sum of c_i n_i, if there are some. Ordered with a positive term after a sum of at most 0, and a
 * negative one after another, their partial sums stay within the largest absolute value of a coefficient and of the sum.
 */
function multiplesOf(coefficients: readonly number[], sum: number): readonly number[] | undefined {
  const most = Math.max(...[...coefficients, sum].map(Math.abs));
  const found = new Map([[0, coefficients.map(() => 0)]]);
  for (const [at, multiples] of found)
    for (const [i, c] of coefficients.entries())
      if (Math.abs(at + c) <= most && !found.has(at + c))
        found.set(at + c, multiples.with(i, multiples[i] + 1));
  return found.get(sum);
}

function termOf(coefficient: number, n: number, q: number): BracketTerm {
  const divisor = gcd(n, q);
  return { coefficient, numerator: n / divisor, denominator: q / divisor };
}
