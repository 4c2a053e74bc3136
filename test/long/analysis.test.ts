/** The paper's experiments at the paper's size, on values that this project computed itself. */
import { describe, expect, it } from 'vitest';
import {
  analyzeDensity,
  analyzeDigits,
  analyzeRecords,
  analyzeValues,
  certify,
  openStore,
} from '../../src/index.js';
import { extendOnce } from '../support/store.js';
import { temporaryFolder } from '../support/temporary.js';

/** Cold positions up to and including P, count@P (Eppstein 2016). */
const COUNTS_AT =
  '22@109 39@204 66@425 99@827 158@1625 255@3209 419@6414 682@12812 1087@25647 1752@51202 2821@102517 ' +
  '4497@204817 7436@409687 12068@819267 19659@1638632 31742@3276892 51489@6553775 83851@13107272 ' +
  '136858@26215012 221074@52429275 358248@104857942';

describe('the cold positions below 2^30', () => {
  it('have the counts of Eppstein 2016, the exponent of Figure 2, and the digits of Figures 3 and 4', async () => {
    const folder = temporaryFolder();
    await extendOnce(folder, 'squares', { to: 2 ** 30, series: 'cold' });
    const store = await openStore(folder, { readOnly: true });
    const table = COUNTS_AT.split(' ').map((entry) => entry.split('@').map(Number));
    const given = await analyzeDensity(store, 'squares', { at: table.map(([, position]) => position) });
    expect(given.points.map(({ upTo, position }) => [upTo, position])).toEqual(table);
    const { points } = await analyzeDensity(store, 'squares', { at: [1e8] });
    expect(points[0].below).toBe(346_814);
    const cubes = await analyzeDensity(store, 'squares');
    expect(cubes.points).toHaveLength(1024);
    expect(cubes.fit?.exponent).toBeGreaterThan(0.69);
    expect(cubes.fit?.exponent).toBeLessThan(0.7);
    // Figure 3: ones digits are 0 or 2 "with a few exceptions", the fives digit is even, the twentyfives digit is not.
    const { count, places } = await analyzeDigits(store, 'squares', { base: 5, places: 3 });
    const [ones, fives, twentyfives] = places.map(({ counts }) => counts.map((times) => times / count));
    expect(ones[0] + ones[2]).toBeGreaterThan(0.97);
    expect(Math.max(...fives) - Math.min(...fives)).toBeLessThan(0.01);
    expect(twentyfives[0] + twentyfives[2]).toBeGreaterThan(0.6);
    // Figure 4: base 7 shows nothing, base 13 goes towards 0, 2 and 7.
    const seven = await analyzeDigits(store, 'squares', { base: 7 });
    for (const times of seven.places[0].counts) expect(times / count).toBeCloseTo(1 / 7, 2);
    const thirteen = (await analyzeDigits(store, 'squares', { base: 13 })).places[0].counts;
    const highest = [...thirteen.keys()].sort((a, b) => thirteen[b] - thirteen[a]).slice(0, 3);
    expect(highest.sort((a, b) => a - b)).toEqual([0, 2, 7]);
    expect((await certify(store, 'squares', { to: 2 ** 27 })).ok).toBe(true);
    store.close();
  });
});

describe('the nim-values below 2^24', () => {
  it("have the paper's 450 maxima and its fit, and are certain", async () => {
    const folder = temporaryFolder();
    await extendOnce(folder, 'squares', { to: 2 ** 24 });
    const store = await openStore(folder, { readOnly: true });
    const { records, fit } = await analyzeRecords(store, 'squares');
    expect(records).toHaveLength(451);
    expect(records[1]).toMatchObject({ position: 1, value: 1 });
    expect(records[450]).toMatchObject({ position: 16_669_564, value: 450 });
    expect(fit?.coefficient.toFixed(13)).toBe('1.3251885340723');
    expect(fit?.exponent.toFixed(15)).toBe('0.350735691549274');
    const { points } = await analyzeValues(store, 'squares');
    expect(points.at(-1)?.counts[0]).toBe(100_145);
    expect((await certify(store, 'squares', { mex: true })).ok).toBe(true);
    store.close();
  });
});
