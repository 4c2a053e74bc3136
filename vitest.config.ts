import { defineConfig } from 'vitest/config';

const report = process.env['TAKEAWAY_TEST_REPORT'];

/** Long enough for a machine that is busy with other things: no test measures time. */
const PATIENCE = 240_000;

/** The tests of `npm run check` (--mode fast): mathematics and numbers, within seconds and without a build. */
const FAST = [
  'test/architecture.test.ts',
  'test/analysis/tables.test.ts',
  'test/common/*.test.ts',
  'test/game/{heaps,match,rules}.test.ts',
  'test/kernel/{arena,bitset,convolution}.test.ts',
  'test/survey/rows.test.ts',
];
const LONG = ['test/long/**/*.test.ts'];

export default defineConfig(({ mode }) => {
  const isLong = mode === 'long';
  const isFast = mode === 'fast';
  return {
    test: {
      include: isFast ? FAST : ['test/**/*.test.ts'],
      exclude: isLong ? [] : LONG,
      env: { TAKEAWAY_TEST_EFFORT: isLong ? 'long' : 'short' },
      globalSetup: isFast ? [] : 'test/support/fresh-build.ts',
      setupFiles: 'test/support/seed.ts',
      // The fast tests share no state, and start at once in one process.
      pool: isFast ? 'threads' : 'forks',
      isolate: !isFast,
      // One more than the usual two processors: some tests mostly wait.
      maxWorkers: 3,
      testTimeout: isLong ? 3_600_000 : PATIENCE,
      hookTimeout: PATIENCE,
      expect: { poll: { timeout: PATIENCE / 2 } },
      reporters: report === undefined ? ['default'] : ['default', ['json', { outputFile: report }]],
      coverage: {
        provider: 'v8',
        include: ['src/**/*.ts'],
        reporter: ['text-summary', 'html', 'json-summary'],
      },
    },
  };
});
