/** The formats of exports: from a table to bytes. To add one: an entry here, and its writer in export/. */
import { usageError } from '../../common/errors.js';
import { ENDINGS, formatNamed, type Format } from '../../common/formats.js';
import { toNpy } from '../../export/npy.js';
import {
  B_FILE,
  delimited,
  jsonLines,
  toLines,
  toPositionLines,
  toPositionsBFile,
} from '../../export/text.js';
import type { LineShape } from '../../export/text.js';
import { SERIES, type SeriesName } from '../../columnar/layout.js';
import type { PositionType, RangeOptions } from '../series/options.js';
import type { ExportTable } from './export-table.js';
import { BATCH_ROWS, POSITION_COLUMN } from './scan.js';

/** A format that a series can be written as. */
export interface SeriesFormat<Name extends string = string> extends Format<Name> {
  /** Beside values, whether positions can be left out, must be, or always stand there. */
  readonly besideValues: 'positions or none' | 'no positions' | 'positions';
  /** Whether many files of it in a folder are read as one table by the tools that read it. */
  readonly isPartitioned: boolean;
  /** Whether the format itself knows compressed values. */
  readonly canCompress: boolean;
  /** The bytes of a table, compressed where that is asked for. Memory: one block and one batch. */
  bytes(table: ExportTable, compress: boolean): AsyncIterable<Uint8Array>;
}

/** The format of a name. Raises a usage error for an unknown one, and for one that cannot compress and is asked to. */
export function exportFormat(name: string, compress: boolean): SeriesFormat {
  const format = formatNamed<SeriesFormat>(EXPORT_FORMATS, name);
  if (!compress || format.canCompress) return format;
  const able = EXPORT_FORMATS.filter(({ canCompress }) => canCompress).map((one) => one.name);
  throw usageError({
    subject: 'Compressing an export',
    expected: `a format that has compressed values (${able.join(', ')})`,
    found: format.name,
    help: 'Compress the file of another format as a whole, as gzip does.',
  });
}

/** Every format of an export. */
export const EXPORT_FORMATS = [
  {
    name: 'arrow',
    describe: 'Arrow IPC file',
    endings: ENDINGS.arrow,
    isBinary: true,
    besideValues: 'positions or none',
    isPartitioned: true,
    canCompress: true,
    bytes: (table, compress) => arrowBytes(table, 'arrow', compress),
  },
  {
    name: 'arrow-stream',
    describe: 'Arrow IPC stream',
    endings: ENDINGS.arrowStream,
    isBinary: true,
    besideValues: 'positions or none',
    isPartitioned: false,
    canCompress: true,
    bytes: (table, compress) => arrowBytes(table, 'arrow-stream', compress),
  },
  {
    name: 'parquet',
    describe: 'Parquet file',
    endings: ENDINGS.parquet,
    isBinary: true,
    besideValues: 'positions or none',
    isPartitioned: true,
    canCompress: false,
    bytes: parquetBytes,
  },
  {
    name: 'npy',
    describe: 'NumPy array of the values',
    endings: ENDINGS.npy,
    isBinary: true,
    besideValues: 'no positions',
    isPartitioned: false,
    canCompress: false,
    bytes: npyBytes,
  },
  {
    name: 'csv',
    describe: 'CSV with a header line',
    endings: ENDINGS.csv,
    isBinary: false,
    besideValues: 'positions or none',
    isPartitioned: false,
    canCompress: false,
    bytes: (table) => textBytes(table, delimited(namesOf(table), hasPositions(table), ',')),
  },
  {
    name: 'tsv',
    describe: 'the same, separated by tabs',
    endings: ENDINGS.tsv,
    isBinary: false,
    besideValues: 'positions or none',
    isPartitioned: false,
    canCompress: false,
    bytes: (table) => textBytes(table, delimited(namesOf(table), hasPositions(table), '\t')),
  },
  {
    name: 'jsonl',
    describe: 'JSON lines: an object a line',
    endings: ENDINGS.jsonLines,
    isBinary: false,
    besideValues: 'positions or none',
    isPartitioned: false,
    canCompress: false,
    bytes: (table) => textBytes(table, jsonLines(namesOf(table), hasPositions(table))),
  },
  {
    name: 'bfile',
    describe: 'OEIS b-file',
    endings: ENDINGS.text,
    isBinary: false,
    besideValues: 'positions',
    isPartitioned: false,
    canCompress: false,
    bytes: bFileBytes,
  },
] as const satisfies readonly SeriesFormat[];

/** The name of a format of exports. */
export type ExportFormat = (typeof EXPORT_FORMATS)[number]['name'];

/** What to export, and as what. */
export interface ExportOptions extends RangeOptions {
  readonly series: SeriesName;
  /** The name of one of `EXPORT_FORMATS`. */
  readonly format: ExportFormat;
  /** The cold positions themselves in place of a bit for each position; of the series cold only. Default false. */
  readonly sparse?: boolean | undefined;
  /**
   * The type of the positions, or `none` for values alone. Default int64, and none in formats that have one column.
   * int32 is refused where a position is 2^31 or more.
   */
  readonly positions?: PositionType | undefined;
  /** Compress the values, as Arrow formats can (LZ4_FRAME). Default false. */
  readonly compress?: boolean | undefined;
  /** Raises `interrupted` when aborted; a file being written is removed. */
  readonly signal?: AbortSignal | undefined;
  /** Called with the share of the range that has been read. */
  readonly onProgress?: ((share: number) => void) | undefined;
}

/** How to export into a file. */
export interface ExportFileOptions extends ExportOptions {
  /** Replace a file that exists, once the new one is whole. Default false: that is an error. */
  readonly force?: boolean | undefined;
}

/** How to export into a folder of files. */
export interface ExportFolderOptions extends ExportFileOptions {
  /** Positions of a file: each begins at a multiple of it. Default 2^24. */
  readonly partLength?: number | undefined;
}

/**
 * The type of positions in an export: the one that is asked for, or else 64-bit integers where the format has them.
 * Raises a usage error where the format cannot have it so.
 */
export function positionType(
  { name, besideValues }: SeriesFormat,
  isSparse: boolean,
  asked: PositionType | undefined,
): PositionType {
  const fixed = isSparse || besideValues === 'positions or none' ? undefined : besideValues;
  if (asked === undefined) return fixed === 'no positions' ? 'none' : 'int64';
  if (fixed === undefined || (fixed === 'no positions') === (asked === 'none')) return asked;
  throw usageError({
    subject: `The format ${name}`,
    expected: fixed === 'positions' ? 'to have positions' : 'one column: values without positions',
    found: asked === 'none' ? 'an export without positions' : `positions as ${asked}`,
    help: fixed === 'positions' ? undefined : 'The first value is that of the first position of the range.',
  });
}

function hasPositions({ columns }: ExportTable): boolean {
  return columns[0].name === POSITION_COLUMN;
}

function namesOf({ columns }: ExportTable): string[] {
  return columns.map(({ name }) => name);
}

function textBytes(table: ExportTable, shape: LineShape): AsyncIterable<Uint8Array> {
  return table.isSparse ? toPositionLines(table.rows(), shape) : toLines(table.rows(), shape);
}

async function* bFileBytes(table: ExportTable): AsyncGenerator<Uint8Array> {
  const { view, range } = table;
  if (SERIES[view.series].isBits) yield* toPositionsBFile(table.rows(), await view.coldBefore(range.start));
  else yield* toLines(table.rows(), B_FILE);
}

async function* npyBytes(table: ExportTable): AsyncGenerator<Uint8Array> {
  yield* toNpy(table.table(BATCH_ROWS), await table.count());
}

/** Arrow is loaded only when it is written, and so is Parquet. */
async function* arrowBytes(
  table: ExportTable,
  kind: 'arrow' | 'arrow-stream',
  compress: boolean,
): AsyncGenerator<Uint8Array> {
  const { tableInArrow } = await import('../../export/arrow.js');
  yield* tableInArrow(table.table(BATCH_ROWS), kind, compress);
}

async function* parquetBytes(table: ExportTable): AsyncGenerator<Uint8Array> {
  const { GROUP_ROWS, toParquet } = await import('../../export/parquet.js');
  yield* toParquet(table.table(GROUP_ROWS));
}
