/** Errors in the words of the command line: as a line, as data for programs, and as an exit code (docs/CLI.md). */
import { sentencesOf, type ErrorCode, type TakeawayError } from '../common/errors.js';
import { adviceOf, commandOf } from './commands.js';

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
export function errorText(error: TakeawayError, store: string | undefined): string {
  return sentencesOf(error, (remedy) => adviceOf(remedy, store));
}

/** What `--json` prints and the explorer answers: absent parts are null, and a remedy has its command where it is one. */
export type ErrorObject = Readonly<ReturnType<typeof errorObject>>;

export function errorObject(error: TakeawayError, store: string | undefined) {
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
