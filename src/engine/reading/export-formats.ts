/** The formats of exports: from a range of a series to bytes. To add one: an entry here, and its writer in export/. */
import { SERIES, type SeriesName } from '../../columnar/layout.js';
import type { Format } from '../../common/formats.js';
import type { Range } from '../../common/range.js';
import { toCsv, toPositionsBFile, toValuesBFile } from '../../export/text.js';
import type { RangeOptions } from '../series/options.js';
import type { ReadableSeries } from '../views/stored.js';
import { POSITION_COLUMN, resolveColumns, scanBatches, scanRows } from './scan.js';

/** A format that a series can be written as. */
export interface SeriesFormat<Name extends string = string> extends Format<Name> {
  /** The bytes of a range that the view has. Memory: one block and one batch. */
  bytes(view: ReadableSeries, range: Range): AsyncIterable<Uint8Array>;
}

/** Every format of an export. */
export const EXPORT_FORMATS = [
  {
    name: 'arrow',
    describe: 'Arrow IPC file',
    endings: ['.arrow'],
    isBinary: true,
    bytes: (view, range) => arrowBytes(view, range, 'arrow'),
  },
  {
    name: 'arrow-stream',
    describe: 'Arrow IPC stream',
    endings: ['.arrows'],
    isBinary: true,
    bytes: (view, range) => arrowBytes(view, range, 'arrow-stream'),
  },
  {
    name: 'csv',
    describe: 'CSV with a header line',
    endings: ['.csv'],
    isBinary: false,
    bytes: (view, range) => toCsv(scanRows(view, range), SERIES[view.series].column),
  },
  { name: 'bfile', describe: 'OEIS b-file', endings: ['.txt'], isBinary: false, bytes: bFileBytes },
] as const satisfies readonly SeriesFormat[];

/** The name of a format of exports. */
export type ExportFormat = (typeof EXPORT_FORMATS)[number]['name'];

/** What to export, and as what. */
export interface ExportOptions extends RangeOptions {
  readonly series: SeriesName;
  /** The name of one of `EXPORT_FORMATS`. */
  readonly format: ExportFormat;
  /** Raises `interrupted` when aborted; a file being written is removed. */
  readonly signal?: AbortSignal | undefined;
}

async function* bFileBytes(view: ReadableSeries, range: Range): AsyncGenerator<Uint8Array> {
  const rows = scanRows(view, range);
  if (SERIES[view.series].isBits) yield* toPositionsBFile(rows, await view.coldBefore(range.start));
  else yield* toValuesBFile(rows);
}

/** Arrow is loaded only when it is written. */
async function* arrowBytes(
  view: ReadableSeries,
  range: Range,
  kind: 'arrow' | 'arrow-stream',
): AsyncGenerator<Uint8Array> {
  const { toArrow } = await import('../../export/arrow.js');
  const columns = resolveColumns([POSITION_COLUMN, SERIES[view.series].column], () => view);
  const { schema, batches } = await scanBatches(columns, range);
  yield* toArrow(batches, schema, kind);
}
