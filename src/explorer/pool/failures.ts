/** Errors of requests that find too many others, cost too much, or lose their process. */
import { failure, messageOf, type Facts } from '../../common/errors.js';
import { TooMuchMemoryError } from '../../processes/beside.js';
import { Refusal } from '../http/errors.js';

export function busyError(waiting: number): Refusal {
  return new Refusal(
    503,
    'The server is busy with {waiting} other requests. Try again in a moment.',
    { waiting },
    { remedy: { do: 'retry' } },
  );
}

/** The explorer ended while a request waited. */
export function endedError(): Refusal {
  return new Refusal(503, 'The explorer has ended. Start it again.');
}

export function tooMuchTimeError(seconds: number): Refusal {
  return tooMuchError('longer than {seconds} seconds', { seconds });
}

/** Returns the error of a request whose process ended by itself. */
export function crashError(error: unknown): unknown {
  if (error instanceof TooMuchMemoryError) return tooMuchError('more memory than it may have');
  return failure(
    'internal',
    'A process of the explorer has ended: {reason}. Other requests are not affected.',
    { reason: messageOf(error) },
    { remedy: { do: 'retry' } },
  );
}

function tooMuchError(problem: string, facts?: Facts): Refusal {
  return new Refusal(
    507,
    `The request takes ${problem}. Ask for a smaller range or a smaller game, or use the command line.`,
    facts,
  );
}
