/** Misere nim-values and cold positions as readings of normal play, against the definition of misere play. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { integersOf } from '../../../src/columnar/layout.js';
import { randomStream } from '../../../src/common/random.js';
import { MemoryStore } from '../../../src/engine/memory-store.js';
import { SeriesSource, type Aggregate } from '../../../src/engine/views/aggregating.js';
import { inPlay } from '../../../src/engine/views/misere.js';
import { openStore, readGame, type Store } from '../../../src/index.js';
import { takeaway } from '../../support/cli.js';
import { effort, SEED } from '../../support/seed.js';
import { drain } from '../../support/store.js';
import { temporaryFolder } from '../../support/temporary.js';

const STOP = 300;

/** Misere nim-values by their definition: 1 where no move is left, else the least that no option has. */
function byDefinition(game: string, stop = STOP): number[] {
  const { set } = readGame(game);
  const moves = Array.from(set.between(1, stop));
  const values: number[] = [];
  for (let n = 0; n < stop; n++) {
    const options = new Set(moves.filter((move) => move <= n).map((move) => values[n - move]));
    let value = options.size === 0 ? 1 : 0;
    while (options.has(value)) value++;
    values.push(value);
  }
  return values;
}

let store: Store;
beforeAll(async () => {
  store = await openStore(temporaryFolder(), { readOnly: true, compute: { seconds: 10, threads: 1 } });
});
afterAll(() => {
  store.close();
});

async function read(game: string, series: 'nim' | 'cold', from: number, to: number): Promise<number[]> {
  const read: number[] = [];
  for await (const { values } of store.values(game, { series, from, to, misere: true })) read.push(...values);
  return read;
}

async function text(game: string, options: object): Promise<string> {
  const parts: Uint8Array[] = [];
  const whole = { series: 'nim', format: 'csv', misere: true, ...options } as Parameters<Store['export']>[1];
  for await (const part of store.export(game, whole)) parts.push(part);
  return Buffer.concat(parts).toString();
}

async function expectDefinition(game: string): Promise<void> {
  const values = byDefinition(game);
  const { set } = readGame(game);
  expect(await read(game, 'nim', 0, STOP), game).toEqual(values);
  const cold = values.map((value) => Number(value === 0));
  expect(await read(game, 'cold', 0, STOP), game).toEqual(cold);
  expect(await read(game, 'cold', 7, 90), game).toEqual(cold.slice(7, 90));
  const asked = [0, 1, 2, 3, 4, 5, 17, 40, 41, 150, STOP - 1];
  for (const { position, cold, nimValue, winningMoves } of await store.query(game, asked, { misere: true })) {
    const moves = Array.from(set.between(1, position + 1)).filter((move) => values[position - move] === 0);
    expect({ position, cold, nimValue, winningMoves }, game).toEqual({
      position,
      cold: values[position] === 0,
      nimValue: values[position],
      winningMoves: values[position] === 0 ? [] : moves,
    });
  }
}

describe('misere play', () => {
  it('of {2,3,7} has 1 1 0 0 2 over and over, also far out', async () => {
    expect(await read('{2,3,7}', 'nim', 0, 10)).toEqual([1, 1, 0, 0, 2, 1, 1, 0, 0, 2]);
    expect(await read('{2,3,7}', 'nim', 1e15, 1e15 + 10)).toEqual([1, 1, 0, 0, 2, 1, 1, 0, 0, 2]);
    expect(await read('{2,3,7}', 'cold', 1e15, 1e15 + 5)).toEqual([0, 0, 1, 1, 0]);
    const [far] = await store.query('{2,3,7}', [1e15 + 4], { misere: true });
    expect(far).toMatchObject({ cold: false, nimValue: 2, winningMoves: [2, 7] });
  });

  it.each([
    'squares',
    'primes',
    'powers-of:2',
    'powers-of:3',
    'all',
    'all-but{1}',
    'all-but{2,3,7}',
    '{1,2,3,4}',
    '{5}',
  ])('of %s is that of the definition', expectDefinition);

  it('of finite sets is that of the definition', async () => {
    const sets = fc.uniqueArray(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 6 });
    const property = fc.asyncProperty(sets, (moves) =>
      expectDefinition(`{${[...moves].sort((a, b) => a - b).join(',')}}`),
    );
    await fc.assert(property, { numRuns: effort(60, 3000) });
  });

  it('of all but some numbers is that of the definition', async () => {
    const sets = fc.uniqueArray(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 5 });
    const property = fc.asyncProperty(sets, (moves) =>
      expectDefinition(`all-but{${[...moves].sort((a, b) => a - b).join(',')}}`),
    );
    await fc.assert(property, { numRuns: effort(20, 1000) });
  });

  it('is exported and scanned, and the file says so', async () => {
    expect(await text('{2,3,7}', { from: 0, to: 5 })).toBe('n,nim_value\n0,1\n1,1\n2,0\n3,0\n4,2\n');
    expect(await text('{2,3,7}', { from: 1e15, to: 1e15 + 9, series: 'cold', sparse: true })).toBe(
      'n\n1000000000000002\n1000000000000003\n1000000000000007\n1000000000000008\n',
    );
    expect(await text('{2,3,7}', { from: 5, to: 10, series: 'cold', format: 'bfile' })).toBe('2 7\n3 8\n');
    expect(await text('{2,3,7}', { from: 0, to: 5, format: 'arrow' })).toContain('takeaway.play');
    expect(await text('{2,3,7}', { from: 0, to: 5, format: 'arrow', misere: false })).not.toContain(
      'takeaway.play',
    );
    const rows: unknown[][] = [];
    for await (const batch of store.scan('{2,3,7}', { from: 0, to: 5, misere: true })) {
      rows.push([...batch.getChild('cold')], [...batch.getChild('nim_value')]);
    }
    expect(rows).toEqual([
      [false, false, true, true, false],
      [1, 1, 0, 0, 2],
    ]);
  });

  it('is an option of commands', async () => {
    const at = ['--store', temporaryFolder(), '--quiet'];
    const run = async (...words: string[]): Promise<string> => (await takeaway([...words, ...at])).stdout;
    expect(await run('values', '{2,3,7}', '--misere')).toBe('(1 1 0 0 2)\n');
    expect(await run('values', '{2,3,7}', '--misere', '--json')).toBe(
      '{"game":"{2,3,7}","series":"nim","misere":true,"preperiod":[],"period":[1,1,0,0,2],"saltus":0}\n',
    );
    // Its values grow, and only the first of them are exchanged.
    expect(await run('values', 'all-but{2,3,7}', '--misere')).toMatch(/^1 0 1 0 2 3 2 3 4 5 4 5 [^()]*$/);
    expect(await run('values', '--format', 'lines', '{2,3,7}', '--misere', '--to', '3')).toBe(
      '0 1\n1 1\n2 0\n',
    );
    expect(await run('query', '{2,3,7}', '1', '--misere')).toContain('1: hot, nim-value 1, no move is left');
    expect(await run('export', '{2,3,7}', '--misere', '--to', '2', '--format', 'csv')).toBe(
      'n,nim_value\n0,1\n1,1\n',
    );
    const sequence = await takeaway(['export', '{2,3,7}', '--misere', '--sequence', 'records', ...at]);
    expect(sequence).toMatchObject({ code: 2, stdout: '' });
  });

  it('is refused of games that the exchange does not hold for', async () => {
    for (const game of ['{2,3} hotspots {5}', '{2,3} seed [2]']) {
      await expect(store.query(game, [3], { misere: true })).rejects.toMatchObject({
        code: 'usage',
        message: expect.stringContaining('only known for games of a set') as string,
      });
    }
    await expect(store.query('{2,3}', [3], { misere: true, remoteness: true })).rejects.toMatchObject({
      code: 'usage',
    });
  });
});

it('is not answered by what is kept of the same blocks in normal play', async () => {
  const memory = MemoryStore.create('misere', randomStream(SEED));
  await drain(memory.extend(readGame('{1,3,4}'), { to: 1024, series: 'nim', threads: 1 }));
  const { game, view, range } = await memory.source('{1,3,4}', 'nim');
  const texts = new Map<string, string>();
  const kept = {
    get: ({ name }: { readonly name: string }) => texts.get(name),
    set: ({ name }: { readonly name: string }, text: string) => void texts.set(name, text),
  };
  const first: Aggregate<number> = {
    name: 'first value',
    version: 1,
    async compute(runs) {
      const found: number[] = [];
      for await (const { values } of runs) found.push(integersOf(values)[0]);
      return found[0];
    },
  };
  const values: number[] = [];
  for (const misere of [false, true, false]) {
    const source = new SeriesSource(game, inPlay(game, view, { misere }), range, kept, {});
    for await (const { value } of source.aggregates(() => first)) values.push(value);
  }
  // Whoever cannot move loses, or wins.
  expect(values).toEqual([0, 1, 0]);
  // The values of misere play are those of no block.
  expect(texts.size).toBe(1);
});

it('has nothing that repeats as in normal play', async () => {
  const memory = MemoryStore.create('misere', randomStream(SEED));
  const stop = 500;
  const kept = { get: () => undefined, set: () => undefined };
  const sum: Aggregate<number> = {
    name: 'sum',
    version: 1,
    async compute(runs) {
      let sum = 0;
      for await (const { values } of runs) for (const value of integersOf(values)) sum += value;
      return sum;
    },
  };
  // Formulas give these nim-values from 0 on; those of the first rise by 1, which misere play exchanges at 0 alone.
  for (const text of ['all', '{1,2,3}']) {
    const { game, view, range } = await memory.source(text, 'nim', { to: stop });
    const source = new SeriesSource(game, inPlay(game, view, { misere: true }), range, kept, {});
    let total = 0;
    for await (const { start, stop, value, times, rise } of source.aggregates(() => sum))
      total += value * times + ((rise * times * (times - 1)) / 2) * (stop - start);
    expect(total, text).toBe(byDefinition(text, stop).reduce((a, b) => a + b, 0));
  }
});
