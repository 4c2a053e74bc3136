/** Limits of what an analysis counts and keeps. */
import { checkCost, MOST_STEPS, STEPS_OF_KEPT_ROW } from '../../common/cost.js';

/** Residue classes that are counted, so that their counts take a few megabytes. */
export const MAX_CLASSES = 2 ** 20;

/** Copies of a row of a result in memory at once: counted, listed, in a column and in text. */
const COPIES_OF_ROW = 4;

/** Raises a usage error if a result would have more rows than are kept in memory. */
export function checkRows(rows: number, subject: string): void {
  const steps = COPIES_OF_ROW * STEPS_OF_KEPT_ROW;
  checkCost(
    rows * steps,
    '{subject} are too many: {rows}, where {most} can be kept in memory.',
    { subject, rows, most: MOST_STEPS / steps },
    { remedy: { do: 'lower', option: 'to' } },
  );
}

/** Rows that are made before signals are heard: some milliseconds. */
export const ROWS_BETWEEN_BREATHS = 2 ** 15;
