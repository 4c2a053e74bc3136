/** Default ranges of figures of values, for `plot`, the report and the page of the explorer. */

interface Repeating {
  readonly preperiod: number;
  readonly period: number;
}

/** Periods that a figure shows after the preperiod, and its bounds in positions. */
const PERIODS_SHOWN = 3;
const MIN_SHOWN = 24;
export const MAX_SHOWN = 2 ** 16;
/** A period is repeated until it makes rows of this width, so that narrow ones are seen. */
const MIN_ROW = 24;

/** Returns the first positions that show how a game repeats; undefined without a period or with one that is too long to see. */
export function positionsShown(period: Repeating | null): number | undefined {
  if (period === null) return undefined;
  const shown = Math.max(MIN_SHOWN, period.preperiod + PERIODS_SHOWN * period.period);
  return shown > MAX_SHOWN ? undefined : shown;
}

/** Returns the width of rows in which a period of outcomes lines up, at most `most`; undefined without one that fits. */
export function rowOfPeriods(period: Repeating | null, most: number): number | undefined {
  if (period === null || period.period > most) return undefined;
  return period.period * Math.ceil(MIN_ROW / period.period);
}

/** It shows the stripes of squares, and suits every game. */
const USUAL_MODULUS = 65;

/** Returns the largest divisor of a period that is at most `most`, or a modulus that suits any game if there is none above 1. */
export function usualModulus(period: Repeating | null, most: number): number {
  const length = period?.period ?? 1;
  let divisor = Math.min(length, most);
  while (length % divisor !== 0) divisor--;
  return divisor > 1 ? divisor : USUAL_MODULUS;
}
