/** Seeds: given nim-values of the positions 0, ..., k - 1, with the mex rule from k on; and the seed of the sink convention. */
import { refuse } from '../common/errors.js';
import { decideNimValues } from './first-values.js';
import type { SubtractionSet } from './sets/subtraction-set.js';

/** Solvers keep values in 16 bits. */
const MAX_NIM_VALUE = 0xffff;
const MAX_SEED_VALUES = 10_000;

/**
 * Returns the shortest seed with the same values, without last ones that the mex rule gives anyway, so that equal games have
 * equal seeds; it may be empty. Raises a usage error if a position has the value of one of its options, which is impossible in
 * a game, or a value exceeds 65535. Cost: O(k) options for each subtrahend below k.
 */
export function checkSeed(set: SubtractionSet, seed: ArrayLike<number>): readonly number[] {
  if (seed.length > MAX_SEED_VALUES) {
    refuse('The seed has {count} values. It can have at most {most}.', {
      count: seed.length,
      most: MAX_SEED_VALUES,
    });
  }
  const subtrahends = set.between(1, seed.length);
  /** By value, the last position that has an option of it. */
  const seen = new Int32Array(MAX_NIM_VALUE + 2).fill(-1);
  let needed = 0;
  for (let n = 0; n < seed.length; n++) {
    const value = seed[n];
    if (!Number.isSafeInteger(value) || value < 0 || value > MAX_NIM_VALUE) {
      refuse('{value} in the seed is not a nim-value. Nim-values are the integers from 0 to {largest}.', {
        value,
        largest: MAX_NIM_VALUE,
      });
    }
    for (let k = 0; k < subtrahends.length && subtrahends[k] <= n; k++) seen[seed[n - subtrahends[k]]] = n;
    if (seen[value] === n) {
      const equal = subtrahends.find((s) => seed[n - s] === value)!;
      refuse(
        'The seed gives position {position} the nim-value {value}, which its option {option} has too (taking {take} leads there). Choose another value, as no position has that of an option.',
        { position: n, value, option: n - equal, take: equal },
      );
    }
    let least = 0;
    while (seen[least] === n) least++;
    if (least !== value) needed = n + 1;
  }
  return Array.from(seed).slice(0, needed);
}

/**
 * Returns the nim-values of the positions below max S of a finite set in the sink convention: every move is possible from a
 * position above 0, and all positions at or below 0 have the value 0. From max S on no move leads below 0. Raises a usage error
 * for an infinite set, or a largest element above 10,000. Cost: O(max S) options for each subtrahend.
 */
export function sinkSeed(set: SubtractionSet): readonly number[] {
  const { largest } = set;
  if (largest > MAX_SEED_VALUES)
    refuse(
      `The sink convention needs a finite set with numbers up to {most}. This set ${Number.isFinite(largest) ? 'has {largest}' : 'is infinite'}.`,
      { most: MAX_SEED_VALUES, largest },
    );
  const values = new Uint16Array(largest);
  // A move that empties the heap is always possible below max S.
  decideNimValues(values, { start: 1, stop: largest }, set.between(1, largest + 1), { also: () => 0 });
  return Array.from(values);
}
