/** The walk of CONTRIBUTING in a copy: an analysis is its two files and one line, and everything that shows analyses has it. */
import { execFileSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../support/temporary.js';

const ROOT = join(import.meta.dirname, '../..');

const REDUCTION = `/** How many nim-values are even. */
import { integersOf } from '../../columnar/layout.js';
import { lengthOf } from '../../common/range.js';
import type { ReadableStore } from '../../engine/reading/readable-store.js';
import type { Aggregate } from '../../engine/views/aggregating.js';
import type { Game } from '../../game/game.js';
import { headOf, type AnalysisOptions, type Common } from '../result.js';

export interface ParityResult extends Common<'parity'> {
  /** Even ones, then odd ones. */
  readonly counts: readonly number[];
}

const oddValues: Aggregate<number> = {
  name: 'parity',
  version: 1,
  async compute(runs) {
    let odd = 0;
    for await (const { values } of runs) for (const value of integersOf(values)) odd += value % 2;
    return odd;
  },
};

export async function analyzeParity(
  store: ReadableStore,
  game: string | Game,
  options: AnalysisOptions,
): Promise<ParityResult> {
  const source = await store.source(game, 'nim', options);
  const counts = [0, 0];
  for await (const part of source.aggregates(() => oddValues)) {
    counts[0] += part.times * (lengthOf(part) - part.value);
    counts[1] += part.times * part.value;
  }
  return { ...headOf('parity', 'nim', source), counts };
}
`;

const PRESENTATION = `/** Even and odd nim-values, as rows, a figure and a section of the report. */
import { bars } from '../../figures/bars.js';
import { heightAxis } from '../../figures/parts.js';
import { figure } from '../../figures/theme.js';
import { prose } from '../../report/parts/html.js';
import { lacksNimCounts } from '../../report/parts/section.js';
import { tabulate, whole } from '../columns.js';
import { analyzeParity, type ParityResult } from '../reduction/parity.js';
import type { AnalysisOptions } from '../result.js';
import { studied } from '../study.js';

export const parityAnalysis = studied<'parity', AnalysisOptions, ParityResult>({
  name: 'parity',
  summary: 'how many nim-values are even',
  seriesOf: () => 'nim',
  options: {},
  reduce: analyzeParity,
  columns: ({ counts }) => tabulate(counts, [whole('count', 'Positions', (count) => count)]),
  facts: ({ counts }, write) => [\`\${write(counts[0])} even nim-values\`],
  needs: 'a position',
  draw: ({ game, counts }, size) => {
    const title = \`Parity of nim-values: \${game}\`;
    const y = heightAxis('positions', Math.max(...counts));
    const panel = bars({ heights: counts, amounts: counts, xTitle: 'parity', y, what: 'positions', ...size });
    return figure({ title, notes: [], description: \`\${counts[0]} even.\`, width: size.width }, [panel]);
  },
  view: { title: 'Parity', lead: 'How many nim-values are even or odd.' },
  section: {
    id: 'parity',
    heading: 'Parity of the nim-values',
    lacks: lacksNimCounts,
    async make(_facts, study) {
      const result = await study({});
      return [prose(\`\${result.counts[0]} nim-values are even.\`), { result }];
    },
  },
});
`;

it('a new analysis is two files and a line: the command line, its formats, the report and the page have it', () => {
  const copy = temporaryFolder();
  const run = (...words: readonly string[]): string =>
    execFileSync(process.execPath, words, { cwd: copy, encoding: 'utf8', maxBuffer: 2 ** 26 });
  const takeaway = (...words: readonly string[]): string => run('dist/program/main.js', ...words);
  const own = readdirSync(ROOT).filter((name) => name.endsWith('.json'));
  for (const name of ['src', 'build', 'dist', 'migrations', ...own]) {
    cpSync(join(ROOT, name), join(copy, name), { recursive: true });
  }
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));

  writeFileSync(join(copy, 'src/analysis/reduction/parity.ts'), REDUCTION);
  writeFileSync(join(copy, 'src/analysis/presentation/parity.ts'), PRESENTATION);
  const list = join(copy, 'src/analysis/analyses.ts');
  writeFileSync(
    list,
    readFileSync(list, 'utf8')
      .replace(
        'import { rasterStudy }',
        "import { parityAnalysis } from './presentation/parity.js';\nimport { rasterStudy }",
      )
      .replace('  residuesAnalysis,\n]', '  residuesAnalysis,\n  parityAnalysis,\n]'),
  );
  run('node_modules/typescript/bin/tsc', '-p', 'build/tsconfig.json');
  run('node_modules/typescript/bin/tsc', '-p', 'src/explorer/page/tsconfig.json');
  run('build/page.mjs');
  run('build/program.mjs');

  const store = ['--store', join(copy, 'games')];
  takeaway('extend', 'squares', '--to', '1000', ...store);
  expect(takeaway('analyze', 'squares', 'parity', ...store)).toContain('even nim-values');
  const { counts } = JSON.parse(takeaway('analyze', 'squares', 'parity', '--json', ...store)) as {
    counts: [number, number];
  };
  expect(counts[0] + counts[1]).toBe(1000);
  const csv = takeaway('analyze', 'squares', 'parity', '--format', 'csv', ...store);
  expect(csv).toBe(`count\n${counts[0]}\n${counts[1]}\n`);
  const svg = takeaway('plot', 'squares', 'parity', '-o', '-', '--format', 'svg', ...store);
  expect(svg).toContain('Parity of nim-values: squares');
  takeaway('report', 'squares', '--output', join(copy, 'squares-report.html'), ...store);
  const report = readFileSync(join(copy, 'squares-report.html'), 'utf8');
  expect(report).toContain(`${counts[0]} nim-values are even.`);
  expect(report).toContain('takeaway plot squares parity');
  const assets = join(copy, 'dist/explorer/page/assets');
  const scripts = readdirSync(assets).map((file) => readFileSync(join(assets, file), 'utf8'));
  expect(scripts.some((script) => script.includes('How many nim-values are even or odd.'))).toBe(true);
});
