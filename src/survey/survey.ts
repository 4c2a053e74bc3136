/**
 * A survey: the periods of all finite sets of a size, by jobs on all threads or other machines, into one file. The sets
 * are cut into batches, whose rows are kept as parts (parts.ts) until all are there and can be joined in order.
 */
import { availableParallelism } from 'node:os';
import { refuse, throwIfAborted, usageError } from '../common/errors.js';
import { inFlight } from '../common/ahead.js';
import { cutAtMultiples } from '../common/range.js';
import { checkThreads } from '../common/threads.js';
import type { Period } from '../game/periods.js';
import type { Hands } from '../jobs/job.js';
import { LocalHands } from '../jobs/local.js';
import { LARGEST_SIZE, setCount, type SurveySpace } from './rows.js';
import { nodeFileSystem, type FileSystem } from '../store/files/file-system.js';
import { MOST_PART_SETS, SURVEY_PART } from './part.js';
import { NoParts, PartsInFiles, type SurveyBatch } from './parts.js';

/** Sets in a batch: at most a second's work in the ranges that can be finished, and some thousand batches. */
const LEAST_BATCH = 2 ** 11;
const MOST_BATCHES = 2 ** 12;
/** Sets in a survey at most: years of work. */
const MOST_SETS = 2 ** 36;
/** Sets with the longest periods that are told. */
const LONGEST = 10;

/** What to survey, and how. */
export interface SurveyOptions extends SurveySpace {
  /** A file that does not exist yet, in the format of its ending (`TableFormat`); without one only the summary is made. */
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
  let done = batches.length - pending.length;
  const own = options.hands === undefined ? new LocalHands(threads, options.signal) : undefined;
  const hands = options.hands ?? own!;
  let putting = Promise.resolve();
  const find = async (batch: SurveyBatch): Promise<void> => {
    const rows = await rowsOf(hands, batch);
    // One at a time.
    putting = putting.then(() => {
      throwIfAborted(options.signal);
      return parts.put(batch.batch, rows);
    });
    await putting;
    options.onProgress?.(++done / batches.length);
  };
  try {
    await inFlight(pending, () => hands.atOnce, find);
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

/** The rows of a batch, which may be several jobs. */
async function rowsOf(hands: Hands, { max, size, first, count }: SurveyBatch): Promise<Uint32Array> {
  const parts = [...cutAtMultiples({ start: first, stop: first + count }, MOST_PART_SETS)];
  const done = await Promise.all(
    parts.map(({ start, stop }) => hands.do(SURVEY_PART, { max, size, first: start, count: stop - start })),
  );
  if (done.length === 1) return done[0].result;
  const rows = new Uint32Array(done.reduce((total, { result }) => total + result.length, 0));
  let at = 0;
  for (const { result } of done) {
    rows.set(result, at);
    at += result.length;
  }
  return rows;
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
    const width = size + 4;
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
