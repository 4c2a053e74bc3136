/** The batches of a survey, each computed and kept as a whole, and their grouping into jobs. */
import { refuse } from '../common/errors.js';
import { oneOf } from '../common/one-of.js';
import { checkInteger, cutAtMultiples, lengthOf, type Range } from '../common/range.js';
import { sharesOf } from '../jobs/part-of.js';
import { MAX_LIST_SETS, MAX_PART_SETS } from './part.js';
import { setCount } from './rows.js';
import { distanceOf, MAX_SET_SIZE, MAX_STEPS, MAX_VALUES, SURVEYED, type SurveySpace } from './space.js';

/** Sets in a batch: at most a second's work in ranges that can be finished, and few batches, as each costs a millisecond. */
const OF_ALL = { least: 2 ** 11, enough: 2 ** 14, few: 2 ** 5 };
/** For lists, and for searches beyond the values in memory, in which one set may take minutes. */
const OF_LONG = { least: 1, enough: 2 ** 5, few: 2 ** 8 };
const MAX_BATCHES = 2 ** 12;
const MAX_SETS = 2 ** 36;

/** Returns the indices of all sets. Raises a usage error for none, for too many, and for a wrong limit. */
export function checkSpace(space: SurveySpace): Range {
  const { max, size, list, series, steps = MAX_VALUES, reverseMex, excluded, collisions } = space;
  if (series !== undefined) oneOf(series, SURVEYED, 'The series');
  if (reverseMex === true && series === 'cold')
    refuse('Reverse mex is about nim-values, which a survey of outcomes lacks. Survey nim or both.');
  if (reverseMex === true && excluded === true)
    refuse('Reverse mex is decided for finite sets, not for all numbers but some. Leave it out.');
  if (excluded === true) checkInteger(steps, 1, MAX_VALUES, 'The limit for sets that are left out', '2^24');
  checkInteger(steps, 1, MAX_STEPS, 'The limit', '2^32 - 1');
  checkInteger(size, 1, MAX_SET_SIZE, 'The size of the sets');
  if (collisions !== undefined) {
    if (series === 'nim')
      refuse('Collisions are of cold positions, which a survey of nim-values lacks. Survey cold or both.');
    if (excluded === true)
      refuse('Collisions are counted for finite sets, not for all numbers but some. Leave the distance out.');
    distanceOf(space);
  }
  if (!Number.isSafeInteger(max) || (list === undefined && max < size))
    refuse(
      'Sets of {size} elements have a largest element of at least {size}, not {max}. Choose a larger one.',
      { size, max },
    );
  const sets = setCount(space);
  if (sets <= MAX_SETS) return { start: 0, stop: sets };
  refuse(
    'A survey of sets of {size} elements up to {max} has {sets} sets, more than 2^36. Choose a smaller largest element or size.',
    { size, max, sets: Number.isFinite(sets) ? sets : 'far too many' },
  );
}

export function batchesOf(space: SurveySpace, sets: Range): Range[] {
  return [...cutAtMultiples(sets, batchLength(space, sets))];
}

/** Returns the number of sets at whose multiples batches end. */
export function batchLength({ list, steps = 0 }: SurveySpace, sets: Range): number {
  const all = lengthOf(sets);
  const { least, enough, few } = list !== undefined || steps > MAX_VALUES ? OF_LONG : OF_ALL;
  const wanted = Math.max(least, Math.min(enough, Math.ceil(all / few)), Math.ceil(all / MAX_BATCHES));
  return Math.min(MAX_PART_SETS, wanted);
}

/** Yields the batches of each job, which are contiguous. */
export function jobsOf(
  { list }: SurveySpace,
  batches: readonly Range[],
  places: () => number,
): Generator<readonly Range[]> {
  const most = list === undefined ? MAX_PART_SETS : MAX_LIST_SETS;
  return sharesOf(batches, places, most, lengthOf, (before, batch) => before.stop === batch.start);
}
