/**
 * Text formats, a line for a row: CSV, TSV, JSON lines, a JSON array, the OEIS b-file, and columns for people. Generators
 * of bytes, so that memory does not grow with the rows. Integers are printed without making a string of each.
 */
import { concatenated } from '../platform/bytes.js';
import { LineBuffer, type NumberColumn } from './line-buffer.js';
import type { Batch, CellValue, Integers, Table, TableColumn } from './table.js';
import { areIntegers, cellsOf, isNumeric, jsonOf, numbersOf, plain } from './values.js';

/** What stands around the values of a row, and how a value is written that is no integer of a typed array. */
interface Layout {
  /** The first and the last text of the file. */
  readonly head?: string;
  readonly tail?: string;
  /** What stands before the value of each column, after the last value, and between a row and the next. */
  readonly before: readonly string[];
  readonly end: string;
  readonly between?: string;
  /** Characters that the integers of each column are padded to. Default none. */
  readonly widths?: readonly number[];
  /** Whether no blank may end a line. */
  readonly isTrimmed?: boolean;
  /** A value of the column of an index. */
  readonly field: (value: CellValue, column: number) => string;
}

/** Rows that are made into one string. */
const CHUNK_ROWS = 4096;
/** Bytes around the values of a row at most, where it is written without strings. */
const LONGEST_AROUND = 4096;

/** CSV with a header line. A missing value is empty, an empty text is quoted. */
export function toCsv(table: Table): AsyncGenerator<Uint8Array> {
  return separated(table, ',', (value) => (value === null ? '' : csvText(plain(value))));
}

/** Columns separated by tabs, with a header line; tabs, line ends and backslashes are escaped by a backslash. */
export function toTsv(table: Table): AsyncGenerator<Uint8Array> {
  return separated(table, '\t', (value) =>
    plain(value).replace(/[\t\n\r\\]/g, (found) => TSV_ESCAPES[found]),
  );
}

const TSV_ESCAPES: Readonly<Record<string, string>> = { '\t': '\\t', '\n': '\\n', '\r': '\\r', '\\': '\\\\' };

/** A JSON object a line. */
export function toJsonLines(table: Table): AsyncGenerator<Uint8Array> {
  return written(table, { ...objects(table), end: '}\n' });
}

/** A JSON array of objects. */
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

/** The rows of a table in a layout, or in one that its first batch decides. */
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
    const areNumbers = around <= LONGEST_AROUND && batch.columns.every(areIntegers);
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

/** The rows of a batch of integers, but for the last that wait in the buffer. */
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
    // Each row begins with what stands between two, which is left out before the first.
    const begin = encoder.encode(i === 0 ? between + before[i] : before[i]);
    return { before: begin, values, areBits: type === 'bool', width: widths[i] ?? 0 };
  });
  for (let row = 0; row < length;) {
    row = buffer.append(numbers, ends, row, length);
    // Where hardly any row follows, the first are not kept back.
    if (row < length || isFirst) yield buffer.take();
  }
}

/** The rows of a batch of any values. */
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

/** Characters that a column is padded to at most, and what stands between two. */
const WIDEST = 128;
const GAP = '  ';

/**
 * Columns side by side. Widths are those of the first batch, up to `WIDEST`; a wider value pushes what follows it aside. Where they
 * are wider than `width` together, each row is a list of what it has in each column.
 */
export function toColumns(table: Table, width = Infinity): AsyncGenerator<Uint8Array> {
  const { columns } = table;
  return written(table, (first) => {
    const widths = widthsOf(columns, first);
    if (widths.reduce((sum, each) => sum + GAP.length + each, -GAP.length) > width) return listOf(columns);
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
      // No blank ends a line.
      widths: widths.map((width, i) => (isLast(i) && !isNumeric(columns[i]) ? 0 : width)),
      field,
    };
  });
}

/** Rows as lists: the first column as the heading of the others, a line each. */
function listOf(columns: readonly TableColumn[]): Layout {
  const longest = Math.max(...columns.slice(1).map(({ name }) => name.length));
  return {
    before: columns.map(({ name }, i) => (i === 0 ? `${name} ` : `\n${GAP}${name.padEnd(longest)}${GAP}`)),
    end: '\n',
    field: plain,
  };
}

/** The widths of columns that hold their names and the values of a batch, up to `WIDEST`. */
function widthsOf(columns: readonly TableColumn[], batch: Batch): number[] {
  return columns.map(({ name, type }, i) => {
    const cells = cellsOf(type, batch.columns[i], batch.length);
    const most = cells.reduce<number>((width, cell) => Math.max(width, plain(cell).length), name.length);
    return Math.min(WIDEST, most);
  });
}

/** A text as a field of CSV. An empty one is quoted, so that it differs from none. */
function csvText(text: string): string {
  return text === '' || /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
