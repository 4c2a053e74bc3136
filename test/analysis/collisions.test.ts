/** Collisions of cold positions: against the definition, and against Theorem 7 and Lemma 11 of the paper. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { analyzeCollisions, type CollisionsResult } from '../../src/analysis/reduction/collisions.js';
import { collisionsAnalysis } from '../../src/analysis/presentation/collisions.js';
import { gcd } from '../../src/common/divisors.js';
import { coldByDefinition, openStore, readGame, type Store } from '../../src/index.js';
import { takeaway } from '../support/cli.js';
import { SEED } from '../support/seed.js';
import { temporaryFolder } from '../support/temporary.js';

const SIZE = { width: 560, height: 340 };
let store: Store;

/** Periods are looked for, and nothing is stored. */
beforeAll(async () => {
  store = await openStore(temporaryFolder());
});

afterAll(() => {
  store.close();
});

/** The cold positions n of one period with n + distance cold. */
function byDefinition(game: string, { period }: CollisionsResult, distance: number): number[] {
  const { preperiod, period: length } = period!;
  const end = preperiod + length;
  const isCold = coldByDefinition(readGame(game).set, end + distance);
  const cold = new Set(isCold.flatMap((each, n) => (each ? [n] : [])));
  return [...cold].filter((n) => n >= preperiod && n < end && cold.has(n + distance));
}

const textOf = (set: readonly number[]): string => `{${[...set].sort((a, b) => a - b).join()}}`;

describe('collisions', () => {
  it(`are those of the definition (seed ${SEED})`, async () => {
    const sets = fc.uniqueArray(fc.integer({ min: 1, max: 24 }), { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(sets, fc.integer({ min: 1, max: 200 }), async (set, distance) => {
        const game = textOf(set);
        const result = await analyzeCollisions(store, game, { distance, to: 2 ** 16 });
        const { period } = result.period!;
        expect(result.distances.map((each) => each.distance)).toEqual(
          Array.from({ length: period >>> 1 }, (_, i) => i + 1),
        );
        for (const each of result.distances.slice(0, 50))
          expect(each.count).toBe(byDefinition(game, result, each.distance).length);
        expect(result.collisions.map(({ position }) => position)).toEqual(
          byDefinition(game, result, distance),
        );
      }),
      { seed: SEED, numRuns: 30 },
    );
  });

  it('of the difference d of an additive set lie in three regions', async () => {
    for (let a = 2; a <= 9; a++) {
      for (let d = a + 1; d < 2 * a; d++) {
        if (gcd(a, d) !== 1) continue;
        const game = `{${a},${a + d},${2 * a + d}}`;
        const { period, collisions } = await analyzeCollisions(store, game, { distance: d, to: 2 ** 16 });
        expect(period).toEqual({ preperiod: 0, period: a * (a + 3 * d) });
        // Theorem 7: a(d - a) collisions.
        expect(collisions).toHaveLength(a * (d - a));
        const windows = Array.from({ length: d }, () => 0);
        for (const { residue, region } of collisions) {
          const t = residue!;
          windows[t]++;
          expect(region).toBe(t < d - a ? 'left-restricted' : t <= a ? 'unrestricted' : 'right-restricted');
        }
        // Lemma 11, one gap of each residue.
        const expected = windows.map((_, t) => (t === 0 ? 0 : t < d - a ? t : t <= a ? d - a : d - t));
        expect(windows).toEqual(expected);
      }
    }
  });

  it('have no regions elsewhere', async () => {
    const others: [string, number][] = [
      ['{7,17,24}', 7],
      ['{2,3,5}', 1],
      ['{4,10,14}', 6],
      ['{7,17,25}', 10],
    ];
    for (const [game, distance] of others) {
      const { collisions } = await analyzeCollisions(store, game, { distance, to: 2 ** 16 });
      expect(collisions.every(({ region, residue }) => region === null && residue === null)).toBe(true);
    }
  });

  it('need a whole period in the range', async () => {
    for (const [game, to] of [
      ['squares', 1000],
      ['{7,17,24}', 258],
    ] as const) {
      const result = await analyzeCollisions(store, game, { to });
      expect(result).toMatchObject({ period: null, count: 0, distances: [] });
      expect(collisionsAnalysis.draw(result, SIZE)).toBeNull();
      expect(collisionsAnalysis.facts(result, String).join()).toContain('a whole period in the range');
    }
    const { period, distances } = await analyzeCollisions(store, '{7,17,24}', { to: 259 });
    expect([period, distances.length]).toEqual([{ preperiod: 0, period: 259 }, 129]);
    await expect(analyzeCollisions(store, '{7,17,24}', { distance: 0 })).rejects.toThrow('The distance');
  });

  it('of a long period are listed by one distance', async () => {
    const all = await analyzeCollisions(store, '{4,31,53,57}', { to: 2 ** 18 });
    expect(all.distances.length).toBe(29_848 >>> 1);
    const game = '{5,23,77,82}';
    const long = await analyzeCollisions(store, game, { to: 2 ** 20 });
    expect([long.distances, long.period?.period]).toEqual([[], 393_906]);
    const one = await analyzeCollisions(store, game, { to: 2 ** 20, distance: 3 });
    expect(one.distances).toEqual([{ distance: 3, count: byDefinition(game, one, 3).length }]);
    expect(collisionsAnalysis.draw(long, SIZE)).toBeNull();
  });

  it('are a table, a figure and words', async () => {
    const at = ['--store', temporaryFolder()];
    const { stdout } = await takeaway(['analyze', '{7,17,24}', 'collisions', '--distance', '10', ...at]);
    expect(stdout).toContain('21 collisions of the distance 10 begin in the period.');
    expect(stdout).toContain('unrestricted');
    const all = await takeaway(['analyze', '{7,17,24}', 'collisions', '--json', ...at]);
    expect((JSON.parse(all.stdout) as CollisionsResult).distances[9]).toEqual({ distance: 10, count: 21 });
    const figure = collisionsAnalysis.draw(await analyzeCollisions(store, '{7,17,24}', { to: 1000 }), SIZE);
    expect(figure?.description).toContain('from 1 to 129');
    const plot = await takeaway(['plot', '{7,17,24}', 'collisions', '-o', '-', '--format', 'vl.json', ...at]);
    expect(plot.code).toBe(0);
  });
});
