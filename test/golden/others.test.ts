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

describe('OEIS sequences of cold positions', () => {
  it('b001581: Fibonacci, indexed from 1 without 0', async () => {
    expect(await bfileHash('fibonacci', 'cold', 1, 5813)).toBe(
      'a0b9e2f76b12cc84c7f6f3dcc7f58be6093bdc6bdd1cb404d27a1c7986f8e017',
    );
  });

  it.each([
    [
      'primes',
      'A025043',
      '0 1 9 10 25 34 35 49 55 85 91 100 115 121 125 133 145 155 169 175 187 195 205 217 235 247',
    ],
    [
      'practical',
      'A275432',
      '0 3 10 13 44 47 102 105 146 149 232 235 636 639 814 817 950 953 1208 1211 2994 2997',
    ],
    ['moser-de-bruijn', 'A062880', '0 2 8 10 32 34 40 42 128 130 136 138 160 162 168 170 512'],
    ['powers-of:2', 'A008585', '0 3 6 9 12 15 18 21 24 27 30 33 36 39 42 45 48 51'],
  ])('%s: the first of %s', async (game, _, first) => {
    const expected = first.split(' ').map(Number);
    const to = expected[expected.length - 1] + 1;
    const folder = temporaryFolder();
    await extendOnce(folder, game, { to, series: 'cold' });
    const store = await openStore(folder, { readOnly: true });
    const cold = await store.isCold(
      game,
      Array.from({ length: to }, (__, n) => n),
    );
    store.close();
    expect([...cold.keys()].filter((n) => cold[n] === 1)).toEqual(expected);
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
