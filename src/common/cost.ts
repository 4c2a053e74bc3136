/** The bound on the work that a number in a request can cause. Every reading computes its steps before it begins. */
import { refuse, type Facts, type MoreParts } from './errors.js';

/**
 * Steps of one reading at most. A step decides one position that is not stored, tries one option, or writes one value: some 5 ns,
 * so the bound is one or two seconds. Work on stored blocks does not count: the store bounds it, it shows progress, and it can be
 * stopped.
 */
export const MAX_STEPS = 2 ** 28;

/** Steps of a row that stays in memory until the end, so that all rows take less than some 400 MB. */
export const STEPS_OF_KEPT_ROW = 64;

/** Raises a usage error for more steps than `MAX_STEPS`; its text says what is possible instead. */
export function checkCost(steps: number, text: string, facts?: Facts, more?: MoreParts): void {
  if (steps > MAX_STEPS) refuse(text, facts, more);
}

/** Raises a usage error if positions that are not stored take too many steps. */
export function checkUnstored(game: string, positions: number, steps = positions): void {
  checkCost(
    steps,
    '{positions} positions of {game} are not stored, and at most {most} of them can be computed for one answer.',
    { game, positions, most: Math.floor((MAX_STEPS * positions) / steps) },
    { remedy: { do: 'lower', option: 'to' } },
  );
}
