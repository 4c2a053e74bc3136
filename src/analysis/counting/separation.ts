/** Scores of moduli by how few classes the cold positions occupy; all moduli are counted in one pass. */
import type { Aggregate, SeriesSource } from '../../engine/views/aggregating.js';
import { gcd } from '../../common/divisors.js';
import type { SubtractionSet } from '../../game/sets/subtraction-set.js';
import { firstOf } from '../../game/sets/walking.js';
import { countOnes, forEachOne } from '../../kernel/bitset.js';
import { addClasses, isNearlyEmpty, shiftOf } from './classes.js';

export interface Separation {
  readonly modulus: number;
  readonly empty: number;
  /** Nearly empty classes, including the empty ones. */
  readonly nearlyEmpty: number;
  /** modulus * sum of squared shares of the classes: 1 if all are alike, up to `modulus` if only one is used. */
  readonly concentration: number;
  /**
   * modulus * the probability that a random cold position plus a random subtrahend is in the class of another random cold
   * position: 1 if classes give no information, 0 if no sum of a cold class and a class of S is a cold class. The fast path
   * computes only the cold classes exactly, so it is faster the smaller this is. Null if no subtrahend is below the end of the
   * range.
   */
  readonly collision: number | null;
}

/** Returns the collision for comparisons: 1, no information, if there is no subtrahend. */
export function collisionOf({ collision }: Separation): number {
  return collision ?? 1;
}

/** Orders moduli by collision, best first. Multiples often score alike up to rounding: the smallest comes first. */
export function bestFirst(separation: readonly Separation[]): Separation[] {
  const rounded = (each: Separation): number => Math.round(1000 * collisionOf(each));
  return [...separation].sort((a, b) => rounded(a) - rounded(b));
}

/** Larger moduli are not scored: their classes are compared pair by pair. */
export const MAX_SCORED_MODULUS = 4096;
/** With a larger bound, counting all moduli would take minutes. */
export const MAX_BOUND = 1024;
/** The smallest subtrahends suffice to show how they spread over the classes. */
const MAX_SUBTRAHENDS = 2 ** 16;

/** Cold positions between two checks of the signal: some milliseconds for all moduli. */
const COUNTED_AT_ONCE = 2 ** 10;
/** Maximum of a common multiple: few enough classes that folding them takes less than counting. */
const MAX_MULTIPLE = 2 ** 10;

/** Counts the cold positions by class for each modulus from 2 to `bound`. Cost: at most `bound` steps a cold position. */
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

/** Returns few numbers, such that each modulus divides one, to count positions by. Up to 100 they are 30, not 99. */
function multiplesOf(moduli: readonly number[]): number[] {
  const multiples: number[] = [];
  for (const modulus of [...moduli].reverse()) {
    const common = multiples.map((multiple) => (multiple / gcd(multiple, modulus)) * modulus);
    const place = common.findIndex((multiple) => multiple <= MAX_MULTIPLE);
    if (place === -1) multiples.push(modulus);
    else multiples[place] = common[place];
  }
  return multiples;
}

/** Folds counts by class modulo a multiple of `modulus` into counts modulo `modulus`. */
export function folded(counts: ArrayLike<number>, modulus: number): number[] {
  const classes = new Array<number>(modulus).fill(0);
  for (let start = 0; start < counts.length; start += modulus) {
    for (let residue = 0; residue < modulus; residue++) classes[residue] += counts[start + residue];
  }
  return classes;
}

/** Counts positions, relative to their run, by class; each array of counts has the length of its modulus. */
function countAll(counts: readonly Uint32Array[], shifts: readonly number[], positions: Int32Array): void {
  for (let k = 0; k < counts.length; k++) {
    const classes = counts[k];
    const shift = shifts[k];
    const modulus = classes.length;
    for (let i = 0; i < positions.length; i++) classes[(shift + positions[i]) % modulus]++;
  }
}

/** Returns the scores of positions counted by class modulo the number of classes. O(modulus^2). */
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

/** Returns the smallest 2^16 subtrahends below a bound, or all of them. */
export function smallestSubtrahends(set: SubtractionSet, bound: number): Float64Array | Int32Array {
  const smallest = firstOf(set, { start: 1, stop: bound }, MAX_SUBTRAHENDS);
  // Small integers are divided in a third of the time.
  return (smallest.at(-1) ?? 0) < 2 ** 31 ? Int32Array.from(smallest) : smallest;
}
