/** Fits of a monomial c n^e to points (Eppstein 2018, section 3.1). */
import type { Breathe } from '../../common/stoppable.js';
import type { SeriesSource } from '../../engine/views/aggregating.js';
import { closedFormOf } from '../../game/closed-forms.js';
import { canHavePeriod } from '../../game/periods.js';

/** A monomial fitted by Siegel's repeated median on the doubly logarithmic plot: y = coefficient * n^exponent. */
export interface Fit {
  readonly coefficient: number;
  readonly exponent: number;
  /** Number of points fitted: those with n >= 1 and y >= 1, or every k-th of them if there are more than 4096. At least 2. */
  readonly points: number;
}

const MIN_POINTS = 8;
/** The least share of the variance of logarithms that a law explains; squares have 0.998 to 1, cubes 0.98. */
const MIN_EXPLAINED_SHARE = 0.95;
/** Exponents that differ by less are equal up to rounding. */
const ROUNDING = 1e-9;
/** More points are sampled, as the time is quadratic: about a second. */
const MAX_POINTS = 4096;

/**
 * Returns the monomial that a quantity of a game, which is at most n, follows through some points. Null if there are fewer than 8
 * points, if the monomial explains less than 95 % of the variance of their logarithms or grows faster than n, and if the values
 * repeat, as they do for finite and cofinite sets (docs/ALGORITHMS.md, "Periods"): a bounded or linear quantity follows no power
 * law.
 */
export async function fitOfGame(
  source: Pick<SeriesSource, 'game' | 'breathe'>,
  pointsOf: () => readonly Point[],
): Promise<Fit | null> {
  const form = closedFormOf(source.game);
  if (canHavePeriod(source.game) || (form?.period ?? form?.repeats) !== undefined) return null;
  const points = pointsOf();
  if (points.length < MIN_POINTS) return null;
  const fit = await fitMonomial(points, () => source.breathe());
  // Counts of positions below n, and nim-values of n, are at most n; and a constant follows no power law.
  if (fit === null || fit.exponent <= ROUNDING || fit.exponent > 1 + ROUNDING) return null;
  return explained(points, fit) < MIN_EXPLAINED_SHARE ? null : fit;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** y = intercept + slope * x. */
export interface Line {
  readonly slope: number;
  readonly intercept: number;
}

/**
 * Returns the monomial through points by the repeated median on their natural logarithms. Points with a coordinate below 1 are
 * left out; of more than 4096 every k-th is taken. Null if fewer than 2 different x remain. O(points^2) time, O(points) memory.
 */
export async function fitMonomial(points: readonly Point[], breathe: Breathe): Promise<Fit | null> {
  const fitted = sampled(logarithms(points));
  const line = await repeatedMedianLine(fitted, breathe);
  if (line === null) return null;
  return { coefficient: Math.exp(line.intercept), exponent: line.slope, points: fitted.length };
}

/** Returns the natural logarithms of points whose coordinates are both at least 1. */
function logarithms(points: readonly Point[]): readonly Point[] {
  return points
    .filter(({ x, y }) => x >= 1 && y >= 1)
    .map(({ x, y }) => ({ x: Math.log(x), y: Math.log(y) }));
}

/** Returns the share of the variance of the logarithms of y that a fit explains; below 0 if their mean is nearer. */
function explained(points: readonly Point[], { coefficient, exponent }: Fit): number {
  const logs = logarithms(points);
  const mean = logs.reduce((sum, { y }) => sum + y, 0) / logs.length;
  const off = logs.reduce((sum, { x, y }) => sum + (y - Math.log(coefficient) - exponent * x) ** 2, 0);
  return 1 - off / logs.reduce((sum, { y }) => sum + (y - mean) ** 2, 0);
}

/** Returns the points, or every k-th of them if there are more than 4096. */
export function sampled(points: readonly Point[]): readonly Point[] {
  const step = Math.ceil(points.length / MAX_POINTS);
  return points.filter((_, i) => i % step === 0);
}

/**
 * Returns Siegel's repeated median line (Biometrika 69, 1982): slope and intercept are each the median, over the points, of the
 * median over the other points of the value for the pair. Pairs with the same x are skipped; null if there is no other.
 */
export async function repeatedMedianLine(points: readonly Point[], breathe: Breathe): Promise<Line | null> {
  const slopes: number[] = [];
  const intercepts: number[] = [];
  const slopesHere = new Float64Array(points.length);
  const interceptsHere = new Float64Array(points.length);
  for (const { x, y } of points) {
    await breathe();
    let pairs = 0;
    for (const other of points) {
      const run = other.x - x;
      if (run === 0) continue;
      slopesHere[pairs] = (other.y - y) / run;
      interceptsHere[pairs] = (other.x * y - x * other.y) / run;
      pairs++;
    }
    if (pairs === 0) continue;
    slopes.push(median(slopesHere.subarray(0, pairs)));
    intercepts.push(median(interceptsHere.subarray(0, pairs)));
  }
  if (slopes.length === 0) return null;
  return { slope: median(Float64Array.from(slopes)), intercept: median(Float64Array.from(intercepts)) };
}

/** Returns the median of at least one number; the mean of the middle two of an even number. Linear time; reorders them. */
function median(numbers: Float64Array): number {
  const middle = numbers.length >>> 1;
  const upper = select(numbers, middle);
  if (numbers.length % 2 === 1) return upper;
  return (numbers.subarray(0, middle).reduce((most, each) => Math.max(most, each)) + upper) / 2;
}

/** Returns the number at an index of the sorted order, and partitions the others around it (Hoare's quickselect). */
function select(numbers: Float64Array, index: number): number {
  for (let [low, high] = [0, numbers.length - 1]; low < high;) {
    const pivot = numbers[(low + high) >>> 1];
    let [i, j] = [low, high];
    while (i <= j) {
      while (numbers[i] < pivot) i++;
      while (numbers[j] > pivot) j--;
      if (i <= j) {
        const moved = numbers[i];
        numbers[i++] = numbers[j];
        numbers[j--] = moved;
      }
    }
    if (index <= j) high = j;
    else if (index >= i) low = i;
    else break;
  }
  return numbers[index];
}
