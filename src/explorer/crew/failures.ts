/** What is answered to requests that cannot be done: too many, too much, or a process that has crashed. */
import { failure, messageOf } from '../../common/errors.js';
import { TooMuchMemoryError } from '../../processes/beside.js';
import { Refusal } from '../http/errors.js';

export function busyError(waiting: number): Refusal {
  return new Refusal(503, 'The server', `at most ${waiting} requests that wait`, 'one more', {
    remedy: { do: 'retry' },
  });
}

/** All places for requests that take long are taken, and stay so for longer than one waits. */
export function fullError(seconds: number): Refusal {
  return new Refusal(
    503,
    'The server',
    `a request that takes long to begin within ${seconds} seconds`,
    'others at work that take long as well',
    { remedy: { do: 'retry' } },
  );
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
