/**
 * The one format of rows that wait: a line that says what they are of, the content, and the SHA-256 of both. The batches of a
 * survey that goes on are such files, of packed columns, and the parts that are joined, of rows.
 */
import { createHash } from 'node:crypto';

/** How the first line begins. */
export const WORD = 'takeaway survey ';
export const DIGEST_BYTES = 32;

/** The first line of a file. */
export function headOf(fields: object): Buffer {
  return Buffer.from(`${WORD}${JSON.stringify(fields)}\n`);
}

/** Bytes of a file with so many bytes of content. */
export function fileBytes(head: Uint8Array, content: number): number {
  return head.length + content + DIGEST_BYTES;
}

/** The file of some content. */
export async function* digestedFile(
  head: Uint8Array,
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  hash.update(head);
  yield head;
  for await (const bytes of content) {
    hash.update(bytes);
    yield bytes;
  }
  yield hash.digest();
}

/** The content of a file, from what follows its first line; undefined where it is not whole. */
export function contentOf(head: Uint8Array, rest: Uint8Array): Uint8Array | undefined {
  const end = rest.length - DIGEST_BYTES;
  if (end < 0) return undefined;
  const digest = createHash('sha256').update(head).update(rest.subarray(0, end)).digest();
  return digest.equals(rest.subarray(end)) ? rest.subarray(0, end) : undefined;
}
