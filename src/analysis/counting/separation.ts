/** How well the cold positions keep to few classes modulo each of many numbers: all moduli are counted in one pass, and scored. */
import type { Aggregate, SeriesSource } from '../../engine/views/aggregating.js';
import { gcd } from '../../common/divisors.js';
import type { SubtractionSet } from '../../game/sets/subtraction-set.js';
import { firstOf } from '../../game/sets/walking.js';
import { countOnes, forEachOne } from '../../kernel/bitset.js';
import { addClasses, isNearlyEmpty, shiftOf } from './classes.js';

/** How well the cold positions keep to few classes modulo one number. */
export interface Separation {
  readonly modulus: number;
  readonly empty: number;
  /** Classes that are nearly empty, the empty ones among them. */
  readonly nearlyEmpty: number;
  /** modulus * sum of squared shares of the classes: 1 when all are alike, up to `modulus` when only one is used. */
  readonly concentration: number;
  /**
   * modulus * the chance that a random cold position plus a random subtrahend falls on the class of another random
   * cold position: 1 when classes tell nothing, 0 when no sum of a cold class and a class of S is a cold class. The
   * fast path has to compute only the cold classes exactly, so it gains where this is small. Null where no subtrahend is
   * below the end of the range.
   */
  readonly collision: number | null;
}

/** The collision to compare moduli by: where no subtrahend was looked at, classes tell nothing. */
export function collisionOf({ collision }: Separation): number {
  return collision ?? 1;
}

/** Orders moduli by how well they separate, best first. Multiples often score alike but for rounding: the smallest comes first. */
export function bestFirst(separation: readonly Separation[]): Separation[] {
  const rounded = (each: Separation): number => Math.round(1000 * collisionOf(each));
  return [...separation].sort((a, b) => rounded(a) - rounded(b));
}

/** Above this a modulus is not scored: its classes are compared pair by pair. */
export const MAX_SCORED_MODULUS = 4096;
/** Above this, all moduli together would take minutes to count. */
export const MAX_BOUND = 1024;
/** Subtrahends looked at, the smallest ones: enough to know how they spread over the classes. */
const MAX_SUBTRAHENDS = 2 ** 16;

/** Cold positions that are counted by all moduli before signals are heard: some milliseconds. */
const COUNTED_AT_ONCE = 2 ** 10;
/** Classes that are counted together at most: few enough that joining them takes less than counting. */
const MOST_TOGETHER = 2 ** 10;

/** The cold positions by class for each modulus from 2 to `bound`. Cost: at most `bound` steps a cold position. */
export async function countAllClasses(source: SeriesSource, bound: number): Promise<number[][]> {
  const moduli = Array.from({ length: bound - 1 }, (_, i) => i + 2);
  const multiples = multiplesOf(moduli);
  const aggregate: Aggregate<number[][]> = {
    name: 'cold classes',
    version: 1,
    parameters: `modulo 2 to ${bound}`,
    async compute(runs) {
      const counts = multiples.map((multiple) => new Uint32Array(multiple));
      for await (const { start, values } of runs) {
        const shifts = multiples.map((multiple) => shiftOf({ start }, multiple));
        const cold = new Int32Array(countOnes(values.bytes, 0, values.length));
        let found = 0;
        forEachOne(values.bytes, (i) => (cold[found++] = i));
        for (let from = 0; from < found; from += COUNTED_AT_ONCE) {
          await source.breathe();
          countAll(counts, shifts, cold.subarray(from, from + COUNTED_AT_ONCE));
        }
      }
      return moduli.map((modulus) =>
        folded(
          counts.find(({ length }) => length % modulus === 0)!,
          modulus,
        ),
      );
    },
  };
  const totals = moduli.map((modulus) => new Array<number>(modulus).fill(0));
  for await (const part of source.aggregates(() => aggregate, { weight: bound })) {
    part.value.forEach((classes, k) => addClasses(totals[k], classes, part));
  }
  return totals;
}

/**
 * Few numbers of which each modulus divides one: positions are counted modulo these alone. Up to 100 these are 30 instead of 99
 * numbers.
 */
function multiplesOf(moduli: readonly number[]): number[] {
  const multiples: number[] = [];
  for (const modulus of [...moduli].reverse()) {
    const common = multiples.map((multiple) => (multiple / gcd(multiple, modulus)) * modulus);
    const place = common.findIndex((multiple) => multiple <= MOST_TOGETHER);
    if (place === -1) multiples.push(modulus);
    else multiples[place] = common[place];
  }
  return multiples;
}

/** Returns counts by class modulo a multiple of a modulus as counts modulo the modulus. */
export function folded(counts: ArrayLike<number>, modulus: number): number[] {
  const classes = new Array<number>(modulus).fill(0);
  for (let start = 0; start < counts.length; start += modulus) {
    for (let residue = 0; residue < modulus; residue++) classes[residue] += counts[start + residue];
  }
  return classes;
}

/** Counts positions, given without the shift of each modulus, by their classes modulo as many numbers as each has counts. */
function countAll(counts: readonly Uint32Array[], shifts: readonly number[], positions: Int32Array): void {
  for (let k = 0; k < counts.length; k++) {
    const classes = counts[k];
    const shift = shifts[k];
    const modulus = classes.length;
    for (let i = 0; i < positions.length; i++) classes[(shift + positions[i]) % modulus]++;
  }
}

/** How well positions, counted by class, are separated modulo the number of classes. O(modulus^2). */
export function separationOf(counts: readonly number[], subtrahends: Float64Array | Int32Array): Separation {
  const modulus = counts.length;
  const total = counts.reduce((sum, count) => sum + count, 0);
  const shares = Float64Array.from(counts, (count) => count / total);
  // The classes twice over, so that class c + r needs no reduction.
  const twice = new Float64Array(2 * modulus);
  twice.set(shares);
  twice.set(shares, modulus);
  const timesOfS = new Uint32Array(modulus);
  const classesOfS: number[] = [];
  for (let i = 0; i < subtrahends.length; i++) {
    const residue = subtrahends[i] % modulus;
    if (timesOfS[residue]++ === 0) classesOfS.push(residue);
  }
  let collision = 0;
  for (const residue of classesOfS) {
    let meeting = 0;
    for (let c = 0; c < modulus; c++) meeting += shares[c] * twice[c + residue];
    collision += (timesOfS[residue] / subtrahends.length) * meeting;
  }
  return {
    modulus,
    empty: counts.filter((count) => count === 0).length,
    nearlyEmpty: counts.filter((count) => isNearlyEmpty(count, total, modulus)).length,
    concentration: modulus * shares.reduce((sum, share) => sum + share * share, 0),
    collision: subtrahends.length === 0 ? null : modulus * collision,
  };
}

/** The smallest 2^16 subtrahends below a bound, or all of them. */
export function smallestSubtrahends(set: SubtractionSet, bound: number): Float64Array | Int32Array {
  const smallest = firstOf(set, { start: 1, stop: bound }, MAX_SUBTRAHENDS);
  // Small integers are divided in a third of the time.
  return (smallest.at(-1) ?? 0) < 2 ** 31 ? Int32Array.from(smallest) : smallest;
}
