/** dynamic programming with forced threads and chunks, where values outgrow 4, 8 and 16 bits, against plain dynamic programming. */
import { describe, expect, it } from 'vitest';
import { cachedSet } from '../../../src/game/sets/subtraction-set.js';
import { CATALOGUE } from '../../../src/game/sets/catalogue.js';
import type { SubtractionSet } from '../../../src/game/sets/subtraction-set.js';
import { finiteSet } from '../../support/set-oracles.js';
import { solveByDynamicProgramming } from '../../../src/solver/dynamic-programming/dynamic-programming.js';
import { solvePlainly } from '../../../src/solver/dynamic-programming/plain.js';
import { IS_LONG } from '../../support/seed.js';
import { solveNim } from '../../support/solve.js';
import { onThreads } from '../../support/threads.js';

const named = (name: string): SubtractionSet => {
  const entry = CATALOGUE.find((candidate) => candidate.name === name);
  if (entry === undefined) throw new Error(`no game ${name}`);
  return entry.set;
};

const games: Record<string, { set: SubtractionSet; stop: number }> = {
  squares: { set: named('squares'), stop: 60_000 },
  'dense, two values': { set: named('odd'), stop: 20_000 },
  'dense, a few values': { set: named('primes'), stop: 30_000 },
  'values 0 to 15': { set: finiteSet(Array.from({ length: 15 }, (_, i) => i + 1)), stop: 3000 },
  'values 0 to 16': { set: finiteSet(Array.from({ length: 16 }, (_, i) => i + 1)), stop: 3000 },
  'values 0 to 255': { set: finiteSet(Array.from({ length: 255 }, (_, i) => i + 1)), stop: 3000 },
  'values 0 to 256': { set: finiteSet(Array.from({ length: 256 }, (_, i) => i + 1)), stop: 3000 },
  'every value once': { set: named('all'), stop: 3000 },
  'long subtrahends only': { set: finiteSet([2000, 2001, 7000, 7013, 9500]), stop: 30_000 },
};

describe.each(Object.entries(games))('%s', (_, { set, stop }) => {
  it('has the values of plain dynamic programming for every number of threads and every chunk', async () => {
    const expected = await solveNim(solvePlainly, set, [stop]);
    for (const threads of [1, 2, 3]) {
      for (const chunk of [16, 500, undefined]) {
        if (threads > 1 && chunk === 16) continue;
        // Most of the time goes into starting threads: in `npm test` two of them have one chunk, and three the other.
        if (!IS_LONG && threads === (chunk === 500 ? 3 : 2)) continue;
        const options = { threads, parallelFrom: 0, ...(chunk === undefined ? {} : { chunk }) };
        const steps = [Math.floor(stop / 3), stop];
        const values = await onThreads(threads, () =>
          solveNim((task) => solveByDynamicProgramming(task, options), set, steps, { pieceLength: 8192 }),
        );
        expect(values).toEqual(expected);
      }
    }
  });
});

it('goes on plainly where more values are within reach than are kept, and has the values below by chunks', async () => {
  const set = named('squares');
  const expected = await solveNim(solvePlainly, set, [6000]);
  const methods = new Set<string>();
  const values = await solveNim(
    async function* (task) {
      for await (const piece of solveByDynamicProgramming(task, { mostKept: 2048 })) {
        methods.add(`${piece.method} ${piece.start < 2048 ? 'below' : 'above'}`);
        yield piece;
      }
    },
    set,
    [1000, 5000, 6000],
    { pieceLength: 512 },
  );
  expect(values).toEqual(expected);
  expect([...methods]).toEqual(['dynamic-programming below', 'plain above']);
});

it('gives way again and again among the options of few positions, where these are many', async () => {
  const set = finiteSet(Array.from({ length: 2 ** 20 }, (_, i) => i + 1));
  const zeros = new Uint8Array(2 ** 20);
  let breaths = 0;
  const task = {
    ...{ set, range: { start: 2 ** 20, stop: 2 ** 20 + 64 }, pieceLength: 2 ** 20 },
    breathe: () => {
      breaths++;
      return Promise.resolve();
    },
    readLower: ({ start, stop }: { start: number; stop: number }) =>
      Promise.resolve(zeros.subarray(0, stop - start)),
  };
  // Each has all others and a zero as options.
  for await (const { values } of solvePlainly(task))
    expect([...values]).toEqual(Array.from({ length: 64 }, (_, i) => i + 1));
  expect(breaths).toBeGreaterThanOrEqual(4);
});

it.each([8, 16, 32, 64, 256])('goes on behind a value of %i, which fewer bits do not hold', async (most) => {
  const set = finiteSet(Array.from({ length: most }, (_, i) => i + 1));
  // The first position of the second step has all values but 0 as options.
  const [period, stop] = [most + 1, 4 * (most + 1)];
  const values = await solveNim((task) => solveByDynamicProgramming(task), set, [period, stop]);
  expect(values).toEqual(Uint32Array.from({ length: stop }, (_, n) => n % period));
});

it('goes on where values pass 16 bits', async () => {
  const lower = Uint32Array.from({ length: 65_700 }, (_, n) => n);
  const task = {
    set: cachedSet(named('all')),
    range: { start: 65_000, stop: 65_700 },
    pieceLength: 256,
    breathe: async () => Promise.resolve(),
    readLower: ({ start, stop }: { start: number; stop: number }) =>
      Promise.resolve(lower.slice(start, stop)),
  };
  let next = 65_000;
  for await (const { start, stop, values } of solveByDynamicProgramming(task)) {
    expect(start).toBe(next);
    expect(Array.from(values)).toEqual(Array.from(lower.slice(start, stop)));
    next = stop;
  }
  expect(next).toBe(65_700);
});

it('has room for what follows a seed of large values, however few numbers the set has', async () => {
  const task = {
    ...{ set: finiteSet([1, 2, 3]), range: { start: 2, stop: 2 ** 20 }, pieceLength: 2 ** 10 },
    breathe: () => Promise.resolve(),
    readLower: () => Promise.resolve(Uint32Array.of(65_535, 0)),
  };
  for await (const { values } of solveByDynamicProgramming(task)) {
    // Position 2 has 65535 and 0 as options, position 3 also 1, and position 4 the values 0, 1 and 2.
    expect(Array.from(values.subarray(0, 7))).toEqual([1, 2, 3, 0, 1, 2, 3]);
    break;
  }
});
