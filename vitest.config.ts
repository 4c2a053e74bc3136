import { statfsSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

const report = process.env['TAKEAWAY_TEST_REPORT'];
/** One for all processes of a run. */
const seed = process.env['TAKEAWAY_TEST_SEED'] || String(Math.floor(Math.random() * 2 ** 31));

/** Tests of seconds each, which `npm test` leaves out; the continuous integration sets this, and runs them too. */
const WITH_SLOW = process.env['TAKEAWAY_TEST_SLOW'] !== undefined;

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
const ALL = ['test/**/*.test.ts'];

const testsOf = (...modules: readonly string[]): string[] =>
  modules.map((name) => `test/${name}/**/*.test.ts`);

/**
 * Tests that leave nothing behind in their process but address space: one process runs many files of a group and loads each
 * module once, which saves 0.4 s of CPU time a file. Each group starts with new processes, as one with the memories of all
 * groups could start no other process. Tests of memory, connections, processes and the page have a process for each file.
 */
const TOGETHER: Readonly<Record<string, readonly string[]>> = {
  values: testsOf('columnar', 'common', 'game', 'golden', 'jobs', 'kernel', 'platform', 'solver'),
  stores: [
    ...testsOf('analysis', 'certificate', 'comparison', 'engine', 'figures', 'oeis', 'report'),
    ...testsOf('store', 'survey', 'sweep', 'tables'),
  ],
  // One of the others replaces a module, one has workers.
  commands: ['test/cli/**/!(selftest|cluster).test.ts'],
};

/** Where Linux keeps files in memory, and bytes that there must be room for: many times what the tests put there. */
const IN_MEMORY = '/dev/shm';
const ROOM = 4 * 2 ** 30;

/**
 * What has temporary folders in memory where they can be, for tests that would wait for the disk most of the time. The long suite
 * keeps to the disk, and so do tests that lose power, kill writers or run programs from their folders.
 */
function inMemory(): { readonly TMPDIR?: string } {
  try {
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    return Math.min(bavail * bsize, process.availableMemory()) < ROOM ? {} : { TMPDIR: IN_MEMORY };
  } catch {
    return {};
  }
}

export default defineConfig(({ mode }) => {
  const isLong = mode === 'long';
  const isFast = mode === 'fast';
  const exclude = isLong ? [] : LONG;
  /**
   * What holds for every test. Projects are given it here: one that extends this file would evaluate it again, without the
   * mode, and draw a seed of its own.
   */
  const shared = {
    env: { TAKEAWAY_TEST_EFFORT: isLong ? 'long' : 'short', TAKEAWAY_TEST_SEED: seed },
    setupFiles: 'test/support/setup.ts',
    restoreMocks: true,
    testTimeout: isLong ? 3_600_000 : PATIENCE,
    hookTimeout: PATIENCE,
    expect: { poll: { timeout: PATIENCE / 2 } },
  };
  return {
    test: {
      ...(isFast
        ? // These start at once, as threads of one process.
          { ...shared, include: FAST, pool: 'threads', isolate: false }
        : {
            projects: [
              ...Object.entries(TOGETHER).map(([name, files]) => ({
                test: {
                  ...shared,
                  env: isLong ? shared.env : { ...shared.env, ...inMemory() },
                  name,
                  include: [...files],
                  exclude,
                  pool: 'forks' as const,
                  // A long test leaves too much address space behind for the next.
                  isolate: isLong,
                },
              })),
              {
                test: {
                  ...shared,
                  name: 'apart',
                  include: ALL,
                  exclude: [...exclude, ...Object.values(TOGETHER).flat()],
                  pool: 'forks',
                },
              },
            ],
          }),
      tags: [
        {
          name: 'slow',
          description: 'Takes seconds; not part of npm test.',
          skip: mode === 'short' && !WITH_SLOW,
        },
      ],
      globalSetup: isFast ? [] : 'test/support/fresh-build.ts',
      // One more than the usual two processors, as many tests wait; with four a run took no less time.
      maxWorkers: 3,
      reporters: report === undefined ? ['default'] : ['default', ['json', { outputFile: report }]],
      coverage: {
        provider: 'v8',
        include: ['src/**/*.ts'],
        reporter: ['text-summary', 'html', 'json-summary'],
      },
    },
  };
});
