/** Errors in the words of the command line: as a line, as data for programs, and as an exit code (docs/CLI.md). */
import type { ErrorCode, TakeawayError } from '../common/errors.js';
import { commandOf, remedyText } from './commands.js';

/** The exit code of each kind of error. Nothing else in the program knows these numbers. */
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

/** Every exit code in a line, for the help. */
export function exitCodesText(): string {
  const codes = Object.entries(EXIT_CODES).map(([code, number]) => `${number} ${code.replace('-', ' ')}`);
  return `Exit codes: 0 ok, ${codes.join(', ')}.`;
}

/** The message of an error with its remedy as a command; `store` is the folder given with --store. */
export function errorText({ problem, remedy }: TakeawayError, store: string | undefined): string {
  return remedy === undefined ? problem : `${problem} ${remedyText(remedy, store)}`;
}

/** An error as `--json` prints it and the explorer answers it; a remedy has its command if it is one. */
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
