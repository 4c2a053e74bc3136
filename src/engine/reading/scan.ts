/** Reading ranges through, each block once and in order, so that memory is one block however long the range. */
import { usageError } from '../../common/errors.js';
import { SERIES, SERIES_NAMES, type ColumnValues, type SeriesName } from '../../columnar/layout.js';
import { cutAtMultiples, type Range } from '../../common/range.js';
import type { View } from '../views/view.js';
import { BATCH_ROWS, POSITION_COLUMN } from './series-table.js';

/** Values of consecutive positions. */
export interface Run extends Range {
  readonly values: ColumnValues;
}

/** The values of a range of one series, in runs of at most BATCH_ROWS of one width. */
export async function* scanRuns(view: View, range: Range): AsyncGenerator<Run, void, undefined> {
  const width = view.widthOf(range);
  for (const part of cutAtMultiples(range, BATCH_ROWS)) {
    yield { ...part, values: await view.read(part, width) };
  }
}

/** A column of a scan: positions, or the values of a series. */
type ScanColumn = { readonly name: string; readonly series: SeriesName | undefined };

/** Turns column names into columns. Raises for unknown or repeated names. */
export function resolveColumns(names: readonly string[]): ScanColumn[] {
  const known = [POSITION_COLUMN, ...SERIES_NAMES.map((series) => SERIES[series].column)];
  if (names.length === 0 || new Set(names).size !== names.length) {
    throw usageError({
      subject: 'The columns',
      expected: `some of ${known.join(', ')}, each once`,
      found: names.length === 0 ? 'none' : names.join(', '),
    });
  }
  return names.map((name) => {
    if (name === POSITION_COLUMN) return { name, series: undefined };
    const series = SERIES_NAMES.find((candidate) => SERIES[candidate].column === name);
    if (series === undefined) {
      throw usageError({ subject: 'The columns', expected: `some of ${known.join(', ')}`, found: name });
    }
    return { name, series };
  });
}
