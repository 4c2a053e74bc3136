/** How many threads a caller may ask for. */
import { refuse } from './errors.js';

/** More threads than this are a slip of the pen. */
export const MOST_THREADS = 256;

/** Returns `threads` when a machine may have so many; else raises a usage error. */
export function checkThreads(threads: number): number {
  if (Number.isSafeInteger(threads) && threads >= 1 && threads <= MOST_THREADS) return threads;
  refuse('The threads', `an integer from 1 to ${MOST_THREADS}`, String(threads));
}
