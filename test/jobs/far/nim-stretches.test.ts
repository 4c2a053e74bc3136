/** The nim-values of one game by workers who know nothing at first: what they list, and what is decided from it. */
import { expect, it } from 'vitest';
import { nimStretchesByJobs, nimStretchesFrom } from '../../../src/jobs/far/nim-stretches.js';
import { readGame } from '../../../src/engine/read-game.js';
import type { Made } from '../../../src/jobs/job.js';
import { NIM_STRETCH } from '../../../src/jobs/kinds/nim-stretch.js';
import { solveByDynamicProgramming } from '../../../src/solver/dynamic-programming/dynamic-programming.js';
import {
  listOf,
  nothingLacking,
  packLacking,
  unpackLacking,
} from '../../../src/solver/dynamic-programming/lacking.js';
import { solvePlainly } from '../../../src/solver/dynamic-programming/plain.js';
import { solveBySieve } from '../../../src/solver/sieve/sieve.js';
import { byChunks } from '../../support/cluster/chunks.js';
import { handsHere, type Habits, type HandsHere } from '../../support/cluster/hands.js';
import { solveCold, solveNim } from '../../support/solve.js';

const TO = 30_000;

/** Values of a game by such a runner from a position on, in two steps, the second of which begins in a stretch. */
async function byHands(spec: string, habits: Habits, from: number, to = TO, threads = 1, own?: HandsHere) {
  const game = readGame(spec);
  const refused: string[] = [];
  let jobs = 0;
  const values = await solveNim(
    (task) => {
      const { runner, count } = own ?? handsHere(habits);
      const farChunks = nimStretchesByJobs(runner, game, Math.random, { start: from, stop: to });
      const inner = solveByDynamicProgramming(task, { threads, parallelFrom: 0, chunk: 1000, farChunks });
      return (async function* () {
        yield* inner;
        jobs += count.jobs;
        refused.push(...count.refused);
      })();
    },
    game.set,
    [Math.floor(to * 0.7), to],
  );
  return { values, jobs, refused };
}

it.each([
  ['squares', 8192],
  ['cubes', 1],
  ['triangular', 10_000],
  ['{1,5,9,13,400}', 12_000],
  ['primes', 8_192],
])('of %s are the same, by workers that are new for each job and by one that is not', async (spec, from) => {
  const expected = await solveNim((task) => solvePlainly(task), readGame(spec).set, [TO]);
  for (const areNew of [true, false]) {
    const { values, jobs, refused } = await byHands(spec, { areNew }, from);
    expect(jobs).toBeGreaterThan(3);
    expect(refused).toEqual([]);
    expect(values).toEqual(expected);
  }
});

it('of a run that has found the cold positions before are the same', async () => {
  const game = readGame('squares');
  const here = handsHere({ areNew: true });
  const cut = { modulus: 65, chunk: 2 ** 15, firstEpoch: 2 ** 16 };
  const cold = await solveCold(byChunks(here.runner, game, cut), game.set, [2 ** 18]);
  const { jobs } = here.count;
  expect(jobs).toBeGreaterThan(1);
  expect(Buffer.compare(cold, await solveCold(solveBySieve, game.set, [2 ** 18]))).toBe(0);
  const nim = await byHands('squares', { areNew: true }, 21_000, TO, 1, here);
  expect(here.count.jobs).toBeGreaterThan(jobs);
  expect(nim.values).toEqual(await solveNim((task) => solvePlainly(task), game.set, [TO]));
});

it.each([1, 3])('whoever sends what the values below contradict is named, %i threads', async (threads) => {
  const expected = await solveNim((task) => solvePlainly(task), readGame('squares').set, [TO]);
  // One more in every first value: it is listed as lacking where it is not, or the one below it is not listed.
  const tamper = ({ data, blobs }: Made): Made => ({
    data,
    blobs: blobs.map((bytes) =>
      bytes.map((byte, i) => (i < (2 * bytes.length) / 9 && i % 2 === 0 ? byte + 1 : byte)),
    ),
  });
  const habits = { areNew: true, tamper };
  const { values, refused } = await byHands('squares', habits, 12_000, TO, threads);
  expect(values).toEqual(expected);
  expect(refused).not.toHaveLength(0);
  for (const reason of refused) expect(reason).toMatch(/^position \d+ (lacks|does not lack) \d+, but /);
});

it('lists that say nothing, or run out, leave what is right', async () => {
  const expected = await solveNim((task) => solvePlainly(task), readGame('squares').set, [TO]);
  // All first values unknown, or no second ones.
  for (const [part, byte] of [
    ['first', 0xff],
    ['gaps', 0],
  ] as const) {
    const tamper = ({ data, blobs: [bytes] }: Made): Made => {
      const cut = (2 * bytes.length) / 9;
      const own = bytes.slice();
      own.fill(byte, part === 'first' ? 0 : cut, part === 'first' ? cut : undefined);
      return { data, blobs: [own] };
    };
    const { values, refused } = await byHands('squares', { areNew: true, tamper }, 12_000);
    expect(refused).toEqual([]);
    expect(values).toEqual(expected);
  }
});

it('lists are the same wherever their bytes lie in memory', () => {
  const lists = nothingLacking(5);
  lists.firsts.set([3, 0, 500, 0xffff, 1]);
  lists.gaps.set([2, 254], 7);
  const packed = packLacking(lists);
  const buffer = Buffer.alloc(packed.length + 3, 7);
  buffer.set(packed, 3);
  const found = unpackLacking(buffer.subarray(3), 5);
  expect(Array.from({ length: 5 }, (_, i) => listOf(found, i))).toEqual([[3], [0, 2, 256], [500], [], [1]]);
});

it('results of another shape are refused', async () => {
  const { key, definition } = readGame('squares');
  const common = { key, definition, origin: 0, news: 0 };
  const input = { ...common, stretch: { start: 100, stop: 110 }, range: { start: 100, stop: 200 } };
  const whole = new Uint8Array(90);
  const parts = [{ stop: 110, known: 100 }];
  expect((await NIM_STRETCH.readResult(input, { data: parts, blobs: [whole] })).parts).toEqual(parts);
  for (const [data, blobs] of [
    [parts, []],
    [parts, [whole.subarray(1)]],
    [[{ stop: 109, known: 100 }], [whole]],
    [[{ stop: 110, known: 101 }], [whole]],
    [[], [whole]],
  ] as const) {
    await expect(NIM_STRETCH.readResult(input, { data, blobs })).rejects.toThrow();
  }
  for (const wrong of [
    { start: 90, stop: 110 },
    { start: 100, stop: 201 },
    { start: 100, stop: 100 },
  ]) {
    expect(() => NIM_STRETCH.readInput({ ...input, stretch: wrong })).toThrow();
  }
});

it('it pays where positions have many options, and stretches that leave little take long enough', () => {
  const from = (spec: string, to: number, method = 'auto'): number =>
    nimStretchesFrom(readGame(spec).set, to, method);
  expect(from('squares', 2 ** 22)).toBe(Infinity);
  expect(from('squares', 2 ** 24)).toBe(2 ** 22);
  expect(from('cubes', 2 ** 30)).toBe(2 ** 27);
  expect(from('fibonacci', 2 ** 40)).toBe(Infinity);
  expect(from('{33554432}', 2 ** 40)).toBe(Infinity);
  // Others are the method of choice for dense sets, as far as they go.
  expect(from('primes', 2 ** 26)).toBe(Infinity);
  expect(from('primes', 2 ** 26, 'dynamic-programming')).toBeLessThan(2 ** 20);
});
