/** Errors as answers: an HTTP status, and the object that `--json` prints. */
import { errorObject, type ErrorObject } from '../../words/errors.js';
import {
  failure,
  FAULT,
  messageOf,
  TakeawayError,
  type ErrorCode,
  type Facts,
  type MoreParts,
} from '../../common/errors.js';

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

/** An error of the server itself, with its own status. */
export class Refusal extends Error {
  readonly status: number;
  readonly error: TakeawayError;

  constructor(status: number, text: string, facts?: Facts, more?: MoreParts) {
    const error = failure('usage', text, facts, more);
    super(error.message);
    this.status = status;
    this.error = error;
  }
}

export interface ErrorAnswer {
  readonly status: number;
  readonly error: ErrorObject;
}

/** Returns the answer for anything that was thrown. `givenStore` is the folder as commands name it. */
export function answerOf(thrown: unknown, givenStore: string | undefined): ErrorAnswer {
  const { status, error } = errorOf(thrown);
  return { status, error: errorObject(error, givenStore) };
}

export function errorResponse({ status, error }: ErrorAnswer): Response {
  const headers: Record<string, string> = { 'content-type': 'application/json' };
  if (status === 503) headers['retry-after'] = '1';
  return new Response(JSON.stringify({ error }), { status, headers });
}

function errorOf(thrown: unknown): { readonly status: number; readonly error: TakeawayError } {
  if (thrown instanceof Refusal) return thrown;
  if (thrown instanceof TakeawayError) return { status: STATUS[thrown.code], error: thrown };
  const error = failure('internal', FAULT, { reason: messageOf(thrown) }, { cause: thrown });
  return { status: STATUS.internal, error };
}
