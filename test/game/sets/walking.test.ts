/** Elements of sets one by one, the largest, the k-th and piece by piece: against the list of all, and where no list fits. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readGame } from '../../../src/index.js';
import { countUpTo, elementAt, firstOf, has, largestUpTo, piecesOf } from '../../../src/game/sets/walking.js';

const GAMES = [
  'squares',
  'primes',
  'one-and-primes',
  'practical',
  'fibonacci',
  'moser-de-bruijn',
  'odd',
  'all',
  'interval:90',
  '{3,5,40..60,900}',
  'all-but{1..4,9,30}',
  'arithmetic:70,9',
];
const setOf = (text: string) => readGame(text).set;
const FAR = Number.MAX_SAFE_INTEGER - 1;

describe('the elements of a set', () => {
  it('are the same walked as listed', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...GAMES),
        fc.integer({ min: 0, max: 3000 }),
        fc.integer({ min: 1, max: 40 }),
        (text, n, most) => {
          const set = setOf(text);
          const all = Array.from(set.between(1, n + 1));
          expect([...piecesOf(set, { start: 1, stop: n + 1 }, most)].flatMap((piece) => [...piece])).toEqual(
            all,
          );
          expect(Array.from(firstOf(set, { start: 1, stop: n + 1 }, most))).toEqual(all.slice(0, most));
          expect(countUpTo(set, n)).toEqual({ count: all.length, isExact: true });
          expect(largestUpTo(set, n)).toBe(all.at(-1));
          expect(has(set, n)).toBe(all.includes(n));
          if (all.length > 0) {
            const index = most % all.length;
            expect(elementAt(set, index, n)).toBe(all[index]);
          }
        },
      ),
    );
  });

  it.each([
    ['odd', 2 ** 52 - 1, FAR - 1],
    ['interval:4503599627370496', 2 ** 52, 2 ** 52],
    ['squares', 94_906_265, 94_906_265 ** 2],
    ['all-but{2}', FAR - 1, FAR],
  ])('of %s are counted up to the last position without a list', (text, count, largest) => {
    const set = setOf(text);
    expect(countUpTo(set, FAR)).toEqual({ count, isExact: true });
    expect(largestUpTo(set, FAR)).toBe(largest);
    expect(has(set, largest)).toBe(true);
    expect(elementAt(set, count - 1, FAR)).toBe(largest);
    expect(firstOf(set, { start: largest, stop: FAR + 1 }, 9)).toEqual(Float64Array.of(largest));
  });

  it('of primes are walked in pieces of about as many as were asked for', () => {
    for (const piece of piecesOf(setOf('primes'), { start: 1e9, stop: 1e9 + 1e6 }, 1000)) {
      expect(piece.length).toBeLessThan(1200);
    }
  });

  it.each([
    ['primes', 2 ** 16],
    ['2*primes+1', 2 ** 17],
    ['primes | squares', 2 ** 16],
  ])('of %s near 2^53 are looked for in short stretches, between which others are heard', (text, longest) => {
    const set = setOf(text);
    const lengths: number[] = [];
    const watched = {
      ...set,
      between: (start: number, stop: number) => {
        lengths.push(stop - start);
        return set.between(start, stop);
      },
    };
    const start = FAR - 150_000;
    const pieces = [...piecesOf(watched, { start, stop: FAR }, 2 ** 16)];
    expect(pieces.flatMap((piece) => [...piece])).toEqual(Array.from(set.between(start, FAR)));
    expect(Math.max(...lengths)).toBeLessThanOrEqual(longest);
  });

  it('of a large multiple of primes are found in as many stretches as those of the primes', () => {
    const found = firstOf(setOf('1000000000000*primes'), { start: 1, stop: 10 ** 15 }, 2 ** 16);
    expect([found.length, found.at(-1)]).toEqual([168, 997 * 10 ** 12]);
  });
});
