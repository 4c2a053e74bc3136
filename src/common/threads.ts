/** The bound on threads. */
import { checkInteger } from './range.js';

/** A larger number is a typing error. */
export const MAX_THREADS = 256;

/** Returns `threads` if it is in range; else raises a usage error. */
export function checkThreads(threads: number): number {
  return checkInteger(threads, 1, MAX_THREADS, 'The number of threads');
}
