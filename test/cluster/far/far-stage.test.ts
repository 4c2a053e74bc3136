/** The far stages of all epochs of a game, by workers who know nothing at first and ask for everything that was offered. */
import { expect, it } from 'vitest';
import type { FarJobRunner } from '../../../src/cluster/coordinator/far/far-jobs.js';
import {
  COLD_NEWS,
  contradictionIn,
  farStagesByJobs,
} from '../../../src/cluster/coordinator/far/far-stage.js';
import { News } from '../../../src/cluster/coordinator/far/news.js';
import type { Done, JobContext, JobKind } from '../../../src/jobs/job.js';
import { BlobSource } from '../../../src/jobs/blob-source.js';
import { readGame } from '../../../src/engine/read-game.js';
import { createBitset, setBit } from '../../../src/kernel/bitset.js';
import {
  solveByResidueClasses,
  type ResidueClassOptions,
} from '../../../src/solver/residue-classes/residue-classes.js';
import { solveBySieve } from '../../../src/solver/sieve/sieve.js';
import { solveCold } from '../../support/solve.js';

/** Epochs end at 2^18, 2^19, 2^20 and here, each of several chunks; the second step begins in the middle of one. */
const STOPS = [700_000, 1_500_000];
const EPOCHS: ResidueClassOptions = { threads: 1, firstEpoch: 2 ** 17, chunk: 2 ** 16 };
const GAME = readGame('squares');

/** A runner whose every job is done by a worker that is new, so that all that was ever made known is asked for again. */
function newRunner(): { readonly runner: FarJobRunner; readonly asked: () => number } {
  const blobSource = new BlobSource();
  const news: string[] = [];
  let asked = 0;
  const context = (): JobContext => ({
    threads: 1,
    blob: async (hash) => {
      asked++;
      const bytes = await blobSource.supply(hash);
      if (bytes === undefined) throw new Error(`no blob ${hash}`);
      return bytes;
    },
    news: (from) => Promise.resolve(news.slice(from)),
    kept: new Map(),
  });
  const runner: FarJobRunner = {
    workers: 1,
    blobSource,
    do: async <Input, Result>(kind: JobKind<Input, Result>, input: Input): Promise<Done<Result>> => {
      const made = await kind.compute(kind.readInput(JSON.parse(JSON.stringify(input))), context());
      return { result: await kind.readResult(input, made), worker: 'here' };
    },
    refuse: (_, reason) => {
      throw new Error(reason);
    },
    publish: (text) => {
      news.push(text);
      return Promise.resolve();
    },
  };
  return { runner, asked: () => asked };
}

it('a claim of a result that what was decided contradicts is found, and no other', async () => {
  const news = new News(COLD_NEWS, 0);
  const bits = createBitset(4096);
  // Cold positions of squares below 4096 are decided; 0, 2 and 5 are the first (OEIS A030193).
  for (const cold of [0, 2, 5]) setBit(bits, cold);
  const pieces = await news.upTo(4096, () => Promise.resolve(bits));
  const subtrahends = GAME.set.between(1, 10_000);
  const found = (position: number, isOpen: boolean, limit = 4096): Promise<string | undefined> =>
    contradictionIn(pieces, [{ position, isOpen, limit }], subtrahends, Math.random);
  // 4902 = 2 + 70^2: 2 is an option of it, and 4903 = 2 + 4901, 3 + 4900 has none of the three.
  expect(await found(4902, true)).toContain('4902 is left open');
  expect(await found(4902, true, 2)).toBeUndefined();
  expect(await found(4902, false)).toBeUndefined();
  expect(await found(4903, false)).toContain('4903 is closed');
  expect(await found(4903, true)).toBeUndefined();
});

it.each([
  ['the modulus stays', { modulus: 1105 }],
  ['the modulus changes', {}],
])('workers that come in any epoch are given what is right, when %s', async (_, more) => {
  const expected = await solveCold(solveBySieve, GAME.set, STOPS);
  const asked: (() => number)[] = [];
  const moduli = new Set<number>();
  const found = await solveCold(
    (task) => {
      const { runner, asked: count } = newRunner();
      asked.push(count);
      const farStages = farStagesByJobs(runner, GAME, Math.random, 2 ** 17);
      const onPlan = ({ modulus }: { modulus: number }): unknown => moduli.add(modulus);
      return solveByResidueClasses(task, { ...EPOCHS, ...more, farStages, onPlan });
    },
    GAME.set,
    STOPS,
  );
  expect(Buffer.compare(found, expected)).toBe(0);
  for (const count of asked) expect(count()).toBeGreaterThan(20);
  expect(moduli.size > 1).toBe(!('modulus' in more));
});
