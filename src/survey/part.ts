/** The job that computes the rows of some batches. */
import { lengthOf, type Range } from '../common/range.js';
import { sha256 } from '../common/sha256.js';
import { breather } from '../common/stoppable.js';
import { setText } from '../game/sets/set-text.js';
import { DEADLINE_SECONDS, InvalidResult, orInvalid, type JobKind } from '../jobs/job.js';
import { ENDLESS_SECONDS, integerOf, listOf, objectOf, rangeOf, secondsOf } from '../jobs/reading.js';
import { CycleSearch } from '../solver/states/cycle.js';
import {
  columnsOf,
  isSameRow,
  mostPackedBytes,
  packColumns,
  rowAt,
  unpackColumns,
  type SurveyColumns,
} from './columns.js';
import { PERIOD_NUMBERS, periodNumbers, setCount, surveyRows, visitSets, withoutZeros } from './rows.js';
import { distanceOf, isSet, MAX_SET_SIZE, MAX_VALUES, readFields, type SurveySpace } from './space.js';

/** Maximum sets of a job, and of a batch: their rows take some 9 MB with four elements each, 40 MB with thirty. */
export const MAX_PART_SETS = 2 ** 17;
/** The limit for a list, whose sets are sent with the job. */
export const MAX_LIST_SETS = 2 ** 13;

/** Steps of a search per second on the slowest machine. */
const MIN_STEPS_PER_SECOND = 1e7;

/** Scatters the checked rows: that of a batch is at (index of its first set * SCATTER) modulo 1, as a share of the batch. */
const SCATTER = (Math.sqrt(5) - 1) / 2;

/** Batches to compute. The result may end after any of them. */
export interface SurveyJob extends Omit<SurveySpace, 'list'> {
  /** The sets of a list; batches are ranges of their indices. */
  readonly sets?: readonly (readonly number[])[] | undefined;
  /** Each begins at the end of the one before. */
  readonly batches: readonly Range[];
  /** No batch but the first is begun after this. */
  readonly seconds: number;
}

/** The rows of a batch, also packed. */
export interface FoundBatch {
  readonly columns: SurveyColumns;
  readonly packed: Uint8Array;
}

/** Computes the first batches, as many as the time allows. */
export const SURVEY_PART: JobKind<SurveyJob, readonly FoundBatch[]> = {
  name: 'survey-part',
  readInput(json) {
    const { batches, seconds, sets, ...fields } = objectOf(json);
    const space = readFields(fields);
    if (space.list !== undefined) throw new TypeError('expected the sets of a list');
    if (space.collisions !== undefined) distanceOf(space);
    const job = {
      ...space,
      ...(sets !== undefined && { sets: listOf(sets, MAX_LIST_SETS, (set) => readSet(space, set)) }),
      batches: listOf(batches, MAX_PART_SETS, (batch) => rangeOf(batch, MAX_PART_SETS)),
      seconds: secondsOf(seconds),
    };
    const all = setsOf(job.batches);
    const isJoined = job.batches.every(({ start }, i) => i === 0 || start === job.batches[i - 1].stop);
    if (!isJoined || lengthOf(all) > MAX_PART_SETS || !(all.stop <= setCount(spaceOf(job))))
      throw new TypeError('expected sets of the survey');
    return job;
  },
  async compute(job) {
    const begun = performance.now();
    const space = spaceOf(job);
    const blobs: Uint8Array[] = [];
    for (const sets of job.batches) {
      if (blobs.length > 0 && performance.now() - begun > 1000 * job.seconds) break;
      const rows = surveyRows(space, sets);
      if ((space.steps ?? 0) > MAX_VALUES) await findLonger(space, rows);
      blobs.push(packColumns(columnsOf(space, rows)));
    }
    return { data: null, blobs };
  },
  confirm: {
    again: (job, { length }) => ({ ...job, batches: job.batches.slice(0, length), seconds: ENDLESS_SECONDS }),
    hashOf: (found) => sha256(Buffer.from(found.map(({ packed }) => sha256(packed)).join())),
  },
  most: (job) => job.batches.reduce((sum, sets) => sum + mostPackedBytes(spaceOf(job), lengthOf(sets)), 0),
  // The first batch is completed however long it takes.
  deadline: ({ batches, steps = MAX_VALUES }) =>
    steps <= MAX_VALUES
      ? DEADLINE_SECONDS
      : DEADLINE_SECONDS + (lengthOf(batches[0]) * 2 * SEARCHED * steps) / MIN_STEPS_PER_SECOND,
  readResult: (job, { blobs }) =>
    orInvalid(() => {
      const space = spaceOf(job);
      const count = blobs.length;
      if (count === 0 || count > job.batches.length) throw new TypeError(`${count} batches`);
      return blobs.map((packed, i) => {
        const sets = job.batches[i];
        const { columns, end } = unpackColumns(space, lengthOf(sets), packed);
        if (end !== packed.length) throw new TypeError('bytes after the columns');
        checkSets(space, sets, columns);
        if (i === 0) checkSample(space, sets, columns);
        return { columns, packed };
      });
    }),
};

/** Returns the sets of all batches. Raises without batches. */
function setsOf(batches: readonly Range[]): Range {
  if (batches.length === 0) throw new TypeError('expected batches');
  return { start: batches[0].start, stop: batches[batches.length - 1].stop };
}

/** Returns the space of a job; a list has only the sets of the job. */
function spaceOf({
  sets,
  max,
  size,
  series,
  steps,
  reverseMex,
  excluded,
  collisions,
}: SurveyJob): SurveySpace {
  const list = sets && { sets, count: sets.length, hash: '' };
  return { max, size, list, series, steps, reverseMex, excluded, collisions };
}

export function jobOf(
  { list, ...space }: SurveySpace,
  batches: readonly Range[],
  seconds: number,
): SurveyJob {
  if (list === undefined) return { ...space, batches, seconds };
  const { start, stop } = setsOf(batches);
  const own = batches.map((batch) => ({ start: batch.start - start, stop: batch.stop - start }));
  return { ...space, sets: list.sets!.slice(start, stop), batches: own, seconds };
}

function readSet({ max, size }: SurveySpace, json: unknown): number[] {
  const set = listOf(json, Math.min(size, MAX_SET_SIZE), (n) => integerOf(n, 1, max));
  if (isSet(set)) return set;
  throw new TypeError('expected a set');
}

/** Finds periods that the values in memory do not prove, by the return of a state. */
async function findLonger(
  { size, series = 'both', steps = MAX_VALUES }: SurveySpace,
  rows: Uint32Array,
): Promise<void> {
  const breathe = breather(undefined);
  for (let at = 0; at < rows.length; at += size + PERIOD_NUMBERS) {
    const moves = withoutZeros(rows.slice(at, at + size));
    for (const [quantity, bits, offset] of QUANTITIES) {
      if ((series !== 'both' && series !== quantity) || rows[at + size + offset + 1] !== 0) continue;
      const search = new CycleSearch({ bits, moves, given: new Uint8Array() });
      const cycle = await search.run({ limit: SEARCHED * steps, breathe }).finally(() => search.close());
      if (cycle === undefined || cycle.preperiod + cycle.period + moves[moves.length - 1] > steps) continue;
      rows[at + size + offset] = cycle.preperiod;
      rows[at + size + offset + 1] = cycle.period;
    }
  }
}

/** The surveyed quantities: bits of a value, and the offset of preperiod and period in a row. */
const QUANTITIES = [
  ['nim', 8, 0],
  ['cold', 1, 2],
] as const;
/** A search finds the return of a state within some four times preperiod plus period. */
const SEARCHED = 4;

/** Raises `InvalidResult` unless the rows have all sets of a range, in order; skipped if only a list's hash is known. */
export function checkSets(space: SurveySpace, sets: Range, columns: SurveyColumns): void {
  const { max, size, list, excluded } = space;
  if (list !== undefined && list.sets === undefined) return;
  const { length, numbers } = columns;
  let rows = 0;
  // Objects of one shape: the loop is compiled once.
  visitSets({ max, size, list, excluded }, sets, (set, row) => {
    for (let i = 0; i < size; i++)
      if (numbers[i][row] !== (set[i] ?? 0)) throw new InvalidResult('rows of other sets');
    rows = row + 1;
  });
  if (rows !== length) throw new InvalidResult(`${length} rows of ${rows} sets`);
}

/** Computes one row again, with all derived columns. Raises `InvalidResult` if it differs. */
export function checkSample(space: SurveySpace, sets: Range, columns: SurveyColumns): void {
  const { length } = columns;
  if (length === 0) return;
  const row = Math.floor(length * ((sets.start * SCATTER) % 1));
  const { size, steps = MAX_VALUES } = space;
  const found = rowAt(space, columns, row);
  const set = withoutZeros(found.slice(0, size));
  const again = periodNumbers(space)(set);
  const isSame = (k: number): boolean =>
    again[k] === found[size + k] ||
    // No period in memory (k | 1 is its index): a search by states found it.
    (steps > MAX_VALUES && k < 4 && again[k | 1] === 0);
  if (!again.every((_, k) => isSame(k)))
    throw new InvalidResult(`the periods of ${setText(set)} are not ${found.slice(size).join(', ')}`);
  if (!isSameRow(columns, row, columnsOf(space, found)))
    throw new InvalidResult(`${setText(set)} is described otherwise than its periods imply`);
}
