/** The far stages of all epochs of a game, by workers who know nothing at first and ask for everything that was offered. */
import { expect, it } from 'vitest';
import { farStagesByJobs, type FarHands } from '../../src/cluster/coordinator/far-stage.js';
import type { Done, JobContext, JobKind } from '../../src/cluster/jobs/job.js';
import { Offers } from '../../src/cluster/jobs/offers.js';
import { readGame } from '../../src/engine/read-game.js';
import {
  solveByResidueClasses,
  type ResidueClassOptions,
} from '../../src/solver/residue-classes/residue-classes.js';
import { solveBySieve } from '../../src/solver/sieve/sieve.js';
import { solveCold } from '../support/solve.js';

/** Epochs end at 2^18, 2^19, 2^20 and here, each of several chunks; the second step begins in the middle of one. */
const STOPS = [700_000, 1_500_000];
const EPOCHS: ResidueClassOptions = { threads: 1, firstEpoch: 2 ** 17, chunk: 2 ** 16 };
const GAME = readGame('squares');

/** Hands whose every job is done by a worker that is new, so that all that was ever made known is asked for again. */
function newHands(): { readonly hands: FarHands; readonly asked: () => number } {
  const offers = new Offers();
  const news: string[] = [];
  let asked = 0;
  const context = (): JobContext => ({
    threads: 1,
    blob: async (hash) => {
      asked++;
      const bytes = await offers.supply(hash);
      if (bytes === undefined) throw new Error(`no blob ${hash}`);
      return bytes;
    },
    news: (from) => Promise.resolve(news.slice(from)),
    kept: new Map(),
  });
  const hands: FarHands = {
    workers: 1,
    offers,
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
  return { hands, asked: () => asked };
}

it.each([
  ['the modulus stays', { modulus: 1105 }],
  ['the modulus changes', {}],
])('workers that come in any epoch are given what is right, when %s', async (_, more) => {
  const expected = await solveCold(solveBySieve, GAME.set, STOPS);
  const asked: (() => number)[] = [];
  const moduli = new Set<number>();
  const found = await solveCold(
    (task) => {
      const { hands, asked: count } = newHands();
      asked.push(count);
      const farStages = farStagesByJobs(hands, GAME, Math.random, 2 ** 17);
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
