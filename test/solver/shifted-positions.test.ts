/** Cold positions by shifted positions where the window slides, far above what tests by the definition reach. */
import { expect, it } from 'vitest';
import { finiteSet } from '../../src/game/sets/subtraction-set.js';
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
