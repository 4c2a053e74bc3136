/** The repeated median against its definition, exact lines, outliers, and the paper's digits. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readGame } from '../../src/index.js';
import { fitMonomial, fitOfGame, repeatedMedianLine, type Point } from '../../src/analysis/counting/fit.js';

/** Lines `position value`: the maxima below 2^24, by a plain C program that applies the mex rule. */
const RECORDS = readFileSync(join(import.meta.dirname, '../fixtures/squares-records.txt'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => line.split(' ').map(Number))
  .map(([x, y]) => ({ x, y }));

/** Nothing else is to be heard while these compute. */
const breathe = (): Promise<void> => Promise.resolve();

function medianOf(numbers: number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

describe('the repeated median', () => {
  it('gives the digits of Figure 1 for the 450 records below 2^24 (Eppstein 2018)', async () => {
    expect(RECORDS).toHaveLength(451);
    const fit = await fitMonomial(RECORDS, breathe);
    expect(fit?.points).toBe(450);
    expect(fit?.coefficient.toFixed(13)).toBe('1.3251885340723');
    expect(fit?.exponent.toFixed(15)).toBe('0.350735691549274');
  });

  it('is the median of medians over pairs', async () => {
    const point = fc.record({ x: fc.integer({ min: -9, max: 9 }), y: fc.integer({ min: -9, max: 9 }) });
    await fc.assert(
      fc.asyncProperty(fc.array(point, { maxLength: 12 }), async (points) => {
        const overPairs = (of: (p: Point, q: Point) => number): number[] =>
          points
            .map((p) => points.filter((q) => q.x !== p.x).map((q) => of(p, q)))
            .filter((values) => values.length > 0)
            .map(medianOf);
        const slopes = overPairs((p, q) => (q.y - p.y) / (q.x - p.x));
        const intercepts = overPairs((p, q) => (q.x * p.y - p.x * q.y) / (q.x - p.x));
        const line = await repeatedMedianLine(points, breathe);
        if (slopes.length === 0) expect(line).toBeNull();
        else {
          expect(line?.slope).toBeCloseTo(medianOf(slopes), 12);
          expect(line?.intercept).toBeCloseTo(medianOf(intercepts), 12);
        }
      }),
    );
  });

  it('finds a line that less than half of the points leave', async () => {
    const points = Array.from({ length: 21 }, (_, x) => ({ x, y: x % 7 < 2 ? 1000 : 3 * x - 5 }));
    expect(await repeatedMedianLine(points, breathe)).toEqual({ slope: 3, intercept: -5 });
  });

  it('takes every k-th of more points than 4096', { tags: 'slow' }, async () => {
    const points = Array.from({ length: 10_000 }, (_, i) => ({ x: i + 1, y: 2 * (i + 1) ** 2 }));
    const fit = await fitMonomial(points, breathe);
    expect(fit?.points).toBe(3334);
    expect(fit?.coefficient).toBeCloseTo(2, 9);
    expect(fit?.exponent).toBeCloseTo(2, 9);
  });

  it('leaves out what has no logarithm, and gives null for fewer than two points', async () => {
    const fitOf = (...points: Point[]): ReturnType<typeof fitMonomial> => fitMonomial(points, breathe);
    expect(await fitOf()).toBeNull();
    expect(await fitOf({ x: 0, y: 0 }, { x: 1, y: 0 }, { x: 5, y: 2 })).toBeNull();
    expect(await fitOf({ x: 5, y: 2 }, { x: 5, y: 3 })).toBeNull();
    const through = await fitOf({ x: 0, y: 1 }, { x: 1, y: 2 }, { x: 100, y: 20 });
    expect(through).toMatchObject({ points: 2 });
  });
});

describe('the fit of a game', () => {
  const fitOf = (points: readonly Point[]): ReturnType<typeof fitOfGame> =>
    fitOfGame({ game: readGame('squares'), breathe }, () => points);
  const power = (exponent: number): Point[] =>
    Array.from({ length: 11 }, (_, i) => ({ x: 2 ** i, y: 3 * 2 ** (exponent * i) }));

  it('is a law of what is at most n, close to most points', async () => {
    expect((await fitOf(RECORDS))?.points).toBe(450);
    expect((await fitOf(power(0.7)))?.exponent).toBeCloseTo(0.7, 9);
    expect((await fitOf(power(1)))?.exponent).toBeCloseTo(1, 9);
  });

  it('is none that grows faster than n, of points far from it, or of a constant', async () => {
    expect(await fitOf(power(1.05))).toBeNull();
    expect(await fitOf(power(0.5).map(({ x, y }, i) => ({ x, y: i % 2 === 0 ? y : 4 * y })))).toBeNull();
    expect(await fitOf(power(0))).toBeNull();
    expect(await fitOf(power(0.7).slice(0, 7))).toBeNull();
  });
});
