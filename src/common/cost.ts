/**
 * The one bound on work that a caller can ask for by writing a number. Every reading says what it costs before it begins,
 * so that nobody waits for an answer that does not come.
 */
import { refuse, type Facts, type MoreParts } from './errors.js';

/**
 * Steps of one reading at most. A step looks at one position that no stored block has, tries one option, or writes one
 * value: some 5 ns, so that the bound is one or two seconds. Work on stored blocks does not count: it is bounded by what
 * is stored, shows its progress and can be stopped.
 */
export const MOST_STEPS = 2 ** 28;

/** Steps that a row counts for which is kept in memory until the end: all rows together stay below some 400 MB. */
export const STEPS_OF_KEPT_ROW = 64;

/** Raises a usage error when a reading takes more than `MOST_STEPS`; its text says what is possible instead. */
export function checkCost(steps: number, text: string, facts?: Facts, more?: MoreParts): void {
  if (steps > MOST_STEPS) refuse(text, facts, more);
}

/** Raises a usage error when looking at positions of a game that are not stored takes too many steps. */
export function checkUnstored(game: string, positions: number, steps = positions): void {
  checkCost(
    steps,
    '{positions} positions of {game} are not stored, and at most {most} of them can be computed for one answer.',
    { game, positions, most: Math.floor((MOST_STEPS * positions) / steps) },
    { remedy: { do: 'lower', option: 'to' } },
  );
}
