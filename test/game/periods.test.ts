/** Periods against a search by the definition over many of them, on all small sets, and against public facts. */
import { describe, expect, it } from 'vitest';
import { nimValuesByDefinition, remotenessesByDefinition } from '../../src/game/definition.js';
import { cofiniteGame, parseGame } from '../../src/game/game.js';
import { foldPosition, isSamePeriod, type Period, type FoundPeriod } from '../../src/game/periods.js';
import {
  outcomePeriodOf,
  periodOfCofinite,
  periodOfFinite,
  periodOfFiniteAsClaimed,
  remotenessPeriodOfFinite,
} from '../../src/game/proving-periods.js';
import type { SubtractionSet } from '../../src/game/sets/subtraction-set.js';
import { finiteSet } from '../support/set-oracles.js';

const coldOf = (nim: readonly number[]): Uint8Array => Uint8Array.from(nim, (value) => Number(value === 0));

/** The smallest period, then preperiod, that the values have over at least their upper half, by trying all. */
function searchedPeriod(values: ArrayLike<number>): Period {
  const half = Math.floor(values.length / 2);
  for (let period = 1; period <= half / 2; period++) {
    const saltus = values[half + period] - values[half];
    let preperiod = values.length - period;
    while (preperiod > 0 && values[preperiod - 1 + period] - values[preperiod - 1] === saltus) preperiod--;
    if (preperiod <= half) return { preperiod, period, saltus };
  }
  throw new Error('no period found');
}

const minimal = ({ preperiod, period, saltus }: Period): Period => ({ preperiod, period, saltus });

/** All non-empty subsets of 1, ..., largest. */
function subsets(largest: number): number[][] {
  return Array.from({ length: 2 ** largest - 1 }, (_, i) =>
    Array.from({ length: largest }, (_, bit) => bit + 1).filter((element) => ((i + 1) >> (element - 1)) & 1),
  );
}

/** Nim-values by the mex rule where the first ones are given. */
function withSeed(set: SubtractionSet, seed: readonly number[], stop: number): number[] {
  const values = [...seed];
  for (let n = seed.length; n < stop; n++) {
    const options = new Set(Array.from(set.between(1, n + 1), (s) => values[n - s]));
    let value = 0;
    while (options.has(value)) value++;
    values.push(value);
  }
  return values;
}

/** Positive integers without some, up to far above every position of a test. */
const allBut = (excluded: readonly number[], stop: number): SubtractionSet =>
  finiteSet(Array.from({ length: stop }, (_, i) => i + 1).filter((s) => !excluded.includes(s)));

/** Holds what a search finds in every prefix against the truth: nothing, or the truth; and all of it in time. */
function expectPrefixes(
  values: readonly number[],
  find: (prefix: readonly number[]) => FoundPeriod | undefined,
  reach: number,
): void {
  const truth = searchedPeriod(values);
  const enough = truth.preperiod + truth.period + reach;
  for (let examined = 0; examined <= Math.min(values.length, 2 * enough + 5); examined++) {
    const found = find(values.slice(0, examined));
    if (found === undefined) {
      expect(examined).toBeLessThan(enough);
      continue;
    }
    expect(minimal(found)).toEqual(truth);
    expect(found.seen).toBeGreaterThanOrEqual(found.needed);
    expect(found.examined).toBe(examined);
  }
}

describe('the period of a finite set', () => {
  it('is proven by every long enough prefix and mistaken by none, for all sets up to 7', () => {
    for (const elements of subsets(7)) {
      const values = nimValuesByDefinition(finiteSet(elements), 240);
      const reach = elements[elements.length - 1];
      expectPrefixes(values, (prefix) => periodOfFinite(prefix, reach), reach);
      expectPrefixes(Array.from(coldOf(values)), (prefix) => periodOfFinite(prefix, reach), reach);
    }
  });

  it('is right with a seed', () => {
    for (const seed of [[0], [1, 1, 0, 5], [3, 0, 0, 2, 2, 2, 2, 9, 1, 4]]) {
      for (const elements of subsets(5)) {
        const values = withSeed(finiteSet(elements), seed, 300);
        const reach = elements[elements.length - 1];
        // The proof may need as many positions again as the seed has.
        expectPrefixes(values, (prefix) => periodOfFinite(prefix, reach, seed.length), reach + seed.length);
      }
    }
  });

  it.each([
    [[1, 6, 9], { preperiod: 11, period: 5 }, { preperiod: 10, period: 5 }],
    [[2, 3, 7], { period: 5 }, { period: 5 }],
    [[1, 3, 4], { preperiod: 0, period: 7 }, { preperiod: 0, period: 7 }],
    [[2, 5, 7], { preperiod: 0, period: 22 }, { preperiod: 0, period: 22 }],
    [[3, 7, 10], { preperiod: 0, period: 45 }, {}],
    [[4, 11, 15], { preperiod: 0, period: 100 }, {}],
    [[6, 17, 23], { preperiod: 0, period: 234 }, {}],
    [[13, 29, 42], { period: 793 }, {}],
    [[1, 4, 13, 17], { preperiod: 0, period: 118 }, {}],
    [[2, 8, 25, 33], { preperiod: 53, period: 675 }, {}],
    [[3, 12, 37, 49], { preperiod: 164, period: 2008 }, {}],
  ])('of %j is as known', (elements, nim, outcome) => {
    const values = nimValuesByDefinition(finiteSet(elements), 5000);
    const reach = elements[elements.length - 1];
    expect(periodOfFinite(values, reach)).toMatchObject(nim);
    expect(periodOfFinite(coldOf(values), reach)).toMatchObject(outcome);
  });

  it('is found by as many values as it takes, and by no fewer', () => {
    const values = nimValuesByDefinition(finiteSet([3, 12, 37, 49]), 164 + 2008 + 49);
    expect(periodOfFinite(values.slice(0, -1), 49)).toBeUndefined();
    expect(periodOfFinite(values, 49)).toEqual({
      ...{ preperiod: 164, period: 2008, saltus: 0 },
      ...{ examined: values.length, needed: 49, seen: 49 },
    });
  });

  it('is found in millions of values in linear time', () => {
    // Period a(2b + r)/gcd(a, b) with b = 2a + r: golden facts on additive sets.
    const [a, b] = [997, 2800];
    const period = a * (2 * b + (b - 2 * a));
    const reach = a + b;
    const values = new Uint8Array(period + reach);
    for (let n = 0; n < values.length; n++) {
      const x = n >= a ? values[n - a] : 9;
      const y = n >= b ? values[n - b] : 9;
      const z = n >= reach ? values[n - reach] : 9;
      let value = 0;
      while (value === x || value === y || value === z) value++;
      values[n] = value;
    }
    expect(periodOfFinite(values, reach)).toMatchObject({ preperiod: 0, period });
  });
});

describe('the period and saltus of a cofinite set', () => {
  it(
    'is proven by every long enough prefix and mistaken by none, for all exclusions up to 7',
    { tags: 'slow' },
    () => {
      for (const excluded of [[], ...subsets(7)]) {
        const reach = excluded[excluded.length - 1] ?? 1;
        const values = nimValuesByDefinition(allBut(excluded, 200), 200);
        // The running maximum may need a period more than the values to settle.
        const { period } = searchedPeriod(values);
        expectPrefixes(values, (prefix) => periodOfCofinite(prefix, reach), reach + period);
        const cold = coldOf(values);
        expectPrefixes(
          Array.from(cold),
          (prefix) => outcomePeriodOf(cofiniteGame(excluded), Uint8Array.from(prefix, Number)),
          reach,
        );
      }
    },
  );

  it('of outcomes is none where every value that was looked at is hot by hotspots', () => {
    const game = parseGame('all-but{2} hotspots {0,1,2,3,4,5,6,7,8,9}', () => '');
    // 10 is the first that is not hot in advance, 12 has no move to it, and all others have a move to one of these.
    const cold = (length: number): Uint8Array =>
      Uint8Array.from({ length }, (_, n) => Number(n === 10 || n === 12));
    expect(outcomePeriodOf(game, cold(10))).toBeUndefined();
    expect(outcomePeriodOf(game, cold(20))).toMatchObject({ preperiod: 13, period: 1, saltus: 0 });
  });

  it('is right with a seed that leaves holes', () => {
    for (const seed of [[0], [5], [3, 0, 9, 2]]) {
      for (const excluded of [[], ...subsets(4)]) {
        const values = withSeed(allBut(excluded, 300), seed, 300);
        const truth = searchedPeriod(values);
        const reach = excluded[excluded.length - 1] ?? 1;
        let isFound = false;
        for (let examined = 0; examined <= 300; examined++) {
          const found = periodOfCofinite(values.slice(0, examined), reach, seed.length);
          if (found !== undefined) expect(minimal(found)).toEqual(truth);
          isFound ||= found !== undefined;
        }
        expect(isFound).toBe(true);
      }
    }
  });

  it.each([
    [[2, 3, 7], { period: 4, saltus: 2 }],
    [[1], { preperiod: 0, period: 2, saltus: 1 }],
    [[], { preperiod: 0, period: 1, saltus: 1 }],
  ])('of all but %j is as known', (excluded, known) => {
    const values = nimValuesByDefinition(allBut(excluded, 200), 200);
    expect(periodOfCofinite(values, excluded[excluded.length - 1] ?? 1)).toMatchObject(known);
  });
});

describe('a position above the period', () => {
  it('repeats one below, however far it is', () => {
    const values = nimValuesByDefinition(allBut([2, 3, 7], 300), 300);
    const period = periodOfCofinite(values, 7)!;
    const valueAt = (n: number): number => {
      const { position, rise } = foldPosition(period, n);
      expect(position).toBeLessThan(period.preperiod + period.period);
      return values[position] + rise;
    };
    expect(values.map((_, n) => valueAt(n))).toEqual(values);
    const far = 2 ** 53 - 2;
    const near = period.preperiod + ((far - period.preperiod) % period.period);
    expect(valueAt(far)).toBe(values[near] + 2 * ((far - near) / 4));
  });
});

describe('a claimed period', () => {
  it('is taken where a search finds it, and no other is, for all sets up to 5, also in prefixes and with a seed', () => {
    for (const elements of subsets(5)) {
      const set = finiteSet(elements);
      const reach = elements[elements.length - 1];
      for (const seed of [[], [2, 0, 7]]) {
        const all = Uint16Array.from(withSeed(set, seed, 80));
        for (const values of [all, all.subarray(0, 40), all.subarray(0, 17), all.subarray(0, 3)]) {
          const found = periodOfFinite(values, reach, seed.length);
          for (let period = 0; period <= 24; period++) {
            for (let preperiod = -1; preperiod <= 24; preperiod++) {
              const claim = { preperiod, period, saltus: 0 };
              const isFound = found?.period === period && found.preperiod === preperiod;
              const taken = periodOfFiniteAsClaimed(values, reach, seed.length, claim);
              if (isFound) expect(taken).toEqual(found);
              else if (taken !== undefined) expect({ elements, seed, claim, taken }).toBe(found);
            }
          }
          if (found !== undefined) {
            const claim = { ...minimal(found), saltus: 1 };
            expect(periodOfFiniteAsClaimed(values, reach, seed.length, claim)).toBeUndefined();
          }
        }
      }
    }
  });
});

describe('two periods', () => {
  const evidence = { examined: 20, needed: 4, seen: 9, valuesSha256: 'ab' };
  const one: Period = { preperiod: 3, period: 8, saltus: 1, evidence };

  it('are the same with the same numbers and evidence', () => {
    expect(isSamePeriod(one, { ...one, evidence: { ...evidence } })).toBe(true);
    expect(isSamePeriod({ ...one, evidence: null }, { ...one, evidence: null })).toBe(true);
  });

  it.each<Partial<Period>>([
    { preperiod: 4 },
    { period: 9 },
    { saltus: 0 },
    { evidence: null },
    ...(['examined', 'needed', 'seen'] as const).map((name) => ({ evidence: { ...evidence, [name]: 5 } })),
    { evidence: { ...evidence, valuesSha256: 'cd' } },
  ])('differ with %o', (other) => {
    expect(isSamePeriod(one, { ...one, ...other })).toBe(false);
    expect(isSamePeriod({ ...one, ...other }, one)).toBe(false);
  });
});

describe('periods of remoteness', () => {
  it('of all sets with numbers up to 6, and of larger ones, are found as soon as they are proven', () => {
    for (const elements of [...subsets(6), [3, 7, 15], [1, 3, 17, 29], [5, 12, 13], [4, 9, 11, 20]]) {
      const reach = Math.max(...elements);
      const values = remotenessesByDefinition(finiteSet(elements), 12 * reach + 240);
      const truth = searchedPeriod(values);
      const { preperiod, period, saltus } = truth;
      // Twice a period with an odd saltus is what follows from the last values alone.
      const needed = saltus % 2 === 0 ? reach : reach + period;
      const enough = preperiod + period + needed;
      for (const examined of [0, 1, reach, enough - 1, enough, enough + 1, values.length]) {
        const found = remotenessPeriodOfFinite(values.slice(0, examined), reach);
        if (examined < enough) expect(found, `${elements.join()} by ${examined}`).toBeUndefined();
        else {
          expect(found, `${elements.join()} by ${examined}`).toEqual({
            ...truth,
            examined,
            needed,
            seen: examined - period - preperiod,
          });
        }
      }
    }
  });

  it('of one number have the saltus 1', () => {
    for (const move of [1, 2, 9]) {
      const values = remotenessesByDefinition(finiteSet([move]), 5 * move);
      expect(remotenessPeriodOfFinite(values, move)).toMatchObject({ preperiod: 0, period: move, saltus: 1 });
    }
  });

  it('are none where some classes of positions grow faster than others', () => {
    const values = remotenessesByDefinition(finiteSet([3, 5, 15]), 6000);
    expect(remotenessPeriodOfFinite(values, 15)).toBeUndefined();
    const rises = Array.from({ length: 36 }, (_, r) => values[3600 + r] - values[3564 + r]);
    expect(new Set(rises)).toEqual(new Set([6, 8]));
    for (let n = 3600; n < 6000; n++) expect(values[n] - values[n - 36]).toBe(rises[n % 36]);
  });
});
