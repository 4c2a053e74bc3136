/** What is answered to requests that cannot be done: too many, too much, or a thread that has crashed. */
import { failure, messageOf } from '../../common/errors.js';
import { Refusal } from '../http/errors.js';

/** What a request may have of the memory. */
export const LESS = 'less than all requests may have';

/** Too many requests wait. */
export function busyError(waiting: number): Refusal {
  return new Refusal(503, {
    subject: 'The server',
    expected: `at most ${waiting} requests that wait`,
    found: 'one more',
    remedy: { do: 'retry' },
  });
}

/** A request takes more than it may. */
export function tooMuchError(what: 'memory' | 'time', expected: string): Refusal {
  return new Refusal(507, {
    subject: `The ${what} for a request`,
    expected,
    found: 'work that takes more',
    help: 'Ask for a smaller range or a smaller game, or use the command line.',
  });
}

/** What is said of a request when its thread has ended by itself. */
export function crashError(error: unknown): unknown {
  const { code } = error as { readonly code?: unknown };
  if (code === 'ERR_WORKER_OUT_OF_MEMORY') return tooMuchError('memory', LESS);
  return failure('internal', 'A thread of the explorer', 'it to answer', messageOf(error), {
    help: 'Other requests are not affected.',
    remedy: { do: 'retry' },
  });
}
