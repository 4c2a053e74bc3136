/** What is offered by hash: the same bytes by several, each of which takes them back. */
import { expect, it } from 'vitest';
import { sha256 } from '../../src/common/sha256.js';
import { Offers } from '../../src/jobs/offers.js';

const bytes = Uint8Array.of(1, 2, 3);
const hash = sha256(bytes);
const source = (): Promise<Uint8Array> => Promise.resolve(bytes);

it('keeps what two have offered until both have taken it back', async () => {
  const offers = new Offers();
  await offers.offer(hash, bytes, source);
  await offers.offer(hash, bytes, source);
  offers.withdraw([hash]);
  expect(await offers.read(hash)).toEqual(bytes);
  offers.withdraw([hash, 'never offered']);
  expect(offers.has(hash)).toBe(false);
  expect(await offers.read(hash)).toBeUndefined();
});

it('gives another machine nothing but bytes of the hash', async () => {
  const offers = new Offers();
  await offers.offer(hash, bytes, () => Promise.resolve(Uint8Array.of(4)));
  expect(await offers.supply(hash)).toBeUndefined();
});
