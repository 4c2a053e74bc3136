/**
 * Text formats: CSV, and the OEIS b-file. Each is a generator from rows to bytes, so that memory does not grow
 * with the range. Separate from the Arrow formats, which need another library.
 */
import { integersOf } from '../columnar/layout.js';
import { LineBuffer, type Rows } from './rows.js';

/** CSV with a header line `n,<column>`; cold as `true` or `false`. Lines end in LF. */
export async function* toCsv(rows: AsyncIterable<Rows>, column: string): AsyncGenerator<Uint8Array> {
  const buffer = new LineBuffer();
  buffer.ascii(`n,${column}\n`);
  for await (const { start, values } of rows) {
    const isBits = values.width === 1;
    const integers = isBits ? values.bytes : integersOf(values);
    for (let i = 0; i < values.length; i++) {
      if (buffer.isFull) yield buffer.take();
      buffer.number(start + i);
      if (isBits) buffer.ascii((integers[i >>> 3] >>> (i & 7)) & 1 ? ',true\n' : ',false\n');
      else {
        buffer.ascii(',');
        buffer.number(integers[i]);
        buffer.ascii('\n');
      }
    }
  }
  yield buffer.take();
}

/** The b-file of integers: lines `n value`. */
export async function* toValuesBFile(rows: AsyncIterable<Rows>): AsyncGenerator<Uint8Array> {
  const buffer = new LineBuffer();
  for await (const { start, values } of rows) {
    const integers = integersOf(values);
    for (let i = 0; i < integers.length; i++) {
      if (buffer.isFull) yield buffer.take();
      buffer.number(start + i);
      buffer.ascii(' ');
      buffer.number(integers[i]);
      buffer.ascii('\n');
    }
  }
  yield buffer.take();
}

/** The b-file of bits: lines `k p_k`, the k-th position whose bit is set; the first line has k = `firstIndex`. */
export async function* toPositionsBFile(
  rows: AsyncIterable<Rows>,
  firstIndex: number,
): AsyncGenerator<Uint8Array> {
  const buffer = new LineBuffer();
  let k = firstIndex;
  for await (const { start, values } of rows) {
    for (let i = 0; i < values.length; i++) {
      const byte = values.bytes[i >>> 3];
      if (byte === 0) {
        i |= 7;
        continue;
      }
      if (((byte >>> (i & 7)) & 1) === 0) continue;
      if (buffer.isFull) yield buffer.take();
      buffer.number(k++);
      buffer.ascii(' ');
      buffer.number(start + i);
      buffer.ascii('\n');
    }
  }
  yield buffer.take();
}
