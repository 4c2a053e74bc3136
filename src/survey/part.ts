/** The rows of some batches of a survey, as a job. */
import { setText } from '../game/sets/set-text.js';
import { sha256 } from '../common/sha256.js';
import { DEADLINE_SECONDS, InvalidResult, orInvalid, type JobKind } from '../jobs/job.js';
import { ENDLESS_SECONDS, integerOf, listOf, objectOf, secondsOf } from '../jobs/reading.js';
import { breather } from '../common/stoppable.js';
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
import { LARGEST_ELEMENT, MOST_VALUES, readFields, type SurveySpace } from './space.js';

/** Sets in a job, and in a batch, at most: their rows have some 9 MB of four elements each, 40 MB of thirty. */
export const MOST_PART_SETS = 2 ** 17;
/** The same of a list, whose sets travel as text. */
export const MOST_LIST_SETS = 2 ** 13;

/** Steps of a search that the slowest machine takes in a second. */
const MIN_STEPS_PER_SECOND = 1e7;

/** A row is found again that may be any: as far into a batch as the index of its first set, times this, is beyond an integer. */
const SCATTER = (Math.sqrt(5) - 1) / 2;

/** Sets by their indices. */
export interface SurveyPart extends SurveySpace {
  readonly first: number;
  readonly count: number;
}

/** Batches of which rows are wanted, and how long to look for them: the first of these may be all that come back. */
export interface SurveyJob extends SurveySpace {
  /** The index of the first set, and how many sets each batch has. */
  readonly first: number;
  readonly counts: readonly number[];
  readonly seconds: number;
  /** Those of the sets of a list, as in its memory. */
  readonly elements?: readonly number[] | undefined;
}

/** The rows of a batch, and how they are kept. */
export interface FoundBatch {
  readonly columns: SurveyColumns;
  readonly packed: Uint8Array;
}

/** The rows of some batches, as many as are found in the time. A list travels with its job, which has all of it. */
export const SURVEY_PART: JobKind<SurveyJob, readonly FoundBatch[]> = {
  name: 'survey-part',
  readInput(json) {
    const { first, counts, seconds, elements, ...fields } = objectOf(json);
    const space = readFields(fields);
    const job = {
      ...{ ...space, first: integerOf(first), seconds: secondsOf(seconds) },
      counts: listOf(counts, MOST_PART_SETS, (count) => integerOf(count, 1, MOST_PART_SETS)),
    };
    const sets = sum(job.counts);
    if (sets === 0 || sets > MOST_PART_SETS || !(job.first + sets <= setCount(space)))
      throw new TypeError('expected sets of the survey');
    return { ...job, ...(space.list && { elements: readElements(space, elements) }) };
  },
  async compute({ seconds, ...job }) {
    const begun = performance.now();
    const blobs: Uint8Array[] = [];
    for (const part of partsOf(job)) {
      if (blobs.length > 0 && performance.now() - begun > 1000 * seconds) break;
      const rows = surveyRows(part, part.first, part.count);
      if ((part.steps ?? 0) > MOST_VALUES) await findLonger(part, rows);
      blobs.push(packColumns(columnsOf(part, rows)));
    }
    return { data: null, blobs };
  },
  confirm: {
    again: (job, { length }) => ({ ...job, counts: job.counts.slice(0, length), seconds: ENDLESS_SECONDS }),
    hashOf: (found) => sha256(Buffer.from(found.map(({ packed }) => sha256(packed)).join())),
  },
  most: (job) => sum(job.counts.map((count) => mostPackedBytes(job, count))),
  // The first batch is whole, however long it takes.
  deadline: ({ counts, steps = MOST_VALUES }) =>
    steps <= MOST_VALUES
      ? DEADLINE_SECONDS
      : DEADLINE_SECONDS + (counts[0] * 2 * SEARCHED * steps) / MIN_STEPS_PER_SECOND,
  readResult: (job, { blobs }) =>
    orInvalid(() => {
      const parts = partsOf(job);
      if (blobs.length === 0 || blobs.length > parts.length) throw new TypeError(`${blobs.length} batches`);
      return blobs.map((packed, i) => {
        const columns = unpackColumns(job, parts[i].count, packed);
        checkSets(parts[i], columns);
        if (i === 0) checkSample(parts[i], columns);
        return { columns, packed };
      });
    }),
};

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, n) => total + n, 0);
}

/** The batches of a job. */
function partsOf({ elements, list, first, counts, ...space }: Omit<SurveyJob, 'seconds'>): SurveyPart[] {
  const sets = list && { list: { ...list, elements: Uint32Array.from(elements ?? []) } };
  let next = first;
  return counts.map((count) => ({ ...space, ...sets, first: (next += count) - count, count }));
}

/** The elements of the sets of a list. Raises unless they are as many sets as the list has. */
function readElements({ size, list }: SurveySpace, json: unknown): number[] {
  const elements = listOf(json, size * MOST_LIST_SETS, (n) => integerOf(n, 0, LARGEST_ELEMENT));
  if (elements.length !== size * list!.sets) throw new TypeError('expected the elements of the sets');
  for (let at = 0; at < elements.length; at += size) {
    const set = withoutZeros(Uint32Array.from(elements.slice(at, at + size)));
    if (set.length === 0 || set.some((n, k) => k > 0 && n <= set[k - 1]))
      throw new TypeError('expected sets');
  }
  return elements;
}

/** The job of batches that follow each other: of a list it has their sets alone, counted from 0. */
export function jobOf(space: SurveySpace, batches: readonly SurveyPart[], seconds: number): SurveyJob {
  const counts = batches.map(({ count }) => count);
  const [{ first }] = batches;
  const { size, list } = space;
  if (list === undefined) return { ...space, first, counts, seconds };
  const sets = sum(counts);
  const elements = Array.from(list.elements!.subarray(size * first, size * (first + sets)));
  return { ...space, list: { hash: list.hash, sets }, elements, first: 0, counts, seconds };
}

/** Finds periods that the values in memory do not prove, by the return of states. */
async function findLonger(
  { size, series = 'both', steps = MOST_VALUES }: SurveySpace,
  rows: Uint32Array,
): Promise<void> {
  const breathe = breather(undefined);
  for (let at = 0; at < rows.length; at += size + PERIOD_NUMBERS) {
    const moves = withoutZeros(rows.slice(at, at + size));
    for (const [quantity, bits, offset] of QUANTITIES) {
      if ((series !== 'both' && series !== quantity) || rows[at + size + offset + 1] !== 0) continue;
      const given = new Uint8Array();
      const search = new CycleSearch({ bits, moves, given });
      const cycle = await search.run({ limit: SEARCHED * steps, breathe }).finally(() => search.close());
      if (cycle === undefined || cycle.preperiod + cycle.period + moves[moves.length - 1] > steps) continue;
      rows[at + size + offset] = cycle.preperiod;
      rows[at + size + offset + 1] = cycle.period;
    }
  }
}

/** The quantities of a survey: bits of a value, and where a row has preperiod and period. */
const QUANTITIES = [
  ['nim', 8, 0],
  ['cold', 1, 2],
] as const;
/** A return of a state is met within some four times the positions of preperiod and period. */
const SEARCHED = 4;

/** Raises `InvalidResult` unless these are rows of all sets of a part, in order. Nobody knows those of a list that has only its hash. */
export function checkSets(part: SurveyPart, { length, numbers }: SurveyColumns): void {
  const { max, size, list, first, count } = part;
  if (list !== undefined && list.elements === undefined) return;
  let rows = 0;
  // Of one shape, whatever else the part says: else the loop is compiled anew for parts of other shapes.
  visitSets({ max, size, list }, first, count, (set, row) => {
    for (let i = 0; i < size; i++)
      if (numbers[i][row] !== (set[i] ?? 0)) throw new InvalidResult('rows of other sets');
    rows = row + 1;
  });
  if (rows !== length) throw new InvalidResult(`${length} rows of ${rows} sets`);
}

/** Raises `InvalidResult` unless one row has the periods of its set, which are found again, and what follows from them. */
export function checkSample(part: SurveyPart, columns: SurveyColumns): void {
  const { length } = columns;
  if (length > 0) checkRow(part, columns, Math.floor(length * ((part.first * SCATTER) % 1)));
}

function checkRow(space: SurveySpace, columns: SurveyColumns, row: number): void {
  const { size, steps = MOST_VALUES } = space;
  const found = rowAt(space, columns, row);
  const set = withoutZeros(found.slice(0, size));
  const again = periodNumbers(set, space);
  const isSame = (k: number): boolean =>
    again[k] === found[size + k] ||
    // A longer period is not found in memory.
    (steps > MOST_VALUES && k < 4 && again[k | 1] === 0);
  if (!again.every((_, k) => isSame(k)))
    throw new InvalidResult(`the periods of ${setText(set)} are not ${found.slice(size).join(', ')}`);
  if (!isSameRow(columns, row, columnsOf(space, found)))
    throw new InvalidResult(`something else is said of ${setText(set)} than what follows from its periods`);
}
