/** The plan of a survey: the number of its sets is exact, and time and bytes are those of a sample of all of it. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { survey } from '../../src/index.js';
import { planSurvey } from '../../src/rim.js';
import { temporaryFolder } from '../support/temporary.js';

const noTime = (): number => 0;

describe('the plan of a survey', () => {
  it.each([
    ['sets.arrow', { max: 40, size: 3 }],
    ['sets.csv', { max: 16, size: 5, series: 'nim' as const }],
    ['sets.parquet', { max: 200, size: 2 }],
  ])('expects the sets and the bytes of %s', { tags: 'slow' }, async (name, space) => {
    const folder = temporaryFolder();
    const output = join(folder, name);
    const { sets } = await survey({ ...space, threads: 1, output });
    const part = join(folder, 'part.survey');
    await survey({ ...space, threads: 1, output: part, part: { part: 1, of: 1 } });
    // A clock that stands still: all sets are measured.
    const plan = await planSurvey(space, { output, cpuSeconds: noTime });
    expect(plan).toMatchObject({ sets, sampled: sets, seconds: 0 });
    for (const [expected, path] of [
      [plan.bytes, output],
      [plan.partBytes, part],
    ] as const) {
      expect(expected).toBeGreaterThan(0.6 * statSync(path).size);
      expect(expected).toBeLessThan(1.7 * statSync(path).size);
    }
  });

  it('ends with the first sample that takes a second, and scales its time to all sets', async () => {
    // Each look at the clock is half a second later: sixteen samples of one set take eight seconds.
    let looks = 0;
    const plan = await planSurvey(
      { max: 40, size: 3 },
      {
        output: 'sets.arrow',
        cpuSeconds: () => looks++ / 2,
      },
    );
    expect(plan.sampled).toBeLessThanOrEqual(16);
    // Half a second for each of binomial(40, 3) sets.
    expect(plan.seconds).toBeCloseTo(9880 / 2);
  });

  it('is refused where the survey is', async () => {
    for (const space of [{ max: 3, size: 4 }, { max: 1000, size: 20 }, { sets: [] }])
      await expect(planSurvey(space, { output: 'sets.arrow', cpuSeconds: noTime })).rejects.toMatchObject({
        code: 'usage',
      });
  });
});
