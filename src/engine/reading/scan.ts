/**
 * Reading ranges through: rows for text, record batches for Arrow. Separate from point queries because here
 * each block is read once, in order, and memory is one block however long the range.
 */
import type { RecordBatch, Schema } from 'apache-arrow';
import { usageError } from '../../common/errors.js';
import { SERIES, SERIES_NAMES, type SeriesName, type Width } from '../../columnar/layout.js';
import { positionsOfBits } from '../../columnar/positions.js';
import { cutAtMultiples, lengthOf, type Range } from '../../common/range.js';
import type { Rows } from '../../export/rows.js';
import type { View } from '../views/view.js';

/** Rows in a record batch: 512 KiB of positions. Larger batches cost memory and gain no speed. */
export const BATCH_ROWS = 1 << 16;

/** The values of a range of one series, in runs of at most BATCH_ROWS of one width. */
export async function* scanRows(
  view: View,
  range: Range,
  width = view.widthOf(range),
): AsyncGenerator<Rows, void, undefined> {
  for (const part of cutAtMultiples(range, BATCH_ROWS)) {
    yield { ...part, values: await view.read(part, width) };
  }
}

/** Positions that are looked through at a time for the cold ones among them. */
const COLD_STRETCH = 1 << 20;

/** The cold positions of a range of a view of cold positions, increasing, in runs that may be empty. */
export async function* coldPositions(view: View, range: Range): AsyncGenerator<Float64Array> {
  for (const part of cutAtMultiples(range, COLD_STRETCH)) {
    const { bytes, length } = await view.read(part, 1);
    yield positionsOfBits(bytes, part.start, length);
  }
}

/** The column names a scan can give: `n`, and the column of each series. */
export const POSITION_COLUMN = 'n';

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

/** The schema and the record batches of some columns over a range that every view has; `viewOf` gives that of a series. */
export async function scanBatches(
  names: readonly ScanColumn[],
  viewOf: (series: SeriesName) => View,
  range: Range,
): Promise<{ schema: Schema; batches: AsyncGenerator<RecordBatch, void, undefined> }> {
  const { Int64 } = await import('apache-arrow');
  const { arrowType, schemaOf } = await import('../../columnar/arrow-types.js');
  const columns = names.map(({ name, series }) => ({
    name,
    view: series === undefined ? undefined : viewOf(series),
  }));
  const widths = columns.map(({ view }) => view?.widthOf(range));
  const schema = schemaOf(
    columns.map(({ name }, i) => ({
      name,
      type: widths[i] === undefined ? new Int64() : arrowType(widths[i]),
    })),
  );
  return { schema, batches: batchesOf(schema, columns, widths, range) };
}

/** A column with where its values come from; undefined for positions. */
interface ReadColumn {
  readonly name: string;
  readonly view: View | undefined;
}

async function* batchesOf(
  schema: Schema,
  columns: readonly ReadColumn[],
  widths: readonly (Width | undefined)[],
  range: Range,
): AsyncGenerator<RecordBatch, void, undefined> {
  const { arrowData, batchOf, positionData } = await import('../../columnar/arrow-types.js');
  for (const part of cutAtMultiples(range, BATCH_ROWS)) {
    const data = [];
    for (const [i, { view }] of columns.entries()) {
      data.push(
        view === undefined
          ? positionData(part.start, lengthOf(part))
          : arrowData(await view.read(part, widths[i])),
      );
    }
    yield batchOf(schema, data);
  }
}
