/** What is offered by hash: the same bytes by several, each of which takes them back. */
import { expect, it } from 'vitest';
import { sha256 } from '../../src/common/sha256.js';
import { BlobSource } from '../../src/jobs/blob-source.js';

const bytes = Uint8Array.of(1, 2, 3);
const hash = sha256(bytes);
const source = (): Promise<Uint8Array> => Promise.resolve(bytes);

it('keeps what two have offered until both have taken it back', async () => {
  const blobSource = new BlobSource();
  await blobSource.offer(hash, bytes, source);
  await blobSource.offer(hash, bytes, source);
  blobSource.withdraw([hash]);
  expect(await blobSource.read(hash)).toEqual(bytes);
  blobSource.withdraw([hash, 'never offered']);
  expect(blobSource.has(hash)).toBe(false);
  expect(await blobSource.read(hash)).toBeUndefined();
});

it('gives another machine nothing but bytes of the hash', async () => {
  const blobSource = new BlobSource();
  await blobSource.offer(hash, bytes, () => Promise.resolve(Uint8Array.of(4)));
  expect(await blobSource.supply(hash)).toBeUndefined();
});
