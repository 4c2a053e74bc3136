/** The rows of some sets of a survey, as a job. */
import {
  LARGEST_SIZE,
  periodsOfSet,
  rowCount,
  setAt,
  setCount,
  surveyRows,
  type SurveySpace,
} from './rows.js';
import { Rubbish, type JobKind } from '../jobs/job.js';
import { integerOf, objectOf } from '../jobs/reading.js';

/** Sets in a job, at most: their rows are a blob of at most 18 MB. */
export const MOST_PART_SETS = 2 ** 17;

/** Rows that are computed again to check a part: the first and the last, and one between. */
const CHECKED = [0, 0.618, 1];

/** Sets by their indices. */
export interface SurveyPart extends SurveySpace {
  readonly first: number;
  readonly count: number;
}

/** The rows of a part. */
export const SURVEY_PART: JobKind<SurveyPart, Uint32Array> = {
  name: 'survey-part',
  readInput(json) {
    const { max, size, first, count } = objectOf(json);
    const space = { max: integerOf(max, 1), size: integerOf(size, 1, LARGEST_SIZE) };
    const sets = setCount(space);
    const part = { ...space, first: integerOf(first), count: integerOf(count, 1, MOST_PART_SETS) };
    if (!(part.first + part.count <= sets)) throw new TypeError('expected sets of the survey');
    return part;
  },
  compute({ first, count, ...space }) {
    const rows = surveyRows(space, first, count).slice();
    return Promise.resolve({ data: null, blobs: [new Uint8Array(rows.buffer)] });
  },
  most: ({ size, count }) => ({ blobs: 1, bytes: 4 * (size + 4) * count }),
  readResult(part, { blobs }) {
    const [bytes] = blobs;
    const width = part.size + 4;
    if (blobs.length !== 1 || bytes.length % (4 * width) !== 0) {
      throw new Rubbish(`bytes that are no rows of ${part.count} sets`);
    }
    const rows = new Uint32Array(new Uint8Array(bytes).buffer);
    checkRows(part, rows);
    return Promise.resolve(rows);
  },
};

/** Raises `Rubbish` unless these are the rows of a part, as far as their order, their number and three of them tell. */
export function checkRows(part: SurveyPart, rows: Uint32Array): void {
  checkOrder(part, rows);
  checkSample(part, rows);
}

/** Sets with a common divisor have no row; all others have one, in the order of their indices. */
function checkOrder({ size, first, count }: SurveyPart, rows: Uint32Array): void {
  const width = size + 4;
  const low = setAt(size, first);
  const high = setAt(size, first + count - 1);
  let before: ArrayLike<number> | undefined;
  for (let at = 0; at < rows.length; at += width) {
    const set = rows.subarray(at, at + size);
    for (let i = 0; i < size; i++) {
      if (set[i] <= (i === 0 ? 0 : set[i - 1])) throw new Rubbish(`row ${at / width} is no increasing set`);
    }
    const isAfter = before === undefined ? compare(set, low) >= 0 : compare(set, before) > 0;
    if (!isAfter || compare(set, high) > 0) throw new Rubbish(`row ${at / width} is not in its place`);
    before = set;
  }
}

function checkSample({ size, first, count }: SurveyPart, rows: Uint32Array): void {
  const width = size + 4;
  const total = rows.length / width;
  const expected = rowCount(size, first, count);
  if (total !== expected) throw new Rubbish(`${total} rows, not ${expected}`);
  for (const share of total === 0 ? [] : CHECKED) {
    const at = width * Math.floor(share * (total - 1));
    const set = rows.slice(at, at + size);
    const found = periodsOfSet(set);
    const periods =
      found === undefined
        ? [0, 0, 0, 0]
        : [found.nim.preperiod, found.nim.period, found.outcome.preperiod, found.outcome.period];
    if (periods.some((value, i) => value !== rows[at + size + i])) {
      throw new Rubbish(
        `the periods of {${set.join(',')}} are not ${rows.slice(at + size, at + width).join(', ')}`,
      );
    }
  }
}

function compare(a: ArrayLike<number>, b: ArrayLike<number>): number {
  for (let i = a.length - 1; i >= 0; i--) if (a[i] !== b[i]) return a[i] - b[i];
  return 0;
}
