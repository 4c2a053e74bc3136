/** The formats of tables. A new one needs an entry here and a writer. */
import { refuse, throwIfAborted } from '../common/errors.js';
import { ENDINGS, formatNamed, type Format } from '../common/formats.js';
import { toLatex, toMarkdown } from './markup.js';
import { toNpy } from './npy.js';
import type { Table } from './table.js';
import { toBFile, toColumns, toCsv, toJson, toJsonLines, toTsv } from './text.js';

export interface TableFileFormat<Name extends string = string> extends Format<Name> {
  /** Fixed columns, if any: `one` of integers, or the `terms` of a sequence after their indices. */
  readonly columns?: 'one' | 'terms';
  /** Whether tools read a folder of such files as one table. */
  readonly isPartitioned?: boolean;
  /** Whether the format has compressed values. */
  readonly canCompress?: boolean;
  /** Writes a table. Memory: one batch. Binary formats are loaded on demand. */
  write(
    table: Table,
    options: Pick<EncodeOptions, 'compress' | 'width'>,
  ): AsyncIterable<Uint8Array> | Promise<AsyncIterable<Uint8Array>>;
}

/** Rows of a row group of Parquet: some 4 MiB before encoding, and some 0.1 s of encoding. */
const GROUP_ROWS = 1 << 18;

/** All formats, for a range of a series, which has columns of integers. */
export const EXPORT_FORMATS = [
  {
    name: 'arrow',
    describe: 'Arrow IPC file',
    endings: ENDINGS.arrow,
    isBinary: true,
    isPartitioned: true,
    canCompress: true,
    write: async (table, { compress = false }) =>
      (await import('./arrow.js')).toArrow(table, 'arrow', compress),
  },
  {
    name: 'arrow-stream',
    describe: 'Arrow IPC stream',
    endings: ENDINGS.arrowStream,
    isBinary: true,
    canCompress: true,
    write: async (table, { compress = false }) =>
      (await import('./arrow.js')).toArrow(table, 'arrow-stream', compress),
  },
  {
    name: 'parquet',
    describe: 'Parquet file',
    endings: ENDINGS.parquet,
    isBinary: true,
    isPartitioned: true,
    write: async (table) => (await import('./parquet.js')).toParquet(table, GROUP_ROWS),
  },
  {
    name: 'npy',
    describe: 'NumPy array of the values',
    endings: ENDINGS.npy,
    isBinary: true,
    columns: 'one',
    write: (table) => toNpy(table),
  },
  {
    name: 'csv',
    describe: 'CSV with a header line',
    endings: ENDINGS.csv,
    isBinary: false,
    write: (table) => toCsv(table),
  },
  {
    name: 'tsv',
    describe: 'the same, separated by tabs',
    endings: ENDINGS.tsv,
    isBinary: false,
    write: (table) => toTsv(table),
  },
  {
    name: 'json',
    describe: 'an array of objects',
    endings: ENDINGS.json,
    isBinary: false,
    write: (table) => toJson(table),
  },
  {
    name: 'jsonl',
    describe: 'JSON lines: an object a line',
    endings: ENDINGS.jsonLines,
    isBinary: false,
    write: (table) => toJsonLines(table),
  },
  {
    name: 'bfile',
    describe: 'OEIS b-file',
    endings: ENDINGS.text,
    isBinary: false,
    columns: 'terms',
    write: (table) => toBFile(table),
  },
  {
    name: 'table',
    describe: 'columns for people',
    endings: ENDINGS.text,
    isBinary: false,
    write: (table, { width }) => toColumns(table, width),
  },
  {
    name: 'markdown',
    describe: 'a table of Markdown',
    endings: ENDINGS.markdown,
    isBinary: false,
    write: (table) => toMarkdown(table),
  },
  {
    name: 'latex',
    describe: 'a tabular of LaTeX',
    endings: ENDINGS.latex,
    isBinary: false,
    write: (table) => toLatex(table),
  },
] as const satisfies readonly TableFileFormat[];

/** The name of a format of exports. */
export type ExportFormat = (typeof EXPORT_FORMATS)[number]['name'];

/** The name of a format of tables. */
export type TableFormat = Exclude<ExportFormat, 'npy' | 'bfile'>;

/** The formats of tables with any columns: analyses, SQL, surveys and sweeps. */
export const TABLE_FORMATS = EXPORT_FORMATS.filter(
  (format): format is Extract<(typeof EXPORT_FORMATS)[number], { name: TableFormat }> =>
    !('columns' in format),
);

/** Returns a format by name. Raises a usage error if it is unknown, or cannot compress on request. */
export function tableFormat(name: string, compress = false): TableFileFormat {
  const format = formatNamed<TableFileFormat>(EXPORT_FORMATS, name);
  if (!compress || format.canCompress === true) return format;
  refuse(
    'The format {format} has no compressed values. Choose {formats}, or compress the file as a whole, as gzip does.',
    { format: format.name, formats: namesWith('canCompress') },
  );
}

export function namesWith(ability: 'canCompress' | 'isPartitioned'): string {
  const formats: readonly TableFileFormat[] = EXPORT_FORMATS;
  return formats
    .filter((format) => format[ability] === true)
    .map(({ name }) => name)
    .join(', ');
}

/** Encodes a table. Raises a usage error for a value that it cannot hold, and `interrupted` when aborted. Memory: one batch. */
export async function* encode(
  table: Table,
  format: TableFileFormat,
  options: EncodeOptions = {},
): AsyncGenerator<Uint8Array, void, undefined> {
  for await (const chunk of await format.write(table, options)) {
    throwIfAborted(options.signal);
    yield chunk;
  }
}

export interface EncodeOptions {
  /** Whether to compress values, as Arrow formats can (LZ4_FRAME). Default false. */
  readonly compress?: boolean | undefined;
  /** Maximum line width for people; wider rows become lists. Default unlimited. */
  readonly width?: number | undefined;
  /** Raises `interrupted` when aborted; a file being written is removed. */
  readonly signal?: AbortSignal | undefined;
}
