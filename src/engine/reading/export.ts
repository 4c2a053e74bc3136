/** Exports: from a range of a series to the bytes of a format. The formats themselves know no stores. */
import { oneOf } from '../../common/one-of.js';
import { SERIES } from '../../columnar/layout.js';
import type { Range } from '../../common/range.js';
import { toCsv, toPositionsBFile, toValuesBFile } from '../../export/text.js';
import { POSITION_COLUMN, resolveColumns, scanBatches, scanRows } from './scan.js';
import type { ReadableSeries } from '../views/stored.js';

export const EXPORT_FORMATS = ['arrow', 'arrow-stream', 'csv', 'bfile'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** Returns the format of that name; raises a usage error for any other. */
export function checkFormat(format: string): ExportFormat {
  return oneOf(format, EXPORT_FORMATS, 'The format');
}

/** The bytes of an export of a range that the view has. Memory: one block and one batch. */
export async function* exportBytes(
  view: ReadableSeries,
  range: Range,
  format: ExportFormat,
): AsyncGenerator<Uint8Array, void, undefined> {
  const { column, isBits } = SERIES[view.series];
  switch (format) {
    case 'csv':
      yield* toCsv(scanRows(view, range), column);
      return;
    case 'bfile':
      if (isBits) yield* toPositionsBFile(scanRows(view, range), await view.coldBefore(range.start));
      else yield* toValuesBFile(scanRows(view, range));
      return;
    default: {
      const { toArrow } = await import('../../export/arrow.js');
      const columns = resolveColumns([POSITION_COLUMN, column], () => view);
      const { schema, batches } = await scanBatches(columns, range);
      yield* toArrow(batches, schema, format);
    }
  }
}
