/**
 * Seeds: given nim-values of the positions 0, 1, ..., k - 1, with the mex rule from position k on; and the seed that the sink
 * convention comes to.
 */
import { refuse } from '../common/errors.js';
import type { SubtractionSet } from './sets/subtraction-set.js';

/** Solvers keep values in 16 bits. */
const LARGEST_VALUE = 0xffff;
const MOST_VALUES = 10_000;

/**
 * The shortest seed that gives the same values: without the last ones that the mex rule gives anyway, so that
 * equal games have equal seeds; none may be left. Raises a usage error when a position has the value of one of
 * its own options, which no game has, or a value is above 65535. Cost: O(k) options for each subtrahend below k.
 */
export function checkSeed(set: SubtractionSet, seed: ArrayLike<number>): readonly number[] {
  if (seed.length > MOST_VALUES) {
    refuse('The seed has {count} values. It can have at most {most}.', {
      count: seed.length,
      most: MOST_VALUES,
    });
  }
  const subtrahends = set.between(1, seed.length);
  /** By value, the last position that has an option of it. */
  const seen = new Int32Array(LARGEST_VALUE + 2).fill(-1);
  let needed = 0;
  for (let n = 0; n < seed.length; n++) {
    const value = seed[n];
    if (!Number.isSafeInteger(value) || value < 0 || value > LARGEST_VALUE) {
      refuse('{value} in the seed is not a nim-value. Nim-values are the integers from 0 to {largest}.', {
        value,
        largest: LARGEST_VALUE,
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
 * The nim-values of the positions below max S of a finite set in the sink convention: every move may be made from a position
 * above 0, and all positions at or below 0 have the value 0. From max S on no move leads below 0. Raises a usage error for
 * an infinite set, or a largest element above 10,000. Cost: O(max S) options for each subtrahend.
 */
export function sinkSeed(set: SubtractionSet): readonly number[] {
  const { largest } = set;
  if (largest > MOST_VALUES)
    refuse(
      `The sink convention needs a finite set with numbers up to {most}. This set ${Number.isFinite(largest) ? 'has {largest}' : 'is infinite'}.`,
      { most: MOST_VALUES, largest },
    );
  const moves = set.between(1, largest + 1);
  const values = [0];
  /** By value, the last position that has an option of it. */
  const seen = new Int32Array(moves.length + 2);
  for (let n = 1; n < largest; n++) {
    seen[0] = n;
    for (let i = 0; moves[i] < n; i++) seen[values[n - moves[i]]] = n;
    let least = 0;
    while (seen[least] === n) least++;
    values.push(least);
  }
  return values;
}
