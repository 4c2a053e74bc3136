/** What is answered to requests that cannot be done: too many, too much, or a process that has crashed. */
import { failure, messageOf } from '../../common/errors.js';
import { TooMuchMemoryError } from '../../processes/beside.js';
import { Refusal } from '../http/errors.js';

export function busyError(waiting: number): Refusal {
  return new Refusal(503, 'The server', `at most ${waiting} requests that wait`, 'one more', {
    remedy: { do: 'retry' },
  });
}

/** The explorer ends while a request waits. */
export function endedError(): Refusal {
  return new Refusal(503, 'The explorer', 'it to run', 'that it has ended');
}

/** A request takes more time than it may. */
export function tooMuchTimeError(seconds: number): Refusal {
  return tooMuchError('time', `at most ${seconds} seconds`);
}

/** What is said of a request when its process has ended by itself. */
export function crashError(error: unknown): unknown {
  if (error instanceof TooMuchMemoryError) return tooMuchError('memory', 'at most what it may have');
  return failure('internal', 'A process of the explorer', 'it to answer', messageOf(error), {
    help: 'Other requests are not affected.',
    remedy: { do: 'retry' },
  });
}

function tooMuchError(what: 'memory' | 'time', expected: string): Refusal {
  return new Refusal(507, `The ${what} for a request`, expected, 'work that takes more', {
    help: 'Ask for a smaller range or a smaller game, or use the command line.',
  });
}
