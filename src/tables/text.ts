/**
 * Text formats with a line per row: CSV, TSV, JSON lines, a JSON array, the OEIS b-file, and columns for people. They yield
 * bytes, so memory does not grow with the rows, and print integers without a string for each.
 */
import { concatenated } from '../platform/bytes.js';
import { LineBuffer, type NumberColumn } from './line-buffer.js';
import type { Batch, CellValue, Integers, Table, TableColumn } from './table.js';
import { areIntegers, cellsOf, isNumeric, jsonOf, numbersOf, plain } from './values.js';

/** The text around the values of a row, and of values that are no integers of a typed array. */
interface Layout {
  /** The beginning and the end of the file. */
  readonly head?: string;
  readonly tail?: string;
  /** The text before the value of each column, after the last value, and between rows. */
  readonly before: readonly string[];
  readonly end: string;
  readonly between?: string;
  /** Characters to which the integers of each column are padded; default none. */
  readonly widths?: readonly number[];
  /** Whether lines have no trailing blanks. */
  readonly isTrimmed?: boolean;
  readonly field: (value: CellValue, column: number) => string;
}

/** Rows per string. */
const CHUNK_ROWS = 4096;
/** Bytes around the values of a row that is written without strings. */
const MAX_AROUND_BYTES = 4096;

/** CSV with a header line. A missing value is empty, an empty text is quoted. */
export function toCsv(table: Table): AsyncGenerator<Uint8Array> {
  return separated(table, ',', (value) => (value === null ? '' : csvText(plain(value))));
}

/** Columns separated by tabs, with a header line; backslashes escape tabs, line ends and backslashes. */
export function toTsv(table: Table): AsyncGenerator<Uint8Array> {
  return separated(table, '\t', (value) =>
    plain(value).replace(/[\t\n\r\\]/g, (found) => TSV_ESCAPES[found]),
  );
}

const TSV_ESCAPES: Readonly<Record<string, string>> = { '\t': '\\t', '\n': '\\n', '\r': '\\r', '\\': '\\\\' };

export function toJsonLines(table: Table): AsyncGenerator<Uint8Array> {
  return written(table, { ...objects(table), end: '}\n' });
}

export function toJson(table: Table): AsyncGenerator<Uint8Array> {
  return written(table, { ...objects(table), head: '[', end: '}', between: ',\n', tail: ']\n' });
}

/** The b-file (oeis.org/SubmitB.html): lines `index term`. */
export function toBFile(table: Table): AsyncGenerator<Uint8Array> {
  return written(table, { before: ['', ' '], end: '\n', field: plain });
}

function separated(
  table: Table,
  separator: string,
  field: (value: CellValue) => string,
): AsyncGenerator<Uint8Array> {
  const head = `${table.columns.map(({ name }) => field(name)).join(separator)}\n`;
  const before = table.columns.map((_, i) => (i === 0 ? '' : separator));
  return written(table, { head, before, end: '\n', field });
}

function objects({ columns }: Table): Pick<Layout, 'before' | 'field'> {
  return {
    before: columns.map(({ name }, i) => `${i === 0 ? '{' : ','}${JSON.stringify(name)}:`),
    field: (value, i) => (columns[i].type === 'decimal' && typeof value === 'string' ? value : jsonOf(value)),
  };
}

/** Writes the rows of a table in a layout, which may depend on the first batch. */
export async function* written(
  { columns, batches }: Table,
  layout: Layout | ((first: Batch) => Layout),
): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  const buffer = new LineBuffer();
  const layoutFor = typeof layout === 'function' ? layout : (): Layout => layout;
  let chosen: Layout | undefined;
  let isFirst = true;
  for await (const batch of batches()) {
    chosen ??= layoutFor(batch);
    const { head = '', before, between = '' } = chosen;
    const around = before.reduce((sum, { length }) => sum + length, 0);
    const areNumbers = around <= MAX_AROUND_BYTES && batch.columns.every(areIntegers);
    if (!areNumbers && !isFirst) yield buffer.take();
    const chunks = areNumbers
      ? numberLines(buffer, batch, columns, chosen, isFirst)
      : textLines(batch, columns, chosen);
    for (const chunk of chunks) {
      yield isFirst
        ? concatenated(Uint8Array, [encoder.encode(head), chunk.subarray(between.length)])
        : chunk;
      isFirst = false;
    }
  }
  const { head = '', tail = '' } = chosen ?? layoutFor({ length: 0, columns: columns.map(() => []) });
  if (isFirst) yield encoder.encode(head);
  yield buffer.take();
  if (tail !== '') yield encoder.encode(tail);
}

/** Writes the rows of a batch of integers, except the last ones, which stay in the buffer. */
function* numberLines(
  buffer: LineBuffer,
  { length, columns }: Batch,
  typed: readonly TableColumn[],
  { before, end, between = '', widths = [] }: Layout,
  isFirst: boolean,
): Generator<Uint8Array> {
  const encoder = new TextEncoder();
  const ends = encoder.encode(end);
  const numbers = typed.map(({ type }, i): NumberColumn => {
    const values = numbersOf(type, columns[i] as Integers, length);
    // Each row begins with the text between rows, which is dropped before the first.
    const begin = encoder.encode(i === 0 ? between + before[i] : before[i]);
    return { before: begin, values, areBits: type === 'bool', width: widths[i] ?? 0 };
  });
  for (let row = 0; row < length;) {
    row = buffer.append(numbers, ends, row, length);
    // The first rows are passed on at once, as few may follow.
    if (row < length || isFirst) yield buffer.take();
  }
}

function* textLines(
  batch: Batch,
  columns: readonly TableColumn[],
  { before, end, between = '', isTrimmed = false, field }: Layout,
): Generator<Uint8Array> {
  const encoder = new TextEncoder();
  const cells = columns.map(({ type }, i) => cellsOf(type, batch.columns[i], batch.length));
  for (let start = 0; start < batch.length; start += CHUNK_ROWS) {
    let text = '';
    for (let row = start; row < Math.min(batch.length, start + CHUNK_ROWS); row++) {
      let line = between;
      for (let i = 0; i < columns.length; i++) line += before[i] + field(cells[i][row], i);
      text += isTrimmed ? line.trimEnd() + end : line + end;
    }
    yield encoder.encode(text);
  }
}

/** Maximum padding of a column, and the text between columns. */
const MAX_COLUMN_CHARACTERS = 128;
const GAP = '  ';

/**
 * Writes aligned columns with the widths of the first batch, up to `MAX_COLUMN_CHARACTERS`; wider values shift the rest of
 * their row. If the columns are wider than `width` in total, each row becomes a list of its values.
 */
export function toColumns(table: Table, width = Infinity): AsyncGenerator<Uint8Array> {
  const { columns } = table;
  return written(table, (first) => {
    const widths = widthsOf(columns, first);
    if (widths.reduce((sum, each) => sum + GAP.length + each, -GAP.length) > width) return asList(columns);
    const field = (value: CellValue, i: number): string =>
      isNumeric(columns[i]) ? plain(value).padStart(widths[i]) : plain(value).padEnd(widths[i]);
    const isLast = (i: number): boolean => i === columns.length - 1;
    return {
      head: `${columns
        .map(({ name }, i) => field(name, i))
        .join(GAP)
        .trimEnd()}\n`,
      before: columns.map((_, i) => (i === 0 ? '' : GAP)),
      end: '\n',
      isTrimmed: true,
      // No trailing blanks.
      widths: widths.map((width, i) => (isLast(i) && !isNumeric(columns[i]) ? 0 : width)),
      field,
    };
  });
}

/** Rows as lists: the first column is the heading of the others, one per line. */
function asList(columns: readonly TableColumn[]): Layout {
  const longest = Math.max(...columns.slice(1).map(({ name }) => name.length));
  return {
    before: columns.map(({ name }, i) => (i === 0 ? `${name} ` : `\n${GAP}${name.padEnd(longest)}${GAP}`)),
    end: '\n',
    field: plain,
  };
}

/** Returns the widths of the names and values of a batch, up to `MAX_COLUMN_CHARACTERS`. */
function widthsOf(columns: readonly TableColumn[], batch: Batch): number[] {
  return columns.map(({ name, type }, i) => {
    const cells = cellsOf(type, batch.columns[i], batch.length);
    const most = cells.reduce<number>((width, cell) => Math.max(width, plain(cell).length), name.length);
    return Math.min(MAX_COLUMN_CHARACTERS, most);
  });
}

/** Quotes a field of CSV if needed. An empty text is quoted, to differ from a missing value. */
function csvText(text: string): string {
  return text === '' || /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
