/** Parts of a survey: what they are of, that they join to what one survey writes, and what is refused. */
import { copyFileSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { mergeSurvey, survey } from '../../src/index.js';
import { setAt, setCount, setsOfPart } from '../../src/survey/rows.js';
import { stoppingFileSystem } from '../support/file-systems.js';
import { effort, SEED } from '../support/seed.js';
import { temporaryFolder } from '../support/temporary.js';

/** Half of the sets, 2247, are more than one job has. */
const SPACE = { max: effort(31, 36), size: 3, threads: 1 };

/** Makes all parts of a survey, and returns their files in order. */
async function partsIn(folder: string, of: number, space: typeof SPACE = SPACE): Promise<string[]> {
  const files = Array.from({ length: of }, (_, i) => join(folder, `${i + 1}-of-${of}.survey`));
  for (const [i, output] of files.entries()) await survey({ ...space, output, part: { part: i + 1, of } });
  return files;
}

describe('the sets of parts', () => {
  it.each([
    [36, 3],
    [60, 4],
    [30, 5],
    [200, 2],
    [9, 9],
    [50, 1],
  ])('up to %i of %i elements are all in order, and of equal work but for a set', (max, size) => {
    const sets = setCount({ max, size });
    const work = Float64Array.from({ length: Math.min(sets, 10 ** 6) }, (_, i) => setAt(size, i)[size - 1]);
    for (const of of [1, 2, 3, 7, 64, sets + 3]) {
      let next = 0;
      const works: number[] = [];
      for (let part = 1; part <= Math.min(of, 1000); part++) {
        const { start, stop } = setsOfPart({ max, size }, { part, of });
        expect(start).toBe(next);
        expect(stop).toBeGreaterThanOrEqual(start);
        works.push(work.subarray(start, stop).reduce((sum, one) => sum + one, 0));
        next = stop;
      }
      if (of <= 1000) expect(next).toBe(sets);
      if (of <= 1000)
        expect(Math.max(...works)).toBeLessThanOrEqual(work.reduce((a, b) => a + b, 0) / of + max);
    }
  });
});

describe('parts of a survey', () => {
  it(
    'join to the same bytes and the same summary in any order, whatever the format',
    { tags: 'slow' },
    async () => {
      for (const ending of ['arrow', 'csv', 'parquet']) {
        const folder = temporaryFolder();
        const whole = join(folder, `whole.${ending}`);
        const expected = await survey({ ...SPACE, output: whole });
        for (const of of ending === 'arrow' ? [1, 2, 5] : [3]) {
          const files = await partsIn(folder, of);
          const output = join(folder, `${of}.${ending}`);
          expect(await mergeSurvey({ files: files.reverse(), output })).toEqual(expected);
          expect(readFileSync(output).equals(readFileSync(whole))).toBe(true);
          expect(await mergeSurvey({ files })).toEqual(expected);
        }
      }
    },
  );

  it('may be more than there are sets', async () => {
    const folder = temporaryFolder();
    const space = { max: 4, size: 3, threads: 1 };
    const whole = join(folder, 'whole.csv');
    const expected = await survey({ ...space, output: whole });
    const files = await partsIn(folder, 9, space);
    const output = join(folder, 'joined.csv');
    expect(await mergeSurvey({ files, output })).toEqual(expected);
    expect(readFileSync(output, 'utf8')).toBe(readFileSync(whole, 'utf8'));
  });

  it('tell of their own sets, and go on where they were interrupted', async () => {
    const folder = temporaryFolder();
    const [output, whole] = ['stopped.survey', 'whole.survey'].map((name) => join(folder, name));
    const part = { part: 2, of: 2 };
    const expected = await survey({ ...SPACE, output: whole, part });
    const sets = setsOfPart(SPACE, part);
    expect(expected.sets).toBeGreaterThan(0);
    expect(expected.sets).toBeLessThanOrEqual(sets.stop - sets.start);
    for (let n = SEED % effort(5, 1); ; n += effort(5, 1)) {
      const stopped = await survey({ ...SPACE, output, part, fileSystem: stoppingFileSystem(n) }).catch(
        () => undefined,
      );
      if (stopped !== undefined) break;
      expect(await survey({ ...SPACE, output, part })).toEqual(expected);
      expect(readFileSync(output).equals(readFileSync(whole))).toBe(true);
      truncateSync(output, 100);
      await survey({ ...SPACE, output, part, force: true });
      expect(readdirSync(folder).sort()).toEqual(['stopped.survey', 'whole.survey']);
    }
  });

  it('are left as they are when they are there and whole, and another file is never taken for one', async () => {
    const output = join(temporaryFolder(), 'one.survey');
    const part = { part: 1, of: 2 };
    const expected = await survey({ ...SPACE, output, part });
    const shares: number[] = [];
    expect(await survey({ ...SPACE, output, part, onProgress: (share) => shares.push(share) })).toEqual(
      expected,
    );
    expect(shares).toEqual([]);
    const before = readFileSync(output);
    await expect(survey({ ...SPACE, output, part: { part: 2, of: 2 } })).rejects.toMatchObject({
      code: 'usage',
    });
    expect(readFileSync(output).equals(before)).toBe(true);
    truncateSync(output, before.length - 1);
    await expect(survey({ ...SPACE, output, part })).rejects.toMatchObject({ code: 'usage' });
    await survey({ ...SPACE, output, part, force: true });
    expect(readFileSync(output).equals(before)).toBe(true);
  });

  it('that cannot be are refused before any work', async () => {
    const folder = temporaryFolder();
    for (const part of [
      { part: 0, of: 3 },
      { part: 4, of: 3 },
      { part: 1.5, of: 3 },
      { part: 1, of: 2 ** 20 + 1 },
    ]) {
      await expect(survey({ ...SPACE, output: join(folder, 'x.survey'), part })).rejects.toMatchObject({
        code: 'usage',
      });
    }
    const part = { part: 1, of: 2 };
    await expect(survey({ ...SPACE, output: join(folder, 'x.arrow'), part })).rejects.toThrow('.survey');
    await expect(survey({ ...SPACE, output: join(folder, 'x.survey') })).rejects.toThrow('.arrow');
    await expect(survey({ ...SPACE, output: '/nowhere/at/all.survey', part })).rejects.toMatchObject({
      code: 'io',
    });
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe('joining parts', () => {
  it(
    'names what is missing, there twice or foreign, writes nothing, and can be done again',
    { tags: 'slow' },
    async () => {
      const folder = temporaryFolder();
      const files = await partsIn(folder, 4);
      const [first, second, third, fourth] = files;
      const other = join(folder, 'other.survey');
      const mine = join(folder, 'mine.survey');
      const twin = join(folder, 'twin.survey');
      const built = join(folder, 'built.survey');
      const shorter = join(folder, 'shorter.survey');
      await survey({ max: 35, size: 3, output: other, part: { part: 2, of: 4 } });
      await survey({ ...SPACE, limit: 600, output: shorter, part: { part: 2, of: 4 } });
      writeFileSync(mine, 'mine\n');
      copyFileSync(second, twin);
      writeFileSync(
        built,
        readFileSync(second, 'latin1').replace(/"build":"[^"]*"/, '"build":"0.0.1+abc"'),
        'latin1',
      );
      const output = join(folder, 'sets.arrow');
      const names = readdirSync(folder).sort();
      for (const [given, message] of [
        [[], 'No parts of the survey are given.'],
        [
          [first, fourth],
          /^2 of the 4 parts of .* are given\. Make the missing ones too, and join all of them then: 2, 3\.$/,
        ],
        [[...files, twin], `The file ${twin} is part 2, as ${second} is.`],
        [[...files, second], `The file ${second} is part 2, as`],
        [[first, other, third, fourth], `The file ${other} is a part of another survey`],
        [
          [first, shorter, third, fourth],
          `a part of another survey: the survey of 3 elements up to ${SPACE.max} to 600 steps in 4 parts`,
        ],
        [[first, mine, third, fourth], `The file ${mine} is no part of a survey.`],
        [
          [first, built, third, fourth],
          `a part of another survey: the survey of 3 elements up to ${SPACE.max} in 4 parts by 0.0.1+abc`,
        ],
      ] as const) {
        const refused = mergeSurvey({ files: given, output });
        await expect(refused).rejects.toMatchObject({ code: 'usage' });
        await expect(refused).rejects.toThrow(message);
      }
      await expect(
        mergeSurvey({ files: [first, join(folder, 'none.survey')], output }),
      ).rejects.toMatchObject({
        code: 'io',
      });
      expect(readdirSync(folder).sort()).toEqual(names);
      await mergeSurvey({ files, output });
      const before = readFileSync(output);
      await expect(mergeSurvey({ files, output })).rejects.toMatchObject({ code: 'usage' });
      writeFileSync(output, 'old');
      await mergeSurvey({ files, output, force: true });
      expect(readFileSync(output).equals(before)).toBe(true);
    },
  );

  it('finds a part that was cut short, and every byte that has changed', { tags: 'slow' }, async () => {
    const folder = temporaryFolder();
    const space = { max: 14, size: 3, threads: 1 };
    const files = await partsIn(folder, 3, space);
    const output = join(folder, 'sets.arrow');
    const whole = readFileSync(files[1]);
    for (let at = SEED % effort(29, 1); at < whole.length; at += effort(29, 1)) {
      const bytes = Buffer.from(whole);
      bytes[at] ^= 1 << (at % 8);
      writeFileSync(files[1], bytes);
      const refused = mergeSurvey({ files, output });
      await expect(refused).rejects.toThrow(files[1]);
    }
    for (const length of [0, 5, whole.indexOf('\n') + 1, whole.length - 33, whole.length - 1]) {
      writeFileSync(files[1], whole.subarray(0, length));
      await expect(mergeSurvey({ files, output })).rejects.toThrow(files[1]);
    }
    writeFileSync(files[1], Buffer.concat([whole, Buffer.alloc(1)]));
    await expect(mergeSurvey({ files, output })).rejects.toThrow(files[1]);
    // One remedy: `force` would replace the output of the join, and a part that exists is not made again.
    await expect(mergeSurvey({ files, output })).rejects.toMatchObject({
      message: expect.stringMatching(/is damaged: [^.]+\. Remove it, and make this part again\.$/) as string,
      remedy: undefined,
    });
    expect(readdirSync(folder)).toHaveLength(3);
    rmSync(files[1]);
    await partsIn(folder, 3, space);
    expect(readFileSync(files[1]).equals(whole)).toBe(true);
    await mergeSurvey({ files, output });
  });

  it('stops when it is aborted, and leaves the parts alone', async () => {
    const folder = temporaryFolder();
    const files = await partsIn(folder, 2);
    const controller = new AbortController();
    const merging = mergeSurvey({
      ...{ files, output: join(folder, 'sets.arrow'), signal: controller.signal },
      onProgress: () => controller.abort(),
    });
    await expect(merging).rejects.toMatchObject({ code: 'interrupted' });
    expect(readdirSync(folder)).toHaveLength(2);
  });
});
