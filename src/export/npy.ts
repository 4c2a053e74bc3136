/**
 * The .npy format of NumPy, version 1.0: a header in ASCII, then the values of one column as they lie in memory, least
 * significant byte first. Separate from the formats of many columns: it has one, without a name.
 */
import { unpackBits } from '../columnar/layout.js';
import type { BatchTable, ColumnType } from './batch.js';

/** NumPy's name of each type. */
const DESCRIPTIONS: Readonly<Record<ColumnType, string>> = {
  int64: '<i8',
  int32: '<i4',
  bool: '|b1',
  uint8: '|u1',
  uint16: '<u2',
  uint32: '<u4',
};

/** The header ends at a multiple of this, so that the values are aligned when the file is mapped. */
const ALIGNMENT = 64;

/** The bytes of a .npy file of the first column, which has `rows` values in all. Memory: one batch. */
export async function* toNpy({ columns, batches }: BatchTable, rows: number): AsyncGenerator<Uint8Array> {
  const [{ type }] = columns;
  yield header(DESCRIPTIONS[type], rows);
  for await (const { length, columns: arrays } of batches) {
    const [values] = arrays;
    yield type === 'bool'
      ? unpackBits(values as Uint8Array, length)
      : new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
  }
}

function header(description: string, rows: number): Uint8Array {
  const text = `{'descr': '${description}', 'fortran_order': False, 'shape': (${rows},), }`;
  // The magic bytes, the version and the length take 10 bytes, a line feed ends the text.
  const size = Math.ceil((10 + text.length + 1) / ALIGNMENT) * ALIGNMENT;
  const bytes = new Uint8Array(size).fill(0x20);
  bytes.set([0x93, ...new TextEncoder().encode('NUMPY'), 1, 0]);
  new DataView(bytes.buffer).setUint16(8, size - 10, true);
  bytes.set(new TextEncoder().encode(text), 10);
  bytes[size - 1] = 0x0a;
  return bytes;
}
