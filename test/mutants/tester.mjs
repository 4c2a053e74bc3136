/**
 * Runs tests of the tree that is its working folder, as its parent asks: one start of Vitest, which keeps what it has
 * transformed, serves all slips. Takes `{ changed, tests, only }`, the absolute paths of sources that were written since, the
 * tests to run, and a part of the names of those that are wanted alone; answers `{ outcome, by }`,
 * the first failure with the first line of its error.
 */
import { createVitest } from 'vitest/node';

const TEST_MS = 120_000;

const vitest = await createVitest('test', {
  watch: false,
  bail: 1,
  testTimeout: TEST_MS,
  // The answer says which test failed first.
  reporters: [{}],
});

/** The first failure of a module: of a test, else of the module itself, as one that cannot be loaded. */
function failureOf({ children, moduleId, errors }) {
  for (const test of children.allTests('failed')) {
    const [{ message = '' } = {}] = test.result().errors ?? [];
    return `${test.fullName}: ${message.split('\n', 1)[0]}`;
  }
  return errors().length === 0 ? undefined : moduleId;
}

process.on('message', async ({ changed, tests, only = '' }) => {
  for (const path of changed) vitest.invalidateFile(path);
  vitest.setGlobalTestNamePattern(only.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const specifications = await vitest.globTestSpecifications(tests);
  if (specifications.length === 0) return process.send({ outcome: 'no such tests' });
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications);
  const asked = new Set(specifications.map(({ moduleId }) => moduleId));
  // Vitest also reports modules of earlier runs.
  const failed = testModules.find((module) => asked.has(module.moduleId) && !module.ok());
  if (failed === undefined && unhandledErrors.length === 0) {
    const hasRun = testModules.some(({ moduleId, children }) => {
      return asked.has(moduleId) && !children.allTests('passed').next().done;
    });
    return process.send({ outcome: hasRun ? 'survived' : 'no such tests' });
  }
  const by = failed === undefined ? String(unhandledErrors[0]) : failureOf(failed);
  process.send({ outcome: 'noticed', by });
});
process.on('disconnect', () => process.exit());
