/** What can be surveyed, and how its sets are cut into batches: what is kept of a survey that is stopped, one by one. */
import { refuse, usageError } from '../common/errors.js';
import { cutAtMultiples, lengthOf, type Range } from '../common/range.js';
import type { SurveyPart } from './part.js';
import { LARGEST_SIZE, setCount, type SurveySpace } from './rows.js';

/** Sets in a batch: at most a second's work in the ranges that can be finished, and some thousand batches. */
const LEAST_BATCH = 2 ** 11;
const MOST_BATCHES = 2 ** 12;
/** Sets in a survey at most: years of work. */
const MOST_SETS = 2 ** 36;

/** A batch of sets by their indices, and which it is. */
export interface SurveyBatch extends SurveyPart {
  readonly batch: number;
}

/** The indices of all sets. Raises a usage error when there are none or too many. */
export function checkSpace({ max, size }: SurveySpace): Range {
  if (!Number.isSafeInteger(size) || size < 1 || size > LARGEST_SIZE)
    refuse('The size of the sets', `1 to ${LARGEST_SIZE}`, String(size));
  if (!Number.isSafeInteger(max) || max < size)
    refuse('The largest element', `at least the size ${size}`, String(max));
  const sets = setCount({ max, size });
  if (sets <= MOST_SETS) return { start: 0, stop: sets };
  throw usageError({
    subject: `A survey of sets of ${size} elements up to ${max}`,
    expected: 'at most 2^36 sets',
    found: Number.isFinite(sets) ? String(sets) : 'far more',
    help: 'Take a smaller largest element or size.',
  });
}

/** The batches of the sets of a range, in order. */
export function batchesOf({ max, size }: SurveySpace, sets: Range): SurveyBatch[] {
  const length = Math.max(LEAST_BATCH, Math.ceil(lengthOf(sets) / MOST_BATCHES));
  return [...cutAtMultiples(sets, length)].map(({ start, stop }, batch) => {
    return { max, size, batch, first: start, count: stop - start };
  });
}
