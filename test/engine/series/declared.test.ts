/** Games with hotspots or a seed: every method and block size, and two threads, give the values of the definition. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { coldByDefinition, mex, nimValuesByDefinition } from '../../../src/game/definition.js';
import { parseGame } from '../../../src/game/game.js';
import { openStore, type MethodName, type Store } from '../../../src/index.js';
import { effort } from '../../support/seed.js';
import { drain, extendOnce, hashes } from '../../support/store.js';
import { temporaryFolder } from '../../support/temporary.js';
import { onThreads } from '../../support/threads.js';

const COLD: MethodName[] = ['sieve', 'divide-and-conquer', 'residue-classes', 'shifted-positions', 'auto'];
const NIM: MethodName[] = ['dynamic-programming', 'plain', 'levels', 'auto'];
const gameOf = (text: string): ReturnType<typeof parseGame> => parseGame(text, () => '');

const sets = ['squares', 'primes', 'odd', '{1,3,4}', '{2,5,7}', '{37,1000}', 'all-but{2,3,7}', 'interval:90'];
const hotspotSets = [
  '{0}',
  '{3,5}',
  '{0,1,2,63,64,65,1000}',
  'squares',
  'odd',
  'arithmetic:5,5',
  'all-but{1..200}',
];

/** The nim-values of a seeded game, directly. */
function seededByDefinition(text: string, stop: number): number[] {
  const { set, seed = [] } = gameOf(text);
  const values: number[] = [];
  for (let n = 0; n < stop; n++) {
    values.push(seed.at(n) ?? mex(Array.from(set.between(1, n + 1), (s) => values[n - s])));
  }
  return values;
}

async function valuesOf(store: Store, text: string, series: 'cold' | 'nim', stop: number): Promise<number[]> {
  const positions = Array.from({ length: stop }, (_, n) => n);
  return Array.from(
    await (series === 'cold' ? store.isCold(text, positions) : store.nimValues(text, positions)),
  );
}

/** Extends in the given steps, checks every value, and verifies what is stored by other methods too. */
async function check(
  text: string,
  series: 'cold' | 'nim',
  expected: readonly number[],
  { steps, ...options }: { steps: readonly number[]; method: MethodName; blockLength: number },
): Promise<void> {
  const store = await openStore(temporaryFolder());
  try {
    for (const to of steps) await drain(store.extend(text, { to, series, doubleCheck: true, ...options }));
    expect(await valuesOf(store, text, series, expected.length), `${text} ${options.method}`).toEqual(
      expected,
    );
    expect(await store.verify({ full: true })).toMatchObject({ ok: true, problems: [] });
  } finally {
    store.close();
  }
}

const ways = fc.record({
  steps: fc
    .uniqueArray(fc.integer({ min: 1, max: 999 }), { maxLength: 3 })
    .map((ends) => [...ends.sort((a, b) => a - b), 1000]),
  blockLength: fc.constantFrom(64, 192, 1024, 2 ** 20),
});

describe('hotspots', () => {
  it('are hot, and all else follows', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...sets),
        fc.constantFrom(...hotspotSets),
        fc.constantFrom(...COLD),
        ways,
        async (set, hotspots, method, way) => {
          const text = `${set} hotspots ${hotspots}`;
          const { hotspots: declared } = gameOf(text);
          const isHotspot = (n: number): boolean => declared?.between(n, n + 1).length === 1;
          const expected = coldByDefinition(gameOf(text).set, 1000, isHotspot).map(Number);
          await check(text, 'cold', expected, { ...way, method });
        },
      ),
      { numRuns: effort(5, 30) },
    );
  });

  it('give the positions of nim-value 1 when they are those of 0 (Eppstein 2018, Lemma 2)', async () => {
    const stop = 3000;
    const nimValues = nimValuesByDefinition(gameOf('squares').set, stop);
    const zeros = nimValues.flatMap((value, n) => (value === 0 ? [n] : []));
    const text = `squares hotspots {${zeros.join()}}`;
    const store = await openStore(temporaryFolder());
    await drain(store.extend(text, { to: stop }));
    expect(await valuesOf(store, text, 'cold', stop)).toEqual(nimValues.map((value) => Number(value === 1)));
    store.close();
  });

  it('make misere play, where every position without a move is one', async () => {
    const store = await openStore(temporaryFolder());
    await drain(store.extend('{2,3} hotspots {0,1}', { to: 500 }));
    // In misere play the player who cannot move wins; {2,3} has period 5, exchanged 0 and 1.
    const cold = nimValuesByDefinition(gameOf('{2,3}').set, 500).map((value) => Number(value === 1));
    expect(await valuesOf(store, '{2,3} hotspots {0,1}', 'cold', 500)).toEqual(cold);
    store.close();
  });

  it('leave no nim-values: a clear error wherever they are asked for', async () => {
    const store = await openStore(temporaryFolder());
    const text = 'squares hotspots {3}';
    const blocks = [];
    for await (const block of store.extend(text, { to: 100 })) blocks.push(block.series);
    expect(blocks).toEqual(['cold']);
    const error = /squares hotspots \{3\} has no series nim, as it has hotspots\. Choose one of cold\./;
    await expect(store.extend(text, { to: 100, series: 'nim' }).next()).rejects.toThrow(error);
    await expect(store.nimValues(text, [1])).rejects.toThrow(error);
    await expect(store.valueHash(text, 'nim')).rejects.toThrow(error);
    await expect(store.export(text, { series: 'nim', format: 'csv' }).next()).rejects.toThrow(error);
    await expect(store.scan(text, { columns: ['nim_value'] }).next()).rejects.toThrow(error);
    expect(await store.query(text, [3, 9])).toMatchObject([
      { position: 3, cold: false, nimValue: null, winningMoves: [1] },
      { position: 9, cold: false, nimValue: null, winningMoves: [4, 9] },
    ]);
    store.close();
  });
});

describe('a seed', () => {
  const seeds = [
    '[5]',
    '[0,1,7]',
    '[3,2,1,0]',
    '[9,8,7,6,5,4,3,2,1,0,20,21,22]',
    '[40000,300]',
    '[0,4,2,3,65535]',
  ];

  it('is kept, and all above follows by the mex rule', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...sets),
        fc.constantFrom(...seeds),
        fc.constantFrom('cold', 'nim'),
        fc.nat(3),
        ways,
        async (set, seed, series, method, way) => {
          const text = `${set} seed ${seed}`;
          const nimValues = seededByDefinition(text, 1000);
          const expected = series === 'nim' ? nimValues : nimValues.map((value) => Number(value === 0));
          // Levels go through every value up to the largest.
          const able = series === 'cold' ? COLD : NIM.filter((name) => name !== 'levels' || seed.length < 25);
          await check(text, series, expected, { ...way, method: able[method % able.length] });
        },
      ),
      { numRuns: effort(5, 30) },
    );
  });

  it('may be longer than blocks, pieces and all that is extended', async () => {
    const seed = Array.from({ length: 700 }, (_, n) => 700 - n);
    const text = `squares seed [${seed.join()}]`;
    const expected = seededByDefinition(text, 1500);
    for (const steps of [[1500], [10, 64, 65, 699, 700, 701, 1500]]) {
      for (const blockLength of [64, 1024]) {
        await check(text, 'nim', expected, { steps, blockLength, method: 'auto' });
      }
    }
    const folder = temporaryFolder();
    const [block] = await extendOnce(folder, text, { to: 300, series: 'nim' });
    expect(block).toMatchObject({ stop: 300, methods: ['seed'], largest: 700, coldCount: 0 });
  });

  it('does not keep verify from finding a wrong value, and is repaired like all else', async () => {
    const text = '{1,2} seed [3,4]';
    const folder = temporaryFolder();
    await extendOnce(folder, text, { to: 5000 });
    const before = await hashes(folder, text);
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      if (!name.endsWith('.arrow')) continue;
      const bytes = readFileSync(join(folder, name));
      bytes[bytes.length >> 1] ^= 1;
      writeFileSync(join(folder, name), bytes);
    }
    const store = await openStore(folder);
    expect((await store.verify()).problems).toHaveLength(2);
    expect(await store.verify({ repair: true })).toMatchObject({ ok: true });
    store.close();
    expect(await hashes(folder, text)).toEqual(before);
  });

  it('can break the pairing of Ferguson, which verify does not ask of it', async () => {
    const text = '{1,2} seed [1]';
    const values = seededByDefinition(text, 100);
    const breaks = values.flatMap((value, n) => ((value === 1) === (values[n - 1] === 0) ? [] : [n]));
    expect(breaks).toContain(99);
    await check(text, 'nim', values, { steps: [100], blockLength: 1024, method: 'auto' });
  });
});

describe('two threads', () => {
  // Long enough for two, each by the method that divides such a game.
  it.each<[string, 'cold' | 'nim', MethodName, MethodName, number]>([
    ['squares hotspots arithmetic:5,7', 'cold', 'shifted-sets', 'sieve', 2 ** 18 + 5000],
    ['squares seed [9,8,7,6,5,4,3,2,1,0,20,21,22]', 'nim', 'dynamic-programming', 'plain', 2 ** 17 + 5000],
  ])('give the values of one: %s, %s', async (text, series, method, plain, to) => {
    const [one, two] = [temporaryFolder(), temporaryFolder()];
    await extendOnce(one, text, { to, series, method: plain, threads: 1 });
    await onThreads(2, () => extendOnce(two, text, { to, series, method, threads: 2 }));
    const stored = await hashes(one, text);
    expect(stored[series]).toBeDefined();
    expect(await hashes(two, text)).toEqual(stored);
  });
});

describe('a game and the same game with a seed that changes nothing', () => {
  it('are one', async () => {
    const folder = temporaryFolder();
    await extendOnce(folder, '{1,3,4} seed [0,1,0]', { to: 50 });
    const store = await openStore(folder, { readOnly: true });
    expect(store.info('{1,3,4}')).toHaveLength(1);
    store.close();
  });
});
