/** How many threads a caller may ask for. */
import { checkInteger } from './range.js';

/** More threads than this are a slip of the pen. */
export const MOST_THREADS = 256;

/** Returns `threads` when a machine may have so many; else raises a usage error. */
export function checkThreads(threads: number): number {
  return checkInteger(threads, 1, MOST_THREADS, 'The number of threads');
}
