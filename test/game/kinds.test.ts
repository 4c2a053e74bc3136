/** Kinds of sets by their sums, against the definition. */
import { describe, expect, it } from 'vitest';
import { isAdditive, isSymmetric } from '../../src/game/kinds.js';

/** All sets of numbers up to 10, increasing. */
const SETS = Array.from({ length: 2 ** 10 - 1 }, (_, i) =>
  Array.from({ length: 10 }, (_, k) => k + 1).filter((n) => (((i + 1) >>> (n - 1)) & 1) === 1),
);

describe('a set', () => {
  it('is additive where two different elements add up to the largest', () => {
    for (const set of SETS) {
      const sums = set.flatMap((a) => set.filter((b) => b > a).map((b) => a + b));
      expect(isAdditive(set), set.join()).toBe(sums.includes(Math.max(...set)));
    }
  });

  it('is symmetric where it is, with 0, its own mirror image', () => {
    for (const set of SETS) {
      const all = [0, ...set];
      const mirrored = all.map((n) => Math.max(...set) - n).reverse();
      expect(isSymmetric(set), set.join()).toBe(mirrored.join() === all.join());
    }
  });
});
