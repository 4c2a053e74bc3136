/** Half-open ranges [start, stop) of positions, and the check that a number is a position. */
import { refuse } from './errors.js';

/** The positions n with start <= n < stop. */
export interface Range {
  readonly start: number;
  readonly stop: number;
}

/** One past the largest position: positions are the integers 0 <= n < 2^53 - 1. */
export const POSITION_LIMIT = Number.MAX_SAFE_INTEGER;

export function lengthOf(range: Range): number {
  return Math.max(0, range.stop - range.start);
}

/** Returns the positions in both ranges; may be empty (start >= stop). */
export function intersect(a: Range, b: Range): Range {
  return { start: Math.max(a.start, b.start), stop: Math.min(a.stop, b.stop) };
}

/** Returns a position in 16 digits, so that names of ranges sort as their ranges do. */
export function digitsOf(position: number): string {
  return String(position).padStart(16, '0');
}

/** Cuts a range at the multiples of `step`, in increasing order. */
export function* cutAtMultiples(range: Range, step: number): Generator<Range> {
  for (let start = range.start; start < range.stop;) {
    const stop = Math.min(range.stop, (Math.floor(start / step) + 1) * step);
    yield { start, stop };
    start = stop;
  }
}

/** Returns the least integer of [low, high) for which a monotone condition is true; `high` if there is none. A binary search. */
export function leastWhere(low: number, high: number, isTrue: (n: number) => boolean): number {
  while (low < high) {
    // Not (low + high) / 2: that sum may pass 2^53.
    const middle = low + Math.floor((high - low) / 2);
    if (isTrue(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Returns `value` if it is an integer from `least` to `most`; else raises a usage error about `subject`. */
export function checkInteger(
  value: number,
  least: number,
  most: number,
  subject: string,
  mostInWords: string | number = most,
): number {
  if (Number.isSafeInteger(value) && value >= least && value <= most) return value;
  refuse('{subject} must be a whole number from {least} to {most}, not {value}.', {
    subject,
    least,
    most: mostInWords,
    value,
  });
}

/** Returns `value` if it is a position; else raises a usage error about `subject`. */
export function checkPosition(value: number, subject: string): number {
  return checkInteger(value, 0, POSITION_LIMIT - 1, subject, '2^53 - 2');
}

/** Returns `value` if it can end a range of positions; else raises a usage error about `subject`. */
export function checkEnd(value: number, subject: string): number {
  return checkInteger(value, 0, POSITION_LIMIT, subject, '2^53 - 1');
}

/** Returns the range if both ends are positions and start <= stop; else raises a usage error. */
export function checkRange(range: Range): Range {
  checkEnd(range.start, 'The start of the range');
  checkEnd(range.stop, 'The end of the range');
  if (range.start > range.stop)
    refuse('The range begins at {start}, above its end {stop}. Choose a start that is not above the end.', {
      start: range.start,
      stop: range.stop,
    });
  return range;
}
