/** Errors as the command line shows them: a line, JSON, an exit code (docs/CLI.md). */
import type { ErrorCode, TakeawayError } from '../common/errors.js';
import { commandOf, remedyText } from './commands.js';

/** The exit code of each kind of error; no other file has these numbers. */
export const EXIT_CODES: Readonly<Record<ErrorCode, number>> = {
  internal: 1,
  usage: 2,
  'not-stored': 3,
  corrupt: 4,
  locked: 5,
  io: 6,
  incompatible: 7,
  interrupted: 130,
};

/** Returns all exit codes in a line, for the help. */
export function exitCodesText(): string {
  const codes = Object.entries(EXIT_CODES).map(([code, number]) => `${number} ${code.replace('-', ' ')}`);
  return `Exit codes: 0 ok, ${codes.join(', ')}.`;
}

/** Returns the message of an error with its remedy as a command; `store` is the folder of --store. */
export function errorText({ problem, remedy }: TakeawayError, store: string | undefined): string {
  return remedy === undefined ? problem : `${problem} ${remedyText(remedy, store)}`;
}

/** An error as `--json` and the explorer write it; `command` is null if the remedy is no command. */
export type ErrorObject = Readonly<ReturnType<typeof errorObject>>;

export function errorObject({ code, message, remedy, facts }: TakeawayError, store: string | undefined) {
  return {
    code,
    exitCode: EXIT_CODES[code],
    message,
    remedy: remedy === undefined ? null : { ...remedy, command: commandOf(remedy, store) ?? null },
    facts,
  };
}
