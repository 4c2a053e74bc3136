/**
 * A survey: the periods of all finite sets of a size, by jobs on all threads or other machines, into one file. The sets
 * are cut into batches, whose rows are kept as parts (parts.ts) until all are there and can be joined in order.
 */
import { availableParallelism } from 'node:os';
import { refuse, throwIfAborted, usageError } from '../common/errors.js';
import { inFlight } from '../common/ahead.js';
import { lengthOf, type Range } from '../common/range.js';
import { checkThreads } from '../common/threads.js';
import type { Period } from '../game/periods.js';
import type { Hands } from '../jobs/job.js';
import { LocalHands } from '../jobs/local.js';
import { LARGEST_SIZE, PERIOD_NUMBERS, rowCount, setCount, type SurveySpace } from './rows.js';
import { nodeFileSystem, type FileSystem } from '../store/files/file-system.js';
import { MOST_PART_SETS, SURVEY_PART, type SurveyRows } from './part.js';
import { NoParts, PartsInFiles, type SurveyBatch } from './parts.js';

/** Sets in a batch: at most a second's work in the ranges that can be finished, and some thousand batches. */
const LEAST_BATCH = 2 ** 11;
const MOST_BATCHES = 2 ** 12;
/** Sets in a survey at most: years of work. */
const MOST_SETS = 2 ** 36;
/** What a job is given: time enough that what it costs this process is nothing beside it, and sets that are not too few. */
const JOB_SECONDS = 1.5;
const LEAST_JOB = 2 ** 11;
/** Sets with the longest periods that are told. */
const LONGEST = 10;

/** What to survey, and how. */
export interface SurveyOptions extends SurveySpace {
  /** A file that does not exist yet, in the format of its ending (`TABLE_FORMATS`); without one only the summary is made. */
  readonly output?: string | undefined;
  /** Default as many as the machine has cores. The rows do not depend on it. */
  readonly threads?: number | undefined;
  /** Who finds the rows in place of threads of this machine. The rows do not depend on it. */
  readonly hands?: Hands | undefined;
  /** Where the output is; for tests. */
  readonly fileSystem?: FileSystem;
  /** Stops when aborted, with `interrupted`: the parts that are done stay. */
  readonly signal?: AbortSignal | undefined;
  /** Called after each batch with the share of the sets that is done. */
  readonly onProgress?: ((share: number) => void) | undefined;
}

/** A set and its periods; null where 2^24 values prove none. */
export interface SurveyedSet {
  readonly set: readonly number[];
  readonly nim: Pick<Period, 'preperiod' | 'period'> | null;
  readonly outcome: Pick<Period, 'preperiod' | 'period'> | null;
}

/** What a survey found. */
export interface SurveySummary extends SurveySpace {
  /** Sets with greatest common divisor 1: the rows. */
  readonly sets: number;
  /** Sets of which 2^24 values prove no period. */
  readonly unproven: number;
  /** The sets with the longest periods of nim-values, longest first; of equal ones the first in order. */
  readonly longest: readonly SurveyedSet[];
}

/** Surveys all sets of `size` elements up to `max` with greatest common divisor 1. */
export async function survey(options: SurveyOptions): Promise<SurveySummary> {
  const { max, size, output, fileSystem = nodeFileSystem } = options;
  const sets = checkSpace(options);
  const threads = checkThreads(options.threads ?? availableParallelism());
  const length = Math.max(LEAST_BATCH, Math.ceil(sets / MOST_BATCHES));
  const batches = Array.from({ length: Math.ceil(sets / length) }, (_, batch): SurveyBatch => {
    const first = batch * length;
    return { max, size, batch, first, count: Math.min(length, sets - first) };
  });
  const summary = new Summary({ max, size });
  const take = (rows: Uint32Array): void => summary.add(rows);
  const parts =
    output === undefined ? new NoParts(take) : await PartsInFiles.open(fileSystem, output, batches, take);
  const pending = batches.filter(({ batch }) => !parts.has(batch));
  const own = options.hands === undefined ? new LocalHands(threads, options.signal) : undefined;
  const hands = options.hands ?? own!;
  const gathering = new Gathering(pending, async ({ batch }, rows) => {
    throwIfAborted(options.signal);
    await parts.put(batch, rows);
  });
  const find = async (range: Range): Promise<void> => {
    for (let { start } = range; start < range.stop;) {
      const job = { max, size, first: start, count: range.stop - start, seconds: JOB_SECONDS };
      const { result } = await hands.do(SURVEY_PART, job);
      await gathering.add(start, result);
      start += result.count;
      options.onProgress?.(1 - gathering.missing / sets);
    }
  };
  try {
    await inFlight(
      shares(pending, () => hands.atOnce),
      () => hands.atOnce,
      find,
    );
  } finally {
    await own?.close();
  }
  await parts.finish();
  return summary.result();
}

/** How many sets there are. Raises a usage error when there are none or too many. */
function checkSpace({ max, size }: SurveySpace): number {
  if (!Number.isSafeInteger(size) || size < 1 || size > LARGEST_SIZE)
    refuse('The size of the sets', `1 to ${LARGEST_SIZE}`, String(size));
  if (!Number.isSafeInteger(max) || max < size)
    refuse('The largest element', `at least the size ${size}`, String(max));
  const sets = setCount({ max, size });
  if (sets <= MOST_SETS) return sets;
  throw usageError({
    subject: `A survey of sets of ${size} elements up to ${max}`,
    expected: 'at most 2^36 sets',
    found: Number.isFinite(sets) ? String(sets) : 'far more',
    help: 'Take a smaller largest element or size.',
  });
}

/**
 * The sets of batches as ranges of indices, each the share of one place in all that is left by then: as few as will do, and
 * smaller ones towards the end, so that nobody waits long for the last.
 */
function* shares(batches: readonly SurveyBatch[], places: () => number): Generator<Range> {
  let left = batches.reduce((sum, { count }) => sum + count, 0);
  for (const { start, stop } of joined(batches)) {
    for (let first = start; first < stop;) {
      const share = Math.min(MOST_PART_SETS, Math.max(LEAST_JOB, Math.ceil(left / places())));
      const range = { start: first, stop: Math.min(stop, first + share) };
      yield range;
      left -= lengthOf(range);
      first = range.stop;
    }
  }
}

/** Batches, increasing, as ranges of which none goes on with the next. */
function joined(batches: readonly SurveyBatch[]): Range[] {
  const ranges: { start: number; stop: number }[] = [];
  for (const { first, count } of batches) {
    const last = ranges.at(-1);
    if (last?.stop === first) last.stop += count;
    else ranges.push({ start: first, stop: first + count });
  }
  return ranges;
}

/** Puts rows together to those of batches, of which each is handed on once it is whole: one at a time. */
class Gathering {
  readonly #batches: readonly SurveyBatch[];
  readonly #put: (batch: SurveyBatch, rows: Uint32Array) => Promise<void>;
  /** Rows of batches that are not whole, by the batch and the index of their first set. */
  readonly #found = new Map<SurveyBatch, { count: number; readonly rows: Map<number, Uint32Array> }>();
  #putting: Promise<void> = Promise.resolve();
  #missing: number;

  /** Of batches in their order. */
  constructor(
    batches: readonly SurveyBatch[],
    put: (batch: SurveyBatch, rows: Uint32Array) => Promise<void>,
  ) {
    this.#batches = batches;
    this.#put = put;
    this.#missing = batches.reduce((sum, { count }) => sum + count, 0);
  }

  /** Sets of which there are no rows yet. */
  get missing(): number {
    return this.#missing;
  }

  /** Takes the rows of the sets from an index on. */
  async add(first: number, { count, rows }: SurveyRows): Promise<void> {
    this.#missing -= count;
    const stop = first + count;
    let at = 0;
    for (const batch of this.#batches) {
      const range = { start: Math.max(first, batch.first), stop: Math.min(stop, batch.first + batch.count) };
      if (range.start >= range.stop) continue;
      const { size } = batch;
      const end = at + (size + PERIOD_NUMBERS) * rowCount(size, range.start, lengthOf(range));
      const found = this.#found.get(batch) ?? { count: 0, rows: new Map<number, Uint32Array>() };
      this.#found.set(batch, found);
      found.rows.set(range.start, rows.subarray(at, end));
      found.count += lengthOf(range);
      at = end;
      if (found.count < batch.count) continue;
      this.#found.delete(batch);
      this.#putting = this.#putting.then(() => this.#put(batch, inOrderOfSets(found.rows)));
    }
    await this.#putting;
  }
}

function inOrderOfSets(found: ReadonlyMap<number, Uint32Array>): Uint32Array {
  const parts = [...found].sort(([a], [b]) => a - b).map(([, rows]) => rows);
  if (parts.length === 1) return parts[0];
  const joined = new Uint32Array(parts.reduce((total, { length }) => total + length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

/** Counts rows and remembers those with the longest periods. */
class Summary {
  readonly #space: SurveySpace;
  #sets = 0;
  #unproven = 0;
  #longest: Uint32Array[] = [];

  constructor({ max, size }: SurveySpace) {
    this.#space = { max, size };
  }

  /** Takes rows in any order. */
  add(rows: Uint32Array): void {
    const { size } = this.#space;
    const width = size + PERIOD_NUMBERS;
    for (let at = 0; at < rows.length; at += width) {
      const period = rows[at + size + 1];
      this.#sets++;
      if (period === 0) this.#unproven++;
      const least = this.#longest.length < LONGEST ? 1 : this.#longest[LONGEST - 1][size + 1];
      if (period < least) continue;
      this.#longest.push(rows.slice(at, at + width));
      this.#longest = this.#longest.sort((a, b) => this.#compare(a, b)).slice(0, LONGEST);
    }
  }

  /** Longer periods first, and of equal ones the first in the order of sets. */
  #compare(a: Uint32Array, b: Uint32Array): number {
    const { size } = this.#space;
    if (a[size + 1] !== b[size + 1]) return b[size + 1] - a[size + 1];
    let i = size - 1;
    while (i > 0 && a[i] === b[i]) i--;
    return a[i] - b[i];
  }

  result(): SurveySummary {
    return {
      ...this.#space,
      sets: this.#sets,
      unproven: this.#unproven,
      longest: this.#longest.map((row) => this.#set(row)),
    };
  }

  #set(row: Uint32Array): SurveyedSet {
    const { size } = this.#space;
    const [nimPreperiod, nimPeriod, outcomePreperiod, outcomePeriod] = row.subarray(size);
    const nim = nimPeriod === 0 ? null : { preperiod: nimPreperiod, period: nimPeriod };
    const outcome = outcomePeriod === 0 ? null : { preperiod: outcomePreperiod, period: outcomePeriod };
    return { set: Array.from(row.subarray(0, size)), nim, outcome };
  }
}
