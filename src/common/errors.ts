/**
 * The one error class of the project. Separate so that every room can raise the same kind of error and the
 * command line can turn any of them into a message and an exit code without knowing where it came from.
 */

/** What went wrong, in a word that scripts can test; each has one exit code (docs/CLI.md). */
export type ErrorCode =
  'internal' | 'usage' | 'not-stored' | 'corrupt' | 'locked' | 'io' | 'incompatible' | 'interrupted';

const EXIT_CODES: Readonly<Record<ErrorCode, number>> = {
  internal: 1,
  usage: 2,
  'not-stored': 3,
  corrupt: 4,
  locked: 5,
  io: 6,
  incompatible: 7,
  interrupted: 130,
};

/** The parts of a message: the subject, what was expected, what was found, and what to do about it. */
export interface ErrorParts {
  /** What the error is about, e.g. `--to` or `block 0-1024 of squares cold`. */
  readonly subject: string;
  readonly expected?: string;
  readonly found?: string;
  /** What helps: usually a command. */
  readonly help?: string;
  readonly cause?: unknown;
}

/** An error that a user can act on. `message` is whole sentences, fit to be printed as it is. */
export class TakeawayError extends Error {
  readonly code: ErrorCode;
  readonly exitCode: number;

  constructor(code: ErrorCode, parts: ErrorParts) {
    super(sentence(parts), parts.cause === undefined ? undefined : { cause: parts.cause });
    this.name = 'TakeawayError';
    this.code = code;
    this.exitCode = EXIT_CODES[code];
  }
}

function sentence({ subject, expected, found, help }: ErrorParts): string {
  const facts = [
    expected === undefined ? undefined : `expected ${expected}`,
    found === undefined ? undefined : `found ${found}`,
  ].filter((fact) => fact !== undefined);
  const head = facts.length === 0 ? subject : `${subject}: ${facts.join(', ')}`;
  return help === undefined ? `${head}.` : `${head}. ${help}`;
}

/** The error for input that does not fit: exit code 2. */
export function usageError(parts: ErrorParts): TakeawayError {
  return new TakeawayError('usage', parts);
}

/** The error for work stopped by the caller's signal: exit code 130. Everything announced stays stored. */
export function interruptedError(): TakeawayError {
  return new TakeawayError('interrupted', {
    subject: 'Interrupted',
    help: 'Every block announced so far is stored; run the same command again to go on.',
  });
}

/** Raises the `interrupted` error when `signal` is aborted. */
export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true) throw interruptedError();
}

/** The message of anything that was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
