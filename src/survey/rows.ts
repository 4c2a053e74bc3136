/** Periods of all small subtraction sets of a size: their order, equal parts, and a finder for sets of few elements. */
import { gcd } from '../common/divisors.js';
import type { PartOf } from '../jobs/part-of.js';
import { leastWhere, type Range } from '../common/range.js';
import { cofiniteGame, declaredBy, type Game } from '../game/game.js';
import type { FoundPeriod, Period } from '../game/periods.js';
import { nimPeriodOf, outcomePeriodOf, periodOfFinite } from '../game/proving-periods.js';
import { REVERSE_MEX, reverseMexOf, type ReverseMex } from '../game/reverse-mex.js';
import { distanceOf, MAX_SET_SIZE, MAX_VALUES, type Surveyed, type SurveySpace } from './space.js';

/** The fields of a survey on which the numbers of a set depend. */
type Quantities = Pick<SurveySpace, 'series' | 'steps' | 'reverseMex' | 'excluded'> & {
  /** The distance whose collisions are counted. */
  readonly distance?: number | null | undefined;
};

/** The periods of nim-values and of outcomes; undefined if the values prove none. */
export interface SurveyedPeriods {
  readonly nim: FoundPeriod | undefined;
  readonly outcome: FoundPeriod | undefined;
  /** The largest nim-value; 0 if only outcomes are surveyed, or if nim-values have no largest one. */
  readonly largest: number;
  /** Null unless requested, and if the values prove no period. */
  readonly reverseMex: ReverseMex | null;
  /** Cold positions n of one period with n + distance cold; null without a distance, and if the values prove no period. */
  readonly collisions: number | null;
}

/**
 * Returns the periods of a set of at most 30 increasing elements, if up to `steps` values in memory prove them. Linear in
 * preperiod, period and largest element.
 */
export function periodsOfSet(
  elements: ArrayLike<number>,
  {
    series = 'both',
    steps = MAX_VALUES,
    reverseMex: isReversed,
    excluded = false,
    distance = null,
  }: Quantities = {},
): SurveyedPeriods {
  const reach = elements[elements.length - 1];
  if (excluded) return periodsWithout(elements, series, Math.min(steps, MAX_VALUES));
  const most = Math.min(steps, MAX_VALUES);
  for (let wanted = 16 * reach; ; wanted *= 4) {
    const count = Math.min(wanted, most);
    const values = series === 'cold' ? coldBits(elements, count) : nimValues(elements, count);
    const found = periodOfFinite(values, reach);
    if (found === undefined && count < most) continue;
    if (series === 'cold') {
      const collisions = collisionsOf(values, found, distance);
      return { nim: undefined, outcome: found, largest: 0, reverseMex: null, collisions };
    }
    // Every value is preceded by all smaller ones.
    let largest = 0;
    while (values.includes(largest + 1)) largest++;
    const reverseMex = isReversed === true && found ? reverseMexOf(values, elements, found) : null;
    if (series === 'nim') return { nim: found, outcome: undefined, largest, reverseMex, collisions: null };
    for (let n = 0; n < count; n++) values[n] = values[n] === 0 ? 1 : 0;
    // Outcomes repeat by the same argument: equal nim-values give equal outcomes.
    const outcome = periodOfFinite(values, reach);
    const collisions = collisionsOf(values, outcome, distance);
    return { nim: found, outcome, largest, reverseMex, collisions };
  }
}

/** The same of all positive integers but at most 30 increasing ones, whose nim-values have a saltus. */
function periodsWithout(elements: ArrayLike<number>, series: Surveyed, most: number): SurveyedPeriods {
  const game = cofiniteGame(Array.from(elements));
  for (let wanted = 16 * elements[elements.length - 1]; ; wanted *= 4) {
    const count = Math.min(wanted, most);
    const values = nimValuesWithout(elements, count);
    const nim = series === 'cold' ? undefined : nimPeriodOf(game, values);
    const cold = Uint8Array.from(values, (value) => Number(value === 0));
    const outcome = series === 'nim' ? undefined : outcomePeriodOf(game, cold);
    if ((series === 'cold' ? outcome : nim) === undefined && count < most) continue;
    return { nim, outcome, largest: 0, reverseMex: null, collisions: null };
  }
}

/** Counts the cold positions of a period with one at a distance; bits are 1 for cold. Null without a period or a distance. */
function collisionsOf(
  cold: Uint8Array,
  found: FoundPeriod | undefined,
  distance: number | null,
): number | null {
  if (found === undefined || distance === null) return null;
  const { preperiod, period } = found;
  const shift = ((distance % period) + period) % period;
  let count = 0;
  for (let n = 0; n < period; n++) count += cold[preperiod + n] & cold[preperiod + ((n + shift) % period)];
  return count;
}

/**
 * Decides reverse mex for a finite game with nothing declared, from the period of its nim-values. Null for other games, for more
 * than 30 moves, and beyond the values in memory.
 */
export function reverseMexOfGame(game: Game, period: Period): ReverseMex | null {
  const { set } = game;
  const isDeclared = declaredBy(game) !== undefined;
  const count = period.preperiod + period.period + set.largest;
  if (isDeclared || count > MAX_VALUES || set.approximateCount(set.largest + 1) > MAX_SET_SIZE) return null;
  const moves = Array.from(set.between(1, set.largest + 1));
  return reverseMexOf(nimValues(moves, count), moves, period);
}

/** Returns 1 for each cold position below `count`, 0 for each hot one. */
function coldBits(elements: ArrayLike<number>, count: number): Uint8Array {
  const reach = elements[elements.length - 1];
  const cold = new Uint8Array(reach + count);
  for (let n = reach; n < cold.length; n++) {
    let isHot = 0;
    for (let k = 0; k < elements.length; k++) isHot |= cold[n - elements[k]];
    cold[n] = 1 - isHot;
  }
  return cold.subarray(reach);
}

/** Returns the first nim-values of a set of at most 30 elements. */
function nimValues(elements: ArrayLike<number>, count: number): Uint8Array {
  const reach = elements[elements.length - 1];
  // Positions below 0 get 31, which is no nim-value; it marks the highest bit.
  const values = new Uint8Array(reach + count).fill(31, 0, reach);
  for (let n = reach; n < values.length; n++) {
    let marks = 0;
    for (let k = 0; k < elements.length; k++) marks |= 1 << values[n - elements[k]];
    // The lowest unmarked bit.
    values[n] = 31 - Math.clz32(~marks & (marks + 1));
  }
  return values.subarray(reach);
}

/**
 * Returns the first nim-values of all positive integers but some increasing ones. Each is the least value that only positions at
 * distances that are left out have, or the least that no position has. O(count k^2).
 */
function nimValuesWithout(excluded: ArrayLike<number>, count: number): Uint32Array {
  const values = new Uint32Array(count);
  /** The number of positions of each value; the values so far are 0, ..., end - 1. */
  const counts = new Uint32Array(count + 1);
  let end = 0;
  for (let n = 0; n < count; n++) {
    let least = end;
    for (let i = 0; i < excluded.length && excluded[i] <= n; i++) {
      const value = values[n - excluded[i]];
      if (value >= least) continue;
      let left = 0;
      for (let k = i; k < excluded.length && excluded[k] <= n; k++)
        left += Number(values[n - excluded[k]] === value);
      if (left === counts[value]) least = value;
    }
    values[n] = least;
    counts[least]++;
    if (least === end) end++;
  }
  return values;
}

/** Orders sets of `size` numbers by the largest element, then the second largest, and so on. */
export function compareSets(a: ArrayLike<number>, b: ArrayLike<number>, size: number): number {
  let i = size - 1;
  while (i > 0 && a[i] === b[i]) i--;
  return a[i] - b[i];
}

/** Returns the number of sets, including those with a common divisor; Infinity from some 2^50 on. */
export function setCount({ max, size, list }: SurveySpace): number {
  return list === undefined ? binomial(max, size) : list.count;
}

/**
 * Numbers after a row's elements: nim and outcome preperiods and periods, 0 if unproven, the largest nim-value, or the saltus if the
 * elements are left out, 1 + the index of its reverse mex in `REVERSE_MEX`, and 1 + the number of its collisions, each 0 for none.
 */
export const PERIOD_NUMBERS = 7;

/**
 * Returns a row for each set of a range without a common divisor, or for all if they are left out: the elements, increasing, then the numbers of its periods. Sets
 * are ordered by their largest element, then the second largest, and so on: the first rows are the same for every max.
 */
export function surveyRows(space: SurveySpace, range: Range): Uint32Array {
  const width = space.size + PERIOD_NUMBERS;
  const rows = new Uint32Array(rowsIn(space, range) * width);
  const numbersOf = periodNumbers(space);
  visitSets(space, range, (set, row) => {
    for (let i = 0; i < set.length; i++) rows[row * width + i] = set[i];
    rows.set(numbersOf(set), row * width + space.size);
  });
  return rows;
}

/** Calls `visit` with each of these sets, in an array that is reused, and the index of its row. */
export function visitSets(
  { size, list, excluded }: SurveySpace,
  { start, stop }: Range,
  visit: (set: ArrayLike<number>, row: number) => void,
): void {
  if (list !== undefined) {
    for (let i = start; i < stop; i++) visit(list.sets![i], i - start);
    return;
  }
  const elements = setAt(size, start);
  let divisor = divisorAbove(elements);
  let row = 0;
  for (let i = start; i < stop; i++) {
    if (excluded === true || divisor === 1 || gcd(elements[0], divisor) === 1) visit(elements, row++);
    advance(elements);
    // Usually only the lowest element has changed.
    if (elements[0] === 1) divisor = divisorAbove(elements);
  }
}

/** Returns the elements of a row without the zeros after them. */
export function withoutZeros(set: Uint32Array): Uint32Array {
  const end = set.indexOf(0);
  return end === -1 ? set : set.subarray(0, end);
}

/** Returns the function that computes the numbers of a set's row. */
export function periodNumbers(space: SurveySpace): (set: ArrayLike<number>) => readonly number[] {
  const distance = space.collisions === undefined ? () => null : distanceOf(space);
  return (set) => {
    const found = periodsOfSet(set, { ...space, distance: distance(set) });
    const { nim, outcome, largest, reverseMex, collisions } = found;
    const height = space.excluded === true ? nim?.saltus : largest;
    const numbers = [nim?.preperiod, nim?.period, outcome?.preperiod, outcome?.period, height];
    const code = reverseMex === null ? 0 : 1 + REVERSE_MEX.indexOf(reverseMex);
    return [...numbers.map((number) => number ?? 0), code, collisions === null ? 0 : 1 + collisions];
  };
}

/** Returns the number of rows of a range of sets. Linear in the largest element. */
export function rowsIn({ size, list, excluded }: SurveySpace, { start, stop }: Range): number {
  const areAll = list !== undefined || excluded === true;
  return areAll ? stop - start : coprimeBefore(size, stop) - coprimeBefore(size, start);
}

/** Counts sets of a smaller index without a common divisor: by inversion, sets of multiples of d count mu(d) times. */
function coprimeBefore(size: number, index: number): number {
  if (size === 1) return Math.min(1, index);
  const elements = setAt(size, index);
  const mu = moebius(elements[size - 1]);
  let sum = 0;
  for (let d = 1; d < mu.length; d++) if (mu[d] !== 0) sum += mu[d] * multiplesBefore(elements, d);
  return sum;
}

/** Counts sets of multiples of d before a set: from above, the first element that differs is smaller. */
function multiplesBefore(elements: readonly number[], d: number): number {
  let sum = 0;
  for (let i = elements.length; i > 0; i--) {
    const element = elements[i - 1];
    sum += binomial(Math.ceil(element / d) - 1, i);
    if (element % d !== 0) break;
  }
  return sum;
}

/** Returns the Moebius function of 0 (as 0), 1, ..., `most`. */
function moebius(most: number): Int8Array {
  const mu = new Int8Array(most + 1);
  mu[1] = 1;
  for (let d = 1; d <= most; d++) {
    if (mu[d] !== 0) for (let n = 2 * d; n <= most; n += d) mu[n] -= mu[d];
  }
  return mu;
}

/** Returns the set of an index, which is the sum of binomial(e_i - 1, i) over its elements e_1 < e_2 < ... */
export function setAt(size: number, index: number): number[] {
  const elements: number[] = [];
  let rest = index;
  for (let i = size; i > 0; i--) {
    let element = i;
    while (binomial(element, i) <= rest) element++;
    rest -= binomial(element - 1, i);
    elements.unshift(element);
  }
  return elements;
}

/**
 * Returns the sets of a part, which have its share of the work. Empty if there are fewer sets than parts. Only sums, products and
 * quotients are rounded, the same way on every machine.
 */
export function setsOfPart(space: SurveySpace, { part, of }: PartOf): Range {
  const sets = setCount(space);
  if (space.list !== undefined)
    return { start: Math.floor((sets * (part - 1)) / of), stop: Math.floor((sets * part) / of) };
  const all = workBefore(space.size, sets);
  const startOf = (i: number): number =>
    i === of ? sets : leastWhere(0, sets, (set) => workBefore(space.size, set) * of >= all * i);
  return { start: startOf(part - 1), stop: startOf(part) };
}

/**
 * Returns the work of all sets before one. The work of a set is taken as its largest element m: measured, this is right within a
 * factor of two for 3 to 6 elements up to 120, as at least 16 m values are computed. There are C(m - 1, k - 1) sets for each m,
 * and the sum of j C(j - 1, k - 1) over all j < m is k C(m, k + 1) = k m C(m - 1, k) / (k + 1).
 */
function workBefore(size: number, index: number): number {
  const largest = setAt(size, index)[size - 1];
  return largest * (index - binomial(largest - 1, size) / (size + 1));
}

/** Advances to the next set: increments the lowest element that can be, and resets those below it. */
function advance(elements: number[]): void {
  let i = 0;
  for (; elements[i] + 1 === elements[i + 1]; i++) elements[i] = i + 1;
  elements[i]++;
}

/** Returns a binomial coefficient; Infinity if an intermediate product exceeds 2^53. */
function binomial(n: number, k: number): number {
  let result = k > n ? 0 : 1;
  for (let i = 1; i <= k && result > 0; i++) {
    const product = result * (n - k + i);
    if (product > Number.MAX_SAFE_INTEGER) return Infinity;
    result = product / i;
  }
  return result;
}

/** Returns the greatest common divisor of all elements but the lowest; 0 if there are none. */
function divisorAbove(elements: readonly number[]): number {
  let divisor = 0;
  for (let i = 1; i < elements.length && divisor !== 1; i++) divisor = gcd(elements[i], divisor);
  return divisor;
}
