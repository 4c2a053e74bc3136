/** Reverse mex of finite sets: against the definition, against published counts, and as a column of surveys. */
import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { mex, nimValuesByDefinition } from '../../src/game/definition.js';
import { finiteGame, parseGame } from '../../src/game/game.js';
import type { ReverseMex } from '../../src/game/reverse-mex.js';
import { mergeSurvey, survey } from '../../src/index.js';
import { periodsOfSet, reverseMexOfGame } from '../../src/survey/rows.js';
import { takeaway } from '../support/cli.js';
import { SEED } from '../support/seed.js';
import { finiteSet } from '../support/set-oracles.js';
import { temporaryFolder } from '../support/temporary.js';

/** Decides reverse mex position by position, over more than two periods. */
function byDefinition(set: readonly number[], preperiod: number, period: number): ReverseMex {
  const values = nimValuesByDefinition(finiteSet(set), preperiod + 2 * period + 2 * set[set.length - 1]);
  const fails: number[] = [];
  for (let n = 0; n < preperiod + 2 * period; n++)
    if (mex(set.map((s) => values[n + s])) !== values[n]) fails.push(n);
  if (fails.length === 0) return 'always';
  return fails.every((n) => n < preperiod) ? 'periodic' : 'no';
}

describe('reverse mex', () => {
  it(`is that of the definition (seed ${SEED})`, () => {
    const found = new Set<unknown>();
    const sets = fc.uniqueArray(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(sets, (drawn) => {
        const set = drawn.sort((a, b) => a - b);
        const { nim, reverseMex } = periodsOfSet(set, { reverseMex: true });
        const { preperiod, period } = nim!;
        expect(reverseMex).toBe(byDefinition(set, preperiod, period));
        expect(reverseMexOfGame(finiteGame(set), nim!)).toBe(reverseMex);
        found.add(reverseMex);
      }),
      { seed: SEED, numRuns: 200 },
    );
    expect(found).toEqual(new Set(['always', 'periodic', 'no']));
  });

  it('holds for as many sets as an independent program has found', async () => {
    const options = { threads: 1, reverseMex: true };
    expect((await survey({ max: 20, size: 2, ...options })).reverseMex).toEqual({
      ...{ always: 127, periodic: 0, no: 0, exceptions: [] },
    });
    const additive = await survey({ pattern: '{a, b, a+b}', max: 24, ...options });
    expect(additive.reverseMex).toMatchObject({ always: 89, periodic: 0, no: 0 });
    const three = (await survey({ max: 24, size: 3, ...options })).reverseMex!;
    expect([three.always + three.periodic, three.no]).toEqual([1624, 123]);
    const four = (await survey({ max: 14, size: 4, ...options })).reverseMex!;
    expect([four.always + four.periodic, four.no]).toEqual([867, 98]);
    const exceptions = (sets: readonly (readonly number[])[]): string[] => sets.map((set) => set.join());
    expect(exceptions(three.exceptions)).toContain('2,5,10');
    expect(exceptions(four.exceptions)).toContain('1,2,4,6');
  });

  it('is asked only of plain finite games', () => {
    const nim = { preperiod: 0, period: 7, saltus: 0 };
    expect(reverseMexOfGame(parseGame('{1,3,4}'), nim)).toBe('always');
    for (const text of ['{1,3,4} sink', '{1,3,4} seed [1]', 'all-but{2}', 'squares'])
      expect(reverseMexOfGame(parseGame(text), nim)).toBeNull();
    expect(reverseMexOfGame(parseGame('{1,3,4}'), { ...nim, period: 2 ** 24 })).toBeNull();
  });

  it('is a column of a survey, the same in parts', { tags: 'slow' }, async () => {
    const folder = temporaryFolder();
    const [whole, joined, plain] = ['whole.csv', 'joined.csv', 'plain.csv'].map((name) => join(folder, name));
    const space = { max: 14, size: 3, threads: 1 };
    const summary = await survey({ ...space, reverseMex: true, output: whole });
    const files = [1, 2].map((part) => join(folder, `${part}.survey`));
    for (const [i, output] of files.entries())
      await survey({ ...space, reverseMex: true, output, part: { part: i + 1, of: 2 } });
    expect(await mergeSurvey({ files, output: joined })).toEqual(summary);
    expect(readFileSync(joined, 'utf8')).toBe(readFileSync(whole, 'utf8'));
    await survey({ ...space, output: plain });
    const rows = (path: string): string[][] =>
      readFileSync(path, 'utf8')
        .trimEnd()
        .split('\n')
        .map((line) => line.split(/,(?![^{]*})/));
    const [head, ...sets] = rows(whole);
    const at = head.indexOf('reverse_mex');
    expect(rows(whole).map((cells) => cells.filter((_, i) => i !== at))).toEqual(rows(plain));
    for (const cells of sets) {
      const set = cells.slice(0, 3).map(Number);
      expect(cells[at]).toBe(periodsOfSet(set, { reverseMex: true }).reverseMex);
    }
    // No period is proven, so nothing is known.
    const few = await survey({ ...space, reverseMex: true, limit: 3 });
    expect(few.unproven).toBe(few.sets);
    expect(few.reverseMex).toEqual({ always: 0, periodic: 0, no: 0, exceptions: [] });
    await expect(survey({ ...space, reverseMex: true, series: 'cold' })).rejects.toThrow(
      'Reverse mex is about nim-values',
    );
  });

  it('is a line of period', async () => {
    const store = join(temporaryFolder(), 'store');
    const text = await takeaway(['period', '{1,6,9}', '--store', store]);
    expect(text.stdout).toMatch(/ {2}reverse mex: .* from the preperiod on, not from 0 on\n$/);
    const json = await takeaway(['period', '{2,5,10}', '--json', '--store', store]);
    expect(JSON.parse(json.stdout)).toMatchObject({ reverseMex: 'no' });
    const cold = await takeaway(['period', '{2,5,10}', '--json', '--series', 'cold', '--store', store]);
    expect(JSON.parse(cold.stdout)).not.toHaveProperty('reverseMex');
  });
});
