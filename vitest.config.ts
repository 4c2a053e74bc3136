import { defineConfig } from 'vitest/config';

const report = process.env['TAKEAWAY_TEST_REPORT'];

/** Long enough for a machine that is busy with other things: no test measures time. */
const PATIENCE = 240_000;

/**
 * What `npm run check` leaves to `npm test`: files that take more than some seconds or need the built program.
 * --mode long runs test/long alone.
 */
const SLOW = ['test/cli/**', 'test/crash/**', 'test/golden/**', 'test/long/**'];

export default defineConfig(({ mode }) => {
  const isLong = mode === 'long';
  const exclude = mode === 'fast' ? SLOW : isLong ? [] : ['test/long/**'];
  return {
    test: {
      include: [isLong ? 'test/long/**/*.test.ts' : 'test/**/*.test.ts'],
      exclude,
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
