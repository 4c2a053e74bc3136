/** The error class of the project. Errors are data; the command line turns any of them into a line and an exit code. */
import { adviceOf, type Remedy } from './remedies.js';
import { grouped, shortened } from './shown.js';

const MAX_LIST = 2000;

/** The kind of an error, for programs. */
export type ErrorCode =
  'internal' | 'usage' | 'not-stored' | 'corrupt' | 'locked' | 'io' | 'incompatible' | 'interrupted';

/** A name or number in a message, or a list of our own names, such as the possible choices. */
export type Fact = string | number | readonly (string | number)[];

/** Facts by name. An undefined one is left out. */
export type Facts = Readonly<Record<string, Fact | undefined>>;

/** Parts of an error besides its sentences and facts. */
export interface MoreParts {
  readonly remedy?: Remedy | undefined;
  /** A sentence that says what to do, used if `remedy` is undefined. */
  readonly otherwise?: string;
  readonly cause?: unknown;
}

/**
 * An error that a user can act on. `text` has a sentence that says what is wrong and, if there is no remedy, one that says what to
 * do; `{name}` in it is the fact of that name. Facts may be text from outside, so long ones are shortened here; control characters
 * are escaped where the message is printed.
 */
export class TakeawayError extends Error {
  readonly code: ErrorCode;
  /** The sentences with `{name}` for each fact. */
  readonly text: string;
  readonly facts: Readonly<Partial<Record<string, Fact>>>;
  /** The remedy as data; `message` ends with its sentence. */
  readonly remedy: Remedy | undefined;

  constructor(code: ErrorCode, problem: string, facts: Facts = {}, more: MoreParts = {}) {
    const { remedy, cause, otherwise } = more;
    const text = remedy === undefined && otherwise !== undefined ? `${problem} ${otherwise}` : problem;
    const kept = Object.fromEntries(
      Object.entries(facts).flatMap(([name, fact]) =>
        fact === undefined ? [] : [[name, typeof fact === 'string' ? shortened(fact) : fact] as const],
      ),
    );
    const shown = sentencesOf(text, kept);
    super(
      remedy === undefined ? shown : `${shown} ${adviceOf(remedy)}`,
      cause === undefined ? undefined : { cause },
    );
    this.name = 'TakeawayError';
    this.code = code;
    this.text = text;
    this.facts = kept;
    this.remedy = remedy;
  }

  /** The message without the remedy. */
  get problem(): string {
    return sentencesOf(this.text, this.facts);
  }
}

function sentencesOf(text: string, facts: Readonly<Partial<Record<string, Fact>>>): string {
  return text.replaceAll(/\{([a-z]\w*)\}/gi, (place, name: string) =>
    Object.hasOwn(facts, name) ? factText(facts[name]!) : place,
  );
}

function factText(fact: Fact): string {
  if (typeof fact === 'string') return fact;
  return typeof fact === 'number' ? grouped(fact) : shortened(fact.join(', '), MAX_LIST);
}

/** Returns an error; `fail` raises it. */
export function failure(code: ErrorCode, text: string, facts?: Facts, more?: MoreParts): TakeawayError {
  return new TakeawayError(code, text, facts, more);
}

export function fail(code: ErrorCode, text: string, facts?: Facts, more?: MoreParts): never {
  throw failure(code, text, facts, more);
}

/** Raises a usage error. */
export function refuse(text: string, facts?: Facts, more?: MoreParts): never {
  fail('usage', text, facts, more);
}

/** Text of an internal error. */
export const FAULT = '{reason}. This is a fault of takeaway: please report it with what you asked for.';

/** Returns the error for work stopped by the caller's signal. Everything announced is stored. */
export function interruptedError(): TakeawayError {
  return new TakeawayError('interrupted', 'Interrupted. Everything that was stored is kept.');
}

/** Raises the `interrupted` error when `signal` is aborted. */
export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true) throw interruptedError();
}

/** Whether an error is a TakeawayError of one of these kinds. */
export function hasCode(error: unknown, ...codes: readonly ErrorCode[]): error is TakeawayError {
  return error instanceof TakeawayError && codes.includes(error.code);
}

/** Returns the message of an error, without its remedy. */
export function factsOf(error: unknown): string {
  return error instanceof TakeawayError ? error.problem : messageOf(error);
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
