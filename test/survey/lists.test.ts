/** Surveys of lists and forms, of one series, with a limit: against the definition, however they are cut. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { mergeSurvey, survey } from '../../src/index.js';
import { batchesOf, jobsOf } from '../../src/survey/batches.js';
import { setsOfPattern } from '../../src/survey/pattern.js';
import { periodsOfSet } from '../../src/survey/rows.js';
import { spaceOfList } from '../../src/survey/space.js';
import { drawIntegers, SEED } from '../support/seed.js';
import { temporaryFolder } from '../support/temporary.js';
import { onThreads } from '../support/threads.js';

const gcd = (a: number, b: number): number => (b === 0 ? a : gcd(b, a % b));

/** Sets of one to four numbers, some of them with a common divisor. */
function someSets(count: number): number[][] {
  const drawn = drawIntegers(5 * count, 1, 24);
  const sets = Array.from({ length: count }, (_, i) => {
    const [size, ...moves] = drawn.slice(5 * i, 5 * i + 5);
    return [...new Set(moves.slice(0, 1 + (size % 4)))].sort((a, b) => a - b);
  });
  return [...new Map(sets.map((set) => [set.join(), set])).values()];
}

/** The rows of a file of JSON lines. */
function rowsOf(path: string): Record<string, unknown>[] {
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

describe('a survey of a list', () => {
  it(`has a row for each set in order, with what follows from the values (seed ${SEED})`, async () => {
    const output = join(temporaryFolder(), 'sets.jsonl');
    const sets = someSets(40);
    const { sets: count, isList } = await survey({ sets, threads: 1, output });
    expect([count, isList]).toEqual([sets.length, true]);
    for (const [i, row] of rowsOf(output).entries()) {
      const set = sets[i];
      const { nim, outcome, largest } = periodsOfSet(set);
      expect(row).toMatchObject({
        ...{
          set: `{${set.join(',')}}`,
          size: set.length,
          gcd: set.reduce(gcd),
          saltus: 0,
          largest_nim_value: largest,
        },
        ...{ nim_preperiod: nim?.preperiod, nim_period: nim?.period },
        ...{ outcome_preperiod: outcome?.preperiod, outcome_period: outcome?.period },
        additive: set.some((a) => set.some((b) => a < b && a + b === set.at(-1))),
      });
    }
  });

  it(
    'is the same in parts, which know their list, and on any number of threads',
    { tags: 'slow' },
    async () => {
      const folder = temporaryFolder();
      const [whole, joined, again] = ['whole', 'joined', 'again'].map((name) =>
        join(folder, `${name}.parquet`),
      );
      const sets = someSets(50);
      const expected = await onThreads(2, () => survey({ sets, threads: 2, output: whole }));
      const files = [1, 2, 3].map((part) => join(folder, `${part}.survey`));
      for (const [i, output] of files.entries())
        await survey({ sets, threads: 1, output, part: { part: i + 1, of: 3 } });
      expect(await mergeSurvey({ files, output: joined })).toEqual(expected);
      expect(readFileSync(joined).equals(readFileSync(whole))).toBe(true);
      // A set in a part that is not of the list, with the right digest of its file.
      const other = join(folder, 'other.survey');
      const [first, ...rest] = sets;
      const changed = [first.map((n) => n + 30), ...rest];
      await survey({ sets: changed, threads: 1, output: other, part: { part: 1, of: 3 } });
      await expect(mergeSurvey({ files: [other, ...files.slice(1)], output: again })).rejects.toMatchObject({
        code: 'usage',
      });
      expect(readdirSync(folder)).not.toContain('again.parquet');
    },
  );

  it('goes on where it was interrupted', { tags: 'slow' }, async () => {
    const folder = temporaryFolder();
    const output = join(folder, 'sets.csv');
    const sets = await setsOfPattern('{a, b, c}', 40);
    const controller = new AbortController();
    const onProgress = (): void => controller.abort();
    const stopped = survey({ sets, threads: 1, output, onProgress, signal: controller.signal });
    await expect(stopped).rejects.toMatchObject({ code: 'interrupted' });
    expect(readdirSync(folder).every((name) => /^sets\.csv\.list-[0-9a-f]{8}\..*\.part$/.test(name))).toBe(
      true,
    );
    const all = join(folder, 'all.csv');
    await survey({ max: 40, size: 3, threads: 1, output: all });
    await survey({ sets, threads: 1, output });
    expect(readFileSync(output, 'utf8')).toBe(readFileSync(all, 'utf8'));
  });

  it('keeps few sets at a time, as one may take minutes, and gives every place some', async () => {
    const folder = temporaryFolder();
    const sets = await setsOfPattern('{a, b}', 30);
    const batches = batchesOf(spaceOfList(sets), { start: 0, stop: sets.length });
    expect([...jobsOf(spaceOfList(sets), batches, () => 32)].length).toBeGreaterThan(32);
    const controller = new AbortController();
    const stopped = survey({
      ...{ sets, threads: 1, output: join(folder, 'sets.csv'), signal: controller.signal },
      // The first of two jobs has some whole batches.
      onProgress: () => {
        if (readdirSync(folder).length > 0) controller.abort();
      },
    });
    await expect(stopped).rejects.toMatchObject({ code: 'interrupted' });
    expect(readdirSync(folder).length).toBeGreaterThan(0);
    expect(readdirSync(folder).length).toBeLessThan(batches.length);
  });

  it.each([
    ['nothing', { sets: [] }],
    ['an empty set', { sets: [[]] }],
    ['zero', { sets: [[0, 1]] }],
    ['a set out of order', { sets: [[2, 1]] }],
    ['a huge element', { sets: [[2 ** 21]] }],
    ['31 elements', { sets: [Array.from({ length: 31 }, (_, i) => i + 1)] }],
    ['a list of a size', { sets: [[1]], size: 1 }],
    ['a pattern of a size', { pattern: '{a}', max: 5, size: 1 }],
    ['a limit of 0', { sets: [[1]], limit: 0 }],
    ['too high a limit', { sets: [[1]], limit: 2 ** 32 }],
    ['another series', { sets: [[1]], series: 'outcome' as 'cold' }],
  ])('refuses %s', async (_, options) => {
    await expect(survey(options)).rejects.toMatchObject({ code: 'usage' });
  });
});

describe('a survey of a form', () => {
  it.each([
    ['{a, b, a+b}', ([a, b, c]: number[]) => a + b === c, 3],
    ['{a,2a+1,b}', (set: number[]) => set.some((a) => set.includes(2 * a + 1) && 2 * a + 1 !== a), 3],
    ['{a, b, c-b, c-a, c}', (set: number[]) => set.slice(0, -1).every((a) => set.includes(set[4] - a)), 5],
    ['a, 3*a-1', ([a, b]: number[]) => b === 3 * a - 1, 2],
  ])('%s has exactly the sets of that form', async (pattern, isOne, size) => {
    const all = await setsOfPattern(
      Array.from({ length: size }, (_, i) => 'abcde'[i]).join(),
      size === 5 ? 12 : 20,
    );
    const found = await setsOfPattern(pattern, size === 5 ? 12 : 20);
    expect(found).toEqual(all.filter((set) => set.reduce(gcd) === 1 && isOne(set)));
    expect(found.length).toBeGreaterThan(0);
  });

  it.each(['{1,3}', '{}', '{a,}', '{a b}', '{a,b^2}', '{a-a}', 'a,-b', `{${'a,'.repeat(30)}b}`])(
    'refuses %s',
    async (pattern) => {
      await expect(setsOfPattern(pattern, 9)).rejects.toThrow(/pattern/);
    },
  );

  it('refuses too many', async () => {
    await expect(setsOfPattern('{a,b,c,d,e}', 1000)).rejects.toThrow('too many');
    await expect(setsOfPattern('{a,b}', 2 ** 12 + 1)).rejects.toThrow('too many');
    await expect(setsOfPattern('{a}', 0)).rejects.toThrow('from 1 to 2^20');
  });

  it('stops while its sets are sought', async () => {
    const controller = new AbortController();
    // All values of the letters are tried before the first set is surveyed.
    const found = survey({ pattern: '{a, b, c, 9999a}', max: 255, signal: controller.signal });
    setImmediate(() => {
      controller.abort();
    });
    await expect(found).rejects.toMatchObject({ code: 'interrupted' });
  });
});

describe('a survey with a limit', () => {
  it('tells the sets beyond it, and proves the same periods by states', async () => {
    const sets = [
      [13, 29, 42],
      [1, 6, 9],
      [3, 28, 39, 42],
    ];
    const low = await survey({ sets, limit: 2000, threads: 1 });
    expect(low).toMatchObject({ unproven: 1, beyond: [[3, 28, 39, 42]], limit: 2000 });
    expect((await survey({ sets, limit: 2 ** 25, threads: 1 })).longest).toEqual(
      (await survey({ sets, threads: 1 })).longest,
    );
  });

  it(
    'finds the longest known period of outcomes of five moves up to 100 in the memory of a state',
    { tags: 'slow' },
    async () => {
      const sets = [[18, 43, 57, 82, 100]];
      const { longest } = await survey({ sets, series: 'cold', limit: 2 ** 30, threads: 1 });
      expect(longest[0]).toMatchObject({ nim: null, outcome: { preperiod: 0, period: 412_114_277 } });
      const short = await survey({ sets, series: 'cold', threads: 1, limit: 2 ** 20 });
      expect(short).toMatchObject({ unproven: 1, beyond: sets });
    },
  );
});

it('has the first sets of equal periods as its longest, in whatever order they are surveyed', async () => {
  // Odd moves alone: the period is 2.
  const sets = Array.from({ length: 12 }, (_, i) => [1, 2 * i + 3]);
  const found = await survey({ sets: sets.toReversed(), threads: 1 });
  expect(found.longest.map(({ set }) => set)).toEqual(sets.slice(0, 10));
});

it('of one series writes no columns of the other', async () => {
  const folder = temporaryFolder();
  const [nim, cold] = ['nim.csv', 'cold.csv'].map((name) => join(folder, name));
  await survey({ max: 9, size: 3, series: 'nim', output: nim, threads: 1 });
  await survey({ max: 9, size: 3, series: 'cold', output: cold, threads: 1 });
  const head = (path: string): string => readFileSync(path, 'utf8').split('\n')[0];
  expect(head(nim)).toBe(
    's1,s2,s3,nim_preperiod,nim_period,largest_nim_value,set,size,gcd,saltus,additive,symmetric,period_sum',
  );
  expect(head(cold)).toBe('s1,s2,s3,outcome_preperiod,outcome_period,set,size,gcd,saltus,additive,symmetric');
  // What another survey has kept is not taken for it.
  writeFileSync(`${join(folder, 'x.csv')}.max9-size3.1-of-1.part`, readFileSync(nim));
  await expect(survey({ max: 9, size: 3, output: join(folder, 'x.csv') })).rejects.toMatchObject({
    code: 'usage',
  });
});
