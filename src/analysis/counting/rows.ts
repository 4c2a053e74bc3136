/** Limits of results of analyses. */
import { checkCost, MAX_STEPS, STEPS_OF_KEPT_ROW } from '../../common/cost.js';

/** Counts of residue classes take a few megabytes. */
export const MAX_CLASSES = 2 ** 20;

/** Copies of a row in memory at a time: counted, listed, in a column and in text. */
const COPIES_OF_ROW = 4;

/** Raises a usage error if a result would have more rows than fit into memory. */
export function checkRows(rows: number, subject: string): void {
  const steps = COPIES_OF_ROW * STEPS_OF_KEPT_ROW;
  checkCost(
    rows * steps,
    '{subject} are too many: {rows}, where {most} can be kept in memory.',
    { subject, rows, most: MAX_STEPS / steps },
    { remedy: { do: 'lower', option: 'to' } },
  );
}

/** Rows between two checks of the signal: some milliseconds. */
export const ROWS_BETWEEN_BREATHS = 2 ** 15;
