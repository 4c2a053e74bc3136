/** Counts the worker threads that really worked: a test of several threads that runs on one shows nothing. */
import { vi } from 'vitest';
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
