/** Default range and width of figures of values, for `plot`, the report and the page of the explorer. */

interface Repeating {
  readonly preperiod: number;
  readonly period: number;
}

/** Periods that a figure shows after the preperiod, and the minimum and maximum number of positions. */
const PERIODS_SHOWN = 3;
const MIN_SHOWN = 24;
export const MAX_SHOWN = 2 ** 16;
/** Minimum width of a row: it has several periods if one is shorter. */
const MIN_ROW = 24;

/** Returns the number of first positions that show how a game repeats; undefined without a period, or for one too long to see. */
export function positionsShown(period: Repeating | null): number | undefined {
  if (period === null) return undefined;
  const shown = Math.max(MIN_SHOWN, period.preperiod + PERIODS_SHOWN * period.period);
  return shown > MAX_SHOWN ? undefined : shown;
}

/** Returns the width of rows in which a period lines up; undefined without a period of at most `most`. */
export function rowOfPeriods(period: Repeating | null, most: number): number | undefined {
  if (period === null || period.period > most) return undefined;
  return period.period * Math.ceil(MIN_ROW / period.period);
}
