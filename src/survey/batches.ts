/** What can be surveyed, and how its sets are cut into batches, which are found and kept whole, and these into jobs. */
import { refuse } from '../common/errors.js';
import { oneOf } from '../common/one-of.js';
import { checkInteger, cutAtMultiples, lengthOf, type Range } from '../common/range.js';
import { nextShare } from '../jobs/part-of.js';
import { MOST_LIST_SETS, MOST_PART_SETS, type SurveyPart } from './part.js';
import { setCount } from './rows.js';
import { LARGEST_SIZE, MOST_STEPS, MOST_VALUES, SURVEYED, type SurveySpace } from './space.js';

/** Sets in a batch: at most a second's work in the ranges that can be finished, and few batches, as each costs a millisecond. */
const OF_ALL = { least: 2 ** 11, enough: 2 ** 14, few: 2 ** 5 };
/** The same where one set may take minutes: of a list, or of a survey that looks beyond what is in memory. */
const OF_LONG = { least: 1, enough: 2 ** 5, few: 2 ** 8 };
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
  const all = lengthOf(sets);
  const isLong = space.list !== undefined || (space.steps ?? 0) > MOST_VALUES;
  const { least, enough, few } = isLong ? OF_LONG : OF_ALL;
  const wanted = Math.max(least, Math.min(enough, Math.ceil(all / few)), Math.ceil(all / MOST_BATCHES));
  return [...cutAtMultiples(sets, Math.min(MOST_PART_SETS, wanted))].map(({ start, stop }, batch) => {
    return { ...space, batch, first: start, count: stop - start };
  });
}

/**
 * The batches of each job, which follow each other: the share of one place in all that is left by then. So they are as few jobs as
 * will do, and smaller ones towards the end, so that nobody waits long for the last.
 */
export function* jobsOf(
  batches: readonly SurveyBatch[],
  places: () => number,
): Generator<readonly SurveyBatch[]> {
  const most = batches.at(0)?.list === undefined ? MOST_PART_SETS : MOST_LIST_SETS;
  const all = batches.reduce((sum, { count }) => sum + count, 0);
  let left = all;
  for (let next = 0; next < batches.length;) {
    const share = nextShare(left, places(), { all, least: 1, most });
    const begin = next;
    let sets = 0;
    do sets += batches[next++].count;
    while (batches.at(next)?.first === batches[begin].first + sets && sets + batches[next].count <= share);
    yield batches.slice(begin, next);
    left -= sets;
  }
}
