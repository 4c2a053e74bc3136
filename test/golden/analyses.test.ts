/** Analyses of subtract-a-square against public facts: counts, classes, records, each with its source. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  analyzeDensity,
  analyzeDigits,
  analyzeRecords,
  analyzeResidues,
  openStore,
  type Store,
} from '../../src/index.js';
import { extendOnce } from '../support/store.js';

/** Cold positions up to and including P, count@P (Eppstein 2016), P below 2^26. */
const COUNTS_AT =
  '22@109 39@204 66@425 99@827 158@1625 255@3209 419@6414 682@12812 1087@25647 1752@51202 2821@102517 ' +
  '4497@204817 7436@409687 12068@819267 19659@1638632 31742@3276892 51489@6553775 83851@13107272 ' +
  '136858@26215012 221074@52429275';

/** First position of nim-value 0, 1, 2, ... (OEIS A297963). */
const FIRST_POSITIONS = [
  0, 1, 4, 25, 28, 29, 75, 103, 200, 234, 315, 364, 479, 633, 802, 1054, 1173, 1311, 1894, 2058, 2173, 2419,
  3244, 3648, 4249, 4474, 4982, 5943, 6133, 6809, 7429, 8590, 8654, 9419, 10284, 11728, 12152, 13884, 15493,
  16623, 17312, 18389, 19745, 20528, 22111, 23472,
];

let folder: string;
let store: Store;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'takeaway-analysis-'));
  await extendOnce(folder, 'squares', { to: 2 ** 26, series: 'cold' });
  await extendOnce(folder, 'squares', { to: 2 ** 20, series: 'nim' });
  store = await openStore(folder, { readOnly: true });
});

afterAll(() => {
  store.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('density', () => {
  it('has the table of Eppstein 2016', async () => {
    const table = COUNTS_AT.split(' ').map((entry) => entry.split('@').map(Number));
    const { points } = await analyzeDensity(store, 'squares', { at: table.map(([, position]) => position) });
    expect(points.map(({ upTo, position }) => [upTo, position])).toEqual(table);
    // Every one of these positions is cold.
    expect(points.map(({ below }) => below)).toEqual(table.map(([count]) => count - 1));
  });

  it('has the counts below powers of 10 and 2', async () => {
    const below = async (at: 'powers-of-10' | 'powers-of-2'): Promise<Map<number, number>> => {
      const { points } = await analyzeDensity(store, 'squares', { at });
      return new Map(points.map((point) => [point.position, point.below]));
    };
    const tens = await below('powers-of-10');
    expect([3, 4, 5, 6, 7].map((k) => tens.get(10 ** k))).toEqual([115, 579, 2781, 13952, 69489]);
    const twos = await below('powers-of-2');
    expect([20, 22, 24, 26].map((k) => twos.get(2 ** k))).toEqual([14421, 37783, 100145, 262950]);
  });

  it('grows at cubes to 2^24 as about n^0.69, below the known bounds', async () => {
    const { fit, points, knownBounds } = await analyzeDensity(store, 'squares', { to: 2 ** 24 });
    expect(points).toHaveLength(256);
    expect(fit?.exponent).toBeGreaterThan(0.68);
    expect(fit?.exponent).toBeLessThan(0.7);
    expect(points[255].exponent).toBeCloseTo(Math.log(100145) / Math.log(2 ** 24), 12);
    expect(knownBounds.map(({ exponent }) => exponent.toFixed(6))).toEqual(['0.733412', '0.715338']);
  });
});

describe('digits', () => {
  it('find that 11,356 alone ends in 6 among 183,496 cold positions below 40,000,000 (Bush 1992)', async () => {
    const { count, places, exceptions } = await analyzeDigits(store, 'squares', { base: 10, to: 40_000_000 });
    expect(count).toBe(183_496);
    expect(places[0].counts[6]).toBe(1);
    expect(exceptions.find(({ residue }) => residue === 6)?.positions).toEqual([11_356]);
  });

  it('agree place by place with the classes modulo powers of the base', async () => {
    const { places } = await analyzeDigits(store, 'squares', { base: 5, places: 3 });
    const { classes } = await analyzeResidues(store, 'squares', { modulus: 125 });
    for (const { weight, counts } of places) {
      const digits = [0, 0, 0, 0, 0];
      for (const { residue, count } of classes) digits[Math.floor(residue / weight) % 5] += count;
      expect(counts).toEqual(digits);
    }
    expect(places[0].counts).toEqual([114_099, 8, 135_258, 36, 13_549]);
  });
});

describe('residues', () => {
  it('modulo 5 below 2^26 are 114099, 8, 135258, 36, 13549, and the 8 are known', async () => {
    const { classes } = await analyzeResidues(store, 'squares', { modulus: 5 });
    expect(classes.map(({ count }) => count)).toEqual([114_099, 8, 135_258, 36, 13_549]);
    expect(classes[1].positions).toEqual([11356, 13351, 34221, 38461, 40671, 68991, 75121, 522121]);
  });
});

describe('records', () => {
  it('are A297963, with the known largest nim-values below powers of 2', async () => {
    const { records } = await analyzeRecords(store, 'squares');
    expect(records.slice(0, FIRST_POSITIONS.length).map(({ position }) => position)).toEqual(FIRST_POSITIONS);
    expect(records.every(({ isMaximum }) => isMaximum)).toBe(true);
    const largestBelow = (stop: number): number | undefined =>
      records.filter(({ position }) => position < stop).at(-1)?.value;
    expect([10, 12, 14, 16, 18, 20].map((k) => largestBelow(2 ** k))).toEqual([14, 23, 38, 63, 104, 170]);
  });
});
