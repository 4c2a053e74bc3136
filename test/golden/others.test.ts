/** Other games against public facts: OEIS files and hashes of independent programs. */
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { openStore } from '../../src/index.js';
import { extendOnce } from '../support/store.js';
import { temporaryFolder } from '../support/temporary.js';

async function bfileHash(game: string, series: 'cold' | 'nim', from: number, to: number): Promise<string> {
  const folder = temporaryFolder();
  await extendOnce(folder, game, { to, series });
  const store = await openStore(folder, { readOnly: true });
  const hash = createHash('sha256');
  for await (const bytes of store.export(game, { series, format: 'bfile', from, to })) hash.update(bytes);
  store.close();
  return hash.digest('hex');
}

describe('OEIS b-files of nim-values', () => {
  it.each([
    ['factorials', '76cc60204917a7860029c934385bd90186bd995ed507837f5d612673d931b6ac'],
    ['fibonacci', '150f7dd93753319266460cfb8e1512dc51337a89b5298920527fe8ea8e585386'],
    ['primes', 'fc1678f7ae7df3da487a5e30506e9f37afd237ca0a575aef4fce01f35b482c4a'],
  ])('%s', async (game, expected) => {
    expect(await bfileHash(game, 'nim', 0, 10_001)).toBe(expected);
  });
});

describe('nim-values below 10^6', () => {
  it.each([
    ['cubes', '3fd46c98e7e6cff8912a876c78f03ed34bfec39b7a66ebdcebf9b57dda633909'],
    ['fibonacci', '60485d0984fe3e3a4459cb22626ccc0dbf8ea5ff2ff3fa746da2fad393f1e7fb'],
    ['factorials', 'cc9f48a0a7422932787c2ba50022c1f0f3c7742d06bb79c02feeec1a691531ba'],
  ])('%s', async (game, expected) => {
    const folder = temporaryFolder();
    await extendOnce(folder, game, { to: 1e6, series: 'nim' });
    const store = await openStore(folder, { readOnly: true });
    expect(await store.valueHash(game, 'nim')).toBe(expected);
    store.close();
  });
});
