/** Cuts, joins and counts columns of values, and groups positions by the ranges that contain them. */
import { copyBits, countOnes, createBitset } from '../../kernel/bitset.js';
import { countWithout, largestOf } from '../../kernel/counting.js';
import {
  byteLength,
  integersOf,
  SERIES,
  type ColumnValues,
  type Run,
  type SeriesName,
  type Width,
} from '../../columnar/layout.js';
import type { Rule } from '../../game/rules.js';
import { lengthOf, type Range } from '../../common/range.js';

export interface SolvedPart extends Run {
  /** The methods that solved them, without duplicates. */
  readonly methods: readonly string[];
}

/** Returns a column of zeros. */
export function emptyColumn(width: Width, length: number): ColumnValues {
  return {
    width,
    length,
    bytes: width === 1 ? createBitset(length) : new Uint8Array(byteLength(width, length)),
  };
}

/** Copies `length` values, from index `at` on, into a column that can hold them, from index `to` on. */
export function copyColumn(
  from: ColumnValues,
  at: number,
  into: ColumnValues,
  to: number,
  length: number,
): void {
  if (into.width === 1) copyBits(from.bytes, at, into.bytes, to, length);
  else integersOf(into).set(integersOf(from).subarray(at, at + length), to);
}

/** Returns the same values at a width that can hold them. */
export function atWidth(values: ColumnValues, width: Width): ColumnValues {
  if (values.width === width) return values;
  const result = emptyColumn(width, values.length);
  copyColumn(values, 0, result, 0, values.length);
  return result;
}

/** Joins contiguous parts into one column, as wide as the widest of them. */
export function joinColumns(range: Range, parts: readonly SolvedPart[]): ColumnValues {
  let front = range.start;
  for (const { start, stop } of parts) {
    if (start !== front) throw new Error(`joinColumns: a part begins at ${start}, not at ${front}`);
    front = stop;
  }
  if (front !== range.stop) throw new Error(`joinColumns: the parts end at ${front}, not at ${range.stop}`);
  if (parts.length === 1) return parts[0].values;
  const joined = emptyColumn(widest(parts), lengthOf(range));
  for (const part of parts) copyColumn(part.values, 0, joined, part.start - range.start, lengthOf(part));
  return joined;
}

function widest(parts: readonly SolvedPart[]): Width {
  return parts.reduce<Width>((width, { values }) => (values.width > width ? values.width : width), 1);
}

/** Joins contiguous parts, at least one. */
export function joinParts(parts: readonly SolvedPart[]): SolvedPart {
  const range = { start: parts[0].start, stop: parts[parts.length - 1].stop };
  const methods = [...new Set(parts.flatMap((part) => part.methods))];
  return { ...range, values: joinColumns(range, parts), methods };
}

/** Returns the cold bits of a column of integers from index `from` on. */
export function coldBitsOf(values: ColumnValues, { isCold }: Rule, from = 0): ColumnValues {
  const integers = integersOf(values);
  const length = integers.length - from;
  const bytes = createBitset(length);
  for (let i = 0; i < length; i++) if (isCold(integers[from + i])) bytes[i >>> 3] |= 1 << (i & 7);
  return { width: 1, length, bytes };
}

/** Returns the number of cold positions among the first `length` of a column. */
export function countCold(values: ColumnValues, { hotBits }: Rule, length = values.length): number {
  if (values.width === 1) return countOnes(values.bytes, 0, length);
  return countWithout(integersOf(values).subarray(0, length), hotBits);
}

/** Returns the maximum of a column, 0 if it is empty. */
export function largestIn(values: ColumnValues): number {
  if (values.width === 1) return Math.min(1, countOnes(values.bytes, 0, values.length));
  return largestOf(integersOf(values));
}

/** Returns the catalog's counts of a block: cold positions, and the maximum value. */
export function countsOf(values: ColumnValues, rule: Rule): { coldCount: number; largest: number } {
  const coldCount = countCold(values, rule);
  return { coldCount, largest: values.width === 1 ? Math.min(1, coldCount) : largestIn(values) };
}

/** Returns the width of a column with values up to `bound`. */
export function widthFor(series: SeriesName, bound: number): Width {
  if (SERIES[series].isBits) return 1;
  return bound <= 0xff ? 8 : bound <= 0xffff ? 16 : 32;
}

/** Groups the indices of positions by the ranges that contain them, in order of first occurrence. */
export function indicesBy<Holder extends Range>(
  positions: ArrayLike<number>,
  holderOf: (position: number) => Holder,
): Map<Holder, number[]> {
  const groups = new Map<Holder, number[]>();
  let holder: Holder | undefined;
  let group: number[] = [];
  for (let i = 0; i < positions.length; i++) {
    const position = positions[i];
    if (holder === undefined || position < holder.start || position >= holder.stop) {
      holder = holderOf(position);
      group = groups.get(holder) ?? [];
      groups.set(holder, group);
    }
    group.push(i);
  }
  return groups;
}
