/** How work is cut into jobs: all of it, in jobs that are neither too small nor too large. */
import { describe, expect, it } from 'vitest';
import { checkPart, sharesOf } from '../../src/jobs/part-of.js';

describe('the shares of jobs', () => {
  it.each([
    [1, 1, 256],
    [5, 8, 256],
    [300, 8, 256],
    [30_000, 8, 2 ** 17],
    [30_000, 1000, 256],
  ])('of %i in %i places are all of it, few, and no place waits long for another', (all, places, most) => {
    const items = Array.from({ length: all }, (_, i) => i);
    const shares = [
      ...sharesOf(
        items,
        () => places,
        most,
        () => 1,
      ),
    ];
    expect(shares.flat()).toEqual(items);
    for (const { length } of shares.slice(0, -1)) {
      expect(length).toBeLessThanOrEqual(Math.min(most, Math.ceil(all / places)));
      expect(length).toBeGreaterThanOrEqual(Math.min(most, all / (4 * places)));
    }
    expect(shares.length).toBeLessThanOrEqual(all / most + 4 * places);
  });

  it('have one item that is more than a share, and no two that may not follow each other', () => {
    const workOf = (n: number): number => n;
    const shares = sharesOf(
      [5, 1, 1, 3, 4, 9, 1],
      () => 4,
      100,
      workOf,
      (before, n) => before <= n,
    );
    expect([...shares]).toEqual([[5], [1, 1, 3], [4], [9], [1]]);
  });
});

it('a part 0 is told that parts count from 1, and how a shell adds it', () => {
  expect(() => checkPart({ part: 0, of: 8 })).toThrow('Parts count from 1');
  expect(() => checkPart({ part: 0, of: 8 })).toThrow('$((INDEX + 1))/8');
  expect(() => checkPart({ part: 9, of: 8 })).toThrow('1 <= I <= N');
});
