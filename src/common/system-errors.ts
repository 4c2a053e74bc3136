/** Errors of the operating system, in its own words, without the names of codes and calls. */
import { platform } from '../platform/platform.js';
import { failure, messageOf, type ErrorCode, type TakeawayError } from './errors.js';

/** Returns `no such file or directory` and the like for a system error, and the message of any other. */
export function reasonOf(error: unknown): string {
  const { errno } = error as { readonly errno?: unknown };
  const known = typeof errno === 'number' ? platform.systemReason(errno) : undefined;
  return known ?? messageOf(error);
}

/** Returns the error for a file that cannot be read. */
export function unreadable(code: ErrorCode, path: string, error: unknown): TakeawayError {
  return failure(
    code,
    `The file {path} cannot be read: {reason}. ${path.startsWith('~') ? 'Write the folder out, as shells expand ~ only at the beginning of a word.' : 'Check its name and its permissions.'}`,
    { path, reason: reasonOf(error) },
    { cause: error },
  );
}
