/** Surveys: golden facts, the file, thread counts, and going on after being stopped anywhere. */
import { tableFromIPC } from 'apache-arrow';
import { existsSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { survey } from '../../src/index.js';
import { TABLE_FORMATS } from '../../src/tables/formats.js';
import { Summary } from '../../src/survey/summary.js';
import { columnsOf } from '../../src/survey/columns.js';
import { PERIOD_NUMBERS, surveyRows } from '../../src/survey/rows.js';
import { stoppingFileSystem, systemError, watchedFileSystem } from '../support/file-systems.js';
import { effort, IS_LONG, SEED } from '../support/seed.js';
import { readParquet } from '../support/tables.js';
import { temporaryFolder } from '../support/temporary.js';

/** Numbers of a row of three elements. */
const WIDTH = 3 + PERIOD_NUMBERS;

describe('a survey', () => {
  it('of three elements up to 42 has {13,29,42} with 793 as the longest', async () => {
    const { sets, unproven, longest } = await survey({ max: 42, size: 3 });
    expect(longest[0]).toEqual({
      set: [13, 29, 42],
      nim: { preperiod: 0, period: 793 },
      outcome: { preperiod: 0, period: 793 },
    });
    expect([sets, unproven, longest.length]).toEqual([9748, 0, 10]);
  });

  it('writes the same rows and tells the same, whatever the threads', { tags: 'slow' }, async () => {
    const folder = temporaryFolder();
    const outputs = [1, 2, 3].map((threads) => ({ threads, output: join(folder, `${threads}.arrow`) }));
    const summaries = [];
    for (const { threads, output } of outputs)
      summaries.push(await survey({ max: 36, size: 3, threads, output }));
    const files = outputs.map(({ output }) => readFileSync(output));
    expect(files.every((file) => file.equals(files[0]))).toBe(true);
    for (const summary of summaries) expect(summary).toEqual(await survey({ max: 36, size: 3 }));
    const table = tableFromIPC(files[0]);
    const numbers = [
      'nim_preperiod',
      'nim_period',
      'outcome_preperiod',
      'outcome_period',
      'largest_nim_value',
    ];
    const names = ['s1', 's2', 's3', ...numbers];
    const derived = ['set', 'size', 'gcd', 'saltus', 'additive', 'symmetric', 'period_sum'];
    expect(table.schema.fields.map(({ name }) => name)).toEqual([...names, ...derived]);
    const rows = surveyRows({ max: 36, size: 3 }, { start: 0, stop: 7140 });
    expect(table.numRows).toBe(rows.length / WIDTH);
    names.forEach((name, column) => {
      expect(Array.from(table.getChild(name) as Iterable<number>)).toEqual(
        Array.from({ length: rows.length / WIDTH }, (_, i) => rows[WIDTH * i + column]),
      );
    });
    expect(readdirSync(folder).sort()).toEqual(['1.arrow', '2.arrow', '3.arrow']);
  });

  it('tells the first sets without a period, in whatever order its rows come', () => {
    const rows = surveyRows({ max: 20, size: 3, steps: 20 }, { start: 0, stop: 1140 });
    const unproven: number[][] = [];
    for (let at = 0; at < rows.length; at += WIDTH)
      if (rows[at + 4] === 0) unproven.push(Array.from(rows.subarray(at, at + 3)));
    expect(unproven.length).toBeGreaterThan(400);
    const parts = Array.from({ length: 10 }, (_, i) =>
      rows.subarray(
        WIDTH * Math.floor((i * rows.length) / (10 * WIDTH)),
        WIDTH * Math.floor(((i + 1) * rows.length) / (10 * WIDTH)),
      ),
    );
    for (const order of [parts, [...parts].reverse(), [...parts.slice(3), ...parts.slice(0, 3)]]) {
      const summary = new Summary({ max: 20, size: 3, steps: 20 });
      for (const part of order) summary.add(columnsOf({ max: 20, size: 3 }, part));
      expect(summary.result()).toMatchObject({
        unproven: unproven.length,
        beyond: unproven.slice(0, 100),
      });
    }
  });

  it('goes on where it was interrupted', { tags: 'slow' }, async () => {
    const folder = temporaryFolder();
    const [whole, output] = [join(folder, 'whole.arrow'), join(folder, 'sets.arrow')];
    const space = { max: 36, size: 3, threads: 1 };
    const expected = await survey({ ...space, output: whole });
    const controller = new AbortController();
    const onProgress = (share: number): void => {
      if (share >= 0.5) controller.abort();
    };
    await expect(survey({ ...space, output, onProgress, signal: controller.signal })).rejects.toMatchObject({
      code: 'interrupted',
    });
    // The first two of four batches have half of the sets.
    expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toHaveLength(2);
    // Another survey beside it does not take its parts.
    await survey({ max: 20, size: 3, output: join(folder, 'other.arrow') });
    const shares: number[] = [];
    expect(await survey({ ...space, output, onProgress: (share) => shares.push(share) })).toEqual(expected);
    expect(shares[0]).toBeGreaterThan(2048 / 7140);
    expect(shares.at(-1)).toBe(1);
    expect(readFileSync(output).equals(readFileSync(whole))).toBe(true);
    expect(readdirSync(folder).sort()).toEqual(['other.arrow', 'sets.arrow', 'whole.arrow']);
  });

  it('goes on wherever the machine stopped', { tags: 'slow' }, async () => {
    const folder = temporaryFolder();
    const whole = join(folder, 'whole.arrow');
    // Each stop is another survey: the sets of a list are a batch each, and 2300 sets of all up to 25 two.
    const few = { pattern: '{a, b}', max: 4 };
    const space = { ...(IS_LONG ? { max: 25, size: 3 } : few), threads: 1 };
    await survey({ ...space, output: whole });
    for (let n = SEED % effort(3, 1); ; n += effort(3, 1)) {
      const output = join(temporaryFolder(), 'sets.arrow');
      const stopped = await survey({ ...space, output, fileSystem: stoppingFileSystem(n) }).catch(
        () => undefined,
      );
      if (stopped !== undefined) {
        expect(n).toBeGreaterThan(10);
        break;
      }
      // The file appears whole or not at all.
      await survey({ ...space, output }).catch((error: unknown) =>
        expect(error).toMatchObject({ code: 'usage' }),
      );
      expect(readFileSync(output).equals(readFileSync(whole))).toBe(true);
    }
  });

  it('of nothing, too much, or over a file is refused', async () => {
    const output = join(temporaryFolder(), 'mine.arrow');
    writeFileSync(output, 'mine');
    for (const options of [
      { max: 3, size: 4 },
      { max: 42, size: 0 },
      { max: 42, size: 31 },
      { max: 1000, size: 20 },
      { max: 9, size: 2.5 },
      { max: 42, size: 3, threads: 0 },
      { max: 9, size: 2, output },
    ]) {
      await expect(survey(options)).rejects.toMatchObject({ code: 'usage' });
    }
    expect(readFileSync(output, 'utf8')).toBe('mine');
    await expect(survey({ max: 9, size: 2, output: '/nowhere/at/all.arrow' })).rejects.toMatchObject({
      code: 'io',
    });
  });

  it('leaves no unfinished file on a full disk, and goes on once there is room', async () => {
    const folder = temporaryFolder();
    const space = { max: 36, size: 3, threads: 1, output: join(folder, 'longest.arrow') };
    let writes = 0;
    const fileSystem = watchedFileSystem(({ operation }) => {
      if (operation === 'write' && ++writes > 2) throw systemError('ENOSPC');
    });
    await expect(survey({ ...space, fileSystem })).rejects.toMatchObject({ code: 'io' });
    expect(readdirSync(folder).filter((name) => !name.endsWith('.part'))).toEqual([]);
    await survey(space);
    expect(readdirSync(folder)).toEqual(['longest.arrow']);
  });

  describe('beside files that are no parts of it', () => {
    const space = { max: 36, size: 3, threads: 1 };
    const EARLIER = 'takeaway survey {"max":36,"size":3,"first":2048,"count":2048}';
    const partOf = (output: string, part: number): string => `${output}.max36-size3.${part}-of-4.part`;

    it.each([
      ['random bytes', Buffer.from(Array.from({ length: 7 * 4 * 50 }, (_, i) => (i * 131 + SEED) % 251))],
      ['rows of another survey', Buffer.from('takeaway survey part {"max":35}\n')],
      ['rows that an earlier version kept', Buffer.from(`${EARLIER}\n${'rows'.repeat(50)}`)],
      ['a text', Buffer.from('mine')],
    ])('refuses %s by name and leaves them as they are', async (_, content) => {
      const output = join(temporaryFolder(), 'sets.arrow');
      writeFileSync(partOf(output, 2), content);
      const refused = survey({ ...space, output });
      await expect(refused).rejects.toMatchObject({ code: 'usage' });
      await expect(refused).rejects.toThrow(
        `The file ${partOf(output, 2)} lies where a part of this survey is kept`,
      );
      expect(readFileSync(partOf(output, 2)).equals(content)).toBe(true);
      expect(existsSync(output)).toBe(false);
    });

    it.each([
      ['empty', (part: string) => truncateSync(part, 0)],
      ['cut short', (part: string) => truncateSync(part, 200)],
      ['damaged', flipABit],
      ['of zeros where it began', (part: string) => writeFileSync(part, readFileSync(part).fill(0, 0, 512))],
    ])('computes a part again that is %s', async (_, damage) => {
      const folder = temporaryFolder();
      const [whole, output] = [join(folder, 'whole.arrow'), join(folder, 'sets.arrow')];
      const expected = await survey({ ...space, output: whole });
      const controller = new AbortController();
      const onProgress = (): void => controller.abort();
      await expect(survey({ ...space, output, onProgress, signal: controller.signal })).rejects.toMatchObject(
        { code: 'interrupted' },
      );
      damage(partOf(output, 1));
      expect(await survey({ ...space, output })).toEqual(expected);
      expect(readFileSync(output).equals(readFileSync(whole))).toBe(true);
    });

    it('deletes no file that it has not made', async () => {
      const folder = temporaryFolder();
      const output = join(folder, 'sets.arrow');
      const mine = [`${output}.new`, `${output}.part`, `${partOf(output, 1)}.new`];
      for (const path of mine) writeFileSync(path, 'mine');
      await survey({ ...space, output });
      for (const path of mine) expect(readFileSync(path, 'utf8')).toBe('mine');
      expect(readdirSync(folder)).toHaveLength(4);
    });
  });

  it.each([1, 3, 4, 5])(
    'says of each set of %i elements whether it is symmetric, and what adds up to its period',
    async (size) => {
      const output = join(temporaryFolder(), 'sets.jsonl');
      const max = size === 3 ? 24 : 10;
      await survey({ max, size, threads: 1, output });
      const rows = readFileSync(output, 'utf8')
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as Record<string, number | boolean | string | null>);
      const kinds = new Set<unknown>();
      for (const row of rows) {
        const set = Array.from({ length: size }, (_, i) => Number(row[`s${i + 1}`]));
        const withZero = [0, ...set];
        const mirrored = withZero.map((element) => set[size - 1] - element);
        expect(row.symmetric).toBe(mirrored.every((element) => withZero.includes(element)));
        if (size !== 3) expect(row).not.toHaveProperty('period_sum');
        else {
          const [a, b, c] = set;
          const sums = { 's1+s2': a + b, 's1+s3': a + c, 's2+s3': b + c };
          const found = Object.entries(sums).find(([, sum]) => sum === row.nim_period);
          expect(row.period_sum).toBe(found?.[0] ?? null);
          kinds.add(row.period_sum);
        }
      }
      expect(kinds.size).toBe(size === 3 ? 4 : 0);
      expect(rows.some(({ symmetric }) => symmetric)).toBe(true);
    },
  );

  it('writes the format of its ending, and refuses an ending of no format before any work', async () => {
    const folder = temporaryFolder();
    const rows = surveyRows({ max: 20, size: 2 }, { start: 0, stop: 190 });
    const width = 2 + PERIOD_NUMBERS;
    const expected = Array.from({ length: rows.length / width }, (_, i) =>
      Array.from(rows.slice(width * i, width * i + 7)),
    );
    const space = { max: 20, size: 2, threads: 1 };
    await survey({ ...space, output: join(folder, 'sets.csv') });
    const [head, ...lines] = readFileSync(join(folder, 'sets.csv'), 'utf8').trimEnd().split('\n');
    const numbers = 's1,s2,nim_preperiod,nim_period,outcome_preperiod,outcome_period,largest_nim_value';
    expect(head).toBe(`${numbers},set,size,gcd,saltus,additive,symmetric`);
    const isSymmetric = lines.map((line) => line.split(',').at(-1));
    expect(isSymmetric).toEqual(expected.map(([a, b]) => String(b === 2 * a)));
    expect(lines.map((line) => line.split(',').slice(0, 7).map(Number))).toEqual(expected);
    expect(lines[0]).toContain(',"{1,2}",2,1,0,');
    await survey({ ...space, output: join(folder, 'sets.parquet') });
    const { columns } = await readParquet(new Uint8Array(readFileSync(join(folder, 'sets.parquet'))));
    expect(columns['s2']).toEqual(expected.map((row) => row[1]));
    for (const name of ['sets.xlsx', 'sets.npy', 'sets', 'sets.csv.gz']) {
      await expect(survey({ ...space, output: join(folder, name) })).rejects.toThrow(
        `Choose a name that ends in ${TABLE_FORMATS.flatMap(({ endings }) => endings).join(' or ')}`,
      );
    }
    expect(readdirSync(folder).sort()).toEqual(['sets.csv', 'sets.parquet']);
  });
});

function flipABit(path: string): void {
  const bytes = readFileSync(path);
  bytes[bytes.length - 5] ^= 1;
  writeFileSync(path, bytes);
}
