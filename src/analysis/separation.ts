/**
 * How well the cold positions keep to few classes modulo each of many numbers. Separate from the classes of one
 * modulus, which are counted with their positions; here all moduli are counted in one pass, and scored.
 */
import type { Aggregate, SeriesSource } from '../engine/views/aggregating.js';
import type { SubtractionSet } from '../game/sets/subtraction-set.js';
import { forEachOne } from '../kernel/bitset.js';
import { isNearlyEmpty } from './classes.js';

/** How well the cold positions keep to few classes modulo one number. */
export interface Separation {
  readonly modulus: number;
  /** Classes without a cold position. */
  readonly empty: number;
  /** Classes that are nearly empty, the empty ones among them. */
  readonly nearlyEmpty: number;
  /** modulus * sum of squared shares of the classes: 1 when all are alike, up to `modulus` when only one is used. */
  readonly concentration: number;
  /**
   * modulus * the chance that a random cold position plus a random subtrahend falls on the class of another random
   * cold position: 1 when classes tell nothing, 0 when no sum of a cold class and a class of S is a cold class. The
   * fast path has to compute only the cold classes exactly, so it gains where this is small.
   */
  readonly collision: number;
}

/** Above this a modulus is not scored: its classes are compared pair by pair. */
export const LARGEST_SCORED = 4096;
/** Above this, all moduli together would take minutes to count. */
export const LARGEST_BOUND = 1024;
/** Subtrahends looked at, the smallest ones: enough to know how they spread over the classes. */
const MOST_SUBTRAHENDS = 2 ** 16;

/** The cold positions by class for each modulus from 2 to `bound`. Cost: `bound` steps a cold position. */
export async function countAllClasses(source: SeriesSource, bound: number): Promise<number[][]> {
  const moduli = Array.from({ length: bound - 1 }, (_, i) => i + 2);
  const aggregate: Aggregate<number[][]> = {
    name: 'cold classes',
    version: 1,
    parameters: `modulo 2 to ${bound}`,
    compute({ bytes }, { start }) {
      const counts = moduli.map((modulus) => new Uint32Array(modulus));
      const shifts = moduli.map((modulus) => start % modulus);
      forEachOne(bytes, (i) => {
        for (let k = 0; k < counts.length; k++) counts[k][(shifts[k] + i) % (k + 2)]++;
      });
      return counts.map((classes) => Array.from(classes));
    },
  };
  const totals = moduli.map((modulus) => new Array<number>(modulus).fill(0));
  for await (const { value } of source.aggregates(() => aggregate)) {
    value.forEach((classes, k) => {
      classes.forEach((count, residue) => (totals[k][residue] += count));
    });
  }
  return totals;
}

/** How well positions, counted by class, are separated modulo the number of classes. O(modulus^2). */
export function separationOf(counts: readonly number[], subtrahends: Float64Array): Separation {
  const modulus = counts.length;
  const total = counts.reduce((sum, count) => sum + count, 0);
  const shares = counts.map((count) => count / total);
  const classesOfS = new Map<number, number>();
  for (const s of subtrahends) classesOfS.set(s % modulus, (classesOfS.get(s % modulus) ?? 0) + 1);
  let collision = 0;
  for (const [residue, times] of classesOfS) {
    let meeting = 0;
    for (let c = 0; c < modulus; c++) meeting += shares[c] * shares[(c + residue) % modulus];
    collision += (times / subtrahends.length) * meeting;
  }
  return {
    modulus,
    empty: counts.filter((count) => count === 0).length,
    nearlyEmpty: counts.filter((count) => isNearlyEmpty(count, total, modulus)).length,
    concentration: modulus * shares.reduce((sum, share) => sum + share * share, 0),
    collision: modulus * collision,
  };
}

/** The smallest 2^16 subtrahends below a bound, or all of them. */
export function smallestSubtrahends(set: SubtractionSet, bound: number): Float64Array {
  let end = Math.min(bound, MOST_SUBTRAHENDS);
  while (end < bound && set.between(1, end).length < MOST_SUBTRAHENDS) end = Math.min(bound, 4 * end);
  return set.between(1, end).subarray(0, MOST_SUBTRAHENDS);
}
