/** Jobs of a survey: their rows are those of the definition, in whatever time, and what cannot be such a result is refused. */
import { describe, expect, it } from 'vitest';
import { InvalidResult, type JobContext, type Made } from '../../src/jobs/job.js';
import { SURVEY_PART } from '../../src/survey/part.js';
import { PERIOD_NUMBERS, rowCount, surveyRows } from '../../src/survey/rows.js';

const CONTEXT = {} as JobContext;
const SPACE = { max: 36, size: 3 };
const JOB = { ...SPACE, first: 1000, count: 3000, seconds: 60 };

describe('a job of a survey', () => {
  it.each([
    [1, 1],
    [2, 500],
    [3, 3000],
    [7, 300],
  ])('gives the rows of its sets of %i elements', async (size, count) => {
    const first = size === 1 ? 0 : 17;
    const job = { max: 36, size, first, count, seconds: 60 };
    const made = await SURVEY_PART.compute(job, CONTEXT);
    const { count: done, rows } = await SURVEY_PART.readResult(job, made);
    expect(done).toBe(count);
    expect(rows).toEqual(surveyRows(job, first, count));
    expect(rows).toHaveLength((size + PERIOD_NUMBERS) * rowCount(size, first, count));
  });

  it('ends with the first sets when its time is over, and has some of them at least', async () => {
    const job = SURVEY_PART.readInput({ ...JOB, seconds: 0 });
    const made = await SURVEY_PART.compute(job, CONTEXT);
    const { count, rows } = await SURVEY_PART.readResult(job, made);
    expect(count).toBeGreaterThan(0);
    expect(count).toBeLessThan(JOB.count);
    expect(rows).toEqual(surveyRows(JOB, JOB.first, count));
  });

  it('reads periods that begin anywhere in other bytes', async () => {
    const { rows } = await SURVEY_PART.readResult(JOB, await SURVEY_PART.compute(JOB, CONTEXT));
    const width = JOB.size + PERIOD_NUMBERS;
    const total = rows.length / width;
    const periods = new Uint32Array(PERIOD_NUMBERS * total);
    for (let i = 0; i < periods.length; i++)
      periods[i] = rows[(i % total) * width + JOB.size + Math.floor(i / total)];
    for (const at of [0, 1, 2, 3, 4]) {
      const other = new Uint8Array(at + periods.byteLength + 5);
      other.set(new Uint8Array(periods.buffer), at);
      // A Buffer as well, as Redis answers with these and their `slice` copies nothing.
      for (const bytes of [other, Buffer.from(other.buffer)]) {
        const blobs = [bytes.subarray(at, at + periods.byteLength)];
        const made = { data: { count: JOB.count, encoding: 'none' }, blobs };
        expect((await SURVEY_PART.readResult(JOB, made)).rows).toEqual(rows);
      }
    }
  });

  it('refuses what is no result', async () => {
    const { data, blobs } = await SURVEY_PART.compute(JOB, CONTEXT);
    const { encoding } = data as { encoding: string };
    const wrong: Made[] = [
      { data: null, blobs },
      { data: { count: 0, encoding }, blobs },
      { data: { count: JOB.count + 1, encoding }, blobs },
      // Fewer sets have fewer rows.
      { data: { count: JOB.count / 2, encoding }, blobs },
      { data: { count: JOB.count, encoding: 'zip' }, blobs },
      { data: { count: JOB.count, encoding: encoding === 'lz4' ? 'none' : 'lz4' }, blobs },
      { data, blobs: [] },
      { data, blobs: [blobs[0], blobs[0]] },
      { data, blobs: [blobs[0].subarray(1)] },
      { data, blobs: [Buffer.concat([blobs[0], Buffer.of(0)])] },
      // All periods are zero.
      {
        data: { count: JOB.count, encoding: 'none' },
        blobs: [new Uint8Array(4 * PERIOD_NUMBERS * rowCount(3, 1000, 3000))],
      },
    ];
    for (const made of wrong)
      await expect((async () => SURVEY_PART.readResult(JOB, made))()).rejects.toBeInstanceOf(InvalidResult);
  });

  it.each([
    { ...JOB, count: 0 },
    { ...JOB, count: 2 ** 17 + 1 },
    { ...JOB, first: 7140 },
    { ...JOB, size: 31 },
    { ...JOB, seconds: -1 },
    { ...JOB, seconds: '1' },
  ])('refuses the input %o', (input) => {
    expect(() => SURVEY_PART.readInput(input)).toThrow(TypeError);
  });
});
