/**
 * What every analysis takes, and the checks of its parameters. Separate because the analyses and the command line
 * share them.
 */
import { usageError } from '../common/errors.js';
import type { RangeOptions } from '../engine/series/options.js';
import type { ReadingOptions } from '../engine/views/aggregating.js';

/** The range to look at, by default all that is stored, and how the work may be watched and stopped. */
export interface AnalysisOptions extends RangeOptions, ReadingOptions {}

/** Residue classes that are counted at most, so that their counts take a few megabytes. */
export const LARGEST_MODULUS = 2 ** 20;

/** Returns `value` when it is an integer from `least` to `most`; else raises a usage error about `subject`. */
export function checkInteger(value: number, least: number, most: number, subject: string): number {
  if (Number.isSafeInteger(value) && value >= least && value <= most) return value;
  throw usageError({ subject, expected: `an integer from ${least} to ${most}`, found: String(value) });
}
