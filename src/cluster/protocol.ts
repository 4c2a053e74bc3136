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

/** What a message has: each field is read from its JSON, which raises when it is none. */
type Fields = Readonly<Record<string, (json: unknown) => unknown>>;
type Read<Of extends Fields> = { readonly [Name in keyof Of]: ReturnType<Of[Name]> };

const name = (json: unknown): string => textOf(json, MOST_NAME);
const count = (json: unknown): number => integerOf(json);

/** What a run announces of itself. Other versions leave out all from its host on. */
const RUN_NOTICE = {
  version: name,
  /** What it is about, for people. */
  title: name,
  /** The workers that are shut out, by id. */
  refused: (json: unknown) => listOf(json, MOST_WORKERS, name),
  /** Where its command runs. */
  host: (json: unknown = '') => name(json),
  pid: (json: unknown = 0) => count(json),
  /** The share of its work that is done, from 0 to 1. */
  share: (json: unknown) => Math.min(1, Math.max(0, Number(json) || 0)),
  /** Jobs done, and jobs that failed somewhere or came back damaged, and were done again. */
  done: (json: unknown = 0) => count(json),
  failed: (json: unknown = 0) => count(json),
  /** Seconds since it began. */
  seconds: (json: unknown = 0) => count(json),
};
export type RunNotice = Read<typeof RUN_NOTICE>;

/** What a worker announces of itself. */
const WORKER_NOTICE = {
  version: name,
  host: name,
  pid: count,
  threads: (json: unknown) => integerOf(json, 1),
  /** The run of the job that it took last; null while it has none. */
  run: (json: unknown) => (json === null ? null : name(json)),
  /** Jobs under way, done and failed; and how many of the jobs done are of the last minute. */
  active: count,
  done: count,
  failed: count,
  lastMinute: count,
  /** Seconds since it began. */
  seconds: count,
};
export type WorkerNotice = Read<typeof WORKER_NOTICE>;

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
}

/** What is in the queue as a job; undefined for anything else. */
export function readJobData(json: unknown): JobData | undefined {
  return reading(() => {
    return { input: objectOf(objectOf(json).input) };
  });
}

/** What a run announces; undefined for a text that no version of ours would write. */
export function readRunNotice(text: string): RunNotice | undefined {
  return readNotice(RUN_NOTICE, text);
}

/** The same of a worker. */
export function readWorkerNotice(text: string): WorkerNotice | undefined {
  return readNotice(WORKER_NOTICE, text);
}

function readNotice<Of extends Fields>(fields: Of, text: string): Read<Of> | undefined {
  return reading(() => {
    const json = objectOf(JSON.parse(text));
    return Object.fromEntries(
      Object.entries(fields).map(([key, read]) => [key, read(json[key])]),
    ) as Read<Of>;
  });
}

/** What a worker says of a job; undefined for anything else. */
export function readOutcome(json: unknown): Outcome | undefined {
  return reading((): Outcome => {
    const fields = objectOf(json);
    const worker = name(fields.worker);
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
