/** Subtraction sets: every named set, members of every family, literals and their complements, against oracles. */
import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { cachedSet } from '../../../src/game/sets/subtraction-set.js';
import { CATALOGUE } from '../../../src/game/sets/catalogue.js';
import { coldByDefinition, mex, nimValuesByDefinition } from '../../../src/game/definition.js';
import { FAMILIES } from '../../../src/game/sets/families.js';
import { parseGame } from '../../../src/game/game.js';
import type { SubtractionSet } from '../../../src/game/sets/subtraction-set.js';
import { elementsBetween, finiteSet, firstIndex, ORACLES } from '../../support/set-oracles.js';

const noFile = (): string => {
  throw new Error('no such file');
};
const setOf = (text: string): SubtractionSet => parseGame(text, noFile).set;

/** The first elements of the entries of the OEIS that the catalogue names, without 0 and repetitions. */
const FIRST: Record<string, number[]> = {
  squares: [1, 4, 9, 16, 25, 36, 49, 64, 81, 100],
  cubes: [1, 8, 27, 64, 125, 216, 343],
  triangular: [1, 3, 6, 10, 15, 21, 28, 36],
  pentagonal: [1, 5, 12, 22, 35, 51, 70, 92, 117],
  heptagonal: [1, 7, 18, 34, 55, 81],
  nonagonal: [1, 9, 24, 46, 75, 111],
  'centered-triangular': [1, 4, 10, 19, 31, 46],
  'centered-pentagonal': [1, 6, 16, 31, 51, 76],
  tetrahedral: [1, 4, 10, 20, 35, 56],
  'square-pyramidal': [1, 5, 14, 30, 55, 91],
  'pentagonal-pyramidal': [1, 6, 18, 40, 75],
  octahedral: [1, 6, 19, 44, 85],
  icosahedral: [1, 12, 48, 124, 255],
  dodecahedral: [1, 20, 84, 220, 455],
  pentatope: [1, 5, 15, 35, 70],
  'prime-powers': [2, 3, 4, 5, 7, 8, 9, 11, 13, 16, 17, 19, 23, 25, 27, 29, 31, 32, 37],
  'one-and-prime-powers': [1, 2, 3, 4, 5, 7, 8, 9, 11, 13, 16, 17],
  'self-powers': [1, 4, 27, 256, 3125],
  pronic: [2, 6, 12, 20, 30, 42, 56, 72, 90],
  primes: [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37],
  'one-and-primes': [1, 2, 3, 5, 7, 11, 13, 17, 19, 23],
  fibonacci: [1, 2, 3, 5, 8, 13, 21, 34, 55, 89],
  lucas: [1, 2, 3, 4, 7, 11, 18, 29, 47, 76, 123],
  factorials: [1, 2, 6, 24, 120, 720, 5040],
  practical: [1, 2, 4, 6, 8, 12, 16, 18, 20, 24, 28, 30, 32, 36, 40, 42, 48, 54, 56, 60, 64, 66, 72, 78, 80],
  'sums-of-two-squares': [1, 2, 4, 5, 8, 9, 10, 13, 16, 17, 18, 20, 25, 26, 29, 32, 34, 36, 37, 40, 41, 45],
  'moser-de-bruijn': [1, 4, 5, 16, 17, 20, 21, 64, 65],
  odd: [1, 3, 5, 7, 9, 11],
  all: [1, 2, 3, 4, 5, 6, 7],
  'kth-powers:4': [1, 16, 81, 256, 625, 1296],
  'kth-powers:5': [1, 32, 243, 1024, 3125],
  'powers-of:2': [1, 2, 4, 8, 16, 32],
  'powers-of:3': [1, 3, 9, 27, 81, 243],
  'powers-of:10': [1, 10, 100, 1000],
  'polynomial:1,0,1': [2, 5, 10, 17, 26],
  'polynomial:2,0,0': [2, 8, 18, 32, 50],
  'polynomial:2,-1,0': [1, 6, 15, 28, 45],
  'polynomial:3,-2,0': [1, 8, 21, 40, 65],
  'polynomial:4,-3,0': [1, 10, 27, 52, 85],
  'polynomial:2,-2,1': [1, 5, 13, 25, 41],
  'polynomial:3,-3,1': [1, 7, 19, 37, 61],
  'polynomial:6,-6,1': [1, 13, 37, 73, 121],
  'polynomial:2,0,-1,0': [1, 14, 51, 124, 245],
  'polynomial-over:4,1,2,1,0,0': [1, 9, 36, 100, 225],
  'arithmetic:1,3': [1, 4, 7, 10, 13],
  'arithmetic:1,4': [1, 5, 9, 13, 17],
  'interval:3': [1, 2, 3],
};

const NAMED = [
  ...CATALOGUE.map(({ name }) => name),
  ...FAMILIES.flatMap(({ name, members }) => members.map(({ parameters }) => `${name}:${parameters}`)),
];

describe.each(NAMED)('%s', (text) => {
  it('starts as it should', () => {
    const set = setOf(text);
    const last = FIRST[text][FIRST[text].length - 1];
    expect(Array.from(set.between(1, last + 1))).toEqual(FIRST[text]);
    expect(set.smallest).toBe(FIRST[text][0]);
    expect(set.largest).toBe(text === 'interval:3' ? 3 : Infinity);
  });

  it('is strictly increasing and the same however it is cut', () => {
    const set = setOf(text);
    const all = set.between(1, 100_000);
    expect(all.every((s, i) => i === 0 || all[i - 1] < s)).toBe(true);
    const cached = cachedSet(set);
    fc.assert(
      fc.property(fc.nat(100_000), fc.nat(100_000), (a, b) => {
        const [start, stop] = [Math.min(a, b), Math.max(a, b)];
        const expected = all.filter((s) => s >= start && s < stop);
        expect(same(set.between(start, stop), expected)).toBe(true);
        expect(same(cached.between(start, stop), expected)).toBe(true);
      }),
      { numRuns: 30 },
    );
  });
});

/** Whether two runs are equal; `toEqual` takes seconds on long ones. */
function same(a: Float64Array, b: Float64Array): boolean {
  return a.length === b.length && a.every((element, i) => element === b[i]);
}

const END = 2n ** 53n;

describe.each(Object.entries(ORACLES))('%s', (text, oracle) => {
  const set = setOf(text);

  it.each([
    [0n, 3000n],
    [2n ** 31n - 700n, 2n ** 31n + 700n],
    [2n ** 32n - 700n, 2n ** 32n + 700n],
    [END - 700n, END],
  ])('has the elements of the definition from %d to %d', (start, stop) => {
    const found = Array.from(set.between(Number(start), Number(stop)));
    expect(found).toEqual(elementsBetween(oracle, start, stop));
  });

  // Of the others it is only known whether a number belongs.
  if ('term' in oracle) {
    it('has exactly the right last elements below 2^53', () => {
      const end = firstIndex(oracle.term, END);
      for (const k of [end - 3n, end - 2n, end - 1n]) {
        if (k < 1n) continue;
        const element = oracle.term(k);
        expect(Array.from(set.between(Number(element), 2 ** 53))).toEqual(
          elementsBetween(oracle, element, END),
        );
        expect(set.between(Number(element) + 1, Number(element) + 1)).toHaveLength(0);
        expect(set.between(Number(element), Number(element) + 1)).toHaveLength(1);
      }
    });
  }

  it('estimates its count', () => {
    for (const bound of [1000, 30_000, 1_000_000]) {
      const count = set.between(1, bound).length;
      expect(Math.abs(set.approximateCount(bound) - count)).toBeLessThanOrEqual(Math.max(2, 0.03 * count));
    }
  });

  it('says whether it is finite or leaves out finitely many', () => {
    const first = set.between(1, 1000);
    if (set.excluded !== undefined) expect(first).toHaveLength(999 - set.excluded.length);
    else if (first.length === 999) expect(set.largest).toBe(2147483649);
  });
});

it.each(Object.entries(FIRST))('%s end exactly below the bound that is asked for', (name, first) => {
  const set = setOf(name);
  for (const element of first)
    for (const stop of [element, element + 1])
      expect(Array.from(set.between(1, stop)), `below ${stop}`).toEqual(first.filter((one) => one < stop));
});

describe('sets that are known to give simple nim-values', () => {
  const base4 = (n: number): number =>
    parseInt(
      Array.from(n.toString(4))
        .map((digit) => String(Number(digit) % 2))
        .join(''),
      2,
    );
  it.each<[string, (n: number) => number]>([
    ['moser-de-bruijn', base4],
    ['powers-of:2', (n) => n % 3],
    ['powers-of:3', (n) => n % 2],
    ['one-and-primes', (n) => n % 4],
    ['one-and-prime-powers', (n) => n % 6],
    ['interval:6', (n) => n % 7],
    ['odd', (n) => n % 2],
    ['all', (n) => n],
  ])('%s', (text, nimValue) => {
    expect(nimValuesByDefinition(setOf(text), 600)).toEqual(
      Array.from({ length: 600 }, (_, n) => nimValue(n)),
    );
  });
});

describe('the definition', () => {
  it('is the mex rule', () => {
    expect(mex([])).toBe(0);
    expect(mex([0, 1, 3])).toBe(2);
    expect(nimValuesByDefinition(finiteSet([1, 2]), 7)).toEqual([0, 1, 2, 0, 1, 2, 0]);
    expect(nimValuesByDefinition(finiteSet([2]), 6)).toEqual([0, 0, 1, 1, 0, 0]);
  });

  it('honours hotspots, also at zero', () => {
    expect(coldByDefinition(finiteSet([1]), 4)).toEqual([true, false, true, false]);
    expect(coldByDefinition(finiteSet([1]), 4, (n) => n === 0)).toEqual([false, true, false, true]);
  });
});
