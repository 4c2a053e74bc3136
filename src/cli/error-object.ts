/** An error as data for programs: what `--json` prints and the explorer answers. Separate because both show the same. */
import type { TakeawayError } from '../common/errors.js';
import { EXIT_CODES } from './exit-codes.js';
import { commandOf } from './words/remedies.js';

/** An error for programs: absent parts are null, and a remedy has the command that it is, where it is one. */
export function errorObject(
  error: TakeawayError,
  store: string | undefined,
): Readonly<Record<string, unknown>> {
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
