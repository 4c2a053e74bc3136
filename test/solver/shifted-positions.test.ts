/** Cold positions by shifted positions where the window slides, far above what tests by the definition reach. */
import { expect, it } from 'vitest';
import { onesOf } from '../../src/kernel/bitset.js';
import { finiteSet } from '../support/set-oracles.js';
import { solveByShiftedPositions } from '../../src/solver/sieve/shifted-positions.js';
import { solveBySieve } from '../../src/solver/sieve/sieve.js';
import { solveCold } from '../support/solve.js';

// 4,200,001 is not a multiple of 64, and its window is longer than half of what is in reach.
it.each([[[1, 3, 4]], [[5, 64, 700, 1151, 1152, 1153, 70_001]], [[2, 3, 5, 4_200_001]]])(
  'slides with the last positions of %j as the sieve finds them',
  async (elements) => {
    const set = finiteSet(elements);
    const stops = [1_000_003, 9_000_001];
    const expected = await solveCold((task) => solveBySieve(task), set, stops);
    const found = await solveCold((task) => solveByShiftedPositions(task, { chunk: 2 ** 18 }), set, stops);
    expect(Buffer.from(found).equals(Buffer.from(expected))).toBe(true);
  },
);

it('lets other work run more often where a set has many numbers', async () => {
  const [k, stop] = [2 ** 17, 2 ** 18];
  let breaths = 0;
  const breathe = async (): Promise<void> => {
    breaths++;
    return Promise.resolve();
  };
  const set = finiteSet(Array.from({ length: k }, (_, i) => i + 1));
  const found = await solveCold((task) => solveByShiftedPositions({ ...task, breathe }), set, [stop]);
  // From n in 1..k all positions below can be reached, and from k + 1 all but 0.
  expect([...onesOf(found, stop)]).toEqual([0, k + 1]);
  expect(breaths).toBeGreaterThanOrEqual((k * stop) / 2 ** 32);
});
