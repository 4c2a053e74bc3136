/**
 * What coordinators and workers say to each other through Redis: what a run and a worker announce, and what comes back of
 * a job. All of it is read with checks, as anybody who may write to the Redis may have written it.
 */
import { hashIn, integerOf, listOf, objectOf, textOf } from '../jobs/reading.js';

/** Has to be the same on both sides: results are only taken from equal programs. */
export { ownVersion } from '../common/package-root.js';

/** Times that a job may fail in workers, or come back damaged, before the run fails with it. */
export const MOST_FAILURES = 4;

const MOST_NAME = 200;
const MOST_WORKERS = 100_000;
/** Blobs that any job makes, at most: each kind has a bound of its own. */
const MOST_BLOBS = 4096;

/** What a run announces of itself. */
export interface RunNotice {
  readonly version: string;
  /** What it is about, for people. */
  readonly title: string;
  /** The workers that are shut out, by id. */
  readonly refused: readonly string[];
  /** Where its command runs. */
  readonly host: string;
  readonly pid: number;
  /** The share of its work that is done, from 0 to 1. */
  readonly share: number;
  /** Jobs done, and jobs that failed somewhere or came back damaged, and were done again. */
  readonly done: number;
  readonly failed: number;
  /** Seconds since it began. */
  readonly seconds: number;
}

/** What a worker announces of itself. */
export interface WorkerNotice {
  readonly version: string;
  readonly host: string;
  readonly pid: number;
  readonly threads: number;
  /** The run of the job that it took last; null while it has none. */
  readonly run: string | null;
  /** Jobs under way, done and failed; and how many of the jobs done are of the last minute. */
  readonly active: number;
  readonly done: number;
  readonly failed: number;
  readonly lastMinute: number;
  /** Seconds since it began. */
  readonly seconds: number;
}

/** A blob of a result. */
export interface BlobName {
  readonly hash: string;
  readonly bytes: number;
}

/** What a worker says of a job. */
export type Outcome =
  | {
      readonly worker: string;
      readonly data: unknown;
      readonly blobs: readonly BlobName[];
      readonly seconds: number;
    }
  /** A blob that was not to be had, which the worker waits for. */
  | { readonly worker: string; readonly missing: string }
  /** What the job could not be done for, and whether it will not be tried again. */
  | { readonly worker: string; readonly failed: string; readonly isLast: boolean }
  /** The job that came is none. */
  | { readonly worker: string; readonly unread: true };

/** What a job is given to a worker as. Its name is its kind, and its id names its run. */
export interface JobData {
  readonly input: unknown;
  /** Whether it uses all threads of a worker. */
  readonly isWide: boolean;
}

/** What is in the queue as a job; undefined for anything else. */
export function readJobData(json: unknown): JobData | undefined {
  return reading(() => {
    const { input, isWide } = objectOf(json);
    return { input: objectOf(input), isWide: isWide === true };
  });
}

/** What a run announces; undefined for a text that no version of ours would write. */
export function readRunNotice(text: string): RunNotice | undefined {
  return reading(() => {
    const fields = objectOf(JSON.parse(text));
    return {
      version: textOf(fields.version, MOST_NAME),
      title: textOf(fields.title, MOST_NAME),
      refused: listOf(fields.refused, MOST_WORKERS, (id) => textOf(id, MOST_NAME)),
      // What other versions leave out.
      host: textOf(fields.host ?? '', MOST_NAME),
      pid: integerOf(fields.pid ?? 0),
      share: Math.min(1, Math.max(0, Number(fields.share) || 0)),
      done: integerOf(fields.done ?? 0),
      failed: integerOf(fields.failed ?? 0),
      seconds: integerOf(fields.seconds ?? 0),
    };
  });
}

export function readWorkerNotice(text: string): WorkerNotice | undefined {
  return reading(() => {
    const fields = objectOf(JSON.parse(text));
    return {
      version: textOf(fields.version, MOST_NAME),
      host: textOf(fields.host, MOST_NAME),
      pid: integerOf(fields.pid),
      threads: integerOf(fields.threads, 1),
      run: fields.run === null ? null : textOf(fields.run, MOST_NAME),
      active: integerOf(fields.active),
      done: integerOf(fields.done),
      failed: integerOf(fields.failed),
      lastMinute: integerOf(fields.lastMinute),
      seconds: integerOf(fields.seconds),
    };
  });
}

/** What a worker says of a job; undefined for anything else. */
export function readOutcome(json: unknown): Outcome | undefined {
  return reading((): Outcome => {
    const fields = objectOf(json);
    const worker = textOf(fields.worker, MOST_NAME);
    if (fields.unread === true) return { worker, unread: true };
    if ('missing' in fields) return { worker, missing: hashIn(fields.missing) };
    if ('failed' in fields) return { worker, failed: textOf(fields.failed), isLast: fields.isLast === true };
    const blobs = listOf(fields.blobs, MOST_BLOBS, (json) => {
      const { hash, bytes } = objectOf(json);
      return { hash: hashIn(hash), bytes: integerOf(bytes) };
    });
    return { worker, data: fields.data, blobs, seconds: Number(fields.seconds) };
  });
}

function reading<Value>(read: () => Value): Value | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
