/** The column of collisions of a survey: against the definition, and the closed form of additive sets (FINDINGS). */
import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { gcd } from '../../src/common/divisors.js';
import { mergeSurvey, survey } from '../../src/index.js';
import { periodsOfSet } from '../../src/survey/rows.js';
import { takeaway } from '../support/cli.js';
import { SEED } from '../support/seed.js';
import { temporaryFolder } from '../support/temporary.js';

/** The cold positions of [0, stop), each from those below it. */
function coldBits(moves: readonly number[], stop: number): boolean[] {
  const isCold: boolean[] = [];
  for (let n = 0; n < stop; n++) isCold.push(!moves.some((move) => move <= n && isCold[n - move]));
  return isCold;
}

/** Counts pairs of cold positions that differ by a distance >= 0 and begin in one period. */
function byDefinition(moves: readonly number[], preperiod: number, period: number, distance: number): number {
  const isCold = coldBits(moves, preperiod + period + distance);
  let count = 0;
  for (let n = preperiod; n < preperiod + period; n++) if (isCold[n] && isCold[n + distance]) count++;
  return count;
}

/** The theorem for {a, b, a + b} with coprime a < b; [x] is x, or 0 below 0. */
function byFormula(a: number, b: number, s: number): number {
  const r = b % (2 * a);
  const d = a * Math.floor(b / (2 * a)) + Math.min(r, a);
  const positive = (x: number): number => Math.max(0, x);
  let sum = 0;
  for (let m = -4; m <= s / b + 4; m++) {
    const u = Math.floor((s - b * m + a) / (2 * a));
    const v = s - b * m - 2 * a * u;
    const rows =
      r > 0 && r < a
        ? positive(d - Math.abs(a * u + v - d * m))
        : positive(d / a - Math.abs(u - (d / a) * m));
    sum += positive(a - Math.abs(v)) * rows;
  }
  return sum;
}

describe('collisions of sets', () => {
  it(`are those of the definition (seed ${SEED})`, () => {
    const sets = fc.uniqueArray(fc.integer({ min: 1, max: 16 }), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(sets, fc.integer({ min: 0, max: 300 }), (drawn, distance) => {
        const set = drawn.sort((a, b) => a - b);
        for (const series of ['both', 'cold'] as const) {
          const { outcome, collisions } = periodsOfSet(set, { series, distance });
          const { preperiod, period } = outcome!;
          expect(collisions).toBe(byDefinition(set, preperiod, period, distance));
          expect(periodsOfSet(set, { series, distance: distance - 7 * period }).collisions).toBe(collisions);
        }
        expect(periodsOfSet(set, { series: 'nim', distance }).collisions).toBeNull();
        expect(periodsOfSet(set).collisions).toBeNull();
      }),
      { seed: SEED, numRuns: 100 },
    );
  });

  it('of additive sets have the closed form, at every distance', () => {
    let compared = 0;
    for (let b = 2; b <= 16; b++)
      for (let a = 1; a < b; a++) {
        if (gcd(a, b) !== 1) continue;
        const moves = [a, b, a + b];
        const { preperiod, period } = periodsOfSet(moves).outcome!;
        for (let s = 0; s <= period + 3; s++) {
          expect([a, b, s, byFormula(a, b, s)]).toEqual([a, b, s, byDefinition(moves, preperiod, period, s)]);
          compared++;
        }
      }
    expect(compared).toBeGreaterThan(3000);
  });

  it(`of larger additive sets have it too (seed ${SEED})`, () => {
    const pairs = fc.tuple(fc.integer({ min: 1, max: 80 }), fc.integer({ min: 2, max: 200 }));
    fc.assert(
      fc.property(pairs, fc.integer({ min: -1e6, max: 1e6 }), ([a, more], distance) => {
        const b = a + more;
        if (gcd(a, b) !== 1) return;
        const { outcome, collisions } = periodsOfSet([a, b, a + b], { series: 'cold', distance });
        const { period } = outcome!;
        expect(byFormula(a, b, ((distance % period) + period) % period)).toBe(collisions);
      }),
      { seed: SEED, numRuns: 60 },
    );
  });

  it('of the difference d are a(d - a), as Theorem 7 of Additive subtraction games says', async () => {
    // The second is its Example 13: two gaps with one collision, and four with two.
    const published = [
      [[5, 11, 16], 5],
      [[5, 12, 17], 10],
      [[7, 17, 24], 21],
    ] as const;
    for (const [set, count] of published) {
      const { longest } = await survey({ sets: [set], collisions: 's2 - s1', threads: 1 });
      expect(longest[0].collisions).toBe(count);
    }
  });
});

describe('a survey of collisions', () => {
  it('has a column, the same in parts', { tags: 'slow' }, async () => {
    const folder = temporaryFolder();
    const [whole, joined] = ['whole.csv', 'joined.csv'].map((name) => join(folder, name));
    const space = { pattern: '{a, b, a+b}', max: 30, collisions: '2*s1 - s2', threads: 1 };
    const summary = await survey({ ...space, output: whole });
    const files = [1, 2].map((part) => join(folder, `${part}.survey`));
    for (const [i, output] of files.entries())
      await survey({ ...space, output, part: { part: i + 1, of: 2 } });
    expect(await mergeSurvey({ files, output: joined })).toEqual(summary);
    expect(readFileSync(joined, 'utf8')).toBe(readFileSync(whole, 'utf8'));
    const [head, ...rows] = readFileSync(whole, 'utf8').trimEnd().split('\n');
    const at = head.split(',').indexOf('collisions');
    for (const row of rows) {
      const cells = row.split(',').map(Number);
      const [a, b] = cells;
      const { period } = periodsOfSet([a, b, a + b]).outcome!;
      expect(cells[at]).toBe(byFormula(a, b, (2 * a - b + 4 * period) % period));
    }
    const refute = 'collisions = s1 * (s2 % (2*s1)) OR collisions = 2*s1 - s2 % (2*s1)';
    const tried = await survey({ ...space, collisions: 's2 - s1', refute });
    expect(tried.refuted).toMatchObject({ undecided: 0, counterexample: null });
    const merged = await mergeSurvey({ files, refute: 'collisions > 0' });
    expect(merged).toEqual(await survey({ ...space, refute: 'collisions > 0' }));
    expect(merged.refuted?.counterexample?.values).toEqual({ collisions: 0 });
  });

  it('has no number for a set without a period, or without a distance', async () => {
    const sets = [
      [1, 2, 3],
      [3, 28, 39, 42],
    ];
    const short = await survey({ sets, collisions: 's1', refute: 'collisions < 9', limit: 2000, threads: 1 });
    expect(short.refuted).toMatchObject({ undecided: 1, counterexample: null });
    const none = await survey({ sets, collisions: '6 / (s1 - 1)', threads: 1 });
    expect(none.longest.map(({ collisions }) => collisions === null)).toEqual([false, true]);
  });

  it('is refused for another expression, and without outcomes', async () => {
    const space = { max: 9, size: 2, threads: 1 };
    await expect(survey({ ...space, collisions: 's3' })).rejects.toThrow('names "s3", which is no column');
    await expect(survey({ ...space, collisions: 's1 <' })).rejects.toThrow(
      'Write a number such as "s2 - s1".',
    );
    await expect(survey({ ...space, collisions: 's1 < 2' })).rejects.toThrow(
      'a condition where a number belongs',
    );
    await expect(survey({ ...space, collisions: '' })).rejects.toThrow('ends too early');
    await expect(survey({ ...space, collisions: '1+'.repeat(150) })).rejects.toThrow('at most 200');
    await expect(survey({ ...space, collisions: '1', series: 'nim' })).rejects.toThrow(
      'Collisions are of cold positions',
    );
  });

  it('is an option of the command', { tags: 'slow' }, async () => {
    const { stdout } = await takeaway(['survey', '{7,17,24}', '--distance', 's2 - s1']);
    expect(stdout).toMatch(/^set +nim period .* collisions$/m);
    expect(stdout).toMatch(/^\{7,17,24\} +259 +0 +259 +0 +21$/m);
    const plan = await takeaway(['survey', '--max', '9', '--size', '2', '--distance', '1', '--dry-run']);
    expect(plan.stdout).toContain('--distance 1');
  });
});
