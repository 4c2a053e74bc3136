/** The layout of values in memory and in a column: raw little-endian bytes and a width. Its users need no Arrow. */
import { sliceBits } from '../kernel/bitset.js';
import type { Range } from '../common/range.js';
import type { Packed } from './encodings.js';

/** Bits per value: 1 for packed bits (least significant first), else an unsigned integer. */
export type Width = 1 | 8 | 16 | 32;

/** Consecutive values of one series, in Arrow's layout of a column without nulls. */
export interface ColumnValues {
  readonly width: Width;
  readonly length: number;
  /** ceil(length * width / 8) bytes; unused bits of the last byte are zero. */
  readonly bytes: Uint8Array;
  /** The same bytes as in a block file, if already packed. */
  readonly packed?: Packed | undefined;
}

export interface Run extends Range {
  readonly values: ColumnValues;
}

export interface SeriesColumn {
  /** The name in Arrow files and printed tables. */
  readonly column: string;
  /** The name of a value in JSON. */
  readonly key: string;
  /** If false, values are unsigned integers of the narrowest width that fits. */
  readonly isBits: boolean;
}

export const SERIES = {
  cold: { column: 'cold', key: 'cold', isBits: true },
  nim: { column: 'nim_value', key: 'nimValue', isBits: false },
  remoteness: { column: 'remoteness', key: 'remoteness', isBits: false },
} as const satisfies Record<string, SeriesColumn>;

/** The name of a series. */
export type SeriesName = keyof typeof SERIES;

export const SERIES_NAMES = Object.keys(SERIES) as SeriesName[];

export function byteLength(width: Width, length: number): number {
  return Math.ceil((length * width) / 8);
}

/** Whether a bit after the last value is set: equal values would not have equal bytes. */
export function hasSpareBits({ width, length, bytes }: ColumnValues): boolean {
  const used = (length * width) % 8;
  return used !== 0 && bytes[bytes.length - 1] >>> used !== 0;
}

/** Returns the integers of width 8, 16 or 32, as a view if the bytes are aligned, else as a copy. */
export function integersOf({ width, length, bytes }: ColumnValues): Uint8Array | Uint16Array | Uint32Array {
  if (width === 1) throw new Error('integersOf: the values are bits');
  if (width === 8) return bytes.subarray(0, length);
  const step = width / 8;
  const aligned = bytes.byteOffset % step === 0 ? bytes : new Uint8Array(bytes);
  return width === 16
    ? new Uint16Array(aligned.buffer, aligned.byteOffset, length)
    : new Uint32Array(aligned.buffer, aligned.byteOffset, length);
}

/** Returns the values as plain numbers: bits one by one, integers as by `integersOf`. */
export function numbersOf(values: ColumnValues): Uint8Array | Uint16Array | Uint32Array {
  return values.width === 1 ? unpackBits(values.bytes, values.length) : integersOf(values);
}

/** Unpacks bits to a byte each, 0 or 1. */
export function unpackBits(bytes: Uint8Array, length: number): Uint8Array<ArrayBuffer> {
  const unpacked = new Uint8Array(length);
  for (let i = 0; i < length; i++) unpacked[i] = (bytes[i >>> 3] >>> (i & 7)) & 1;
  return unpacked;
}

/** Makes a column that shares the memory of integers. */
export function columnOfIntegers(values: Uint8Array | Uint16Array | Uint32Array): ColumnValues {
  return {
    width: (8 * values.BYTES_PER_ELEMENT) as Width,
    length: values.length,
    bytes: new Uint8Array(values.buffer, values.byteOffset, values.byteLength),
  };
}

/** Makes a column of the first `length` bits of a bitset that shares its memory. */
export function columnOfBits(bits: Uint8Array, length: number): ColumnValues {
  return { width: 1, length, bytes: bits.subarray(0, byteLength(1, length)) };
}

export function sliceColumn(values: ColumnValues, from: number, length: number): ColumnValues {
  const { width, bytes } = values;
  if (width === 1) return { width, length, bytes: sliceBits(bytes, from, from + length) };
  const start = byteLength(width, from);
  return { width, length, bytes: bytes.subarray(start, start + byteLength(width, length)) };
}

export function valueAt({ width, bytes }: ColumnValues, i: number): number {
  switch (width) {
    case 1:
      return (bytes[Math.floor(i / 8)] >>> (i % 8)) & 1;
    case 8:
      return bytes[i];
    case 16:
      return bytes[2 * i] | (bytes[2 * i + 1] << 8);
    case 32:
      return (
        (bytes[4 * i] | (bytes[4 * i + 1] << 8) | (bytes[4 * i + 2] << 16) | (bytes[4 * i + 3] << 24)) >>> 0
      );
  }
}
