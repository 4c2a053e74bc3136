/** Files of surveys by 0.1.0: tables are read, batches that were kept are gone on from, and parts are refused in a sentence. */
import { copyFileSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { analyzeSurvey, mergeSurvey, survey } from '../../src/index.js';
import { temporaryFolder } from '../support/temporary.js';

const FIXTURES = join(import.meta.dirname, '../fixtures/survey-0.1.0');
const SPACE = { max: 8, size: 3, threads: 1 };

describe('files of 0.1.0', () => {
  it('that are tables are read, and have the same rows', async () => {
    const folder = temporaryFolder();
    for (const name of ['sets.arrow', 'sets.parquet', 'sets.csv']) {
      const output = join(folder, name);
      await survey({ ...SPACE, output });
      for (const analysis of ['kinds', 'preperiods'] as const) {
        const found = await analyzeSurvey(join(FIXTURES, name), analysis);
        expect(await analyzeSurvey(output, analysis)).toEqual({ ...found, game: `survey:${output}` });
      }
    }
    const csv = readFileSync(join(folder, 'sets.csv'), 'utf8');
    const old = readFileSync(join(FIXTURES, 'sets.csv'), 'utf8');
    expect(old.replace(',largest,', ',largest_nim_value,')).toBe(csv);
  });

  it('that are parts are refused, and are to be made again', async () => {
    const files = ['1.survey', '2.survey'].map((name) => join(FIXTURES, name));
    const refused = mergeSurvey({ files });
    await expect(refused).rejects.toMatchObject({ code: 'usage' });
    await expect(refused).rejects.toThrow(
      /^The file .*1\.survey was made by 0\.1\.0\+\w+\. Make all parts again with this version\.$/,
    );
  });

  it('that are batches of a survey that was interrupted are not computed again', async () => {
    const folder = temporaryFolder();
    const [output, whole] = [join(folder, 'kept.csv'), join(folder, 'whole.csv')];
    const kept = readdirSync(FIXTURES).filter((name) => name.startsWith('kept.csv.'));
    for (const name of kept) copyFileSync(join(FIXTURES, name), join(folder, name));
    const shares: number[] = [];
    const space = { pattern: '{a, b}', max: 4, threads: 1 };
    await survey({ ...space, output, onProgress: (share) => shares.push(share) });
    await survey({ ...space, output: whole });
    expect(shares[0]).toBeGreaterThan(kept.length / 5);
    expect(readFileSync(output, 'utf8')).toBe(readFileSync(whole, 'utf8'));
    expect(readdirSync(folder).sort()).toEqual(['kept.csv', 'whole.csv']);
  });
});
