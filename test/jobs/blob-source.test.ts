/** Bytes that are offered by hash: the same by several, each of which withdraws them. */
import { expect, it } from 'vitest';
import { sha256 } from '../../src/common/sha256.js';
import { BlobSource } from '../../src/jobs/blob-source.js';

const bytes = Uint8Array.of(1, 2, 3);
const hash = sha256(bytes);
const source = (): Promise<Uint8Array> => Promise.resolve(bytes);

it('keeps what two have offered until both have withdrawn it, and carries it once', async () => {
  const carried: string[] = [];
  const blobSource = new BlobSource({
    put: (one) => Promise.resolve(carried.push(`put ${one}`)),
    drop: (some) => Promise.resolve(carried.push(`drop ${some.join()}`)),
  });
  await blobSource.offer(hash, bytes, source);
  await blobSource.offer(hash, bytes, source);
  await blobSource.withdraw([hash]);
  expect(await blobSource.read(hash)).toEqual(bytes);
  expect(carried).toEqual([`put ${hash}`]);
  await blobSource.withdraw([hash, 'never offered']);
  expect(await blobSource.read(hash)).toBeUndefined();
  expect(carried).toEqual([`put ${hash}`, `drop ${hash}`]);
});
