/** The rows of a batch as columns of a survey's table, and their packed form in results of jobs and in files. */
import { ENCODINGS, packLz4 } from '../columnar/encodings.js';
import { byteLength } from '../columnar/layout.js';
import { putNumber } from '../common/whole-number.js';
import { gcd } from '../common/divisors.js';
import { REVERSE_MEX } from '../game/reverse-mex.js';
import { isAdditive, isSymmetric, periodSum, SUMS_OF_THREE } from '../game/kinds.js';
import { createBitset, getBit, setBit } from '../kernel/bitset.js';
import { concatenated } from '../platform/bytes.js';
import { narrowest } from '../solver/task/integers.js';
import type { Integers } from '../solver/task/task.js';
import type { Texts } from '../tables/table.js';
import { PERIOD_NUMBERS } from './rows.js';
import type { SurveySpace } from './space.js';

export interface SurveyColumns {
  readonly length: number;
  /** The columns that `numbersIn` names. */
  readonly numbers: readonly Integers[];
  readonly sizes: Integers;
  readonly gcds: Integers;
  readonly texts: Texts;
  /** Bitsets. */
  readonly additive: Uint8Array;
  readonly symmetric: Uint8Array;
  /** 1 + the index in `SUMS_OF_THREE` of the sum that equals the period; 0 for none. Empty unless `hasSums`. */
  readonly sums: Uint8Array;
}

type Rows = Pick<SurveySpace, 'size' | 'series' | 'reverseMex' | 'excluded' | 'collisions'>;

/** A number of a row after its elements. */
interface RowNumber extends Pick<NumberColumn, 'name' | 'words' | 'isNullable'> {
  readonly of: 'nim' | 'cold';
  /** Whether a survey has it. Default true. */
  readonly isIn?: (space: Rows) => boolean;
}

const NUMBERS: readonly RowNumber[] = [
  { name: 'nim_preperiod', of: 'nim' },
  { name: 'nim_period', of: 'nim' },
  { name: 'outcome_preperiod', of: 'cold' },
  { name: 'outcome_period', of: 'cold' },
  { name: 'largest_nim_value', of: 'nim' },
  { name: 'reverse_mex', of: 'nim', words: REVERSE_MEX, isIn: ({ reverseMex = false }) => reverseMex },
  { name: 'collisions', of: 'cold', isNullable: true, isIn: ({ collisions }) => collisions !== undefined },
];

const [COMMA, OPEN, CLOSE] = [44, 123, 125];
/** Before the text of numbers that are left out. */
const ALL_BUT = Buffer.from('all-but');
/** The unpacked length, before the packed bytes. */
const PREFIX_BYTES = 8;
/** Array types by bytes per integer. */
const KINDS = { 1: Uint8Array, 2: Uint16Array, 4: Uint32Array } as const;
/** Alignment of columns of integers, in bytes. */
const WORD = 4;

/** A number of a row that the table has. */
export interface NumberColumn {
  readonly name: string;
  /** Its index in a row. */
  readonly at: number;
  /** The table has the word of index n - 1 instead of a number n, and null instead of 0. */
  readonly words?: readonly string[] | undefined;
  /** Whether the table has n - 1 instead of a number n, and null instead of 0. Default false. */
  readonly isNullable?: boolean | undefined;
}

/** Returns the value in the table that a number of a row stands for. */
export function valueOf({ words, isNullable = false }: NumberColumn, number: number): number | string | null {
  if (words !== undefined) return words[number - 1] ?? null;
  return isNullable ? (number === 0 ? null : number - 1) : number;
}

/**
 * Returns the numbers of a row that the table has: elements, and numbers of the surveyed series. Elements that are left out have
 * names of their own, as readers take s1, s2, ... for moves.
 */
export function numbersIn(space: Rows): readonly NumberColumn[] {
  const { size, series = 'both', excluded = false } = space;
  const letter = excluded ? 'e' : 's';
  const elements = Array.from({ length: size }, (_, i) => ({ name: `${letter}${i + 1}`, at: i }));
  const wanted = NUMBERS.map((number, i) => ({ ...number, at: size + i })).filter(
    ({ of, isIn }) => (series === 'both' || series === of) && isIn?.(space) !== false,
  );
  const named = wanted.map((number) =>
    excluded && number.name === 'largest_nim_value' ? { ...number, name: 'saltus' } : number,
  );
  return [...elements, ...named];
}

/** Whether the table has the column `period_sum`. */
export function hasSums({ size, series = 'both', list, excluded }: SurveySpace): boolean {
  return excluded !== true && series !== 'cold' && (size === 3 || (list !== undefined && size > 3));
}

/** Returns the columns of rows, derived ones included. */
export function columnsOf(space: SurveySpace, rows: Uint32Array): SurveyColumns {
  const { size, list, excluded } = space;
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
  // Reused for all sets: one array per row costs more in garbage collection than filling it.
  const set: number[] = [];
  let end = 0;
  for (let row = 0; row < length; row++) {
    const at = row * width;
    let elements = 0;
    if (excluded === true) {
      bytes.set(ALL_BUT, end);
      end += ALL_BUT.length;
    }
    bytes[end++] = OPEN;
    for (; elements < size && rows[at + elements] !== 0; elements++) {
      set[elements] = rows[at + elements];
      end = putNumber(bytes, end, set[elements]);
      bytes[end++] = COMMA;
    }
    bytes[end - 1] = CLOSE;
    offsets[row + 1] = end;
    // Assigning the same length would reallocate.
    if (set.length !== elements) set.length = elements;
    sizes[row] = elements;
    // Only lists have moves with a common divisor.
    gcds[row] = list === undefined || excluded === true ? 1 : set.reduce((a, b) => gcd(a, b));
    if (isAdditive(set)) setBit(additive, row);
    if (isSymmetric(set)) setBit(symmetric, row);
    if (sums.length === 0) continue;
    const sum = periodSum(set, rows[at + size + 1]);
    sums[row] = sum === null ? 0 : 1 + SUMS_OF_THREE.indexOf(sum);
  }
  const texts = { bytes: bytes.subarray(0, end), offsets };
  return {
    length,
    numbers,
    texts,
    additive,
    symmetric,
    sums,
    sizes: narrowest(sizes),
    gcds: narrowest(gcds),
  };
}

/** Returns a row in the form of `surveyRows`. */
export function rowAt(space: Rows, { numbers }: SurveyColumns, row: number): Uint32Array {
  const found = new Uint32Array(space.size + PERIOD_NUMBERS);
  for (const [i, { at }] of numbersIn(space).entries()) found[at] = numbers[i][row];
  return found;
}

/** Returns whether a row equals the only row of other columns. */
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
 * Packs columns: the number of rows, the width of each column of integers, these columns, bits, sums and texts, as an LZ4 frame
 * after its length. Equal columns give equal bytes.
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

/** Returns the maximum packed size of `most` rows, in bytes. */
export function mostPackedBytes(space: SurveySpace, most: number): number {
  return Math.ceil(1.001 * mostBytes(space, most)) + 64;
}

/** Unpacks at most `most` rows from the start of `packed`; `end` is the number of bytes read. Raises for other bytes. */
export function unpackColumns(space: SurveySpace, most: number, packed: Uint8Array) {
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
  if (length > most) throw otherBytes(most);
  const count = numbersIn(space).length + DERIVED_INTEGERS;
  const integers = Array.from(some(wholeWords(count)).subarray(0, count), (width): Integers => {
    if (width !== 1 && width !== 2 && width !== 4) throw otherBytes(most);
    const { byteOffset } = some(wholeWords(width * length));
    return new KINDS[width](bytes.buffer, byteOffset, length);
  });
  const numbers = integers.slice(0, -DERIVED_INTEGERS);
  for (const [i, { words }] of numbersIn(space).entries())
    if (words !== undefined && numbers[i].some((number) => number > words.length)) throw otherBytes(most);
  const [sizes, gcds, lengths] = integers.slice(-DERIVED_INTEGERS);
  const [additive, symmetric] = [some(byteLength(1, length)), some(byteLength(1, length))];
  const sums = some(hasSums(space) ? length : 0);
  const offsets = new Int32Array(length + 1);
  for (let i = 0; i < length; i++) offsets[i + 1] = offsets[i] + lengths[i];
  const texts = { bytes: some(bytes.length - at), offsets };
  if (offsets[length] !== texts.bytes.length) throw otherBytes(most);
  const columns: SurveyColumns = { length, numbers, sizes, gcds, texts, additive, symmetric, sums };
  return { columns, end };
}

/** The integer columns of sizes, divisors and lengths of texts. */
const DERIVED_INTEGERS = 3;

function otherBytes(most: number): TypeError {
  return new TypeError(`bytes that are no columns of at most ${most} rows`);
}

/** Returns the maximum unpacked size of `length` rows, in bytes. */
function mostBytes(space: SurveySpace, length: number): number {
  const integers = numbersIn(space).length + DERIVED_INTEGERS;
  const others = 2 * byteLength(1, length) + length * (1 + textBytes(space));
  return WORD * (1 + length * integers) + wholeWords(integers) + others;
}

/** Returns the maximum length of a set's text: a brace, and a separator after each element. */
function textBytes({ max, size, excluded }: SurveySpace): number {
  return (excluded === true ? ALL_BUT.length : 0) + 1 + size * (String(max).length + 1);
}

function wholeWords(bytes: number): number {
  return WORD * Math.ceil(bytes / WORD);
}
