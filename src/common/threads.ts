/** The limit on the number of threads. */
import { checkInteger } from './range.js';

/** A request for more is taken for a typing error. */
export const MAX_THREADS = 256;

/** Returns `threads` if it is within the limit; else raises a usage error. */
export function checkThreads(threads: number): number {
  return checkInteger(threads, 1, MAX_THREADS, 'The number of threads');
}
