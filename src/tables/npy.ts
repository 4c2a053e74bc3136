/** The .npy format of NumPy, version 1.0: an ASCII header, then the values of one column in memory order, little-endian. */
import { unpackBits } from '../columnar/layout.js';
import type { ColumnData, ColumnType, Table } from './table.js';
import { areIntegers, memoryOf } from './values.js';

/** NumPy's names of integer types. */
const DESCRIPTIONS: Readonly<Partial<Record<ColumnType, string>>> = {
  int64: '<i8',
  int32: '<i4',
  bool: '|b1',
  uint8: '|u1',
  uint16: '<u2',
  uint32: '<u4',
};

/** The header ends at a multiple of this, so that the values of a mapped file are aligned. */
const ALIGNMENT = 64;

/** Yields a .npy file of the first column, which has integers, of a table with known number of rows. Memory: one batch. */
export async function* toNpy({
  columns: [{ name, type }],
  count,
  batches,
}: Table): AsyncGenerator<Uint8Array> {
  const description = DESCRIPTIONS[type];
  const rows = await count?.();
  if (description === undefined || rows === undefined) throw new Error(`toNpy: no integers in ${name}`);
  yield header(description, rows);
  for await (const { length, columns } of batches()) yield valueBytes(type, columns[0], length);
}

function valueBytes(type: ColumnType, data: ColumnData, length: number): Uint8Array {
  if (!areIntegers(data)) throw new Error('toNpy: a list of values');
  if (type === 'bool') return unpackBits(data as Uint8Array, length);
  const { buffer, byteOffset, byteLength } = memoryOf(type, data, length);
  return new Uint8Array(buffer, byteOffset, byteLength);
}

function header(description: string, rows: number): Uint8Array {
  const text = `{'descr': '${description}', 'fortran_order': False, 'shape': (${rows},), }`;
  // Magic bytes, version and length take 10 bytes, and a line feed ends the text.
  const size = Math.ceil((10 + text.length + 1) / ALIGNMENT) * ALIGNMENT;
  const bytes = new Uint8Array(size).fill(0x20);
  bytes.set([0x93, ...new TextEncoder().encode('NUMPY'), 1, 0]);
  new DataView(bytes.buffer).setUint16(8, size - 10, true);
  bytes.set(new TextEncoder().encode(text), 10);
  bytes[size - 1] = 0x0a;
  return bytes;
}
