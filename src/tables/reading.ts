/** Reads numbers from columns of table files. Libraries are loaded on demand and raise their own errors. Memory: one batch. */
import type { AsyncRecordBatchStreamReader, Schema, Vector } from 'apache-arrow';
import { ENDINGS, type Format } from '../common/formats.js';
import { concatenated } from '../platform/bytes.js';
import { lineBatches } from '../platform/lines.js';

/** Chooses the columns to read from the names in a file. */
export type ChooseColumns = (names: readonly string[]) => readonly string[];

/** Some rows of the chosen columns, in their order. */
export type NumberBatch = readonly ArrayLike<number>[];

export interface FileBytes {
  readonly size: number;
  /** The bytes of [start, stop) that the file has. */
  read(start: number, stop: number): Promise<Uint8Array<ArrayBuffer>>;
  /** Yields all bytes, reusing the same memory. */
  pieces(): AsyncIterable<Uint8Array>;
}

interface ReadableFormat extends Format {
  /** Yields the rows of the chosen columns, with NaN for missing values and values that are no numbers. */
  read(file: FileBytes, choose: ChooseColumns): AsyncIterable<NumberBatch>;
}

/** Values of an Arrow file yielded at a time, as one batch may have the whole file. */
const PIECE_VALUES = 2 ** 16;

export const READABLE_FORMATS: readonly ReadableFormat[] = [
  { name: 'arrow', describe: 'Arrow IPC file', endings: ENDINGS.arrow, isBinary: true, read: readArrow },
  { name: 'parquet', describe: 'Parquet file', endings: ENDINGS.parquet, isBinary: true, read: readParquet },
  { name: 'csv', describe: 'CSV with a header line', endings: ENDINGS.csv, isBinary: false, read: readCsv },
];

async function* readArrow(file: FileBytes, choose: ChooseColumns): AsyncGenerator<NumberBatch> {
  const { DataType, Precision, RecordBatchReader } = await import('apache-arrow');
  const isPlain = ({ type, nullCount }: Vector): boolean =>
    nullCount === 0 &&
    (DataType.isInt(type) || (DataType.isFloat(type) && type.precision !== Precision.HALF));
  const rowsOf = (column: Vector, start: number, length: number): ArrayLike<number> => {
    const plain = isPlain(column)
      ? (column.data[0].values as Float64Array).subarray(start, start + length)
      : [];
    return plain.length === length
      ? asNumbers(plain)
      : Float64Array.from({ length }, (_, i) => numberIn(column.get(start + i)));
  };
  const source: Handle = handleOf(file);
  const opened: unknown = RecordBatchReader.from(source as never);
  const reader = await (opened as Promise<AsyncRecordBatchStreamReader>);
  await reader.open();
  const { schema } = reader as { readonly schema?: Schema };
  if (schema === undefined) throw new Error('no schema');
  const names = schema.fields.map(({ name }) => name);
  const chosen = choose(names).map((name) => names.indexOf(name));
  for await (const batch of reader) {
    const columns = chosen.map((place) => batch.getChildAt(place)!);
    const step = Math.ceil(PIECE_VALUES / columns.length);
    for (let start = 0; start < batch.numRows; start += step) {
      const length = Math.min(step, batch.numRows - start);
      yield columns.map((column) => rowsOf(column, start, length));
    }
  }
}

/** The part of Node's file handles by which apache-arrow reads a file in parts. */
interface Handle {
  readonly fd: number;
  stat(): Promise<{ readonly size: number }>;
  read(
    buffer: Uint8Array,
    offset: number,
    length: number,
    position: number,
  ): Promise<{ readonly bytesRead: number; readonly buffer: Uint8Array }>;
  close(): Promise<void>;
}

function handleOf(file: FileBytes): Handle {
  return {
    fd: -1,
    stat: () => Promise.resolve({ size: file.size }),
    read: async (buffer, offset, length, position) => {
      const bytes = await partOf(file, position, position + length);
      buffer.set(bytes, offset);
      return { bytesRead: bytes.length, buffer };
    },
    close: () => Promise.resolve(),
  };
}

/** Bytes of an Arrow or Parquet file read at a time: metadata, a batch, or a column of a row group. */
const MAX_PART_BYTES = 2 ** 30;

function partOf(file: FileBytes, start: number, stop: number): Promise<Uint8Array<ArrayBuffer>> {
  if (stop - start > MAX_PART_BYTES)
    throw new Error(`a batch or a column of more than ${MAX_PART_BYTES} bytes`);
  return file.read(start, stop);
}

async function* readParquet(file: FileBytes, choose: ChooseColumns): AsyncGenerator<NumberBatch> {
  const { parquetMetadataAsync, parquetRead, parquetSchema } = await import('hyparquet');
  const bytes = {
    byteLength: file.size,
    async slice(start: number, stop = file.size): Promise<ArrayBuffer> {
      return (await partOf(file, start, stop)).buffer;
    },
  };
  const metadata = await parquetMetadataAsync(bytes);
  const names = choose(parquetSchema(metadata).children.map(({ element }) => element.name));
  let rowStart = 0;
  for (const group of metadata.row_groups) {
    const rowEnd = rowStart + Number(group.num_rows);
    const parts = new Map<string, ArrayLike<number>[]>(names.map((name) => [name, []]));
    await parquetRead({
      ...{ file: bytes, metadata, rowStart, rowEnd },
      columns: [...names],
      onChunk: ({ columnName, columnData }) => parts.get(columnName)!.push(asNumbers(columnData)),
    });
    yield names.map((name) => concatenated(Float64Array, parts.get(name)!));
    rowStart = rowEnd;
  }
}

const TEXT_PART_BYTES = 2 ** 16;
const MAX_ROW_CHARACTERS = 2 ** 16;
const CSV_FIELD = /(?:"((?:[^"]|"")*)"|([^,]*))(?:,|$)/y;

async function* readCsv(file: FileBytes, choose: ChooseColumns): AsyncGenerator<NumberBatch> {
  let places: number[] | undefined;
  let width = 0;
  for await (const lines of lineBatches(textParts(file.pieces()), checkRow)) {
    const columns: number[][] = (places ?? []).map(() => []);
    for (const line of lines) {
      if (line === '') continue;
      const fields = fieldsOf(line);
      if (places === undefined) {
        width = fields.length;
        places = choose(fields).map((name) => fields.indexOf(name));
        columns.push(...places.map(() => []));
        continue;
      }
      if (fields.length !== width) throw new Error(`a row of ${fields.length} fields instead of ${width}`);
      for (const [i, place] of places.entries()) {
        const text = fields[place].trim();
        columns[i].push(text === '' ? NaN : Number(text));
      }
    }
    if (columns.length > 0) yield columns;
  }
  if (places === undefined) choose([]);
}

/** Raises for a row too long to have only numbers. */
function checkRow(line: string, number: number): void {
  if (line.length > MAX_ROW_CHARACTERS)
    throw new Error(`line ${number} of more than ${MAX_ROW_CHARACTERS} characters`);
}

async function* textParts(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces)
    for (let at = 0; at < piece.length; at += TEXT_PART_BYTES) yield piece.subarray(at, at + TEXT_PART_BYTES);
}

function fieldsOf(line: string): string[] {
  if (!line.includes('"')) return line.split(',');
  const fields: string[] = [];
  CSV_FIELD.lastIndex = 0;
  while (CSV_FIELD.lastIndex < line.length) {
    const [, quoted, plain] = CSV_FIELD.exec(line) as readonly (string | undefined)[];
    fields.push(quoted?.replaceAll('""', '"') ?? plain ?? '');
  }
  if (line.endsWith(',')) fields.push('');
  return fields;
}

/** Returns numbers in memory as they are, and converts other values one by one. */
function asNumbers(values: ArrayLike<unknown>): ArrayLike<number> {
  const isPlain = ArrayBuffer.isView(values) && typeof values[0] !== 'bigint';
  return isPlain ? (values as unknown as ArrayLike<number>) : Array.from(values, numberIn);
}

/** Converts a value to a number: NaN if missing, and for lists and records, which may have any size. */
function numberIn(value: unknown): number {
  if (typeof value === 'number') return value;
  const isNumber =
    value !== null && value !== undefined && (typeof value !== 'object' || Symbol.toPrimitive in value);
  return isNumber ? Number(value) : NaN;
}
