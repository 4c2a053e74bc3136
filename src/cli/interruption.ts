/**
 * Ctrl-C and SIGTERM during work that must end in order. Separate because extending, verifying, exporting and
 * the self-test all stop the same way: the first signal asks, the second does not.
 */
import { say } from './output.js';

/** A terminal signals the whole process group and npx may pass the signal on: two within this time are one. */
const SAME_SIGNAL_MS = 200;

/** Runs `work` with a signal that the first Ctrl-C aborts, after saying `notice`; the second exits at once. */
export async function interruptible<Result>(
  notice: string,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const controller = new AbortController();
  let askedAt = 0;
  const stop = (): void => {
    const now = performance.now();
    if (!controller.signal.aborted) {
      askedAt = now;
      // Listeners take down a progress bar, which would be drawn over the notice.
      controller.abort();
      say(`${notice} Press Ctrl-C again to stop at once.`);
    } else if (now - askedAt > SAME_SIGNAL_MS) {
      process.exit(130);
    }
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  try {
    return await work(controller.signal);
  } finally {
    process.off('SIGINT', stop);
    process.off('SIGTERM', stop);
  }
}
