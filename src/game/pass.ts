/**
 * One pass for the whole game, allowed while a move exists (Larsson, Manabe and Miyadera, arXiv:2605.14321): as long as it is left,
 * a position with a move has one more option, itself without the pass.
 */
import { refuse } from '../common/errors.js';
import { decideNimValues } from './first-values.js';
import { leastRecurrence } from './recurrence.js';
import type { SubtractionSet } from './sets/subtraction-set.js';

/** The nim-values without the pass: `values` are those of [0, preperiod + period). */
export interface Pass {
  readonly preperiod: number;
  readonly period: number;
  readonly values: Uint16Array;
  /** The first position with a move. */
  readonly start: number;
}

/** Maximum number of values that may prove the period without the pass, and of their options: tenths of a second. */
const MAX_VALUES = 2 ** 22;
const MAX_OPTIONS = 2 ** 28;

/** Returns the pass of a finite set. Raises a usage error for an infinite set, and if too few values prove the period without it. */
export function passOf(set: SubtractionSet, name: string): Pass {
  const { largest: reach, smallest: start } = set;
  if (!Number.isFinite(reach))
    refuse('A pass is known for finite sets, and {name} is infinite. Give a finite set.', { name });
  const most = Math.min(MAX_VALUES, Math.floor(MAX_OPTIONS / set.approximateCount(reach + 1)));
  // A proof takes more values than the reach. If there are no more, the moves may be too many to list.
  for (let count = reach; count < most;) {
    count = Math.min(most, 4 * count);
    const values = new Uint16Array(count);
    decideNimValues(values, { start: 0, stop: count }, set.between(1, reach + 1));
    const found = leastRecurrence(values, reach, () => true);
    if (found === undefined) continue;
    const { shift: period, equal } = found;
    const preperiod = count - period - equal;
    return { preperiod, period, values: values.slice(0, preperiod + period), start };
  }
  refuse(
    'A pass needs the period of the nim-values of {name}, and {most} of them prove none. Choose a set of fewer or smaller numbers.',
    { name, most },
  );
}

/** Returns the nim-value of a position after the pass; undefined where no move exists, so that the pass is not allowed. */
export function nimValueAfterPass({ preperiod, period, values, start }: Pass, n: number): number | undefined {
  if (n < start) return undefined;
  return values[n < preperiod ? n : preperiod + ((n - preperiod) % period)];
}
