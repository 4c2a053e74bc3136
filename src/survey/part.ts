/** The rows of some sets of a survey, as a job. */
import { ENCODING_NAMES, ENCODINGS, packBest, type EncodingName } from '../columnar/encodings.js';
import { messageOf } from '../common/errors.js';
import { oneOf } from '../common/one-of.js';
import { sha256 } from '../common/sha256.js';
import { Rubbish, type JobKind } from '../jobs/job.js';
import { ENDLESS_SECONDS, integerOf, objectOf, secondsOf, textOf } from '../jobs/reading.js';
import {
  LARGEST_SIZE,
  PERIOD_NUMBERS,
  periodNumbers,
  rowCount,
  rowsOfSets,
  setCount,
  surveyRows,
  type SurveySpace,
} from './rows.js';

/** Sets in a job, at most: their periods are a blob of at most 2 MB. */
export const MOST_PART_SETS = 2 ** 17;

/** Rows that are computed again to check a part: the first and the last, and one between. */
const CHECKED = [0, 0.618, 1];

/** Sets between two looks at the time. */
const STEP = 2 ** 8;

/** Sets by their indices. */
export interface SurveyPart extends SurveySpace {
  readonly first: number;
  readonly count: number;
}

/** Sets of which rows are wanted, and how long to look for them: the first sets of these may be all that come back. */
export interface SurveyJob extends SurveyPart {
  readonly seconds: number;
}

/** The rows of the first `count` sets of a job. */
export interface SurveyRows {
  readonly count: number;
  readonly rows: Uint32Array;
}

/** The rows of some sets, as many as are found in the time. */
export const SURVEY_PART: JobKind<SurveyJob, SurveyRows> = {
  name: 'survey-part',
  readInput(json) {
    const { max, size, first, count, seconds } = objectOf(json);
    const space = { max: integerOf(max, 1), size: integerOf(size, 1, LARGEST_SIZE) };
    const sets = setCount(space);
    const part = { ...space, first: integerOf(first), count: integerOf(count, 1, MOST_PART_SETS) };
    if (!(part.first + part.count <= sets)) throw new TypeError('expected sets of the survey');
    return { ...part, seconds: secondsOf(seconds) };
  },
  /** Only periods travel, one number of all rows after the other, as most of their bytes are zero: what the sets are is known. */
  compute({ first, count, seconds, ...space }) {
    const begun = performance.now();
    const found: Uint32Array[] = [];
    let done = 0;
    do {
      const step = Math.min(STEP, count - done);
      found.push(surveyRows(space, first + done, step));
      done += step;
    } while (done < count && performance.now() - begun < 1000 * seconds);
    const { encoding, packed } = packBest(periodsOf(space, found));
    return Promise.resolve({ data: { count: done, encoding }, blobs: [packed] });
  },
  confirm: {
    again: (job, { count }) => ({ ...job, count, seconds: ENDLESS_SECONDS }),
    hashOf: ({ rows }) => sha256(new Uint8Array(rows.buffer, rows.byteOffset, rows.byteLength)),
  },
  most: ({ count }) => ({ blobs: 1, bytes: bytesOfPeriods(count) }),
  readResult(job, { data, blobs }) {
    try {
      if (blobs.length !== 1) throw new TypeError(`${blobs.length} blobs`);
      const { count, encoding } = objectOf(data);
      const part = { ...job, count: integerOf(count, 1, job.count) };
      const rows = readRows(part, oneOf(textOf(encoding), ENCODING_NAMES, 'The encoding'), blobs[0]);
      checkSample(part, rows);
      return Promise.resolve({ count: part.count, rows });
    } catch (error) {
      throw error instanceof Rubbish ? error : new Rubbish(messageOf(error), { cause: error });
    }
  },
};

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
  const total = rowCount(part.size, first, count);
  const { bytes, end } = ENCODINGS[encoding].unpack(packed, bytesOfPeriods(total));
  if (end !== packed.length) throw new TypeError(`bytes that are no periods of ${total} sets`);
  const periods = new Uint32Array(bytes.slice().buffer);
  let row = 0;
  return rowsOfSets(part, first, count, (_, rows, at) => {
    for (let k = 0; k < PERIOD_NUMBERS; k++) rows[at + k] = periods[k * total + row];
    row++;
  });
}

/** Raises `Rubbish` unless these are the rows of a part: all its sets in order, with periods of which some are found again. */
export function checkRows(part: SurveyPart, rows: Uint32Array): void {
  const { first, count } = part;
  const expected = rowsOfSets(part, first, count, (_, made, at) =>
    made.set(rows.subarray(at, at + PERIOD_NUMBERS), at),
  );
  const differs = expected.findIndex((value, i) => value !== rows[i]);
  if (rows.length !== expected.length || differs !== -1) throw new Rubbish('rows of other sets');
  checkSample(part, rows);
}

/** Finds some of the periods again. */
function checkSample({ size }: SurveyPart, rows: Uint32Array): void {
  const width = size + PERIOD_NUMBERS;
  const total = rows.length / width;
  for (const share of total === 0 ? [] : CHECKED) {
    const at = width * Math.floor(share * (total - 1));
    const set = rows.slice(at, at + size);
    if (periodNumbers(set).every((value, k) => value === rows[at + size + k])) continue;
    const found = rows.slice(at + size, at + width).join(', ');
    throw new Rubbish(`the periods of {${set.join(',')}} are not ${found}`);
  }
}
