/**
 * Reading whole numbers from the columns of a table file, batch by batch. The libraries of a format are loaded when a file of it
 * is read. A file that they refuse raises their error. Memory: one batch, and the file where its format begins at its end.
 */
import { ENDINGS, type Format } from '../common/formats.js';
import { concatenated } from '../platform/bytes.js';
import { lineBatches } from '../platform/lines.js';

/** The columns to be read, chosen among those that a file has. */
export type ChooseColumns = (names: readonly string[]) => readonly string[];

/** Some rows of the chosen columns, in their order. */
export type NumberBatch = readonly ArrayLike<number>[];

/** The bytes of a file, as a format wants them. */
export interface FileBytes {
  /** One after the other, in the same memory. */
  pieces(): AsyncIterable<Uint8Array>;
  whole(): Promise<Uint8Array<ArrayBuffer>>;
}

/** A format whose files can be read. */
interface ReadableFormat extends Format {
  /** The rows of the chosen columns; what is missing or no number is NaN. */
  read(file: FileBytes, choose: ChooseColumns): AsyncIterable<NumberBatch>;
}

export const READABLE_FORMATS: readonly ReadableFormat[] = [
  { name: 'arrow', describe: 'Arrow IPC file', endings: ENDINGS.arrow, isBinary: true, read: readArrow },
  { name: 'parquet', describe: 'Parquet file', endings: ENDINGS.parquet, isBinary: true, read: readParquet },
  { name: 'csv', describe: 'CSV with a header line', endings: ENDINGS.csv, isBinary: false, read: readCsv },
];

async function* readArrow(file: FileBytes, choose: ChooseColumns): AsyncGenerator<NumberBatch> {
  const { RecordBatchReader } = await import('apache-arrow');
  const reader = RecordBatchReader.from(await file.whole());
  reader.open();
  // A file without an end has none, whatever its type says.
  if ((reader.schema as unknown) === undefined) throw new Error('no schema');
  const names = choose(reader.schema.fields.map(({ name }) => name));
  for (const batch of reader)
    yield names.map((name) => {
      const column = batch.getChild(name)!;
      return numbersOf(column.nullCount > 0 ? Array.from(column) : (column.toArray() as ArrayLike<unknown>));
    });
}

async function* readParquet(file: FileBytes, choose: ChooseColumns): AsyncGenerator<NumberBatch> {
  const { parquetMetadata, parquetRead } = await import('hyparquet');
  const { buffer, byteOffset, byteLength } = await file.whole();
  const bytes = buffer.slice(byteOffset, byteOffset + byteLength);
  const metadata = parquetMetadata(bytes);
  const names = choose(metadata.schema.slice(1).map(({ name }) => name));
  let rowStart = 0;
  for (const group of metadata.row_groups) {
    const rowEnd = rowStart + Number(group.num_rows);
    const parts = new Map<string, ArrayLike<number>[]>(names.map((name) => [name, []]));
    await parquetRead({
      ...{ file: bytes, metadata, rowStart, rowEnd },
      columns: [...names],
      onChunk: ({ columnName, columnData }) => parts.get(columnName)!.push(numbersOf(columnData)),
    });
    yield names.map((name) => concatenated(Float64Array, parts.get(name)!));
    rowStart = rowEnd;
  }
}

/** Bytes of a text that are decoded at a time. */
const TEXT_PART = 2 ** 16;
/** Characters of a row at most. */
const LONGEST_ROW = 2 ** 16;
/** A field, in quotes or without. */
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

/** Raises for a row that is longer than any of numbers. */
function checkRow(line: string, number: number): void {
  if (line.length > LONGEST_ROW) throw new Error(`line ${number} of more than ${LONGEST_ROW} characters`);
}

async function* textParts(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces)
    for (let at = 0; at < piece.length; at += TEXT_PART) yield piece.subarray(at, at + TEXT_PART);
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

/** Numbers as they are in memory; of other types one by one. */
function numbersOf(values: ArrayLike<unknown>): ArrayLike<number> {
  const isPlain = ArrayBuffer.isView(values) && typeof values[0] !== 'bigint';
  if (isPlain) return values as unknown as ArrayLike<number>;
  return Array.from(values, (value) => Number(value ?? NaN));
}
