/** Ctrl-C and SIGTERM during work that must end in order. */
import { hasCode, TakeawayError } from '../../common/errors.js';
import { EXIT_CODES } from '../../words/errors.js';
import { say } from './output.js';

/** A terminal signals the whole process group and npx may pass the signal on: two within this time are one. */
const SAME_SIGNAL_MS = 200;

/** Messages of a command when it is asked to stop, and when it has stopped. */
export interface StopWords {
  readonly asked: string;
  readonly stopped: () => string;
}

/** Runs `work` with a signal that the first Ctrl-C or SIGTERM aborts; the second exits at once. */
export async function interruptible<Result>(
  words: StopWords,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const controller = new AbortController();
  let askedAt = 0;
  const stop = (): void => {
    const now = performance.now();
    if (!controller.signal.aborted) {
      askedAt = now;
      // Listeners remove the progress bar, which would overwrite the message.
      controller.abort();
      say(`${words.asked} Press Ctrl-C again to stop at once.`);
    } else if (now - askedAt > SAME_SIGNAL_MS) {
      process.exit(EXIT_CODES.interrupted);
    }
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  try {
    return await work(controller.signal);
  } catch (error) {
    if (!hasCode(error, 'interrupted')) throw error;
    throw new TakeawayError('interrupted', `Interrupted. ${words.stopped()}`);
  } finally {
    process.off('SIGINT', stop);
    process.off('SIGTERM', stop);
  }
}
