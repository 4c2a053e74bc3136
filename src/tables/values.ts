/** Conversions of column values for formats: memory of integers, plain numbers, lists, text and JSON. */
import { refuse } from '../common/errors.js';
import { unpackBits } from '../columnar/layout.js';
import { consecutivePositions, int64Positions } from '../columnar/positions.js';
import type { CellValue, ColumnData, ColumnType, Integers, TableColumn, Texts } from './table.js';

export function areTexts(data: ColumnData): data is Texts {
  return 'offsets' in data;
}

export function areIntegers(data: ColumnData): data is Integers {
  return !Array.isArray(data) && !areTexts(data);
}

/** Converts integers to memory of exactly their type; `bool` to packed bits. */
export function memoryOf(
  type: ColumnType,
  data: Integers,
  length: number,
): BigInt64Array | Exclude<Integers, { start: number }> {
  if (type === 'int64')
    return 'start' in data ? consecutivePositions(data.start, length) : int64Positions(data as Float64Array);
  if (type === 'int32' && !(data instanceof Int32Array))
    return new Int32Array('start' in data ? numbersOf(type, data, length) : data);
  if ('start' in data) throw new Error(`memoryOf: consecutive integers as ${type}`);
  return data;
}

/** Converts integers to plain numbers, bits to 0 and 1, in one type of array for all widths. */
export function numbersOf(type: ColumnType, data: Integers, length: number): Float64Array {
  if (type === 'bool') return new Float64Array(unpackBits(data as Uint8Array, length));
  if (!('start' in data)) return data instanceof Float64Array ? data : new Float64Array(data);
  const numbers = new Float64Array(length);
  for (let i = 0; i < length; i++) numbers[i] = data.start + i;
  return numbers;
}

export function cellsOf(type: ColumnType, data: ColumnData, length: number): readonly CellValue[] {
  if (areTexts(data)) {
    const { bytes, offsets } = data;
    const text = new TextDecoder().decode(bytes.subarray(0, offsets[length]));
    return Array.from({ length }, (_, i) => text.slice(offsets[i], offsets[i + 1]));
  }
  if (!areIntegers(data)) return data;
  return Array.from(numbersOf(type, data, length), (value) => (type === 'bool' ? value === 1 : value));
}

/** Lists values for the libraries of binary formats. Raises a usage error for an integer of more than 64 bits. */
export function typedList(
  { name, type }: TableColumn,
  values: readonly CellValue[],
  format: string,
): (bigint | number | boolean | string | null)[] {
  const typed = (value: CellValue): bigint | number | boolean | string => {
    if (type === 'bool') return value as boolean;
    if (type === 'float64') return Number(value);
    if (type !== 'int64') return plain(value);
    const whole = BigInt(value as number | bigint);
    if (BigInt.asIntN(64, whole) === whole) return whole;
    refuse(
      'The column {column} has {value}, which is too large for whole numbers in {format}. CAST it to DOUBLE or to VARCHAR.',
      { column: name, value: String(whole), format },
    );
  };
  return values.map((value) => (value === null ? null : typed(value)));
}

/** Whether a column has numbers, which are aligned right. */
export function isNumeric({ type }: TableColumn): boolean {
  return /int|float|decimal/.test(type);
}

export function plain(value: CellValue): string {
  if (value === null) return '';
  return typeof value === 'object' ? jsonOf(value) : String(value);
}

/** Converts a value to JSON, whole numbers with all their digits. */
export function jsonOf(value: CellValue): string {
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(jsonOf).join()}]`;
  const pairs = Object.entries(value as Readonly<Record<string, CellValue>>);
  return `{${pairs.map(([key, one]) => `${JSON.stringify(key)}:${jsonOf(one)}`).join()}}`;
}
