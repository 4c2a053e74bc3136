/** The walk of CONTRIBUTING in a copy: an analysis is its file and one line, and everything that shows analyses has it. */
import { execFileSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../support/temporary.js';

const ROOT = join(import.meta.dirname, '../..');

const PARITY = `/** How many nim-values are even. */
import { integersOf } from '../columnar/layout.js';
import type { Store } from '../engine/store.js';
import { bars } from '../figures/bars.js';
import { heightAxis } from '../figures/parts.js';
import { figure } from '../figures/theme.js';
import { prose } from '../report/parts/html.js';
import { lacksNimCounts } from '../report/parts/section.js';
import { tabulate, type Analysis, type AnalysisOptions, type Common } from './analysis.js';

export interface ParityResult extends Common<'parity'> {
  /** Even ones, then odd ones. */
  readonly counts: readonly number[];
}

async function analyzeParity(store: Store, game: string, options: AnalysisOptions): Promise<ParityResult> {
  const source = await store.source(game, 'nim', options);
  const counts = [0, 0];
  const aggregate = {
    name: 'parity',
    version: 1,
    async compute(runs: AsyncIterable<{ values: Parameters<typeof integersOf>[0] }>): Promise<number> {
      let odd = 0;
      for await (const { values } of runs) for (const value of integersOf(values)) odd += value % 2;
      return odd;
    },
  };
  for await (const { value, times, start, stop } of source.aggregates(() => aggregate)) {
    counts[0] += times * (stop - start - value);
    counts[1] += times * value;
  }
  return { analysis: 'parity', game: source.game.key, series: 'nim', range: source.range, counts };
}

export const parityAnalysis: Analysis<'parity', AnalysisOptions, ParityResult> = {
  name: 'parity',
  summary: 'how many nim-values are even',
  seriesOf: () => 'nim',
  options: [],
  run: analyzeParity,
  columns: ({ counts }) =>
    tabulate(counts, [{ name: 'count', type: 'int64', heading: 'Positions', of: (count) => count }]),
  facts: ({ counts }, write) => [\`\${write(counts[0])} even nim-values\`],
  needs: 'a position',
  draw: ({ game, counts }, size) => {
    const title = \`Parity of nim-values: \${game}\`;
    const y = heightAxis('positions', Math.max(...counts));
    const part = bars({ heights: counts, amounts: counts, xTitle: 'parity', y, what: 'positions', ...size });
    return figure({ title, notes: [], description: \`\${counts[0]} even.\`, width: size.width }, [part]);
  },
  view: { title: 'Parity', lead: 'How many nim-values are even or odd.' },
  section: {
    id: 'parity',
    heading: 'Parity of the nim-values',
    lacks: lacksNimCounts,
    make: async ({ store, game, reading }) => {
      const result = await analyzeParity(store, game.definition, reading);
      return [prose(\`\${result.counts[0]} nim-values are even.\`), { result }];
    },
  },
};
`;

it('a new analysis is two files: the command line, its formats, the report and the page have it', () => {
  const copy = temporaryFolder();
  const run = (...words: readonly string[]): string =>
    execFileSync(process.execPath, words, { cwd: copy, encoding: 'utf8', maxBuffer: 2 ** 26 });
  const takeaway = (...words: readonly string[]): string => run('dist/program/main.js', ...words);
  const own = readdirSync(ROOT).filter((name) => /\.(json|mjs)$/.test(name));
  for (const name of ['src', 'dist', 'migrations', ...own]) {
    cpSync(join(ROOT, name), join(copy, name), { recursive: true });
  }
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));

  writeFileSync(join(copy, 'src/analysis/parity.ts'), PARITY);
  const list = join(copy, 'src/analysis/analyses.ts');
  writeFileSync(
    list,
    readFileSync(list, 'utf8')
      .replace(
        'import { rasterStudy }',
        "import { parityAnalysis } from './parity.js';\nimport { rasterStudy }",
      )
      .replace('  residuesAnalysis,\n]', '  residuesAnalysis,\n  parityAnalysis,\n]'),
  );
  run('node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json');
  run('node_modules/typescript/bin/tsc', '-p', 'src/explorer/page/tsconfig.json');
  run('vite.build.mjs');
  run('rolldown.build.mjs');

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
  takeaway('report', 'squares', '--output', join(copy, 'out'), ...store);
  const report = readFileSync(join(copy, 'out/squares-report.html'), 'utf8');
  expect(report).toContain(`${counts[0]} nim-values are even.`);
  expect(report).toContain('takeaway plot squares parity');
  const assets = join(copy, 'dist/explorer/page/assets');
  const scripts = readdirSync(assets).map((file) => readFileSync(join(assets, file), 'utf8'));
  expect(scripts.some((script) => script.includes('How many nim-values are even or odd.'))).toBe(true);
});
