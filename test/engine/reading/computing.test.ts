/** What is not stored and cheap is computed in memory: against the definition, and against what is stored. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nimValuesByDefinition, remotenessesByDefinition } from '../../../src/game/definition.js';
import { CATALOGUE } from '../../../src/game/sets/catalogue.js';
import { openStore, readGame, type Store } from '../../../src/index.js';
import { finiteSet } from '../../support/set-oracles.js';
import type { Computation } from '../../../src/engine/series/options.js';
import { countOnes } from '../../../src/kernel/bitset.js';
import { nimSeconds } from '../../../src/solver/planner.js';
import { extendOnce } from '../../support/store.js';
import { temporaryFolder } from '../../support/temporary.js';

const squares = CATALOGUE.find(({ name }) => name === 'squares')!.set;
const nim = nimValuesByDefinition(squares, 3000);

/** A store in a folder that computes, and what it says it does. */
async function computing(folder: string, seconds = 10): Promise<{ store: Store; done: Computation[] }> {
  const done: Computation[] = [];
  const onCompute = (computation: Computation): number => done.push(computation);
  const store = await openStore(folder, { readOnly: true, compute: { seconds, onCompute } });
  return { store, done };
}

async function valuesOf(
  store: Store,
  game: string,
  series: 'cold' | 'nim' | 'remoteness',
  from: number,
  to: number,
): Promise<number[]> {
  const all: number[] = [];
  for await (const { values } of store.values(game, { series, from, to })) all.push(...values);
  return all;
}

describe('a store that computes', () => {
  it('answers where nothing is stored, and keeps what it has computed', async () => {
    const { store, done } = await computing(temporaryFolder());
    expect(await valuesOf(store, 'squares', 'nim', 100, 2000)).toEqual(nim.slice(100, 2000));
    expect(await valuesOf(store, 'squares', 'cold', 0, 3000)).toEqual(
      nim.map((value) => Number(value === 0)),
    );
    expect(await valuesOf(store, 'squares', 'nim', 1500, 3000)).toEqual(nim.slice(1500));
    expect(done.map(({ series, to }) => [series, to])).toEqual([
      ['nim', 2000],
      ['cold', 3000],
      ['nim', 3000],
    ]);
    const answers = await store.query('squares', [34, 35]);
    expect(answers).toMatchObject([
      { cold: true, nimValue: 0, source: 'computed' },
      { cold: false, nimValue: 1, winningMoves: [1, 25] },
    ]);
    expect(done).toHaveLength(3);
    store.close();
  });

  it('goes on from what is stored, also when that grows', async () => {
    const folder = temporaryFolder();
    await extendOnce(folder, 'squares', { to: 1000, series: 'nim' });
    const { store } = await computing(folder);
    expect(await valuesOf(store, 'squares', 'nim', 900, 1100)).toEqual(nim.slice(900, 1100));
    await extendOnce(folder, 'squares', { to: 1050, series: 'nim' });
    expect(await valuesOf(store, 'squares', 'nim', 900, 2900)).toEqual(nim.slice(900, 2900));
    const cold = (await store.query('squares', [1020, 2500])).map(({ cold: isCold, source }) => [
      isCold,
      source,
    ]);
    expect(cold).toEqual([
      [nim[1020] === 0, 'stored'],
      [nim[2500] === 0, 'computed'],
    ]);
    let bFile = '';
    for await (const chunk of store.export('squares', {
      series: 'cold',
      format: 'bfile',
      from: 1060,
      to: 1300,
    }))
      bFile += Buffer.from(chunk).toString();
    const before = nim.slice(0, 1060).filter((value) => value === 0).length;
    expect(bFile.split(' ')[0]).toBe(String(before));
    store.close();
  });

  it('finds a period, which answers for every position', async () => {
    const { store, done } = await computing(temporaryFolder());
    const set = finiteSet([1, 6, 9]);
    const expected = nimValuesByDefinition(set, 2000);
    expect(await valuesOf(store, '{1,6,9}', 'nim', 0, 2000)).toEqual(expected);
    expect(done).toMatchObject([{ goal: 'period' }, { goal: 'values', series: 'nim' }]);
    expect(await store.periodOf('{1,6,9}', 'nim')).toEqual({ preperiod: 11, period: 5, saltus: 0 });
    expect(await store.query('{1,6,9}', [1e15])).toMatchObject([{ nimValue: 1, source: 'period' }]);
    expect(await store.periodOf('squares', 'nim')).toBeNull();
    store.close();
  });

  it('takes hotspots, seeds and remoteness as they are declared', async () => {
    const { store } = await computing(temporaryFolder());
    const misere = await store.query('squares hotspots {0}', [0, 1, 2, 3]);
    expect(misere.map(({ cold }) => cold)).toEqual([false, true, false, true]);
    expect(await valuesOf(store, '{2,3} seed [3,5]', 'nim', 0, 3)).toEqual([3, 5, 0]);
    expect(await valuesOf(store, 'squares', 'remoteness', 0, 500)).toEqual(
      remotenessesByDefinition(squares, 500),
    );
    await expect(store.remotenesses('squares hotspots {0}', [3])).rejects.toMatchObject({ code: 'usage' });
    store.close();
  });

  it('computes unless it was told otherwise, as the command line does', async () => {
    const store = await openStore(temporaryFolder());
    expect(await store.query('{1,3,4}', [3, 1e15])).toMatchObject([
      { cold: false, nimValue: 1 },
      { cold: false, nimValue: 2, source: 'period' },
    ]);
    expect(await store.query('squares', [34])).toMatchObject([{ cold: true, source: 'computed' }]);
    expect(store.info()).toEqual([]);
    store.close();
  });

  it('refuses what is dear, and everything if it was told not to compute', async () => {
    const { store } = await computing(temporaryFolder(), 0.5);
    await expect(store.query('squares', [1e14])).rejects.toMatchObject({ code: 'not-stored' });
    store.close();
    const plain = await openStore(temporaryFolder(), { readOnly: true, compute: false });
    await expect(plain.query('squares', [5])).rejects.toMatchObject({ code: 'not-stored' });
    plain.close();
  });

  it(
    'answers the positions that are known among others, each as if it were asked for alone',
    { tags: 'slow' },
    async () => {
      const folder = temporaryFolder();
      await extendOnce(folder, 'squares', { to: 1000 });
      const { store } = await computing(folder);
      const plain = await openStore(folder, { readOnly: true, compute: false });
      const asked = [
        { from: store, positions: [34, 6e10, 5, 34, 3000], known: 4 },
        { from: plain, positions: [1000, 999, 6e10, 0, 999], known: 3 },
        { from: plain, positions: [1000, 2 ** 53 - 2], known: 0 },
        { from: plain, positions: [999, 0], known: 2 },
        { from: plain, positions: [], known: 0 },
      ];
      for (const { from, positions, known } of asked) {
        const { answers, refusal } = await from.queryKnown('squares', positions);
        expect(answers.filter((answer) => answer !== undefined)).toHaveLength(known);
        for (const [i, answer] of answers.entries()) {
          const alone = from.query('squares', [positions[i]]);
          if (answer === undefined) await expect(alone).rejects.toMatchObject({ code: 'not-stored' });
          else expect(await alone).toEqual([answer]);
        }
        const whole = from.query('squares', positions);
        if (refusal === undefined) expect(await whole).toEqual(answers);
        else await expect(whole).rejects.toThrow(refusal.message);
      }
      // Where nobody knows one of the things that are asked for, there is no answer.
      const { answers } = await plain.queryKnown('squares', [34], { remoteness: true });
      expect(answers).toEqual([undefined]);
      await expect(plain.queryKnown('squares', [-1])).rejects.toMatchObject({ code: 'usage' });
      store.close();
      plain.close();
    },
  );

  it('analyses beyond what is stored as every reading does', async () => {
    const folder = temporaryFolder();
    await extendOnce(folder, '{1,6,9}', { to: 200, series: 'nim' });
    const plain = await openStore(folder, { readOnly: true, compute: false });
    let cold = 0;
    for await (const { value, times } of (await plain.source('{1,6,9}', 'cold', { to: 5000 })).aggregates(
      () => ({
        name: 'test',
        version: 1,
        async compute(runs) {
          let ones = 0;
          for await (const { values } of runs) ones += countOnes(values.bytes, 0, values.length);
          return ones;
        },
      }),
    ))
      cold += times * value;
    const expected = nimValuesByDefinition(finiteSet([1, 6, 9]), 5000).filter((value) => value === 0).length;
    expect(cold).toBe(expected);
    plain.close();
  });
});

describe('looking for a period', () => {
  it.each([
    ['all-but:1..1e6', [0, 1, 999_999, 1_000_000]],
    ['all-but:1..3e4,30005', [0, 5, 30_000]],
  ])('of %s is left out where the values asked for are cheap', async (game, positions) => {
    const { store, done } = await computing(temporaryFolder());
    expect(Array.from(await store.nimValues(game, positions.slice(0, 2)))).toEqual([0, 0]);
    expect(done.filter(({ goal }) => goal === 'period')).toEqual([]);
    expect(await store.query(game, [5])).toMatchObject([{ cold: true, nimValue: 0 }]);
    expect(done.every(({ seconds }) => seconds < 1)).toBe(true);
    store.close();
  });

  it('costs what the method costs: each number left out at each position', () => {
    const few = nimSeconds(readGame('all-but{2}').set, { start: 0, stop: 2 ** 20 }, 1);
    const many = nimSeconds(readGame('all-but:1..3e4').set, { start: 0, stop: 2 ** 20 }, 1);
    expect(many / few).toBeGreaterThan(1000);
    const half = nimSeconds(readGame('all-but:1..3e4').set, { start: 0, stop: 2 ** 19 }, 1);
    const rest = nimSeconds(readGame('all-but:1..3e4').set, { start: 2 ** 19, stop: 2 ** 20 }, 1);
    expect((half + rest) / many).toBeCloseTo(1, 6);
  });

  it('of outcomes of an all-but set needs its cold positions alone', async () => {
    const { store } = await computing(temporaryFolder());
    const [far, near] = await store.query('all-but:7..65535', [1e15, 10]);
    expect(far).toMatchObject({ cold: false, source: 'period' });
    expect(far.winningMoves!.every((move) => move >= 1e15 - 131_072)).toBe(true);
    expect(near).toMatchObject({ cold: false, winningMoves: [3] });
    store.close();
  });

  it('stops at the signal of the question, and answers the next one', async () => {
    const controller = new AbortController();
    const patient = await openStore(temporaryFolder(), {
      readOnly: true,
      compute: { seconds: 1e6, onCompute: () => controller.abort() },
    });
    const { signal } = controller;
    await expect(patient.query('all-but:1..3e4,30005', [2e5], { signal })).rejects.toMatchObject({
      code: 'interrupted',
    });
    expect(await patient.query('squares', [34])).toMatchObject([{ nimValue: 0, source: 'computed' }]);
    patient.close();
  });

  it(
    'lists no more subtrahends than fit into little memory, and counts none that are left out',
    { tags: 'slow' },
    async () => {
      const { store, done } = await computing(temporaryFolder(), 1e6);
      const last = [2 ** 28 - 1];
      await expect(store.isCold('primes hotspots {3,5}', last)).rejects.toMatchObject({ code: 'not-stored' });
      expect(done.filter(({ goal }) => goal === 'values')).toEqual([]);
      expect([...(await store.isCold('all-but{2}', last))]).toEqual([0]);
      store.close();
    },
  );

  it('in more values than memory holds is refused', async () => {
    const { store } = await computing(temporaryFolder());
    await expect(store.periods('all-but{2}', { limit: 2 ** 53 - 1 })).rejects.toThrow(
      'a whole number from 0 to 2^30, not',
    );
    await expect(store.periods('{1,3,4}', { limit: 2 ** 53 + 2 })).rejects.toThrow(
      'a whole number from 0 to 2^53, not',
    );
    store.close();
  });
});

describe('the remedy for what is not stored', () => {
  it.each([
    ['squares', 'cold', 1e15],
    ['squares', 'nim', 1e12],
  ] as const)('can be carried out, so there is none for %s %s at %d', async (game, series, position) => {
    const { store } = await computing(temporaryFolder());
    const asked = series === 'cold' ? store.isCold(game, [position]) : store.nimValues(game, [position]);
    await expect(asked).rejects.toMatchObject({
      code: 'not-stored',
      remedy: undefined,
      message: expect.stringContaining('Values can be computed below') as string,
    });
    store.close();
  });
});

describe('a store that is told of files', () => {
  it('says of each that its set is finite', async () => {
    const folder = temporaryFolder();
    const path = join(folder, 'p.txt');
    writeFileSync(path, '1\n3\n4\n');
    const files: unknown[] = [];
    const store = await openStore(join(folder, 'store'), {
      readOnly: true,
      compute: { seconds: 10 },
      onFile: (file) => files.push(file),
    });
    await store.query(`file:${path}`, [100]);
    await store.query(`file:${path}`, [5]);
    expect(files).toEqual([{ path, count: 3, largest: 4 }]);
    store.close();
  });
});
