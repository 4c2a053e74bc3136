/** How work is cut into jobs: all of it, in jobs that are neither too small nor too large. */
import { describe, expect, it } from 'vitest';
import { checkPart, nextShare } from '../../src/jobs/part-of.js';

/** The shares of all work, one after the other. */
function sharesOf(all: number, places: number, least: number, most: number): number[] {
  const shares: number[] = [];
  for (let left = all; left > 0; left -= shares[shares.length - 1])
    shares.push(Math.min(left, nextShare(left, places, { all, least, most })));
  return shares;
}

describe('the shares of jobs', () => {
  it.each([
    [1, 1, 1, 256],
    [5, 8, 1, 256],
    [300, 8, 1, 256],
    [487_635, 8, 2 ** 11, 2 ** 17],
    [487_635, 1000, 2 ** 11, 2 ** 17],
    [2 ** 36, 8, 2 ** 11, 2 ** 30],
  ])(
    'of %i in %i places are all of it, few, and no place waits long for another',
    (all, places, least, most) => {
      const shares = sharesOf(all, places, least, most);
      expect(shares.reduce((a, b) => a + b)).toBe(all);
      const last = shares.pop()!;
      expect(last).toBeGreaterThan(0);
      for (const share of shares) {
        expect(share).toBeLessThanOrEqual(Math.max(least, Math.min(most, Math.ceil(all / places))));
        expect(share).toBeGreaterThanOrEqual(Math.min(most, Math.max(least, all / (4 * places))));
      }
      expect(shares.length).toBeLessThanOrEqual(Math.max(4 * places, all / most + 4 * places));
    },
  );
});

it('a part 0 is told that parts count from 1, and how a shell adds it', () => {
  expect(() => checkPart({ part: 0, of: 8 })).toThrow('Parts count from 1');
  expect(() => checkPart({ part: 0, of: 8 })).toThrow('$((INDEX + 1))/8');
  expect(() => checkPart({ part: 9, of: 8 })).toThrow('1 <= I <= N');
});
