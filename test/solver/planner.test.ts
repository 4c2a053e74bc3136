/** The planner: names, refusals, and choices that follow the cost model. */
import { cofiniteSet, finiteSet } from '../support/set-oracles.js';
import { describe, expect, it } from 'vitest';
import { CATALOGUE } from '../../src/game/sets/catalogue.js';
import { coldByDefinition } from '../../src/game/definition.js';
import { bucketRange, createProfile, extrapolate, marksBelow } from '../../src/solver/cost-model.js';
import { lengthOf, type Range } from '../../src/common/range.js';
import { forEachOne, getBit } from '../../src/kernel/bitset.js';
import { checkMethod } from '../../src/engine/series/methods.js';
import {
  checkingMethod,
  COLD_METHODS,
  costsOf,
  NIM_METHODS,
  REMOTENESS_METHODS,
} from '../../src/solver/methods.js';
import { COLD_SOLVERS, NIM_SOLVERS, solverOf } from '../../src/solver/planner.js';
import { solveCold } from '../support/solve.js';
import {
  MAX_KEPT_VALUES as SHIFTED_REACH,
  solveColdByShiftedSets,
} from '../../src/solver/shifted-sets/shifted-sets.js';

const setOf = (name: string) => CATALOGUE.find((entry) => entry.name === name)!.set;

function profileOf(name: string, stop: number) {
  const cold = coldByDefinition(setOf(name), stop);
  const profile = createProfile(stop);
  for (let i = 0; i < profile.counts.length; i++) {
    const { start, stop: end } = bucketRange(profile, i);
    profile.counts[i] = cold.slice(start, end).filter(Boolean).length;
  }
  return profile;
}

function knowledgeOf(name: string, stop: number) {
  const cold = coldByDefinition(setOf(name), stop);
  const latest = Float64Array.from(cold.flatMap((isCold, n) => (isCold ? [n] : [])));
  return { profile: profileOf(name, stop), latest, sampled: stop };
}

const nimCosts = (name: string, range: Range, largest: number) =>
  costsOf(NIM_METHODS, { set: setOf(name), range, threads: 1, known: { largest } });

describe('methods', () => {
  it('are refused by name, with the nearest, or for the wrong series', () => {
    expect(() => checkMethod('seive' as 'sieve', ['cold'])).toThrow('Did you mean sieve?');
    expect(() => checkMethod('sieve', ['cold', 'nim'])).toThrow('series nim');
    expect(() => checkMethod('levels', ['cold'])).toThrow('Set "series" to nim.');
    expect(() => checkMethod('auto', ['cold', 'nim'])).not.toThrow();
  });

  it('are checked by the plainest other one that takes no hours', () => {
    expect(checkingMethod(COLD_METHODS, setOf('squares'), ['residue-classes'])).toBe('sieve');
    expect(checkingMethod(COLD_METHODS, setOf('squares'), ['sieve'])).toBe('divide-and-conquer');
    expect(checkingMethod(COLD_METHODS, setOf('squares'), ['divide-and-conquer', 'sieve'])).toBe(
      'divide-and-conquer',
    );
    expect(checkingMethod(NIM_METHODS, setOf('squares'), ['levels'])).toBe('plain');
    expect(checkingMethod(NIM_METHODS, setOf('squares'), ['plain', 'period'])).toBe('dynamic-programming');
    expect(checkingMethod(NIM_METHODS, cofiniteSet([2, 3]), ['cofinite'])).toBe('cofinite-classes');
    expect(checkingMethod(NIM_METHODS, cofiniteSet([2, 3]), ['cofinite-classes'])).toBe('plain');
  });

  it('have names that differ within a series and can be joined', () => {
    for (const methods of [COLD_METHODS, NIM_METHODS, REMOTENESS_METHODS]) {
      const names = methods.map(({ name }) => name);
      expect(new Set(names).size).toBe(names.length);
      expect(names.join('')).toMatch(/^[a-z-]+$/);
    }
  });
});

describe('a set that leaves out more numbers than its own method takes', () => {
  const set = cofiniteSet(Array.from({ length: 5000 }, (_, i) => 2 * (i + 1)));
  const last = 10_000;
  const stops = [8192, 12_000, 16_000];

  it.each([0, 100])('is all hot from some position on, with %i hotspots', async (hotspots) => {
    const isHotspot = (n: number): boolean => n < hotspots;
    const methods: [number, string][] = [];
    const bits = await solveCold(
      async function* (task) {
        for await (const piece of solverOf(COLD_SOLVERS, 'auto', set)(task, { threads: 1 })) {
          methods.push([piece.start, piece.method]);
          yield piece;
        }
      },
      set,
      stops,
      { isHotspot, pieceLength: 4096 },
    );
    const cold = Array.from({ length: stops[2] }, (_, n) => getBit(bits, n) === 1);
    expect(cold).toEqual(coldByDefinition(set, stops[2], isHotspot));
    // The first cold position is that of the first that is no hotspot; one more reaches it by 10,001.
    const hotFrom = hotspots + last + 1;
    expect(methods.filter(([start]) => start < hotFrom).map(([, method]) => method)).not.toContain(
      'cofinite',
    );
    expect(methods.find(([, method]) => method === 'cofinite')).toEqual([hotFrom, 'cofinite']);
    expect(new Set(methods.filter(([start]) => start >= hotFrom).map(([, method]) => method))).toEqual(
      new Set(['cofinite']),
    );
  });

  it('is estimated without the positions that are all hot', async () => {
    const readLower = (): Promise<Uint8Array> => Promise.reject(new Error('nothing lies below 0'));
    const secondsTo = (stop: number): Promise<number> | number =>
      COLD_SOLVERS.seconds({ set, range: { start: 0, stop }, readLower }, 1);
    expect(await secondsTo(2 ** 40)).toBe(await secondsTo(last + 1));
  });
});

describe('the cost model', () => {
  /*
   * The estimate takes each cold position to lie in the middle of its bucket, at most 1/128 of the range away, and the
   * subtrahends by their approximate count, which is within 1 % here: 2 % in all.
   */
  it.each(CATALOGUE)('estimates the marks of the sieve within 2 %: $name', ({ name, set }) => {
    const stop = 4096;
    const cold = coldByDefinition(set, stop).flatMap((isCold, n) => (isCold ? [n] : []));
    const exact = cold.reduce((sum, c) => sum + set.between(1, stop - c).length, 0);
    const ratio = marksBelow(profileOf(name, stop), set, stop) / exact;
    expect(Math.abs(ratio - 1)).toBeLessThan(0.02);
  });

  it('keeps counts when it stretches a profile', () => {
    const stretched = extrapolate(profileOf('squares', 4096), 8192);
    const sum = (counts: Float64Array): number => counts.reduce((total, count) => total + count, 0);
    expect(sum(stretched.counts.subarray(0, 32))).toBeCloseTo(sum(profileOf('squares', 4096).counts), 6);
  });

  it('prefers the sieve to transforms for sparse sets, transforms for dense ones, classes where they crowd', () => {
    const range = { start: 4096, stop: 1 << 20 };
    const costs = (name: string) =>
      costsOf(COLD_METHODS, { set: setOf(name), range, threads: 1, known: knowledgeOf(name, 4096) });
    const sparse = costs('squares');
    expect(sparse.sieve).toBeLessThan(sparse['divide-and-conquer']);
    const dense = costs('odd');
    expect(dense['divide-and-conquer']).toBeLessThan(dense.sieve);
    expect(sparse['residue-classes']).toBeLessThan(sparse.sieve);
  });

  it('takes no sieve far up, where each of its chunks would read all that lies below', () => {
    const [start, count] = [2 ** 35, 2 ** 24];
    const profile = createProfile(start);
    profile.counts.fill(count / profile.counts.length);
    const latest = Float64Array.from({ length: 2 ** 13 }, (_, i) => start - 2 ** 24 + 2 ** 11 * i);
    const known = { profile, latest, sampled: 2 ** 24 };
    for (const length of [2 ** 22, 2 ** 26, 2 ** 30]) {
      const range = { start, stop: start + length };
      const costs = costsOf(COLD_METHODS, { set: setOf('squares'), range, threads: 1, known });
      expect(costs.sieve, String(length)).toBeGreaterThan((length / 2 ** 19) * 0.4 * start);
      expect(costs['residue-classes'], String(length)).toBeLessThan(costs.sieve / 4);
    }
  });

  it('takes shifted sets for a dense set that leaves few positions cold in many classes', async () => {
    const set = setOf('sums-of-two-squares');
    const stop = 2 ** 20;
    const readLower = (): Promise<Uint8Array> => Promise.reject(new Error('nothing lies below 0'));
    const task = { set, range: { start: 0, stop }, readLower, pieceLength: stop, breathe: async () => {} };
    const profile = createProfile(stop);
    const latest: number[] = [];
    for await (const { start, values } of solveColdByShiftedSets(task)) {
      forEachOne(values, (i) => {
        latest.push(start + i);
        profile.counts[Math.floor(((start + i) * profile.counts.length) / stop)]++;
      });
    }
    const known = { profile, latest: Float64Array.from(latest), sampled: stop };
    const costs = costsOf(COLD_METHODS, { set, range: { start: stop, stop: 2 ** 24 }, threads: 1, known });
    expect(costs['shifted-sets']).toBe(Math.min(...Object.values(costs)));
  });

  it('takes dynamic programming unless there are few levels and many subtrahends', () => {
    const range = { start: 4096, stop: 1 << 16 };
    const sparse = nimCosts('squares', range, 23);
    expect(sparse['dynamic-programming']).toBeLessThan(sparse.levels);
    const dense = nimCosts('odd', { start: 4096, stop: 1 << 20 }, 1);
    expect(dense.levels).toBeLessThan(dense['dynamic-programming']);
  });

  it('knows that dynamic programming is faster on values of 4 bits, and on those of 6', () => {
    const range = { start: 4096, stop: 1 << 16 };
    const [small, middle, large] = [11, 16, 64].map(
      (largest) => nimCosts('primes', range, largest)['dynamic-programming'],
    );
    expect(small).toBeLessThan(large / 4);
    expect(small).toBeLessThan(middle / 2);
    expect(middle).toBeLessThan(large / 1.5);
  });

  it('divides dynamic programming among threads only from 64 numbers on', () => {
    const range = { start: 2 ** 18, stop: 2 ** 20 };
    const costBy = (numbers: number, threads: number) => {
      const set = finiteSet(Array.from({ length: numbers }, (_, i) => i + 1));
      return costsOf(NIM_METHODS, { set, range, threads, known: { largest: 100 } })['dynamic-programming'];
    };
    expect(costBy(63, 16)).toBe(costBy(63, 1));
    expect(costBy(64, 16)).toBeLessThan(costBy(64, 1));
  });

  it('knows sets without elements in reach', () => {
    const knowledge = { profile: createProfile(4096), latest: new Float64Array(), sampled: 4096 };
    const costs = costsOf(COLD_METHODS, {
      set: finiteSet([1e9]),
      range: { start: 4096, stop: 8192 },
      threads: 2,
      known: knowledge,
    });
    expect(Object.values(costs).every((cost) => cost >= 0 && Number.isFinite(cost))).toBe(true);
  });
});

it('goes on with a method of nim-values where another one ends, without reading what it has found', async () => {
  const start = SHIFTED_REACH - 2 ** 16;
  const range = { start, stop: SHIFTED_REACH + 2 ** 16 };
  const read: Range[] = [];
  const readLower = (lower: Range): Promise<Uint8Array> => {
    read.push(lower);
    return Promise.resolve(new Uint8Array(lengthOf(lower)));
  };
  const task = { set: finiteSet([1, 2, 6]), range, readLower, pieceLength: 2 ** 16, breathe: async () => {} };
  const starts: number[] = [];
  for await (const piece of NIM_SOLVERS.byCheapest(task, { threads: 1 })) starts.push(piece.start);
  expect(starts).toEqual([start, SHIFTED_REACH]);
  expect(Math.max(...read.map(({ stop }) => stop))).toBe(start);
});
