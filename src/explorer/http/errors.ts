/** Errors as answers: the status of each, and the same object that `--json` prints. */
import {
  messageOf,
  TakeawayError,
  usageError,
  type ErrorCode,
  type ErrorParts,
} from '../../common/errors.js';

/** The HTTP status of each kind of error. */
const STATUS: Readonly<Record<ErrorCode, number>> = {
  usage: 400,
  'not-stored': 404,
  locked: 409,
  interrupted: 503,
  internal: 500,
  corrupt: 500,
  io: 500,
  incompatible: 501,
};

/** An error with a status of its own: what a server refuses besides what the library does. */
export class Refusal extends Error {
  readonly status: number;
  readonly error: TakeawayError;

  constructor(status: number, parts: ErrorParts) {
    const error = usageError(parts);
    super(error.message);
    this.status = status;
    this.error = error;
  }
}

/** The status and the error for anything that was thrown. */
export function answerOf(thrown: unknown): { readonly status: number; readonly error: TakeawayError } {
  if (thrown instanceof Refusal) return thrown;
  if (thrown instanceof TakeawayError) return { status: STATUS[thrown.code], error: thrown };
  const error = new TakeawayError('internal', {
    subject: messageOf(thrown),
    help: 'This should not happen.',
    cause: thrown,
  });
  return { status: STATUS.internal, error };
}
