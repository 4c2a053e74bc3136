/** The first terms of the drafts in docs/findings are what surveys find. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { analyzeSurvey, survey } from '../../src/index.js';
import { temporaryFolder } from '../support/temporary.js';

const FOLDER = join(import.meta.dirname, '../../docs/findings');
const TERMS = 12;

it.each([
  { draft: 'four-moves', size: 4, series: 'nim' },
  { draft: 'four-moves', size: 4, series: 'cold' },
  { draft: 'five-moves', size: 5, series: 'nim' },
  { draft: 'five-moves', size: 5, series: 'cold' },
  { draft: 'six-moves', size: 6, series: 'nim' },
  { draft: 'six-moves-outcomes', size: 6, series: 'cold' },
] as const)('$draft has the longest periods of $series', async ({ draft, size, series }) => {
  const output = join(temporaryFolder(), 'sets.csv');
  await survey({ max: size + TERMS - 1, size, series, threads: 1, output });
  const { longest } = await analyzeSurvey(output, 'growth', { series });
  const found = longest.map(({ largestMove }, i) => {
    const longestSoFar = Math.max(...longest.slice(0, i + 1).map(({ period }) => period));
    return `${largestMove} ${longestSoFar}`;
  });
  const lines = readFileSync(join(FOLDER, `${draft}.txt`), 'utf8').split('\n');
  expect(found).toEqual(lines.slice(0, TERMS));
});
