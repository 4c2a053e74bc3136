/** What the operating system says when it refuses something, without the names of its codes and calls. */
import { platform } from '../platform/platform.js';
import { messageOf } from './errors.js';

/** `no such file or directory` for an error of the file system; the message of any other. */
export function reasonOf(error: unknown): string {
  const { errno } = error as { readonly errno?: unknown };
  const known = typeof errno === 'number' ? platform.systemReason(errno) : undefined;
  return known ?? messageOf(error);
}
