/** The format of files of rows: a line of JSON, the packed columns of each batch, and the SHA-256 of both. */
import { createHash } from 'node:crypto';
import { messageOf } from '../common/errors.js';
import { lengthOf, type Range } from '../common/range.js';
import type { ReadableFile } from '../store/files/file-system.js';
import { mostPackedBytes, unpackColumns } from './columns.js';
import type { FoundBatch } from './part.js';
import type { SurveySpace } from './space.js';

/** The first line begins with this. */
export const WORD = 'takeaway survey ';
const DIGEST_BYTES = 32;

/** The contents of a file: `batches` are ranges of sets. */
export interface RowsOfFile {
  readonly head: Buffer;
  readonly space: SurveySpace;
  readonly batches: readonly Range[];
}

export function headOf(fields: object): Buffer {
  return Buffer.from(`${WORD}${JSON.stringify(fields)}\n`);
}

/** Returns the maximum size of a file, in bytes. */
export function mostFileBytes({ head, space, batches }: RowsOfFile): number {
  const packed = batches.map((sets) => mostPackedBytes(space, lengthOf(sets)));
  return packed.reduce((sum, bytes) => sum + bytes, head.length + DIGEST_BYTES);
}

export async function* rowsFile(
  head: Uint8Array,
  batches: AsyncIterable<FoundBatch> | Iterable<FoundBatch>,
): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256').update(head);
  yield head;
  for await (const { packed } of batches) {
    hash.update(packed);
    yield packed;
  }
  yield hash.digest();
}

/** A file of rows was truncated or changed. */
export class NotWhole extends Error {}

/** Yields the batches of a file. Raises `NotWhole` for damage, at the latest after the last batch. */
export async function* readRows(
  file: ReadableFile,
  { head, space, batches }: RowsOfFile,
): AsyncGenerator<FoundBatch, void, undefined> {
  const hash = createHash('sha256').update(head);
  const stop = file.size - DIGEST_BYTES;
  let at = head.length;
  if (stop < at) throw new NotWhole(`${file.size} bytes`);
  for (const sets of batches) {
    const most = lengthOf(sets);
    const bytes = await file.read(at, Math.min(stop, at + mostPackedBytes(space, most)));
    let found: ReturnType<typeof unpackColumns>;
    try {
      found = unpackColumns(space, most, bytes);
    } catch (error) {
      throw new NotWhole(messageOf(error), { cause: error });
    }
    const packed = bytes.subarray(0, found.end);
    hash.update(packed);
    at += found.end;
    yield { columns: found.columns, packed };
  }
  const digest = await file.read(stop, file.size);
  if (at !== stop || !hash.digest().equals(digest)) throw new NotWhole('bytes of another SHA-256');
}
