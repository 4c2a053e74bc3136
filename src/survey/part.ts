/** The rows of some sets of a survey, as a job. */
import { ENCODING_NAMES, ENCODINGS, packBest, type EncodingName } from '../columnar/encodings.js';
import { oneOf } from '../common/one-of.js';
import { setText } from '../game/sets/set-text.js';
import { sha256 } from '../common/sha256.js';
import { InvalidResult, orInvalid, type JobKind } from '../jobs/job.js';
import { ENDLESS_SECONDS, integerOf, listOf, objectOf, secondsOf, textOf } from '../jobs/reading.js';
import type { Range } from '../common/range.js';
import { breather } from '../common/stoppable.js';
import { CycleSearch } from '../solver/states/cycle.js';
import {
  PERIOD_NUMBERS,
  periodNumbers,
  rowsIn,
  rowsOfSets,
  setCount,
  surveyRows,
  withoutZeros,
} from './rows.js';
import { bytesOf, LARGEST_ELEMENT, MOST_VALUES, readFields, type SurveySpace } from './space.js';

/** Sets in a job, at most: their periods are a blob of at most 2 MB. */
export const MOST_PART_SETS = 2 ** 17;
/** The same of a list, whose sets travel as text. */
export const MOST_LIST_SETS = 2 ** 13;

/** Rows that are computed again to check a part: the first and the last, and one between. */
const CHECKED = [0, 0.618, 1];

/** Sets between two looks at the time, where each takes well below a second. */
const STEP = 2 ** 8;

/** Sets by their indices. */
export interface SurveyPart extends SurveySpace {
  readonly first: number;
  readonly count: number;
}

/** Sets of which rows are wanted, and how long to look for them: the first sets of these may be all that come back. */
export interface SurveyJob extends SurveyPart {
  readonly seconds: number;
  /** Those of the sets of a list, as in its memory. */
  readonly elements?: readonly number[] | undefined;
}

/** The rows of the first `count` sets of a job. */
export interface SurveyRows {
  readonly count: number;
  readonly rows: Uint32Array;
}

/** The rows of some sets, as many as are found in the time. A list travels with its job, which has all of it. */
export const SURVEY_PART: JobKind<SurveyJob, SurveyRows> = {
  name: 'survey-part',
  readInput(json) {
    const { first, count, seconds, elements, ...fields } = objectOf(json);
    const space = readFields(fields);
    const part = { ...space, first: integerOf(first), count: integerOf(count, 1, MOST_PART_SETS) };
    if (!(part.first + part.count <= setCount(space))) throw new TypeError('expected sets of the survey');
    const listed = space.list && { elements: readElements(space, elements) };
    return { ...part, ...listed, seconds: secondsOf(seconds) };
  },
  /** Only periods travel, one number of all rows after the other, as most of their bytes are zero: what the sets are is known. */
  async compute({ first, count, seconds, ...job }) {
    const space = spaceOf(job);
    const begun = performance.now();
    const found: Uint32Array[] = [];
    const isLong = (space.steps ?? 0) > MOST_VALUES;
    const most = isLong || space.list !== undefined ? 1 : STEP;
    let done = 0;
    do {
      const step = Math.min(most, count - done);
      const rows = surveyRows(space, first + done, step);
      if (isLong) await findLonger(space, rows);
      found.push(rows);
      done += step;
    } while (done < count && performance.now() - begun < 1000 * seconds);
    const { encoding, packed } = packBest(periodsOf(space, found));
    return { data: { count: done, encoding }, blobs: [packed] };
  },
  confirm: {
    again: (job, { count }) => ({ ...job, count, seconds: ENDLESS_SECONDS }),
    hashOf: ({ rows }) => sha256(bytesOf(rows)),
  },
  most: ({ count }) => ({ blobs: 1, bytes: bytesOfPeriods(count) }),
  readResult: (job, { data, blobs }) =>
    orInvalid(() => {
      if (blobs.length !== 1) throw new TypeError(`${blobs.length} blobs`);
      const { count, encoding } = objectOf(data);
      const part = { ...spaceOf(job), first: job.first, count: integerOf(count, 1, job.count) };
      const rows = readRows(part, oneOf(textOf(encoding), ENCODING_NAMES, 'The encoding'), blobs[0]);
      checkSample(part, rows);
      return { count: part.count, rows };
    }),
};

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

/** The sets of a job, in memory. */
function spaceOf({ elements, list, ...space }: Omit<SurveyJob, 'first' | 'count' | 'seconds'>): SurveySpace {
  if (list === undefined) return space;
  return { ...space, list: { ...list, elements: Uint32Array.from(elements ?? []) } };
}

/** The job of some sets of a survey: of a list it has these alone, counted from 0. */
export function jobOf(space: SurveySpace, { start, stop }: Range, seconds: number): SurveyJob {
  const count = stop - start;
  const { size, list } = space;
  if (list === undefined) return { ...space, first: start, count, seconds };
  const elements = Array.from(list.elements!.subarray(size * start, size * stop));
  return { ...space, list: { hash: list.hash, sets: count }, elements, first: 0, count, seconds };
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
      const cycle = await new CycleSearch({ bits, moves, given }).run({ limit: SEARCHED * steps, breathe });
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

function bytesOfPeriods(rows: number): number {
  return Uint32Array.BYTES_PER_ELEMENT * PERIOD_NUMBERS * rows;
}

/** The numbers of periods in rows, by columns. */
function periodsOf({ size }: SurveySpace, found: readonly Uint32Array[]): Uint8Array {
  const width = size + PERIOD_NUMBERS;
  const total = found.reduce((sum, { length }) => sum + length / width, 0);
  const periods = new Uint32Array(PERIOD_NUMBERS * total);
  let row = 0;
  for (const rows of found) {
    for (let at = size; at < rows.length; at += width, row++)
      for (let k = 0; k < PERIOD_NUMBERS; k++) periods[k * total + row] = rows[at + k];
  }
  return new Uint8Array(periods.buffer);
}

/** The rows of a part, of which `packed` has the periods. Raises unless there are exactly as many as the part has rows. */
function readRows(part: SurveyPart, encoding: EncodingName, packed: Uint8Array): Uint32Array {
  const { first, count } = part;
  const total = rowsIn(part, first, count);
  const { bytes, end } = ENCODINGS[encoding].unpack(packed, bytesOfPeriods(total));
  if (end !== packed.length) throw new TypeError(`bytes that are no periods of ${total} sets`);
  // What comes from a Redis may begin anywhere in other bytes. A Buffer's `slice` would not copy it.
  const { buffer, byteOffset } =
    bytes.byteOffset % Uint32Array.BYTES_PER_ELEMENT === 0 ? bytes : new Uint8Array(bytes);
  const periods = new Uint32Array(buffer, byteOffset, PERIOD_NUMBERS * total);
  let row = 0;
  return rowsOfSets(part, first, count, (_, rows, at) => {
    for (let k = 0; k < PERIOD_NUMBERS; k++) rows[at + k] = periods[k * total + row];
    row++;
  });
}

/** Raises `InvalidResult` unless these are the rows of a part: all its sets in order, with periods of which some are found again. */
export function checkRows(part: SurveyPart, rows: Uint32Array): void {
  const { first, count } = part;
  const expected = rowsOfSets(part, first, count, (_, made, at) =>
    made.set(rows.subarray(at, at + PERIOD_NUMBERS), at),
  );
  const differs = expected.findIndex((value, i) => value !== rows[i]);
  if (rows.length !== expected.length || differs !== -1) throw new InvalidResult('rows of other sets');
  checkSample(part, rows);
}

/** Finds some of the periods again. */
export function checkSample(space: SurveySpace, rows: Uint32Array): void {
  const { size, steps = MOST_VALUES } = space;
  const width = size + PERIOD_NUMBERS;
  const total = rows.length / width;
  const checked = new Set(total === 0 ? [] : CHECKED.map((share) => Math.floor(share * (total - 1))));
  for (const row of checked) {
    const at = width * row;
    const set = withoutZeros(rows.slice(at, at + size));
    const again = periodNumbers(set, space);
    const isSame = (k: number): boolean =>
      again[k] === rows[at + size + k] ||
      // A longer period is not found in memory.
      (steps > MOST_VALUES && k < 4 && again[k | 1] === 0);
    if (again.every((_, k) => isSame(k))) continue;
    const found = rows.slice(at + size, at + width).join(', ');
    throw new InvalidResult(`the periods of ${setText(set)} are not ${found}`);
  }
}
