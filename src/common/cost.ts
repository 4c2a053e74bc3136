/**
 * The one bound on work that a caller can ask for by writing a number. Every reading says what it costs before it begins,
 * so that nobody waits for an answer that does not come.
 */
import { fromOldParts, refuse, type ErrorParts, type Facts, type MoreParts } from './errors.js';

/**
 * Steps of one reading at most. A step looks at one position that no stored block has, tries one option, or writes one
 * value: some 5 ns, so that the bound is one or two seconds. Work on stored blocks does not count: it is bounded by what
 * is stored, shows its progress and can be stopped.
 */
export const MOST_STEPS = 2 ** 28;

/** Steps that a row counts for which is kept in memory until the end: all rows together stay below some 400 MB. */
export const STEPS_OF_KEPT_ROW = 64;

/** Raises a usage error when a reading takes more than `MOST_STEPS`; its text says what is possible instead. */
export function checkCost(steps: number, text: string | ErrorParts, facts?: Facts, more?: MoreParts): void {
  if (steps <= MOST_STEPS) return;
  if (typeof text !== 'string') throw fromOldParts('usage', text);
  refuse(text, facts, more);
}
