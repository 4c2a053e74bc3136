/**
 * What the program says when it fails: one line on stderr, as text or with --json as an object, and the exit code. Any
 * error comes here, also those of the parser library and those that should not happen.
 */
import { messageOf, TakeawayError, usageError } from '../common/errors.js';
import type { CommandEntry } from './command.js';
import { EXIT_CODES } from './exit-codes.js';
import { say, sayJson, sayLines } from './terminal/output.js';
import { commandOf, errorText } from './words/remedies.js';

/** What the parser library itself refuses, in its words. */
export class ParserError extends Error {}

/** How the failed command was called. */
interface Call {
  /** Undefined where no command was found. */
  readonly entry: CommandEntry | undefined;
  /** The folder given with --store. */
  readonly store: string | undefined;
  readonly json: boolean;
}

/** Says what went wrong, and returns the exit code for it. */
export function reportFailure(thrown: unknown, { entry, store, json }: Call): number {
  const error = asTakeawayError(thrown, entry);
  const isDebugging = process.env.TAKEAWAY_DEBUG === '1';
  const stack = isDebugging && thrown instanceof Error ? thrown.stack : undefined;
  if (json) sayJson({ error: { ...errorObject(error, store), stack } });
  else if (stack !== undefined) sayLines(stack);
  else say(`takeaway: ${errorText(error, store)}`);
  return EXIT_CODES[error.code];
}

/** An error for programs: absent parts are null, and a remedy has the command that it is, where it is one. */
function errorObject(error: TakeawayError, store: string | undefined): Readonly<Record<string, unknown>> {
  const { code, subject, expected, found, help, remedy } = error;
  return {
    code,
    exitCode: EXIT_CODES[code],
    subject,
    expected: expected ?? null,
    found: found ?? null,
    help: help ?? null,
    remedy: remedy === undefined ? null : { ...remedy, command: commandOf(remedy, store) ?? null },
  };
}

function asTakeawayError(thrown: unknown, entry: CommandEntry | undefined): TakeawayError {
  if (thrown instanceof TakeawayError) return thrown;
  if (thrown instanceof ParserError) return refusedByParser(thrown.message, entry);
  return new TakeawayError('internal', {
    subject: messageOf(thrown),
    help: 'This should not happen. TAKEAWAY_DEBUG=1 shows where it did.',
    cause: thrown,
  });
}

function refusedByParser(message: string, entry: CommandEntry | undefined): TakeawayError {
  const given = /^Not enough non-option arguments: got (\d+)/.exec(message)?.[1];
  if (entry === undefined || given === undefined) {
    const command = entry === undefined ? 'takeaway' : `takeaway ${entry.signature}`;
    return usageError({ subject: message, help: `'${command} --help' shows examples.` });
  }
  return usageError({
    subject: `The arguments of ${entry.name}`,
    expected: entry.signature.slice(entry.name.length + 1),
    found: given === '0' ? 'none' : `only ${given}`,
    help: `'takeaway ${entry.name} --help' shows examples.`,
  });
}
