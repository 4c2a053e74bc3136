/** How many threads a caller may ask for. */
import { usageError } from './errors.js';

/** More threads than this are a slip of the pen. */
export const MOST_THREADS = 256;

/** Returns `threads` when a machine may have so many; else raises a usage error. */
export function checkThreads(threads: number): number {
  if (Number.isSafeInteger(threads) && threads >= 1 && threads <= MOST_THREADS) return threads;
  throw usageError({
    subject: 'The threads',
    expected: `an integer from 1 to ${MOST_THREADS}`,
    found: String(threads),
  });
}
