import { defineConfig } from 'vitest/config';

const report = process.env['TAKEAWAY_TEST_REPORT'];
const isLong = process.env['TAKEAWAY_LONG'] === '1';

/** Long enough for a machine that is busy with other things: no test measures time. */
const PATIENCE = 240_000;

export default defineConfig({
  test: {
    include: [isLong ? 'test/long/**/*.test.ts' : 'test/**/*.test.ts'],
    exclude: isLong ? [] : ['test/long/**'],
    globalSetup: 'test/support/fresh-build.ts',
    setupFiles: 'test/support/seed.ts',
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: isLong ? 3_600_000 : PATIENCE,
    hookTimeout: PATIENCE,
    reporters: report === undefined ? ['default'] : ['default', ['json', { outputFile: report }]],
  },
});
