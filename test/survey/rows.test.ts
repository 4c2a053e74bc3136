/** The order of the sets of a survey, and its period finder against the definition. */
import { describe, expect, it } from 'vitest';
import { nimValuesByDefinition } from '../../src/game/definition.js';
import { type Period } from '../../src/game/periods.js';
import { periodOfFinite } from '../../src/game/proving-periods.js';
import { finiteSet } from '../support/set-oracles.js';
import { PERIOD_NUMBERS, periodsOfSet, rowsIn, setAt, setCount, surveyRows } from '../../src/survey/rows.js';

const gcd = (a: number, b: number): number => (b === 0 ? a : gcd(b, a % b));

/** All sets of a size up to a largest element, by their definition, ordered by the largest elements first. */
function allSets(max: number, size: number): number[][] {
  if (size === 0) return [[]];
  return Array.from({ length: max }, (_, i) => i + 1).flatMap((largest) =>
    allSets(largest - 1, size - 1).map((lower) => [...lower, largest]),
  );
}

describe('the sets of a survey', () => {
  it.each([
    [9, 1],
    [12, 3],
    [9, 4],
    [7, 7],
  ])('up to %i of %i elements are all, once, in order, however they are cut', (max, size) => {
    const sets = allSets(max, size);
    expect(setCount({ max, size })).toBe(sets.length);
    sets.forEach((set, i) => expect(setAt(size, i)).toEqual(set));
    const coprime = sets.filter((set) => set.reduce(gcd) === 1);
    const rows: number[][] = [];
    for (let first = 0; first < sets.length; first += 11) {
      const count = Math.min(11, sets.length - first);
      const part = surveyRows({ max, size }, { start: first, stop: first + count });
      expect(rowsIn({ max, size }, { start: first, stop: first + count })).toBe(
        part.length / (size + PERIOD_NUMBERS),
      );
      for (let at = 0; at < part.length; at += size + PERIOD_NUMBERS)
        rows.push(Array.from(part.subarray(at, at + size)));
    }
    expect(rows).toEqual(coprime);
  });

  it('without a common divisor are counted without a look at them', () => {
    const [size, count] = [5, 5000];
    for (const first of [0, 1, 777_777, 12_345_678]) {
      const coprime = Array.from({ length: count }, (_, i) => setAt(size, first + i)).filter(
        (set) => set.reduce(gcd) === 1,
      );
      expect(rowsIn({ max: 200, size }, { start: first, stop: first + count })).toBe(coprime.length);
    }
    expect(rowsIn({ max: 2 ** 36, size: 1 }, { start: 0, stop: 2 ** 36 })).toBe(1);
  });

  it('are counted as far as numbers are exact', () => {
    expect(setCount({ max: 42, size: 4 })).toBe(111_930);
    expect(setCount({ max: 1000, size: 20 })).toBe(Infinity);
    expect(setCount({ max: 3, size: 4 })).toBe(0);
  });
});

describe('the periods of a small set', () => {
  it('are those of the values by the definition', () => {
    for (const set of [
      ...allSets(8, 3),
      ...allSets(7, 4),
      [1],
      [5],
      [2, 9],
      Array.from({ length: 30 }, (_, i) => i + 1),
    ]) {
      const values = nimValuesByDefinition(finiteSet(set), 600);
      const reach = set[set.length - 1];
      const cold = values.map((value) => Number(value === 0));
      const found = periodsOfSet(set);
      expect(found.largest).toBe(Math.max(...values));
      expect(periodsOfSet(set, { series: 'cold' })).toEqual({ ...found, nim: undefined, largest: 0 });
      expect(periodsOfSet(set, { series: 'nim' })).toEqual({ ...found, outcome: undefined });
      for (const [period, expected] of [
        [found.nim, periodOfFinite(values, reach)],
        [found.outcome, periodOfFinite(cold, reach)],
      ] as const) {
        expect([period?.preperiod, period?.period]).toEqual([expected?.preperiod, expected?.period]);
      }
    }
  });

  it('are as known', () => {
    expect(periodsOfSet([1, 6, 9])).toMatchObject({
      nim: { preperiod: 11, period: 5 },
      outcome: { preperiod: 10, period: 5 },
    });
    // {s,4s,12s+1,16s+1}: golden facts.
    expect(periodsOfSet([1, 4, 13, 17]).nim).toMatchObject({ preperiod: 0, period: 118 });
    expect(periodsOfSet([2, 8, 25, 33]).nim).toMatchObject({ preperiod: 53, period: 675 });
    expect(periodsOfSet([3, 12, 37, 49]).nim).toMatchObject({ preperiod: 164, period: 2008 });
  });

  it('are right for the longest of four elements up to 42', () => {
    const { nim } = periodsOfSet([3, 28, 39, 42]) as { nim: Period };
    const values = nimValuesByDefinition(finiteSet([3, 28, 39, 42]), 3 * 12_015);
    const repeats = (p: number, from: number): boolean =>
      values.every((value, n) => n < from || n + p >= values.length || values[n + p] === value);
    expect(repeats(nim.period, nim.preperiod)).toBe(true);
    expect(repeats(nim.period, nim.preperiod - 1)).toBe(false);
    // 12015 = 3^3 * 5 * 89: a shorter period would divide it.
    for (const prime of [3, 5, 89]) expect(repeats(nim.period / prime, nim.preperiod)).toBe(false);
  });
});
