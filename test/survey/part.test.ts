/** Jobs of a survey: their rows are those of the definition, in whatever time, and what cannot be such a result is refused. */
import { describe, expect, it } from 'vitest';
import type { Range } from '../../src/common/range.js';
import { InvalidResult, type JobContext, type Made } from '../../src/jobs/job.js';
import {
  columnsOf,
  mostPackedBytes,
  packColumns,
  rowAt,
  unpackColumns,
  type SurveyColumns,
} from '../../src/survey/columns.js';
import { SURVEY_PART, type SurveyJob } from '../../src/survey/part.js';
import { PERIOD_NUMBERS, rowsIn, surveyRows } from '../../src/survey/rows.js';

const CONTEXT = {} as JobContext;
const SPACE = { max: 36, size: 3 };
const JOB = { ...SPACE, batches: cut(1000, [1000, 1500, 500]), seconds: 60 };

/** Ranges of these lengths, one after the other. */
function cut(first: number, counts: readonly number[]): Range[] {
  let stop = first;
  return counts.map((count) => ({ start: stop, stop: (stop += count) }));
}

/** The rows that a job has made, of all batches. */
async function rowsMade(job: SurveyJob, made: Made): Promise<number[]> {
  const found = await SURVEY_PART.readResult(job, made);
  return found.flatMap(({ columns }) =>
    Array.from({ length: columns.length }, (_, row) => Array.from(rowAt(job, columns, row))).flat(),
  );
}

describe('a job of a survey', () => {
  it.each([
    [1, [1]],
    [2, [100, 399, 1]],
    [3, [1000, 2000]],
    [7, [300]],
  ])('gives the rows of its sets of %i elements, batch by batch', async (size, counts) => {
    const first = size === 1 ? 0 : 17;
    const job = { max: 36, size, batches: cut(first, counts), seconds: 60 };
    const all = { start: first, stop: first + counts.reduce((sum, n) => sum + n, 0) };
    const made = await SURVEY_PART.compute(job, CONTEXT);
    expect(made.blobs).toHaveLength(counts.length);
    const rows = await rowsMade(job, made);
    expect(rows).toEqual(Array.from(surveyRows(job, all)));
    expect(rows).toHaveLength((size + PERIOD_NUMBERS) * rowsIn(job, all));
  });

  it('ends with the first batches when its time is over, and has one of them at least', async () => {
    const job = SURVEY_PART.readInput({ ...JOB, seconds: 0 });
    const made = await SURVEY_PART.compute(job, CONTEXT);
    expect(made.blobs).toHaveLength(1);
    expect(await rowsMade(job, made)).toEqual(Array.from(surveyRows(SPACE, { start: 1000, stop: 2000 })));
  });

  it.each(['both', 'nim', 'cold'] as const)('has the same columns once they are packed: %s', (series) => {
    for (const space of [
      { max: 300, size: 2, series },
      { max: 20, size: 3, series },
      { max: 9, size: 5, series },
    ]) {
      const columns = columnsOf(space, surveyRows(space, { start: 10, stop: 100 }));
      const packed = packColumns(columns);
      // What Redis answers with may begin anywhere in other bytes.
      for (const at of [0, 1, 2, 3]) {
        const moved = Buffer.concat([new Uint8Array(at), packed]).subarray(at);
        expect(unpackColumns(space, 90, moved)).toEqual({ columns, end: packed.length });
      }
      expect(packed.length).toBeLessThanOrEqual(mostPackedBytes(space, 90));
      for (let length = 0; length < packed.length; length += 7)
        expect(() => unpackColumns(space, 90, packed.subarray(0, length))).toThrow();
      expect(() => unpackColumns(space, columns.length - 1, packed)).toThrow('at most');
    }
  });

  it('refuses what is no result', async () => {
    const { data, blobs } = await SURVEY_PART.compute(JOB, CONTEXT);
    const changed = (change: (columns: SurveyColumns) => Partial<SurveyColumns>): Made => {
      const columns = columnsOf(JOB, surveyRows(SPACE, { start: 1000, stop: 2000 }));
      return { data, blobs: [packColumns({ ...columns, ...change(columns) })] };
    };
    const others = columnsOf(
      JOB,
      surveyRows(SPACE, { start: 1000, stop: 2000 }).map((n) => n + 1),
    );
    const wrong: Made[] = [
      { data, blobs: [] },
      { data, blobs: [...blobs, blobs[0]] },
      { data, blobs: [blobs[1], blobs[0]] },
      // Fewer sets have fewer rows.
      { data, blobs: [packColumns(columnsOf(JOB, surveyRows(JOB, { start: 1000, stop: 1900 })))] },
      { data, blobs: [packColumns(columnsOf(JOB, surveyRows(JOB, { start: 1000, stop: 2100 })))] },
      { data, blobs: [blobs[0].subarray(1)] },
      { data, blobs: [blobs[0].subarray(0, -1)] },
      { data, blobs: [Buffer.concat([blobs[0], Buffer.of(0)])] },
      // All periods, texts, bits or sums are others.
      changed(({ numbers }) => ({ numbers: numbers.map((n, i) => (i === 4 ? n.map(() => 0) : n)) })),
      changed(() => ({ texts: others.texts })),
      changed(({ additive }) => ({ additive: additive.map((byte) => byte ^ 255) })),
      changed(({ symmetric }) => ({ symmetric: symmetric.map((byte) => byte ^ 255) })),
      changed(({ sums }) => ({ sums: sums.map((sum) => sum + 1) })),
      changed(({ sizes }) => ({ sizes: sizes.map(() => 2) })),
      changed(({ gcds }) => ({ gcds: gcds.map(() => 2) })),
    ];
    for (const made of wrong)
      await expect((async () => SURVEY_PART.readResult(JOB, made))()).rejects.toBeInstanceOf(InvalidResult);
    expect(
      await rowsMade(
        JOB,
        changed(() => ({})),
      ),
    ).toEqual(Array.from(surveyRows(SPACE, { start: 1000, stop: 2000 })));
  });

  it.each([
    { ...JOB, batches: [] },
    { ...JOB, batches: cut(1000, [0]) },
    { ...JOB, max: 200, batches: cut(1000, [2 ** 17, 1]) },
    { ...JOB, batches: cut(7140, [1]) },
    { ...JOB, batches: [...cut(1000, [100]), ...cut(1101, [100])] },
    { ...JOB, size: 31 },
    { ...JOB, seconds: -1 },
    { ...JOB, seconds: '1' },
    { ...JOB, sets: [[1, 2]] },
    { ...JOB, sets: [[2, 1]], batches: cut(0, [1]) },
    { ...JOB, sets: [[1, 37]], batches: cut(0, [1]) },
    { ...JOB, sets: [[1, 2, 3, 4]], batches: cut(0, [1]) },
  ])('refuses the input %o', (input) => {
    expect(() => SURVEY_PART.readInput(input)).toThrow(TypeError);
  });
});
