/** Bracket expressions of cold positions: evaluated by their definition, and refutations against an exhaustive search. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { analyzeBrackets, type BracketsResult } from '../../src/analysis/reduction/brackets.js';
import { bracketsAnalysis } from '../../src/analysis/presentation/brackets.js';
import { bracketTermsOf, type BracketTerm } from '../../src/game/bracket-expressions.js';
import { openStore, type Store } from '../../src/index.js';
import { takeaway } from '../support/cli.js';
import { SEED } from '../support/seed.js';
import { temporaryFolder } from '../support/temporary.js';

let store: Store;

beforeAll(async () => {
  store = await openStore(temporaryFolder());
});

afterAll(() => {
  store.close();
});

/** The sum of the terms at k, in big integers. */
function valueAt(terms: readonly BracketTerm[], k: number): number {
  const at = ({ coefficient, numerator, denominator }: BracketTerm): bigint =>
    BigInt(coefficient) * ((BigInt(k) * BigInt(numerator)) / BigInt(denominator));
  return Number(terms.reduce((sum, term) => sum + at(term), 0n));
}

/** The cold positions of [0, stop), some of whose first positions are given as cold or hot. */
function coldBelow(moves: readonly number[], given: readonly boolean[], stop: number): number[] {
  const isCold = [...given];
  for (let n = given.length; n < stop; n++) isCold.push(!moves.some((move) => move <= n && isCold[n - move]));
  return isCold.flatMap((each, n) => (each ? [n] : []));
}

/** Three terms, or three and a multiple of k. */
function expectFew(terms: readonly BracketTerm[]): void {
  expect(terms.length).toBeLessThanOrEqual(4);
  if (terms.length === 4) expect(terms.some(({ denominator }) => denominator === 1)).toBe(true);
  for (const { numerator, denominator } of terms) {
    expect(numerator).toBeGreaterThan(0);
    expect(denominator).toBeGreaterThan(0);
  }
}

describe('the search for bracket expressions', () => {
  const slope = fc.tuple(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 1, max: 20 }));
  const term = fc.tuple(fc.integer({ min: -9, max: 9 }), slope);

  it(`finds one of every sum of three terms (seed ${SEED})`, { tags: 'slow' }, () => {
    let tried = 0;
    fc.assert(
      fc.property(fc.array(term, { minLength: 1, maxLength: 3, size: 'max' }), (drawn) => {
        const terms = drawn.map(([coefficient, [numerator, denominator]]) => ({
          ...{ coefficient, numerator, denominator },
        }));
        const q = drawn.reduce((product, [, [, denominator]]) => product * denominator, 1);
        const sequence = Array.from({ length: q + 1 }, (_, k) => valueAt(terms, k));
        if (sequence.some((value, k) => k > 0 && value <= sequence[k - 1])) return;
        tried++;
        const found = bracketTermsOf(sequence);
        expect(found?.length).toBeLessThanOrEqual(3);
        for (let k = 0; k <= 2 * q; k++) expect(valueAt(found!, k)).toBe(valueAt(terms, k));
      }),
      { seed: SEED, numRuns: 200 },
    );
    expect(tried).toBeGreaterThan(10);
  });

  it(`refutes only what no small expression gives (seed ${SEED})`, () => {
    const slopes: [number, number][] = [];
    for (let d = 2; d <= 6; d++) for (let n = 1; n < d; n++) slopes.push([n, d]);
    const grows = ([n, d]: readonly [number, number], k: number): number =>
      Math.floor((k * n) / d) - Math.floor(((k - 1) * n) / d);
    const length = 30;
    const rows = slopes.map((each) => Array.from({ length }, (_, i) => grows(each, i + 1)));
    /** Whether some c_1 f_1 + c_2 f_2 + c_3 f_3 is the growth; the first is chosen, then the others fit or not. */
    const isSum = (growth: readonly number[]): boolean => {
      const most = 4;
      for (let i = 0; i < rows.length; i++)
        for (let a = -most; a <= most; a++)
          for (let j = i; j < rows.length; j++)
            for (let b = -most; b <= most; b++) {
              const rest = growth.map((value, k) => value - a * rows[i][k] - b * rows[j][k]);
              if (rest.every((value) => value === 0)) return true;
              for (const row of rows) {
                const factor = rest[row.indexOf(1)];
                if (rest.every((value, k) => value === factor * row[k])) return true;
              }
            }
      return false;
    };
    let refuted = 0;
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 6, size: 'max' }),
        (gaps) => {
          const sequence = [0];
          for (const gap of gaps) sequence.push(sequence[sequence.length - 1] + gap);
          const terms = bracketTermsOf(sequence);
          if (terms !== null && terms !== undefined) {
            expectFew(terms);
            for (const [k, value] of sequence.entries()) expect(valueAt(terms, k)).toBe(value);
            expect(valueAt(terms, 3 * gaps.length)).toBe(3 * sequence[gaps.length]);
            return;
          }
          expect(terms).toBeNull();
          refuted++;
          const growth = Array.from({ length }, (_, k) => gaps[k % gaps.length] - gaps[0]);
          expect(isSum(growth)).toBe(false);
        },
      ),
      { seed: SEED, numRuns: 40 },
    );
    expect(refuted).toBeGreaterThan(3);
  });
});

describe('bracket expressions of cold positions', () => {
  it.each([
    // In the regime of the paper, with d = b - a.
    [
      '{5,11,16}',
      [
        [1, 1, 1],
        [5, 1, 5],
        [11, 1, 6],
      ],
    ],
    [
      '{6,13,19}',
      [
        [1, 1, 1],
        [6, 1, 6],
        [13, 1, 7],
      ],
    ],
    [
      '{7,17,24}',
      [
        [1, 1, 1],
        [7, 1, 7],
        [17, 1, 10],
      ],
    ],
    // b = 22 = 2 * 2 * 5 + 2 and d = 2 * 5 + 2.
    [
      '{5,22,27}',
      [
        [1, 1, 1],
        [5, 1, 5],
        [22, 1, 12],
      ],
    ],
    ['{1}', [[2, 1, 1]]],
    ['{1,2,3}', [[4, 1, 1]]],
  ])('of %s is the formula of Winning Ways', async (game, expected) => {
    const { verdict, terms, first } = await analyzeBrackets(store, game, { to: 2 ** 16 });
    const found = terms.map(({ coefficient, numerator, denominator }) => [
      coefficient,
      numerator,
      denominator,
    ]);
    expect([verdict, first, found]).toEqual(['found', 0, expected]);
  });

  it(`have the values of the definition, also with seeds (seed ${SEED})`, { tags: 'slow' }, async () => {
    const sets = fc.uniqueArray(fc.integer({ min: 1, max: 14 }), { minLength: 1, maxLength: 3 });
    const verdicts = new Set<BracketsResult['verdict']>();
    await fc.assert(
      fc.asyncProperty(
        sets,
        fc.array(fc.integer({ min: 0, max: 1 }), { maxLength: 8, size: 'max' }),
        fc.integer({ min: 0, max: 20 }),
        async (set, drawn, from) => {
          const moves = [...set].sort((a, b) => a - b);
          // A seed gives no position the value of an option.
          const seed: number[] = [];
          for (const [n, least] of drawn.entries()) {
            let value = least;
            while (moves.some((move) => seed[n - move] === value)) value++;
            seed.push(value);
          }
          const game = `{${moves.join()}}${seed.length === 0 ? '' : ` seed [${seed.join()}]`}`;
          const result = await analyzeBrackets(store, game, { from, to: 2 ** 16 });
          const { verdict, terms, period, first, gaps } = result;
          verdicts.add(verdict);
          const cold = coldBelow(
            moves,
            seed.map((value) => value === 0),
            5000,
          ).filter((n) => n >= from);
          expect(first).toBe(cold[0] ?? null);
          if (verdict === 'found') {
            expectFew(terms);
            for (const [k, n] of cold.entries()) expect(first! + valueAt(terms, k)).toBe(n);
          } else if (gaps.length === 0 && first !== null) {
            // Not periodic from P_0 on.
            const shifted = cold.map((n) => n + period!.period).filter((n) => n < 4000);
            expect(cold.filter((n) => n >= first + period!.period && n < 4000)).not.toEqual(shifted);
          }
        },
      ),
      { seed: SEED, numRuns: 150 },
    );
    expect(verdicts).toEqual(new Set(['found', 'refuted']));
  });

  it('are refuted for games that have none, and need a period', async () => {
    const at = async (game: string, from = 0): Promise<BracketsResult> =>
      analyzeBrackets(store, game, { from, to: 2 ** 16 });
    // {2,3,7} has the cold positions 0, 1, 5, 6, ...: two distances.
    expect(await at('{2,3,7}')).toMatchObject({ verdict: 'found', gaps: [1, 4] });
    // Outcomes have the preperiod 10.
    expect(await at('{1,6,9}')).toMatchObject({ verdict: 'refuted', first: 0, gaps: [] });
    expect((await at('{1,6,9}', 10)).gaps).not.toEqual([]);
    expect(await at('squares')).toMatchObject({ verdict: null, period: null });
    expect(bracketsAnalysis.facts(await at('squares'), String).join()).toContain(
      'a whole period in the range',
    );
    expect(bracketsAnalysis.draw(await at('squares'), { width: 560, height: 340 })).toBeNull();
  });

  it('are printed, with a table', { tags: 'slow' }, async () => {
    const folder = ['--store', temporaryFolder()];
    const { stdout } = await takeaway(['analyze', '{7,17,24}', 'brackets', ...folder]);
    expect(stdout).toContain('Found: P_k = k + 7 floor(k / 7) + 17 floor(k / 10) for all k >= 0.');
    const refuted = await takeaway(['analyze', '{1,6,9}', 'brackets', ...folder]);
    expect(refuted.stdout).toContain('do not repeat from P_0 on');
    const json = await takeaway(['analyze', '{7,17,24}', 'brackets', '--json', ...folder]);
    expect(JSON.parse(json.stdout)).toMatchObject({ verdict: 'found', first: 0, terms: [{}, {}, {}] });
    const plot = await takeaway([
      'plot',
      '{7,17,24}',
      'brackets',
      '-o',
      '-',
      '--format',
      'vl.json',
      ...folder,
    ]);
    expect(plot.code).toBe(0);
  });
});
