/** Surveys of sets that are left out: each row against the definition, in parts, on trial, and as a command. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { mergeSurvey, survey } from '../../src/index.js';
import { periodsOfSet } from '../../src/survey/rows.js';
import { setsOfPattern } from '../../src/survey/pattern.js';
import { json, takeaway } from '../support/cli.js';
import { drawIntegers, effort, REPLAY } from '../support/seed.js';
import { temporaryFolder } from '../support/temporary.js';

/** Nim-values of all positive integers but some, by the definition. */
function valuesOf(excluded: readonly number[], stop: number): number[] {
  const values: number[] = [];
  for (let n = 0; n < stop; n++) {
    const reached = new Set(values.filter((_, option) => !excluded.includes(n - option)));
    let mex = 0;
    while (reached.has(mex)) mex++;
    values.push(mex);
  }
  return values;
}

interface Found {
  readonly preperiod: number;
  readonly period: number;
  readonly saltus: number;
}

/** Expects that values repeat so over all of a long range, and in no shorter way. */
function expectLeast(values: readonly number[], { preperiod, period, saltus }: Found): void {
  expect(preperiod + 3 * period).toBeLessThan(values.length);
  const rises = (n: number, p: number, by: number): boolean => values[n + p] === values[n] + by;
  const repeats = (p: number, by: number): boolean =>
    values.slice(preperiod, -p).every((_, i) => rises(preperiod + i, p, by));
  expect(repeats(period, saltus)).toBe(true);
  if (preperiod > 0) expect(rises(preperiod - 1, period, saltus)).toBe(false);
  for (let p = 1; p < period; p++) expect(repeats(p, values[preperiod + p] - values[preperiod])).toBe(false);
}

function setsUpTo(max: number, size: number): number[][] {
  if (size === 0) return [[]];
  return Array.from({ length: max }, (_, i) => i + 1).flatMap((largest) =>
    setsUpTo(largest - 1, size - 1).map((lower) => [...lower, largest]),
  );
}

function rowsOf(path: string): Record<string, string>[] {
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
  const [head, ...rows] = lines.map((line) => line.replace(/"/g, '').split(/,(?![^{]*\})/));
  return rows.map((cells) => Object.fromEntries(head.map((name, i) => [name, cells[i]])));
}

describe('a survey of sets that are left out', () => {
  it('has every set, with the periods and the saltus of the definition', async () => {
    const output = join(temporaryFolder(), 'sets.csv');
    const { sets, excluded, longest, unproven } = await survey({
      ...{ max: 7, size: 2, excluded: true, threads: 1, output },
    });
    expect({ sets, excluded, unproven }).toEqual({ sets: 21, excluded: true, unproven: 0 });
    const rows = rowsOf(output);
    expect(rows.map(({ e1, e2 }) => [Number(e1), Number(e2)])).toEqual(setsUpTo(7, 2));
    for (const row of rows) {
      const set = [Number(row['e1']), Number(row['e2'])];
      expect(row).toMatchObject({ set: `all-but{${set.join()}}`, gcd: '1', size: '2', outcome_period: '1' });
      const values = valuesOf(set, 260);
      const numbers = ['nim_preperiod', 'nim_period', 'saltus'].map((name) => Number(row[name]));
      expectLeast(values, { preperiod: numbers[0], period: numbers[1], saltus: numbers[2] });
      expect(Number(row['outcome_preperiod'])).toBe(values.lastIndexOf(0) + 1);
      expect(row).not.toHaveProperty('largest_nim_value');
      expect(row).not.toHaveProperty('period_sum');
    }
    const [{ set, nim }] = longest;
    expectLeast(valuesOf(set, 400), nim as Found);
  });

  it(`has those of larger sets (${REPLAY})`, () => {
    const drawn = drawIntegers(6 * effort(10, 200), 1, 16);
    for (let i = 0; i < drawn.length; i += 6) {
      const [size, ...numbers] = drawn.slice(i, i + 6);
      const set = [...new Set(numbers.slice(0, 1 + (size % 5)))].sort((a, b) => a - b);
      const { nim, outcome, largest } = periodsOfSet(set, { excluded: true });
      const values = valuesOf(set, nim!.preperiod + 4 * nim!.period + 40);
      expectLeast(values, nim!);
      expect(outcome).toMatchObject({ preperiod: values.lastIndexOf(0) + 1, period: 1, saltus: 0 });
      expect(largest).toBe(0);
      expect(periodsOfSet(set, { excluded: true, series: 'cold' }).outcome).toMatchObject({
        ...{ preperiod: outcome!.preperiod, period: 1 },
      });
    }
  });

  it('joins to the same bytes from parts', async () => {
    const folder = temporaryFolder();
    const space = { max: 12, size: 3, excluded: true, threads: 1 };
    const [whole, joined] = ['whole.parquet', 'joined.parquet'].map((name) => join(folder, name));
    const summary = await survey({ ...space, output: whole });
    expect(summary.sets).toBe(220);
    const files = [1, 2, 3].map((part) => join(folder, `${part}.survey`));
    for (const [i, output] of files.entries())
      await survey({ ...space, output, part: { part: i + 1, of: 3 } });
    expect(await mergeSurvey({ files, output: joined })).toEqual(summary);
    expect(readFileSync(joined).equals(readFileSync(whole))).toBe(true);
    const plain = join(folder, 'plain.survey');
    await survey({ ...space, excluded: false, output: plain, part: { part: 1, of: 3 } });
    await expect(mergeSurvey({ files: [plain, files[1], files[2]] })).rejects.toThrow(
      'the survey of 3 elements up to 12 left out in 3 parts',
    );
  });

  it('tries conditions, of patterns and lists as well', async () => {
    const found = await survey({ max: 9, size: 2, excluded: true, threads: 1, refute: 'saltus < 4' });
    const first = setsUpTo(9, 2).find((set) => periodsOfSet(set, { excluded: true }).nim!.saltus >= 4)!;
    const { nim } = periodsOfSet(first, { excluded: true });
    expect(found.refuted!.counterexample).toMatchObject({ set: first, nim, values: { saltus: nim!.saltus } });
    expect(
      (await survey({ max: 9, size: 1, excluded: true, threads: 1, refute: 'e1 > 0' })).refuted,
    ).toMatchObject({
      ...{ sets: 9, counterexample: null },
    });
    // A common divisor matters to moves alone.
    expect(await setsOfPattern('{a, 2a}', 6, undefined, true)).toEqual([
      ...[
        [1, 2],
        [2, 4],
        [3, 6],
      ],
    ]);
    expect((await survey({ pattern: '{a, 2a}', max: 6, excluded: true, threads: 1 })).sets).toBe(3);
  });

  it('is a command', async () => {
    const at = ['--threads', '1'];
    const { stdout } = await takeaway(['survey', '--max', '5', '--size', '1', '--excluded', ...at]);
    expect(stdout).toMatch(/^All numbers but those of 5 sets of 1 element up to 5\. /);
    expect(stdout).toMatch(/nim period +preperiod +outcome period +preperiod +saltus\n/);
    expect(stdout).toMatch(/all-but\{5\} +10 +0 +1 +6 +5\n/);
    const listed = await json(['survey', 'all-but:5', 'all-but{2,3}', ...at]);
    expect(listed).toMatchObject({
      ...{ excluded: true, sets: 2, isList: true },
      longest: [{ set: [5], nim: { preperiod: 0, period: 10, saltus: 5 } }, { set: [2, 3] }],
    });
    const refuted = await takeaway([
      'survey',
      '--max',
      '3',
      '--size',
      '1',
      '--excluded',
      '--refute',
      'saltus < 2',
      ...at,
    ]);
    expect(refuted.stdout).toContain('all-but{2} is a counterexample, the first among 2 sets.');
    expect(refuted.stdout).toContain('Again: takeaway survey "all-but{2}" --refute "saltus < 2"');
    const planned = await takeaway(['survey', '--max', '5', '--size', '1', '--excluded', '--dry-run']);
    expect(planned.stdout).toContain('--excluded');
  });

  it.each([
    [['all-but{2}', '{1,3}'], '{1,3} cannot be surveyed with sets that are left out.'],
    [['{1,3}', 'all-but{2}'], 'all-but{2} cannot be surveyed.'],
    [['all'], 'all cannot be surveyed'],
    [['--max', '5', '--size', '2', '--excluded', '--full'], 'Reverse mex is decided for finite sets'],
    [
      ['--max', '5', '--size', '2', '--excluded', '--distance', '1'],
      'Collisions are counted for finite sets',
    ],
    [['--max', '5', '--size', '2', '--excluded', '--limit', '2^25'], '2^24'],
  ])('refuses %j', async (args, message) => {
    const { code, stdout, stderr } = await takeaway(['survey', ...args]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(message);
  });

  it('is no survey of moves to an analysis', async () => {
    const output = join(temporaryFolder(), 'sets.csv');
    await survey({ max: 5, size: 2, excluded: true, threads: 1, output });
    const { code, stderr } = await takeaway(['analyze', `survey:${output}`, 'kinds']);
    expect(code).toBe(2);
    expect(stderr).toContain('has no column s1');
  });
});
