/**
 * The one format of rows that wait: a line that says what they are of, the rows, little-endian, and the SHA-256 of both. The
 * batches of a survey that goes on are such files, and the parts that are joined.
 */
import { createHash } from 'node:crypto';
import { bytesOf } from './space.js';

/** How the first line begins. */
export const WORD = 'takeaway survey ';
export const DIGEST_BYTES = 32;

/** The first line of a file. */
export function headOf(fields: object): Buffer {
  return Buffer.from(`${WORD}${JSON.stringify(fields)}\n`);
}

/** Bytes of a file with so many bytes of rows. */
export function fileBytes(head: Uint8Array, rows: number): number {
  return head.length + rows + DIGEST_BYTES;
}

/** The file of some rows. */
export async function* rowsFile(
  head: Uint8Array,
  rows: AsyncIterable<Uint32Array> | Iterable<Uint32Array>,
): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  hash.update(head);
  yield head;
  for await (const some of rows) {
    const bytes = bytesOf(some);
    hash.update(bytes);
    yield bytes;
  }
  yield hash.digest();
}

/** The rows of a file in memory, of so many bytes each; undefined where it is not whole. */
export function rowsOfFile(head: Uint8Array, bytes: Uint8Array, width: number): Uint32Array | undefined {
  const end = bytes.length - DIGEST_BYTES;
  if (end < head.length || (end - head.length) % width !== 0) return undefined;
  const digest = createHash('sha256').update(bytes.subarray(0, end)).digest();
  if (!digest.equals(bytes.subarray(end)) || !head.every((byte, i) => byte === bytes[i])) return undefined;
  return new Uint32Array(new Uint8Array(bytes.subarray(head.length, end)).buffer);
}
