/**
 * Seeds: given nim-values of the positions 0, 1, ..., k - 1, with the mex rule from position k on. Separate from
 * the text of games, because which seeds there can be, and when two are the same game, is mathematics.
 */
import { usageError } from '../common/errors.js';
import { mex } from './definition.js';
import type { SubtractionSet } from './sets/subtraction-set.js';

/** Solvers keep values in 16 bits. */
const LARGEST_VALUE = 0xffff;
const MOST_VALUES = 10_000;

/**
 * The shortest seed that gives the same values: without the last ones that the mex rule gives anyway, so that
 * equal games have equal seeds; none may be left. Raises a usage error when a position has the value of one of
 * its own options, which no game has, or a value is above 65535. Cost: O(k) options for each subtrahend below k.
 */
export function checkSeed(set: SubtractionSet, seed: readonly number[]): readonly number[] {
  const subject = 'The seed';
  if (seed.length > MOST_VALUES) {
    throw usageError({ subject, expected: `at most ${MOST_VALUES} values`, found: String(seed.length) });
  }
  let needed = 0;
  seed.forEach((value, n) => {
    if (!Number.isSafeInteger(value) || value < 0 || value > LARGEST_VALUE) {
      throw usageError({ subject, expected: `nim-values from 0 to ${LARGEST_VALUE}`, found: String(value) });
    }
    const subtrahends = set.between(1, n + 1);
    const equal = subtrahends.find((s) => seed[n - s] === value);
    if (equal !== undefined) {
      throw usageError({
        subject,
        expected: `at position ${n} a nim-value that none of its options has`,
        found: `${value}, which its option ${n - equal} has`,
        help: `Taking ${equal} leads there, and no position has the nim-value of an option.`,
      });
    }
    if (mex(Array.from(subtrahends, (s) => seed[n - s])) !== value) needed = n + 1;
  });
  return seed.slice(0, needed);
}
