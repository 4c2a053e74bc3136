/** What the operating system says when it refuses something, without the names of its codes and calls. */
import { getSystemErrorMap } from 'node:util';
import { messageOf } from './errors.js';

/** `no such file or directory` for an error of the file system; the message of any other. */
export function reasonOf(error: unknown): string {
  const { errno } = error as { readonly errno?: unknown };
  const known = typeof errno === 'number' ? getSystemErrorMap().get(errno) : undefined;
  return known === undefined ? messageOf(error) : known[1];
}
