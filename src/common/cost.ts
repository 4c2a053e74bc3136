/**
 * The bound on the work of one answer. Every reading estimates its cost before it begins, so that a large number in a request is
 * refused at once.
 */
import { refuse, type Facts, type MoreParts } from './errors.js';

/**
 * Maximum steps of one reading. A step computes one position that is not stored, tries one option, or writes one value: some 5 ns,
 * so that the bound is one or two seconds. Reading stored blocks does not count: it shows its progress and can be stopped.
 */
export const MOST_STEPS = 2 ** 28;

/** Steps counted for a row that is kept in memory until the end: all rows together stay below some 400 MB. */
export const STEPS_OF_KEPT_ROW = 64;

/** Raises a usage error if a reading takes more than `MOST_STEPS`; `text` says what is possible instead. */
export function checkCost(steps: number, text: string, facts?: Facts, more?: MoreParts): void {
  if (steps > MOST_STEPS) refuse(text, facts, more);
}

/** Raises a usage error if computing positions that are not stored takes too many steps. */
export function checkUnstored(game: string, positions: number, steps = positions): void {
  checkCost(
    steps,
    '{positions} positions of {game} are not stored, and at most {most} of them can be computed for one answer.',
    { game, positions, most: Math.floor((MOST_STEPS * positions) / steps) },
    { remedy: { do: 'lower', option: 'to' } },
  );
}
