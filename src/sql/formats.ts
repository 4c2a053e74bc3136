/** The formats of a result of SQL. To add one: an entry here. Separate from the query, whose batches programs take as they are. */
import { usageError } from '../common/errors.js';
import { ENDINGS, formatForFile, formatNamed, type Format } from '../common/formats.js';
import { csvText } from '../export/table.js';
import type { ParquetColumn, ParquetValues } from '../export/parquet.js';
import { nodeFileSystem } from '../store/files/file-system.js';
import { replaceFile, writeNewFile } from '../store/files/new-file.js';
import type { SqlBatch, SqlColumn, SqlValue } from './sql.js';

type Batches = AsyncIterable<SqlBatch>;

/** A format that a result can be written as. */
export interface SqlFileFormat<Name extends string = string> extends Format<Name> {
  /** The bytes of a result in this format. */
  bytes(batches: Batches): AsyncIterable<Uint8Array>;
}

/** Every format of a result. */
export const SQL_FORMATS = [
  {
    name: 'table',
    describe: 'columns for people',
    endings: ENDINGS.text,
    isBinary: false,
    bytes: (batches) => encoded(tableText(batches)),
  },
  {
    name: 'csv',
    describe: 'CSV with a header line',
    endings: ENDINGS.csv,
    isBinary: false,
    bytes: (batches) => encoded(delimitedText(batches, csvField, ',')),
  },
  {
    name: 'tsv',
    describe: 'the same, separated by tabs',
    endings: ENDINGS.tsv,
    isBinary: false,
    bytes: (batches) => encoded(delimitedText(batches, tsvField, '\t')),
  },
  {
    name: 'json',
    describe: 'an array of objects',
    endings: ENDINGS.json,
    isBinary: false,
    bytes: (batches) => encoded(jsonText(batches)),
  },
  {
    name: 'jsonl',
    describe: 'JSON lines: an object a line',
    endings: ENDINGS.jsonLines,
    isBinary: false,
    bytes: (batches) => encoded(jsonLinesText(batches)),
  },
  {
    name: 'parquet',
    describe: 'Parquet file',
    endings: ENDINGS.parquet,
    isBinary: true,
    bytes: parquetBytes,
  },
] as const satisfies readonly SqlFileFormat[];

/** The name of a format of SQL results. */
export type SqlFormat = (typeof SQL_FORMATS)[number]['name'];

/** The bytes of a result. Raises a usage error for a format that is not known, or cannot hold a value. */
export function sqlBytes(batches: Batches, format: string): AsyncIterable<Uint8Array> {
  return formatNamed<SqlFileFormat>(SQL_FORMATS, format).bytes(batches);
}

/** Writes a result into a new file, or with `force` in the place of one, once it is whole. Returns its bytes. */
export async function sqlToFile(
  batches: Batches,
  path: string,
  { format, force = false }: { readonly format: string; readonly force?: boolean | undefined },
): Promise<number> {
  formatForFile<SqlFileFormat>(SQL_FORMATS, path, format);
  return (force ? replaceFile : writeNewFile)(nodeFileSystem, path, sqlBytes(batches, format));
}

async function* encoded(texts: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  for await (const text of texts) yield encoder.encode(text);
}

/** A value as text; nothing where there is none. */
function plain(value: SqlValue): string {
  if (value === null) return '';
  return typeof value === 'object' ? jsonOf(value) : String(value);
}

/** A value as JSON: whole numbers with all their digits. */
function jsonOf(value: SqlValue): string {
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(jsonOf).join()}]`;
  const pairs = Object.entries(value as Readonly<Record<string, SqlValue>>);
  return `{${pairs.map(([key, one]) => `${JSON.stringify(key)}:${jsonOf(one)}`).join()}}`;
}

function isNumeric(type: string): boolean {
  return /INT|DOUBLE|FLOAT|DECIMAL/.test(type);
}

function rowText(
  { values }: SqlBatch,
  row: number,
  field: (value: SqlValue, column: number) => string,
): string[] {
  return values.map((column, i) => field(column[row], i));
}

/** Characters that a column is padded to at most. */
const WIDEST = 128;

/** Widths are those of the first batch, up to `WIDEST`; a wider value pushes what follows it aside. */
async function* tableText(batches: Batches): AsyncGenerator<string> {
  let widths: number[] | undefined;
  for await (const batch of batches) {
    const { columns, length } = batch;
    const isFirst = widths === undefined;
    widths ??= columns.map(({ name }, i) =>
      batch.values[i].reduce<number>(
        (most, value) => Math.min(WIDEST, Math.max(most, plain(value).length)),
        Math.min(WIDEST, name.length),
      ),
    );
    const sizes = widths;
    const padded = (text: string, i: number): string =>
      isNumeric(columns[i].type) ? text.padStart(sizes[i]) : text.padEnd(sizes[i]);
    const lineOf = (fields: readonly string[]): string => `${fields.map(padded).join('  ').trimEnd()}\n`;
    let text = isFirst ? lineOf(columns.map(({ name }) => name)) : '';
    for (let row = 0; row < length; row++) text += lineOf(rowText(batch, row, plain));
    yield text;
  }
}

function csvField(value: SqlValue): string {
  return value === null ? '' : csvText(plain(value));
}

function tsvField(value: SqlValue): string {
  return plain(value).replace(/[\t\n\r\\]/g, (found) => TSV_ESCAPES[found]);
}

const TSV_ESCAPES: Readonly<Record<string, string>> = { '\t': '\\t', '\n': '\\n', '\r': '\\r', '\\': '\\\\' };

async function* delimitedText(
  batches: Batches,
  field: (value: SqlValue) => string,
  separator: string,
): AsyncGenerator<string> {
  let isFirst = true;
  for await (const batch of batches) {
    let text = isFirst ? `${batch.columns.map(({ name }) => field(name)).join(separator)}\n` : '';
    isFirst = false;
    for (let row = 0; row < batch.length; row++) text += `${rowText(batch, row, field).join(separator)}\n`;
    yield text;
  }
}

/** The objects of a batch, each with its keys in the order of the columns. */
function objectsOf(batch: SqlBatch): string[] {
  const keys = batch.columns.map(({ name }) => JSON.stringify(name));
  // A DECIMAL comes as text with all its digits.
  const areDecimal = batch.columns.map(({ type }) => type.startsWith('DECIMAL'));
  const pair = (value: SqlValue, i: number): string =>
    `${keys[i]}:${areDecimal[i] && typeof value === 'string' ? value : jsonOf(value)}`;
  return Array.from({ length: batch.length }, (_, row) => `{${rowText(batch, row, pair).join()}}`);
}

async function* jsonLinesText(batches: Batches): AsyncGenerator<string> {
  for await (const batch of batches) {
    yield objectsOf(batch)
      .map((object) => `${object}\n`)
      .join('');
  }
}

async function* jsonText(batches: Batches): AsyncGenerator<string> {
  let separator = '[';
  for await (const batch of batches) {
    if (batch.length === 0) continue;
    yield separator + objectsOf(batch).join(',\n');
    separator = ',\n';
  }
  yield separator === '[' ? '[]\n' : ']\n';
}

/** Whole numbers and floating point as they are, all else as text. */
function parquetColumn({ name, type }: SqlColumn): ParquetColumn {
  const base = { name, isNullable: true };
  if (type === 'BOOLEAN') return { ...base, type: 'BOOLEAN' };
  if (type === 'DOUBLE' || type === 'FLOAT') return { ...base, type: 'DOUBLE' };
  if (/^U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?$/.test(type)) return { ...base, type: 'INT64' };
  return { ...base, type: 'BYTE_ARRAY', converted: 'UTF8' };
}

async function* parquetBytes(batches: Batches): AsyncGenerator<Uint8Array> {
  const { writeParquet } = await import('../export/parquet.js');
  const iterator = batches[Symbol.asyncIterator]();
  try {
    const first = await iterator.next();
    if (first.done === true) return;
    const columns = first.value.columns.map(parquetColumn);
    const groups = async function* (): AsyncGenerator<ParquetValues[]> {
      for (let next: IteratorResult<SqlBatch> = first; next.done !== true; next = await iterator.next()) {
        const { values, length } = next.value;
        if (length > 0)
          yield columns.map((column, i) => values[i].map((value) => parquetValue(column, value)));
      }
    };
    yield* writeParquet(columns, {}, groups());
  } finally {
    await iterator.return?.();
  }
}

function parquetValue({ name, type }: ParquetColumn, value: SqlValue): unknown {
  if (value === null) return null;
  if (type === 'BYTE_ARRAY') return plain(value);
  if (type !== 'INT64') return Number.isFinite(Number(value)) || type === 'BOOLEAN' ? value : Number(value);
  const whole = BigInt(value as number | bigint);
  if (BigInt.asIntN(64, whole) === whole) return whole;
  throw usageError({
    subject: `The column ${name} as Parquet`,
    expected: 'whole numbers of 64 bits',
    found: String(whole),
    help: 'CAST it to DOUBLE or to VARCHAR.',
  });
}
