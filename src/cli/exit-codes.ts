/** The exit code of each kind of error (docs/CLI.md). Nothing else in the program knows these numbers. */
import type { ErrorCode } from '../common/errors.js';

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
