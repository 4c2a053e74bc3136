/** Counts the worker threads that really worked: a test of several threads that runs on one shows nothing. */
import { expect, vi } from 'vitest';
import { platform } from '../../src/platform/platform.js';

/** Runs `work` in this process; returns its result, and how many worker threads answered something that they were sent. */
export async function countingWorkers<Result>(
  work: () => Promise<Result>,
): Promise<{ readonly result: Result; readonly workers: number }> {
  const start = platform.startThread;
  let workers = 0;
  const spy = vi.spyOn(platform, 'startThread').mockImplementation((script, data, { message, ended }) => {
    let hasAnswered = false;
    return start(script, data, {
      ended,
      message: (answer) => {
        if (!hasAnswered) workers++;
        hasAnswered = true;
        message(answer);
      },
    });
  });
  try {
    return { result: await work(), workers };
  } finally {
    spy.mockRestore();
  }
}

/**
 * Returns the result of `work`, which solves on so many threads; fails unless as many worked. A solver's own thread is one of
 * them.
 */
export async function onThreads<Result>(threads: number, work: () => Promise<Result>): Promise<Result> {
  const { result, workers } = await countingWorkers(work);
  expect(workers).toBeGreaterThanOrEqual(threads - 1);
  return result;
}
