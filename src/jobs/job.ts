/**
 * Jobs: pure functions of inputs that never change. Each kind is a record with the function and with the checks of all that
 * comes over a network to either side of it. A runner has jobs done, by threads of this machine or by workers.
 */
import { messageOf } from '../common/errors.js';
import type { BlobSource } from './blob-source.js';

/** The means of a job while it runs. */
export interface JobContext {
  /** Returns the bytes of a hash. Raises `MissingBlob` if there are none. */
  blob(hash: string): Promise<Uint8Array>;
  /** Aborted when the job should return what it has, as soon as that is something whole. */
  readonly signal?: AbortSignal | undefined;
}

/** The output of a job: something small as JSON, and bytes. */
export interface Made {
  readonly data: unknown;
  readonly blobs: readonly Uint8Array[];
}

/** A way to compute a result again, for comparison. */
interface Confirm<Input, Result> {
  /** Returns the input whose result is exactly this one, however long it takes. */
  again(input: Input, result: Result): Input;
  /** Hashes all values of a result, whatever method or encoding they have come by. */
  hashOf(result: Result): string;
}

/** A kind of job. */
export interface JobKind<Input, Result> {
  /** Unique; it travels with every job. */
  readonly name: string;
  /** Reads an input from JSON. Raises if it is none: nothing else of a payload is ever used. */
  readInput(json: unknown): Input;
  compute(input: Input, context: JobContext): Promise<Made>;
  /** Bytes of a result, at most: more are neither fetched nor unpacked. */
  most(input: Input): number;
  /** Seconds after which a job counts as hanging. Default `DEADLINE_SECONDS`. */
  deadline?(input: Input): number;
  /** Absent for kinds whose results depend on more than their input. */
  readonly confirm?: Confirm<Input, Result>;
  /** Reads the result of an input. Raises `InvalidResult` if it cannot be one: shapes, bounds and cheap recomputations. */
  readResult(input: Input, made: Made): Promise<Result>;
}

/** A result that cannot be right. The worker that made it gets no more jobs of the run. */
export class InvalidResult extends Error {}

/** Returns what `read` reads of a result. Raises `InvalidResult` for any error. */
export async function orInvalid<Result>(read: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await read();
  } catch (error) {
    throw error instanceof InvalidResult ? error : new InvalidResult(messageOf(error), { cause: error });
  }
}

/** A job was given no blob of this hash. */
export class MissingBlob extends Error {
  readonly hash: string;

  constructor(hash: string) {
    super(`no blob ${hash}`);
    this.hash = hash;
  }
}

/** A result, and who made it. */
export interface Done<Result> {
  readonly result: Result;
  readonly worker: string;
}

/** Seconds that a job of any length is given: a killed process loses no more than this. */
export const JOB_SECONDS = 60;

/** Seconds after which a job counts as hanging, unless its kind says otherwise. */
export const DEADLINE_SECONDS = 3600;

/** Has jobs done. */
export interface JobRunner {
  /** Seconds after which a job of any length returns what it has; the rest becomes another job. */
  readonly jobSeconds: number;
  /** Jobs that are worth having under way now. */
  readonly atOnce: number;
  /** Bytes that jobs are given by hash. */
  readonly blobSource: BlobSource;
  /** Has a job done. Raises `interrupted` when the signal is aborted, and whatever keeps a job from being done. */
  do<Input, Result>(kind: JobKind<Input, Result>, input: Input): Promise<Done<Result>>;
  /** Gives no more work to a worker whose result was wrong after all. */
  refuse(worker: string, reason: string): void;
  /** Announces the work to people who look at workers, and the share of it that is done. */
  tell?(title: string, share: number): void;
  close(): Promise<void>;
}
