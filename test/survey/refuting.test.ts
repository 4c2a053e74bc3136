/** Conditions on trial in surveys: the first counterexample, however the sets are cut, and what is kept. */
import {
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { mergeSurvey, survey } from '../../src/index.js';
import { periodsOfSet, surveyRows, PERIOD_NUMBERS } from '../../src/survey/rows.js';
import { takeaway } from '../support/cli.js';
import { builtOnce, temporaryFolder } from '../support/temporary.js';
import { onThreads } from '../support/threads.js';

const SPACE = { max: 30, size: 3 };
/** Flammenkamp's conjecture. */
const SUMS = ['s1 + s2', 's1 + s3', 's2 + s3'].map((sum) => `divides(nim_period, ${sum})`).join(' OR ');

/** The first set of a survey by its periods, and its number among all. */
function firstWhere(isOne: (set: number[], period: number) => boolean): { set: number[]; sets: number } {
  const rows = surveyRows(SPACE, { start: 0, stop: 4060 });
  const width = 3 + PERIOD_NUMBERS;
  for (let at = 0; at < rows.length; at += width) {
    const set = Array.from(rows.subarray(at, at + 3));
    if (isOne(set, rows[at + 4])) return { set, sets: at / width + 1 };
  }
  throw new Error('no such set');
}

describe('a condition on trial', () => {
  it('without a counterexample is tried on all sets', async () => {
    const { refuted, sets, longest } = await survey({ ...SPACE, refute: `additive OR ${SUMS}`, threads: 1 });
    const all = await survey({ ...SPACE, threads: 1 });
    expect(refuted).toEqual({
      ...{ condition: `additive OR ${SUMS}`, sets: all.sets, undecided: 0, counterexample: null },
    });
    expect([sets, longest]).toEqual([all.sets, all.longest]);
  });

  it('ends with the first counterexample, on any number of threads', { tags: 'slow' }, async () => {
    const expected = firstWhere(
      ([a, b, c], period) => ![a + b, a + c, b + c].some((sum) => sum % period === 0),
    );
    for (const threads of [1, 2]) {
      const run = (): ReturnType<typeof survey> => survey({ ...SPACE, refute: SUMS, threads });
      const { sets, refuted } = await (threads === 1 ? run() : onThreads(2, run));
      expect([refuted!.sets, refuted!.counterexample?.set, sets]).toEqual([
        expected.sets,
        expected.set,
        expected.sets,
      ]);
      const { nim, outcome } = periodsOfSet(expected.set);
      expect(refuted!.counterexample).toMatchObject({ nim, outcome });
      const [s1, s2, s3] = expected.set;
      expect(refuted!.counterexample!.values).toEqual({ nim_period: nim!.period, s1, s2, s3 });
    }
    // Far behind the first batch.
    const late = firstWhere(([a, b, c]) => a === 13 && b === 17 && c === 29);
    const { refuted } = await survey({ ...SPACE, refute: 'NOT (s1 = 13 AND s2 = 17 AND s3 = 29)' });
    expect(refuted).toMatchObject({ sets: late.sets, counterexample: { set: late.set } });
  });

  it('may be about every column', { tags: 'slow' }, async () => {
    const sets = [
      [1, 2],
      [2, 5, 10],
      [4, 6, 10],
    ];
    const first = async (refute: string): Promise<unknown> =>
      (await survey({ sets, refute, threads: 1 })).refuted?.counterexample?.set;
    expect(await first('size = 2')).toEqual([2, 5, 10]);
    expect(await first('gcd = 1')).toEqual([4, 6, 10]);
    expect(await first('NOT additive')).toEqual([4, 6, 10]);
    expect(await first('NOT symmetric')).toEqual([1, 2]);
    expect(await first('s3 = 0')).toEqual([2, 5, 10]);
    expect(await first('largest_nim_value < 3')).toEqual([2, 5, 10]);
    expect(await first("reverse_mex = 'always'")).toEqual([2, 5, 10]);
    expect(await first("period_sum = 'none' OR size = 2")).toEqual([2, 5, 10]);
    expect(await first('outcome_period = nim_period AND outcome_preperiod <= nim_preperiod')).toBeUndefined();
  });

  it('is undecided for sets without the period', async () => {
    const sets = [
      [3, 28, 39, 42],
      [1, 2],
    ];
    const options = { sets, limit: 2000, threads: 1 };
    const { refuted } = await survey({ ...options, refute: 'nim_period < 100 OR s1 = 0' });
    expect(refuted).toMatchObject({ sets: 2, undecided: 1, counterexample: null });
    const other = await survey({ ...options, refute: 'nim_period < 100 OR s1 > 0' });
    expect(other.refuted).toMatchObject({ sets: 2, undecided: 0 });
    const found = await survey({ ...options, refute: 'nim_period < 100 AND s1 > 0 AND s4 < 41' });
    expect(found.refuted).toMatchObject({ sets: 1, counterexample: { nim: null, values: { s4: 42 } } });
  });

  it('keeps what is done, and goes on from there', async () => {
    const folder = temporaryFolder();
    const [output, whole] = [join(folder, 'sets.csv'), join(folder, 'whole.csv')];
    const refuted = await survey({ ...SPACE, output, refute: SUMS, threads: 1 });
    const kept = readdirSync(folder);
    expect(kept.length).toBeGreaterThan(0);
    expect(kept.every((name) => name.startsWith('sets.csv.max30-size3.'))).toBe(true);
    const shares: number[] = [];
    const onProgress = (share: number): void => void shares.push(share);
    expect(await survey({ ...SPACE, output, refute: SUMS, threads: 1, onProgress })).toEqual(refuted);
    // The counterexample is among what was kept: nothing is computed.
    expect(shares).toEqual([]);
    await survey({ ...SPACE, output, refute: `additive OR ${SUMS}`, threads: 1 });
    await survey({ ...SPACE, output: whole, threads: 1 });
    expect(readFileSync(output, 'utf8')).toBe(readFileSync(whole, 'utf8'));
  });

  it('is the first one, also if a later one is known already', async () => {
    const folder = temporaryFolder();
    const output = join(folder, 'sets.csv');
    const space = { max: 40, size: 3, output, threads: 1 };
    // All batches but the first are kept.
    await survey({ ...space, refute: 's3 < 40' });
    const first = readdirSync(folder).filter((name) => /\.1-of-\d+\.part$/.test(name));
    expect([first.length, readdirSync(folder).length > 1]).toEqual([1, true]);
    rmSync(join(folder, first[0]));
    const { refuted } = await survey({ ...space, refute: 's3 > 8 AND s3 < 40 OR s3 < 4' });
    expect(refuted?.counterexample?.set).toEqual([1, 2, 4]);
  });

  it('is tried in parts, also in those that exist', { tags: 'slow' }, async () => {
    const folder = temporaryFolder();
    const sets = [];
    for (const part of [1, 2, 3]) {
      const output = join(folder, `${part}.survey`);
      const options = { ...SPACE, output, part: { part, of: 3 }, threads: 1 };
      const first = await survey({ ...options, refute: 's3 < 29' });
      sets.push(first.sets);
      if (part < 3) expect(readdirSync(folder)).toContain(`${part}.survey`);
      expect(await survey({ ...options, refute: 's3 < 29' })).toEqual(first);
      expect((await survey({ ...options, refute: 's1 < 1' })).refuted).toMatchObject({ sets: 1 });
    }
    const { refuted } = await survey({ ...SPACE, refute: 's3 < 29' });
    expect(sets[0] + sets[1] + sets[2]).toBe(refuted!.sets);
  });

  describe('when parts are joined', () => {
    const namesIn = (folder: string): string[] => [1, 2, 3, 4].map((part) => join(folder, `${part}.survey`));
    const fill = builtOnce(async (built) => {
      for (const [i, output] of namesIn(built).entries())
        await survey({ ...SPACE, output, part: { part: i + 1, of: 4 }, threads: 1 });
    });
    let folder: string;
    let files: string[];

    beforeEach(() => {
      folder = temporaryFolder();
      fill(folder);
      files = namesIn(folder);
    });

    it('ends as in one survey, in any order of the parts', { tags: 'slow' }, async () => {
      const late = 'NOT (s1 = 13 AND s2 = 17 AND s3 = 29)';
      for (const refute of [SUMS, late, 's3 < 30 OR s1 > 1', `additive OR ${SUMS}`]) {
        const expected = await survey({ ...SPACE, refute, threads: 1 });
        for (const order of [
          [0, 1, 2, 3],
          [3, 1, 0, 2],
          [2, 3, 1, 0],
        ])
          expect(await mergeSurvey({ files: order.map((i) => files[i]), refute })).toEqual(expected);
      }
    });

    it('decides if there is an output', async () => {
      const [output, whole] = [join(folder, 'joined.csv'), join(folder, 'whole.csv')];
      const shares: number[] = [];
      const options = { files, output, onProgress: (share: number) => void shares.push(share) };
      const refuted = await mergeSurvey({ ...options, refute: 's3 < 29' });
      expect(refuted.refuted?.counterexample?.set).toEqual([1, 2, 29]);
      expect(existsSync(output)).toBe(false);
      shares.length = 0;
      const found = await mergeSurvey({ ...options, refute: 's3 < 31' });
      const expected = await survey({ ...SPACE, output: whole, refute: 's3 < 31', threads: 1 });
      expect(found).toEqual(expected);
      expect(readFileSync(output).equals(readFileSync(whole))).toBe(true);
      expect([shares.at(-1), [...shares].sort((a, b) => a - b)]).toEqual([1, shares]);
      await expect(mergeSurvey({ ...options, refute: 's3 < 3' })).rejects.toThrow('joined.csv');
    });

    it('checks a part to its end before its counterexample counts', async () => {
      const [first, , , last] = files;
      const whole = readFileSync(first);
      truncateSync(first, whole.length - 1);
      await expect(mergeSurvey({ files, refute: 's3 > 3' })).rejects.toMatchObject({
        code: 'corrupt',
      });
      // Parts after the counterexample are not read to their end.
      writeFileSync(first, whole);
      truncateSync(last, statSync(last).size - 1);
      const { refuted } = await mergeSurvey({ files, refute: 's3 > 3' });
      expect(refuted?.counterexample?.set).toEqual([1, 2, 3]);
    });

    it('is an option of the command', { tags: 'slow' }, async () => {
      const found = await takeaway(['survey', 'merge', ...files, '--refute', SUMS]);
      const expected = await takeaway(['survey', '--max', '30', '--size', '3', '--refute', SUMS]);
      expect([found.code, found.stdout]).toEqual([0, expected.stdout]);
      const json = await takeaway(['survey', 'merge', ...files, '--refute', 's1 < 0', '--json']);
      expect(JSON.parse(json.stdout)).toMatchObject({
        sets: 1,
        refuted: { counterexample: { set: [1, 2, 3] } },
      });
      const unknown = await takeaway(['survey', 'merge', ...files, '--refute', "reverse_mex = 'always'"]);
      expect([unknown.code, unknown.stderr]).toEqual([2, expect.stringContaining('which is no column')]);
    });
  });

  it('is printed with its proof and the commands that repeat it', { tags: 'slow' }, async () => {
    const { stdout, code } = await takeaway(['survey', '--max', '30', '--size', '3', '--refute', SUMS]);
    const { set, sets } = firstWhere(
      ([a, b, c], period) => ![a + b, a + c, b + c].some((sum) => sum % period === 0),
    );
    const game = `{${set.join()}}`;
    expect([code, stdout.split('\n')[0]]).toEqual([
      0,
      `${game} is a counterexample, the first among ${sets} sets.`,
    ]);
    expect(stdout).toMatch(/^Nim-values: period \d+.*; \d+ consecutive equalities are needed/m);
    expect(stdout).toContain(`takeaway survey "${game}" --refute "${SUMS}"\n`);
    const again = await takeaway(['survey', game, '--refute', SUMS, '--json']);
    expect(JSON.parse(again.stdout)).toMatchObject({ sets: 1, refuted: { counterexample: { set } } });
    const none = await takeaway(['survey', '--max', '9', '--size', '2', '--refute', 'nim_period <= s1 + s2']);
    expect(none.stdout).toMatch(/^No counterexample among 27 sets\. /);
    const plan = await takeaway(['survey', '--max', '9', '--size', '2', '--refute', 's1 < s2', '--dry-run']);
    expect(plan.stdout).toContain('--refute "s1 < s2"');
  });

  it('is refused in a sentence if it is none', async () => {
    const { stderr, code } = await takeaway(['survey', '--max', '9', '--size', '2', '--refute', 's3 = 1']);
    expect(code).toBe(2);
    expect(stderr).toContain(
      'The expression names "s3", which is no column. Choose one of s1, s2, nim_preperiod',
    );
    await expect(survey({ ...SPACE, series: 'cold', refute: 'nim_period > 1' })).rejects.toThrow(
      'names "nim_period", which is no column',
    );
  });
});
