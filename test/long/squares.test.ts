/** Subtract-a-square at size: public counts to 10^8, 2^30 by other moduli, chunks and threads, nim-values to 2^24. */
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { openStore } from '../../src/index.js';
import { CATALOGUE } from '../../src/game/sets/catalogue.js';
import { solveByResidueClasses } from '../../src/solver/residue-classes/residue-classes.js';
import { solveCold } from '../support/solve.js';
import { extendOnce, hashes } from '../support/store.js';
import { temporaryFolder } from '../support/temporary.js';

const squares = CATALOGUE.find(({ name }) => name === 'squares')!.set;

describe('cold positions', () => {
  it('are as many as Eppstein 2016 and others counted', async () => {
    const folder = temporaryFolder();
    await extendOnce(folder, 'squares', { to: 104_857_943, series: 'cold' });
    const store = await openStore(folder, { readOnly: true });
    const countTo = async (to: number): Promise<number> => {
      let last = '';
      const options = { series: 'cold', format: 'bfile', from: to - 2000, to } as const;
      for await (const bytes of store.export('squares', options)) last += Buffer.from(bytes).toString();
      return Number(last.trim().split('\n').at(-1)?.split(' ')[0]) + 1;
    };
    expect(await countTo(1e8)).toBe(346_814);
    expect(await countTo(1e7)).toBe(69_489);
    expect(await countTo(26_215_013)).toBe(136_858);
    expect(await countTo(52_429_276)).toBe(221_074);
    expect(await countTo(104_857_943)).toBe(358_248);
    store.close();
  });

  it('below 2^30 are the same with another modulus, chunk and number of threads', async () => {
    const folder = temporaryFolder();
    await extendOnce(folder, 'squares', { to: 2 ** 30, series: 'cold', doubleCheck: true });
    const { cold: expected } = await hashes(folder, 'squares');
    const bits = await solveCold(
      (task) => solveByResidueClasses(task, { modulus: 1105, chunk: 9_000_000, threads: 1 }),
      squares,
      [2 ** 29 - 12_345, 2 ** 30],
      { pieceLength: 2 ** 24 },
    );
    expect(createHash('sha256').update(bits).digest('hex')).toBe(expected);
  });
});

describe('nim-values', () => {
  it('below 2^24 have the largest value 450 and pass every check', async () => {
    const folder = temporaryFolder();
    await extendOnce(folder, 'squares', { to: 2 ** 24, doubleCheck: true });
    const store = await openStore(folder, { readOnly: true });
    const { nim, cold } = store.info('squares')[0].series;
    expect(nim).toMatchObject({ largestNimValue: 450, coldCount: 100_145 });
    expect(cold?.coldCount).toBe(100_145);
    expect((await store.verify()).ok).toBe(true);
    store.close();
  });
});
