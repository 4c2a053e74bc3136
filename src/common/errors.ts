/**
 * The one error class of the project. Every room raises the same kind of error, as data; the command line turns any
 * of them into a message and an exit code without knowing where it came from.
 */
import { wordingOf, type Remedy } from './remedies.js';
import { shortened } from './shown.js';

const MOST_EXPECTED = 2000;

/** What went wrong, in a word that programs can test. */
export type ErrorCode =
  'internal' | 'usage' | 'not-stored' | 'corrupt' | 'locked' | 'io' | 'incompatible' | 'interrupted';

/** The parts of a message: the subject, what was expected, what was found, and what to do about it. */
export interface ErrorParts {
  /** What the error is about, e.g. `The threads` or `block 0-1024 of squares cold`. */
  readonly subject: string;
  readonly expected?: string | undefined;
  readonly found?: string | undefined;
  /** What else helps to know, in whole sentences that name no command and no option of the command line. */
  readonly help?: string | undefined;
  readonly remedy?: Remedy | undefined;
  readonly cause?: unknown;
}

/**
 * An error that a user can act on. `message` is whole sentences. Its facts quote what came from outside, so each is cut
 * here, for all errors; characters that act on a terminal are left to whoever prints it.
 */
export class TakeawayError extends Error {
  readonly code: ErrorCode;
  readonly subject: string;
  readonly expected: string | undefined;
  readonly found: string | undefined;
  readonly help: string | undefined;
  /** What to do about it, for programs; `message` says the same in words. */
  readonly remedy: Remedy | undefined;

  constructor(code: ErrorCode, given: ErrorParts) {
    const { subject, expected, found } = given;
    const parts = {
      ...given,
      subject: shortened(subject),
      // A list of names that are allowed is ours, and of use only whole.
      expected: expected && shortened(expected, MOST_EXPECTED),
      found: found && shortened(found),
    };
    super(
      sentencesOf(parts, (remedy) => wordingOf(remedy).advice(remedy)),
      parts.cause === undefined ? undefined : { cause: parts.cause },
    );
    this.name = 'TakeawayError';
    this.code = code;
    this.subject = parts.subject;
    this.expected = parts.expected;
    this.found = parts.found;
    this.help = parts.help;
    this.remedy = parts.remedy;
  }
}

/** The message of an error's parts, with its remedy in the words of the caller. */
export function sentencesOf(parts: ErrorParts, advice: (remedy: Remedy) => string): string {
  const { help, remedy } = parts;
  const sentences = [factsIn(parts), help, remedy === undefined ? undefined : advice(remedy)];
  return sentences.filter((text) => text !== undefined).join(' ');
}

function factsIn({ subject, expected, found }: ErrorParts): string {
  const facts = [
    expected === undefined ? undefined : `expected ${expected}`,
    found === undefined ? undefined : `found ${found}`,
  ].filter((fact) => fact !== undefined);
  return facts.length === 0 ? `${subject}.` : `${subject}: ${facts.join(', ')}.`;
}

/** What an error has besides its subject, what was expected and what was found. */
type MoreParts = Pick<ErrorParts, 'help' | 'remedy' | 'cause'>;

/** The error of a kind, in a line. */
export function failure(
  code: ErrorCode,
  subject: string,
  expected: string,
  found?: string,
  more: MoreParts = {},
): TakeawayError {
  return new TakeawayError(code, { subject, expected, found, ...more });
}

export function fail(...parts: Parameters<typeof failure>): never {
  throw failure(...parts);
}

/** Raises the error for input that does not fit. */
export function refuse(subject: string, expected: string, found?: string, more?: MoreParts): never {
  throw failure('usage', subject, expected, found, more);
}

/** The error for work stopped by the caller's signal. Everything announced stays stored. */
export function interruptedError(): TakeawayError {
  return new TakeawayError('interrupted', { subject: 'Interrupted', help: 'What was stored stays stored.' });
}

/** Raises the `interrupted` error when `signal` is aborted. */
export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true) throw interruptedError();
}

/** Whether an error is one of ours, of one of these kinds. */
export function hasCode(error: unknown, ...codes: readonly ErrorCode[]): error is TakeawayError {
  return error instanceof TakeawayError && codes.includes(error.code);
}

/** What was wrong, without what to do about it; the message of anything else that was thrown. */
export function factsOf(error: unknown): string {
  return error instanceof TakeawayError ? factsIn(error) : messageOf(error);
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
