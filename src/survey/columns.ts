/**
 * The rows of a batch as the columns of a survey's table: so those who find them send them, they are kept, and every format takes
 * them.
 */
import { ENCODINGS, packLz4 } from '../columnar/encodings.js';
import { byteLength } from '../columnar/layout.js';
import { putNumber } from '../common/whole-number.js';
import { gcd } from '../game/divisors.js';
import { isAdditive, isSymmetric, periodSum, SUMS_OF_THREE } from '../game/kinds.js';
import { createBitset, getBit, setBit } from '../kernel/bitset.js';
import { concatenated } from '../platform/bytes.js';
import { narrowest } from '../solver/task/integers.js';
import type { Integers } from '../solver/task/task.js';
import type { Texts } from '../tables/table.js';
import { PERIOD_NUMBERS } from './rows.js';
import type { SurveySpace } from './space.js';

/** Columns of some rows. */
export interface SurveyColumns {
  readonly length: number;
  /** Those that `numbersIn` names. */
  readonly numbers: readonly Integers[];
  readonly sizes: Integers;
  readonly gcds: Integers;
  readonly texts: Texts;
  /** Bits. */
  readonly additive: Uint8Array;
  readonly symmetric: Uint8Array;
  /** Which sum of two of three elements is the period, from 1 on; 0 where none is. Empty unless `hasSums`. */
  readonly sums: Uint8Array;
}

/** The numbers of a row after its elements, each with the series that has it. */
const NUMBERS = [
  ['nim_preperiod', 'nim'],
  ['nim_period', 'nim'],
  ['outcome_preperiod', 'cold'],
  ['outcome_period', 'cold'],
  ['largest', 'nim'],
] as const;
/** What decides which numbers rows have. */
type Rows = Pick<SurveySpace, 'size' | 'series'>;

interface NumberPlace {
  readonly name: string;
  readonly at: number;
}

const [COMMA, OPEN, CLOSE] = [44, 123, 125];
/** In front of packed bytes: how many they are. */
const PREFIX_BYTES = 8;
/** Integers by the bytes of each. */
const KINDS = { 1: Uint8Array, 2: Uint16Array, 4: Uint32Array } as const;
/** Columns of integers begin at a multiple of this. */
const WORD = 4;

/** The numbers of a row that the table has, and where they are in it: elements, and what of periods was looked for. */
export function numbersIn({ size, series = 'both' }: Rows): readonly NumberPlace[] {
  const elements = Array.from({ length: size }, (_, i) => ({ name: `s${i + 1}`, at: i }));
  const wanted = NUMBERS.map(([name, of], i) => ({ name, of, at: size + i })).filter(
    ({ of }) => series === 'both' || series === of,
  );
  return [...elements, ...wanted];
}

/** Whether the table says which sum of two of three elements a period of nim-values is. */
export function hasSums({ size, series = 'both', list }: SurveySpace): boolean {
  return series !== 'cold' && (size === 3 || (list !== undefined && size > 3));
}

/** The columns of rows, with what follows from these. */
export function columnsOf(space: SurveySpace, rows: Uint32Array): SurveyColumns {
  const { size, list } = space;
  const width = size + PERIOD_NUMBERS;
  const length = rows.length / width;
  const numbers = numbersIn(space).map(({ at }) => {
    const column = new Uint32Array(length);
    for (let row = 0; row < length; row++) column[row] = rows[row * width + at];
    return narrowest(column);
  });
  const bytes = new Uint8Array(length * textBytes(space));
  const offsets = new Int32Array(length + 1);
  const [sizes, gcds] = [0, 0].map(() => new Uint32Array(length));
  const [additive, symmetric] = [0, 0].map(() => createBitset(length));
  const sums = new Uint8Array(hasSums(space) ? length : 0);
  // One list for all sets: as many lists as rows take longer to be cleared away than to be made.
  const set: number[] = [];
  let end = 0;
  for (let row = 0; row < length; row++) {
    const at = row * width;
    let elements = 0;
    bytes[end++] = OPEN;
    for (; elements < size && rows[at + elements] !== 0; elements++) {
      set[elements] = rows[at + elements];
      end = putNumber(bytes, end, set[elements]);
      bytes[end++] = COMMA;
    }
    bytes[end - 1] = CLOSE;
    offsets[row + 1] = end;
    // Only where it changes: a list that was cut short gets new memory.
    if (set.length !== elements) set.length = elements;
    sizes[row] = elements;
    // Of all sets of a size those with a common divisor are left out.
    gcds[row] = list === undefined ? 1 : set.reduce((a, b) => gcd(a, b));
    if (isAdditive(set)) setBit(additive, row);
    if (isSymmetric(set)) setBit(symmetric, row);
    if (sums.length === 0) continue;
    const sum = periodSum(set, rows[at + size + 1]);
    sums[row] = sum === null ? 0 : 1 + SUMS_OF_THREE.indexOf(sum);
  }
  const texts = { bytes: bytes.subarray(0, end), offsets };
  return {
    ...{ length, numbers, texts, additive, symmetric, sums },
    ...{ sizes: narrowest(sizes), gcds: narrowest(gcds) },
  };
}

/** Rows as `surveyRows` gives them, of columns of them. */
export function rowsOf(space: Rows, { length, numbers }: SurveyColumns): Uint32Array {
  const width = space.size + PERIOD_NUMBERS;
  const rows = new Uint32Array(width * length);
  for (const [i, { at }] of numbersIn(space).entries())
    for (let row = 0; row < length; row++) rows[row * width + at] = numbers[i][row];
  return rows;
}

/** One of these rows. */
export function rowAt(space: Rows, { numbers }: SurveyColumns, row: number): Uint32Array {
  const found = new Uint32Array(space.size + PERIOD_NUMBERS);
  for (const [i, { at }] of numbersIn(space).entries()) found[at] = numbers[i][row];
  return found;
}

/** Whether a row has what another one, the only one of its columns, has. */
export function isSameRow(columns: SurveyColumns, row: number, one: SurveyColumns): boolean {
  const cellsOf = (of: SurveyColumns, i: number): string => {
    const { numbers, sizes, gcds, texts, additive, symmetric, sums } = of;
    const text = Buffer.from(texts.bytes.subarray(texts.offsets[i], texts.offsets[i + 1])).toString('latin1');
    const bits = [getBit(additive, i), getBit(symmetric, i)];
    return [text, sizes[i], gcds[i], ...bits, sums[i], ...numbers.map((column) => column[i])].join();
  };
  return cellsOf(columns, row) === cellsOf(one, 0);
}

/**
 * Columns as they travel and are kept: for each column of integers the bytes of one, these columns, bits, sums and texts. The
 * same columns give the same bytes.
 */
export function packColumns(columns: SurveyColumns): Uint8Array {
  const { length, numbers, sizes, gcds, texts, additive, symmetric, sums } = columns;
  const lengths = new Uint32Array(length);
  for (let row = 0; row < length; row++) lengths[row] = texts.offsets[row + 1] - texts.offsets[row];
  const integers = [...numbers, sizes, gcds, narrowest(lengths)];
  const widths = Uint8Array.from(integers, ({ BYTES_PER_ELEMENT }) => BYTES_PER_ELEMENT);
  const pieces = [Uint32Array.of(length), widths, ...integers].map(({ buffer, byteOffset, byteLength }) => {
    const piece = new Uint8Array(wholeWords(byteLength));
    piece.set(new Uint8Array(buffer, byteOffset, byteLength));
    return piece;
  });
  return packLz4(concatenated(Uint8Array, [...pieces, additive, symmetric, sums, texts.bytes]));
}

/** Bytes that the columns of at most so many rows are packed to, at most: what cannot be compressed is stored as it is. */
export function mostPackedBytes(space: SurveySpace, most: number): number {
  return Math.ceil(1.001 * mostBytes(space, most)) + 64;
}

/** The columns that are packed, of at most so many rows. Raises for other bytes. */
export function unpackColumns(space: SurveySpace, most: number, packed: Uint8Array): SurveyColumns {
  const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength);
  const total = packed.length < PREFIX_BYTES ? -1 : Number(view.getBigInt64(0, true));
  if (total < WORD || total > mostBytes(space, most)) throw otherBytes(most);
  const { bytes, end } = ENCODINGS.lz4.unpack(packed, total);
  let at = 0;
  const some = (count: number): Uint8Array => {
    if (at + count > bytes.length) throw otherBytes(most);
    return bytes.subarray(at, (at += count));
  };
  const [length] = new Uint32Array(bytes.buffer, some(WORD).byteOffset, 1);
  if (end !== packed.length || length > most) throw otherBytes(most);
  const widths = some(wholeWords(numbersIn(space).length + DERIVED_INTEGERS));
  const integers = Array.from({ length: numbersIn(space).length + DERIVED_INTEGERS }, (_, i): Integers => {
    const width = widths[i];
    if (width !== 1 && width !== 2 && width !== 4) throw otherBytes(most);
    const { byteOffset } = some(wholeWords(width * length));
    return new KINDS[width](bytes.buffer, byteOffset, length);
  });
  const numbers = integers.slice(0, -DERIVED_INTEGERS);
  const [sizes, gcds, lengths] = integers.slice(-DERIVED_INTEGERS);
  const [additive, symmetric] = [some(byteLength(1, length)), some(byteLength(1, length))];
  const sums = some(hasSums(space) ? length : 0);
  const texts = { bytes: some(bytes.length - at), offsets: offsetsOf(lengths) };
  if (texts.offsets[length] !== texts.bytes.length) throw otherBytes(most);
  return { length, numbers, sizes, gcds, texts, additive, symmetric, sums };
}

/** Sizes, divisors and the lengths of texts. */
const DERIVED_INTEGERS = 3;

/** Where texts of these lengths begin, and where the last one ends. */
function offsetsOf(lengths: Integers): Int32Array {
  const offsets = new Int32Array(lengths.length + 1);
  for (let i = 0; i < lengths.length; i++) offsets[i + 1] = offsets[i] + lengths[i];
  return offsets;
}

function otherBytes(most: number): TypeError {
  return new TypeError(`bytes that are no columns of at most ${most} rows`);
}

/** Bytes of all columns before they are packed, at most. */
function mostBytes(space: SurveySpace, length: number): number {
  const integers = numbersIn(space).length + DERIVED_INTEGERS;
  const others = 2 * byteLength(1, length) + length * (1 + textBytes(space));
  return WORD * (1 + length * integers) + wholeWords(integers) + others;
}

/** Bytes of the text of a set at most: a sign follows each element, and one is in front. */
function textBytes({ max, size, list }: SurveySpace): number {
  // Nobody has looked at the elements of a list that was joined.
  const digits = String(list === undefined ? max : 2 ** 32).length;
  return 1 + size * (digits + 1);
}

function wholeWords(bytes: number): number {
  return WORD * Math.ceil(bytes / WORD);
}
