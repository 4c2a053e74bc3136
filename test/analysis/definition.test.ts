/** Every analysis against its definition on values by the mex rule, over ranges, block sizes and kept aggregates. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  analyzeDensity,
  analyzeDigits,
  analyzeGaps,
  analyzeRecords,
  analyzeResidues,
  analyzeValues,
  nimValuesByDefinition,
  openStore,
  readGame,
  type Store,
} from '../../src/index.js';
import { isNearlyEmpty } from '../../src/analysis/counting/classes.js';
import { extendOnce } from '../support/store.js';

const NIM_TO = 3000;
/** Cold positions from here on come from nim-values. */
const COLD_TO = 1700;
const RANGES = [
  { from: 0, to: NIM_TO },
  { from: 0, to: 1 },
  { from: 64, to: 128 },
  { from: 517, to: 2345 },
];

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

describe.each(['squares', '{2,3,7}', 'primes'])('%s', (game) => {
  const { set } = readGame(game);
  const nim = nimValuesByDefinition(set, NIM_TO);
  const subtrahends = [...set.between(1, NIM_TO)];

  describe.each([64, 1024, 2 ** 20])('with blocks of %i', (blockLength) => {
    let folder: string;
    let store: Store;

    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'takeaway-definition-'));
      await extendOnce(folder, game, { to: COLD_TO, series: 'cold', blockLength });
      await extendOnce(folder, game, { to: NIM_TO, series: 'nim', blockLength });
      store = await openStore(folder, { readOnly: true });
      return () => {
        store.close();
        rmSync(folder, { recursive: true, force: true });
      };
    });

    /** The result, which must be the same when it comes from kept aggregates, and after they are deleted. */
    async function thrice<Result>(analyze: () => Promise<Result>): Promise<Result> {
      const result = await analyze();
      expect(await analyze()).toEqual(result);
      store.close();
      const file = join(folder, 'aggregates.sqlite');
      expect(existsSync(file)).toBe(true);
      rmSync(file);
      store = await openStore(folder, { readOnly: true });
      expect(await analyze()).toEqual(result);
      return result;
    }

    it('records', async () => {
      for (const range of RANGES) {
        const { from, to } = range;
        const { records } = await analyzeRecords(store, game, range);
        const seen = nim.slice(from, to);
        const values = [...new Set(seen)].sort((a, b) => a - b);
        expect(records).toEqual(
          values.map((value) => {
            const i = seen.indexOf(value);
            return { value, position: from + i, isMaximum: seen.slice(0, i).every((lower) => lower < value) };
          }),
        );
      }
      await thrice(() => analyzeRecords(store, game));
    });

    it('density', async () => {
      const below = (n: number): number => nim.slice(0, n).filter((value) => value === 0).length;
      for (const at of ['cubes', 'powers-of-2', [1, 63, 64, 65, 1699, 1700, 1701, NIM_TO - 1]] as const) {
        for (const from of [0, 60]) {
          const { points, range } = await analyzeDensity(store, game, { at, from });
          const expected = Array.isArray(at)
            ? at
            : Array.from({ length: 60 }, (_, k) => (at === 'cubes' ? (k + 1) ** 3 : 2 ** k));
          expect(points.map(({ position }) => position)).toEqual(
            expected.filter((n) => n >= from && n <= range.stop),
          );
          for (const point of points) {
            expect(point.below).toBe(below(point.position));
            expect(point.upTo).toBe(point.position < NIM_TO ? below(point.position + 1) : null);
          }
        }
      }
      const { points } = await analyzeDensity(store, game, { at: [NIM_TO] });
      // The frontier itself is known where a period says so.
      const isKnown = store.coverage(game, 'cold').reach > NIM_TO;
      const answers = isKnown ? await store.query(game, [NIM_TO]) : [];
      const colds = answers.filter(({ cold: isCold }) => isCold).length;
      expect(points[0].upTo).toBe(isKnown ? below(NIM_TO) + colds : null);
      await thrice(() => analyzeDensity(store, game));
    });

    it('digits', async () => {
      for (const range of RANGES.slice(0, 1).concat(RANGES.slice(2))) {
        for (const value of [0, 1, 2]) {
          const { from, to } = range;
          const options = { ...range, base: 3, places: 2, value };
          const { count, places, exceptions } = await analyzeDigits(store, game, options);
          const positions = nim.flatMap((each, n) => (n >= from && n < to && each === value ? [n] : []));
          expect(count).toBe(positions.length);
          for (const place of [0, 1]) {
            const digits = positions.map((n) => Math.floor(n / 3 ** place) % 3);
            expect(places[place].counts).toEqual([0, 1, 2].map((d) => digits.filter((e) => e === d).length));
          }
          expect(exceptions).toEqual(nearlyEmptyClasses(positions, 9));
        }
      }
      await thrice(() => analyzeDigits(store, game, { base: 3, places: 2 }));
    });

    it('values', async () => {
      for (const range of RANGES) {
        const { from, to } = range;
        const { points, largest } = await analyzeValues(store, game, range);
        const inside = Array.from({ length: 20 }, (_, k) => 2 ** k).filter((n) => n > from && n < to);
        expect(largest).toBe(Math.max(...nim.slice(from, to)));
        expect(points).toEqual(
          [...inside, to].map((stop) => ({
            stop,
            counts: Array.from(
              { length: largest + 1 },
              (_, value) => nim.slice(from, stop).filter((each) => each === value).length,
            ),
          })),
        );
      }
      await thrice(() => analyzeValues(store, game));
    });

    it('gaps', async () => {
      for (const range of RANGES) {
        const { from, to } = range;
        const cold = nim.flatMap((value, n) => (n >= from && n < to && value === 0 ? [n] : []));
        const gaps = cold.slice(1).map((n, i) => n - cold[i]);
        const result = await analyzeGaps(store, game, range);
        const sizes = [...new Set(gaps)].sort((a, b) => a - b);
        expect(result.count).toBe(cold.length);
        expect(result.gaps).toEqual(
          sizes.map((gap) => {
            const i = gaps.indexOf(gap);
            const isMaximum = gaps.slice(0, i).every((earlier) => earlier < gap);
            return { gap, count: gaps.filter((each) => each === gap).length, firstAfter: cold[i], isMaximum };
          }),
        );
        expect(result.largest?.gap).toBe(sizes.at(-1));
        if (gaps.length === 0) expect(result.mean).toBeNull();
        else expect(result.mean).toBeCloseTo(sum(gaps) / gaps.length, 10);
      }
      await thrice(() => analyzeGaps(store, game));
    });

    it('residues', async () => {
      const positions = nim.flatMap((value, n) => (value === 0 ? [n] : []));
      const { classes, separation } = await analyzeResidues(store, game, { modulus: 20, max: 12 });
      const counts = Array.from({ length: 20 }, (_, r) => positions.filter((n) => n % 20 === r).length);
      expect(classes.map(({ count }) => count)).toEqual(counts);
      expect(classes.filter((each) => each.positions !== null)).toEqual(nearlyEmptyClasses(positions, 20));
      expect(separation.map(({ modulus }) => modulus)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
      for (const { modulus, empty, nearlyEmpty, concentration, collision } of separation) {
        const shares = Array.from(
          { length: modulus },
          (_, r) => positions.filter((n) => n % modulus === r).length / positions.length,
        );
        expect(empty).toBe(shares.filter((share) => share === 0).length);
        expect(nearlyEmpty).toBe(nearlyEmptyClasses(positions, modulus).length);
        expect(concentration).toBeCloseTo(modulus * sum(shares.map((share) => share * share)), 10);
        const meetings = shares.map((share, c) =>
          sum(subtrahends.map((s) => share * shares[(c + s) % modulus])),
        );
        expect(collision).toBeCloseTo((modulus * sum(meetings)) / subtrahends.length, 10);
      }
      const [alone] = (await analyzeResidues(store, game, { modulus: 12 })).separation;
      expect(alone).toEqual(separation[10]);
      await thrice(() => analyzeResidues(store, game, { modulus: 20, max: 12 }));
    });
  });
});

function nearlyEmptyClasses(positions: readonly number[], modulus: number): unknown[] {
  return Array.from({ length: modulus }, (_, residue) => {
    const members = positions.filter((n) => n % modulus === residue);
    return { residue, count: members.length, positions: members };
  }).filter(({ count }) => isNearlyEmpty(count, positions.length, modulus));
}
