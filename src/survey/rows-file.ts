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

/** The rows of a file, of so many bytes each, from what follows its first line, in memory of its own; undefined where it is not whole. */
export function rowsOfFile(
  head: Uint8Array,
  rest: Uint8Array<ArrayBuffer>,
  width: number,
): Uint32Array | undefined {
  const end = rest.length - DIGEST_BYTES;
  if (end < 0 || end % width !== 0) return undefined;
  const digest = createHash('sha256').update(head).update(rest.subarray(0, end)).digest();
  if (!digest.equals(rest.subarray(end))) return undefined;
  return new Uint32Array(rest.buffer, rest.byteOffset, end / Uint32Array.BYTES_PER_ELEMENT);
}
