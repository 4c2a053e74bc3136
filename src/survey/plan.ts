/** Estimates of the work of a survey, measured on a sample of its sets. */
import { throwIfAborted } from '../common/errors.js';
import { formatForFile } from '../common/formats.js';
import { lengthOf, type Range } from '../common/range.js';
import { encode, TABLE_FORMATS, type TableFileFormat } from '../tables/formats.js';
import { checkSpace } from './batches.js';
import { unpackColumns } from './columns.js';
import { jobOf, SURVEY_PART } from './part.js';
import { rowsIn, setsOfPart } from './rows.js';
import type { SurveySpace } from './space.js';
import { surveyTable, type Columns } from './table.js';

/** The sample has sets from as many parts of equal work. */
const STRATA = 16;
/** CPU time after which a sample is large enough. */
const ENOUGH_SECONDS = 1;
/** The factor from each sample to the next; the smaller ones warm up the compiler. */
const GROWTH = 4;

export interface SurveyPlan {
  /** Rows of its table. */
  readonly sets: number;
  /** CPU time on one core of this machine. */
  readonly seconds: number;
  /** Bytes of the table, and of all its parts together. */
  readonly bytes: number;
  readonly partBytes: number;
  /** Number of rows measured. */
  readonly sampled: number;
}

export interface PlanOptions {
  readonly output: string;
  /** Returns this process's CPU time in seconds. */
  readonly cpuSeconds: () => number;
  readonly signal?: AbortSignal | undefined;
}

/** Measures a survey. Takes a few seconds, unless single sets take longer. */
export async function planOf(
  space: SurveySpace,
  { output, cpuSeconds, signal }: PlanOptions,
): Promise<SurveyPlan> {
  const all = checkSpace(space);
  const format = formatForFile<TableFileFormat>(TABLE_FORMATS, output);
  const strata = Array.from({ length: STRATA }, (_, i) => setsOfPart(space, { part: i + 1, of: STRATA }));
  const bytesOf = async (batches: readonly Columns[]): Promise<number> => {
    let sum = 0;
    for await (const { length } of encode(surveyTable(space, batches), format)) sum += length;
    return sum;
  };
  for (let count = 1; ; count *= GROWTH) {
    let [measured, seconds, packed, sampled] = [0, 0, 0, 0];
    const sample: Columns[] = [];
    for (const stratum of strata.filter((one) => lengthOf(one) > 0)) {
      throwIfAborted(signal);
      const sets = middleOf(stratum, count);
      const began = cpuSeconds();
      const { blobs } = await SURVEY_PART.compute(jobOf(space, [sets], 0), { blob: noBlob });
      const took = cpuSeconds() - began;
      measured += took;
      seconds += took * (lengthOf(stratum) / lengthOf(sets));
      packed += blobs[0].length;
      const found = unpackColumns(space, lengthOf(sets), blobs[0]);
      sampled += found.columns.length;
      sample.push(found);
    }
    const isAll = strata.every((stratum) => lengthOf(stratum) <= count);
    if (measured < ENOUGH_SECONDS && !isAll) continue;
    const sets = rowsIn(space, all);
    const share = sets / Math.max(1, sampled);
    const empty = await bytesOf([]);
    const bytes = Math.ceil(empty + share * ((await bytesOf(sample)) - empty));
    return { sets, seconds, bytes, partBytes: Math.ceil(share * packed), sampled };
  }
}

function middleOf({ start, stop }: Range, count: number): Range {
  const length = Math.min(count, stop - start);
  const first = start + Math.floor((stop - start - length) / 2);
  return { start: first, stop: first + length };
}

function noBlob(): Promise<never> {
  return Promise.reject(new Error('jobs of surveys have no blobs'));
}
