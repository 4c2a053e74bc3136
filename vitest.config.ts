import { defineConfig } from 'vitest/config';

const report = process.env['TAKEAWAY_TEST_REPORT'];

/** Long enough for a machine that is busy with other things: no test measures time. */
const PATIENCE = 240_000;

/** The tests of `npm run check` (--mode fast), each within a second or so; `npm test` runs all but test/long. */
const FAST = [
  'test/*.test.ts',
  'test/analysis/tables.test.ts',
  'test/columnar/*.test.ts',
  'test/common/*.test.ts',
  'test/game/*.test.ts',
  'test/kernel/{arena,bitset,convolution}.test.ts',
  'test/solver/{planner,limits}.test.ts',
  'test/survey/rows.test.ts',
  'test/store/{aggregates,catalog,file-system}.test.ts',
];
const LONG = ['test/long/**/*.test.ts'];

export default defineConfig(({ mode }) => {
  const isLong = mode === 'long';
  return {
    test: {
      include: isLong ? LONG : mode === 'fast' ? FAST : ['test/**/*.test.ts'],
      exclude: isLong ? [] : LONG,
      globalSetup: 'test/support/fresh-build.ts',
      setupFiles: 'test/support/seed.ts',
      pool: 'forks',
      maxWorkers: 2,
      testTimeout: isLong ? 3_600_000 : PATIENCE,
      hookTimeout: PATIENCE,
      reporters: report === undefined ? ['default'] : ['default', ['json', { outputFile: report }]],
      coverage: {
        provider: 'v8',
        include: ['src/**/*.ts'],
        reporter: ['text-summary', 'html', 'json-summary'],
      },
    },
  };
});
