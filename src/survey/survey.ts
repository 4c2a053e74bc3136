/**
 * A survey: the periods of all finite sets of a size, on all threads, into one file. The sets are cut into batches,
 * whose rows are kept as parts (parts.ts) until all are there and can be joined in order.
 */
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { inBuild } from '../common/package-root.js';
import { failure, messageOf, refuse, TakeawayError, throwIfAborted, usageError } from '../common/errors.js';
import { inFlight } from '../common/in-flight.js';
import { checkThreads } from '../common/threads.js';
import type { Period } from '../game/periods.js';
import { LARGEST_SIZE, setCount, type SurveySpace } from './rows.js';
import { nodeFileSystem, type FileSystem } from '../store/files/file-system.js';
import { NoParts, PartsInFiles } from './parts.js';
import type { SurveyBatch } from './worker.js';

const SCRIPT = inBuild('survey/worker.js');

/** Sets in a batch: at most a second's work in the ranges that can be finished, and some thousand batches. */
const LEAST_BATCH = 2 ** 11;
const MOST_BATCHES = 2 ** 12;
/** Sets in a survey at most: years of work. */
const MOST_SETS = 2 ** 36;
/** Sets with the longest periods that are told. */
const LONGEST = 10;

/** Whoever finds the rows of batches in place of the threads of this machine. */
export interface RowFinder {
  /** How many batches are worth having under way now. */
  readonly atOnce: number;
  rowsOf(batch: SurveyBatch): Promise<Uint32Array>;
}

/** What to survey, and how. */
export interface SurveyOptions extends SurveySpace {
  /** A file that does not exist yet, in the format of its ending (`TABLE_FORMATS`); without one only the summary is made. */
  readonly output?: string | undefined;
  /** Default as many as the machine has cores. The rows do not depend on it. */
  readonly threads?: number | undefined;
  /** Finds the rows in place of threads of this machine. The rows do not depend on it. */
  readonly finder?: RowFinder | undefined;
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
  const put = async ({ batch }: SurveyBatch, rows: Uint32Array): Promise<void> => {
    await parts.put(batch, rows);
    options.onProgress?.(++done / batches.length);
  };
  if (options.finder === undefined) await inWorkers(pending, threads, options.signal, put);
  else await byFinder(pending, options.finder, put);
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

/** Has each batch done by one of the threads; `take` is called for one at a time. Rejects when a worker crashes. */
async function inWorkers(
  batches: readonly SurveyBatch[],
  threads: number,
  signal: AbortSignal | undefined,
  take: (batch: SurveyBatch, rows: Uint32Array) => Promise<void>,
): Promise<void> {
  const queue = [...batches];
  let taking = Promise.resolve();
  const serve = async (worker: SurveyWorker): Promise<void> => {
    for (let batch = queue.shift(); batch !== undefined; batch = queue.shift()) {
      throwIfAborted(signal);
      const own = batch;
      const rows = await worker.rowsOf(own, signal);
      taking = taking.then(() => take(own, rows));
      await taking;
    }
  };
  const workers = Array.from({ length: Math.min(threads, batches.length) }, () => new SurveyWorker());
  try {
    await Promise.all(workers.map(serve));
  } finally {
    queue.length = 0;
    await Promise.all(workers.map((worker) => worker.end()));
    await taking.catch(() => undefined);
  }
}

/** Has each batch done by a finder; `take` is called for one at a time. */
async function byFinder(
  batches: readonly SurveyBatch[],
  finder: RowFinder,
  take: (batch: SurveyBatch, rows: Uint32Array) => Promise<void>,
): Promise<void> {
  let taking = Promise.resolve();
  await inFlight(
    batches,
    () => finder.atOnce,
    async (batch) => {
      const rows = await finder.rowsOf(batch);
      taking = taking.then(() => take(batch, rows));
      await taking;
    },
  );
}

/** A worker thread, and what goes wrong with it, whenever that is. */
class SurveyWorker {
  readonly #worker = new Worker(SCRIPT);
  /** Rejects when the thread ends: one that ends by itself answers nothing, and need not raise an error. */
  readonly #ended: Promise<never>;

  constructor() {
    this.#ended = new Promise((_, reject) => {
      this.#worker.on('error', (error: unknown) => reject(crashed(messageOf(error))));
      this.#worker.on('exit', (code) => reject(crashed(`it ended with code ${code}`)));
    });
    this.#ended.catch(() => undefined);
  }

  /** The rows of a batch. Raises `interrupted` when the signal is aborted meanwhile. */
  async rowsOf(batch: SurveyBatch, signal: AbortSignal | undefined): Promise<Uint32Array> {
    this.#worker.postMessage(batch);
    try {
      const answer = once(this.#worker, 'message', { signal });
      const [rows] = (await Promise.race([answer, this.#ended])) as [Uint32Array];
      return rows;
    } catch (error) {
      throwIfAborted(signal);
      throw error instanceof TakeawayError ? error : crashed(messageOf(error));
    }
  }

  async end(): Promise<void> {
    await this.#worker.terminate();
  }
}

function crashed(found: string): TakeawayError {
  return failure('internal', 'A worker thread of the survey', 'it to finish its sets', found, {
    help: 'What is done is kept.',
    remedy: { do: 'retry' },
  });
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
