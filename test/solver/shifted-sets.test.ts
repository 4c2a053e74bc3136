/** Shifted sets with forced threads, chunks and moduli, against other methods. */
import { describe, expect, it } from 'vitest';
import { parseGame } from '../../src/game/game.js';
import type { SubtractionSet } from '../../src/game/sets/subtraction-set.js';
import { finiteSet } from '../support/set-oracles.js';
import { getBit } from '../../src/kernel/bitset.js';
import { solveByDivideAndConquer } from '../../src/solver/convolution/divide-and-conquer.js';
import { solveByDynamicProgramming } from '../../src/solver/dynamic-programming/dynamic-programming.js';
import { solvePlainly } from '../../src/solver/dynamic-programming/plain.js';
import { solveRemotenessByDynamicProgramming } from '../../src/solver/remoteness/dynamic-programming.js';
import { solveRemotenessPlainly } from '../../src/solver/remoteness/plain.js';
import { solveByShiftedSets, solveColdByShiftedSets } from '../../src/solver/shifted-sets/shifted-sets.js';
import type { IntegerSolver } from '../../src/solver/task/task.js';
import { IS_LONG } from '../support/seed.js';
import { solveCold, solveNim } from '../support/solve.js';
import { countingWorkers } from '../support/threads.js';

const named = (name: string): SubtractionSet =>
  parseGame(name, () => {
    throw new Error('no file');
  }).set;

const upTo = (most: number): SubtractionSet => finiteSet(Array.from({ length: most }, (_, i) => i + 1));

const games: Record<string, { set: SubtractionSet; stop: number }> = {
  'sparse, many values': { set: named('squares'), stop: 40_000 },
  'two values, one a residue': { set: named('odd'), stop: 40_000 },
  'a few values': { set: named('primes'), stop: 40_000 },
  'a residue that no divisor of the modulus tells': { set: named('arithmetic:1,7'), stop: 20_000 },
  'every value once, then too many': { set: named('all'), stop: 3000 },
  'values 0 to 255': { set: upTo(255), stop: 20_000 },
  'values 0 to 256': { set: upTo(256), stop: 5000 },
  'one subtrahend': { set: finiteSet([1]), stop: 30_000 },
  'long subtrahends only': { set: finiteSet([2000, 2001, 7000, 7013, 9500]), stop: 40_000 },
  'a dense set that ends': { set: finiteSet(Array.from({ length: 900 }, (_, i) => 3 * i + 1)), stop: 60_000 },
};
const ways = [
  { threads: 1, modulus: 12 },
  { threads: 2, modulus: 1, chunk: 1024 },
  { threads: 3, modulus: 5, chunk: 777 },
  { threads: 2, modulus: 12, chunk: 12_289 },
  { threads: 1, modulus: 7, chunk: 20_000 },
].map((way) => ({ ...way, parallelFrom: 0 }));

describe.each(Object.entries(games))('%s', (name, { set, stop }) => {
  // In `npm test` each game by one of the ways with several threads, which take long to start.
  const turn = Object.keys(games).indexOf(name);
  const tried = ways.filter(({ threads }, i) => IS_LONG || threads === 1 || i % 3 === turn % 3);

  it('has the nim-values of plain dynamic programming', async () => {
    const expected = await solveNim(solvePlainly, set, [stop]);
    for (const way of tried) {
      const { result: values, workers } = await countingWorkers(() =>
        solveNim((task) => solveByShiftedSets(task, way), set, way.threads > 1 ? [stop] : [1001, stop], {
          pieceLength: 8192,
        }),
      );
      expect(values, JSON.stringify(way)).toEqual(expected);
      // Another method, which goes on where there are too many values, has threads of its own.
      expect(workers).toBeGreaterThanOrEqual(way.threads - 1);
    }
  });

  it('has the cold positions of divide and conquer, with hotspots', async () => {
    const options = { pieceLength: 8192, isHotspot: (n: number) => n % 97 === 5 || n === 0 };
    const expected = await solveCold((task) => solveByDivideAndConquer(task, 4096), set, [stop], options);
    for (const way of tried) {
      const bits = await solveCold(
        (task) => solveColdByShiftedSets(task, way),
        set,
        way.threads > 1 ? [stop] : [1001, stop],
        options,
      );
      expect(bits, JSON.stringify(way)).toEqual(expected);
    }
  });
});

describe('two threads keep what is within reach of a set that ends, and begin again what was begun as the window slides', () => {
  const set = finiteSet([2, 3, 50, 71]);
  const stop = 2 ** 22 + 100_000;
  const options = { pieceLength: 2 ** 20 };
  const way = { threads: 2, parallelFrom: 0 };
  it.each<[string, IntegerSolver, IntegerSolver]>([
    ['nim-values by shifted sets', (task) => solveByShiftedSets(task, way), solvePlainly],
    ['nim-values by dynamic programming', (task) => solveByDynamicProgramming(task, way), solvePlainly],
    ['remoteness', (task) => solveRemotenessByDynamicProgramming(task, way), solveRemotenessPlainly],
  ])('for %s', { tags: 'slow' }, async (_, solver, plain) => {
    const expected = await solveNim(plain, set, [stop], options);
    const { result, workers } = await countingWorkers(() => solveNim(solver, set, [stop], options));
    expect(Buffer.compare(Buffer.from(result.buffer), Buffer.from(expected.buffer))).toBe(0);
    expect(workers).toBe(1);
  });
});

it('leaves cold positions to divide and conquer where too many are within reach', async () => {
  const largest = 2 ** 26 + 5;
  const range = { start: 2 ** 26, stop: 2 ** 26 + 64 };
  const found: number[] = [];
  for await (const { start, stop, values, method } of solveColdByShiftedSets({
    ...{ set: finiteSet([largest]), range, pieceLength: 2 ** 20, breathe: () => Promise.resolve() },
    // Below its one number every position is cold.
    readLower: (lower) => Promise.resolve(new Uint8Array((lower.stop - lower.start) / 8).fill(0xff)),
  })) {
    expect(method).toBe('divide-and-conquer');
    for (let n = start; n < stop; n++) if (getBit(values, n - start) === 1) found.push(n);
  }
  expect(found).toEqual(Array.from({ length: largest - range.start }, (_, i) => range.start + i));
});

it('lets others run after each tile, though the set has few numbers', async () => {
  let breaths = 0;
  const task = {
    ...{ set: finiteSet([1, 2, 3]), range: { start: 0, stop: 100_000 }, pieceLength: 2 ** 17 },
    breathe: () => {
      breaths++;
      return Promise.resolve();
    },
    readLower: () => Promise.reject(new Error('there is nothing below')),
  };
  for await (const { values } of solveByShiftedSets(task)) expect(values[99_999]).toBe(99_999 % 4);
  // A tile has 12 times 1024 positions.
  expect(breaths).toBeGreaterThan(7);
});
