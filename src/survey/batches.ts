/** What can be surveyed, and how its sets are cut into batches: what is kept of a survey that is stopped, one by one. */
import { refuse } from '../common/errors.js';
import { oneOf } from '../common/one-of.js';
import { checkInteger, cutAtMultiples, lengthOf, type Range } from '../common/range.js';
import type { SurveyPart } from './part.js';
import { setCount } from './rows.js';
import { LARGEST_SIZE, MOST_STEPS, MOST_VALUES, SURVEYED, type SurveySpace } from './space.js';

/** Sets in a batch: at most a second's work in the ranges that can be finished, and few batches, as each costs a millisecond. */
const BATCH_SETS = { least: 2 ** 11, enough: 2 ** 14 };
/** The same of a list, of which one set may take minutes. */
const LIST_BATCH_SETS = { least: 2 ** 5, enough: 2 ** 5 };
const FEW_BATCHES = 2 ** 5;
const MOST_BATCHES = 2 ** 12;
/** Sets in a survey at most: years of work. */
const MOST_SETS = 2 ** 36;

/** A batch of sets by their indices, and which it is. */
export interface SurveyBatch extends SurveyPart {
  readonly batch: number;
}

/** The indices of all sets. Raises a usage error when there are none or too many, and for a wrong bound of steps. */
export function checkSpace(space: SurveySpace): Range {
  const { max, size, list, series, steps = MOST_VALUES } = space;
  if (series !== undefined) oneOf(series, SURVEYED, 'The series');
  checkInteger(steps, 1, MOST_STEPS, 'The bound of steps', '2^32 - 1');
  checkInteger(size, 1, LARGEST_SIZE, 'The size of the sets');
  if (!Number.isSafeInteger(max) || (list === undefined && max < size))
    refuse('The largest element', `at least the size ${size}`, String(max));
  const sets = setCount(space);
  if (sets <= MOST_SETS) return { start: 0, stop: sets };
  refuse(
    `A survey of sets of ${size} elements up to ${max}`,
    'at most 2^36 sets',
    Number.isFinite(sets) ? String(sets) : 'far more',
    { help: 'Take a smaller largest element or size.' },
  );
}

/** The batches of the sets of a range, in order. */
export function batchesOf(space: SurveySpace, sets: Range): SurveyBatch[] {
  const { least, enough } = space.list === undefined ? BATCH_SETS : LIST_BATCH_SETS;
  const few = Math.min(enough, Math.ceil(lengthOf(sets) / FEW_BATCHES));
  const length = Math.max(least, few, Math.ceil(lengthOf(sets) / MOST_BATCHES));
  return [...cutAtMultiples(sets, length)].map(({ start, stop }, batch) => {
    return { ...space, batch, first: start, count: stop - start };
  });
}
