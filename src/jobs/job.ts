/** Jobs: pure functions of immutable inputs, the checks of everything that comes over a network, and runners. */
import { messageOf } from '../common/errors.js';
import type { BlobSource } from './blob-source.js';

export interface JobContext {
  /** Returns the bytes of a hash. Raises `MissingBlob` if there are none. */
  blob(hash: string): Promise<Uint8Array>;
  /** When aborted, the job soon returns a whole part of its result. */
  readonly signal?: AbortSignal | undefined;
}

/** The output of a job: small JSON data, and bytes. */
export interface Made {
  readonly data: unknown;
  readonly blobs: readonly Uint8Array[];
}

/** Computes a result again, for comparison. */
interface Confirm<Input, Result> {
  /** Returns the input for exactly the part of the work that this result has, without a time limit. */
  again(input: Input, result: Result): Input;
  /** Hashes the values of a result, independent of method and encoding. */
  hashOf(result: Result): string;
}

export interface JobKind<Input, Result> {
  /** Unique; sent with every job. */
  readonly name: string;
  /** Reads an input from JSON; raises if it is invalid. Nothing else of a payload is used. */
  readInput(json: unknown): Input;
  compute(input: Input, context: JobContext): Promise<Made>;
  /** Maximum bytes of a result: more are neither fetched nor unpacked. */
  most(input: Input): number;
  /** Seconds after which a job counts as hung. Default `DEADLINE_SECONDS`. */
  deadline?(input: Input): number;
  /** Absent for kinds whose results depend on more than their input. */
  readonly confirm?: Confirm<Input, Result>;
  /** Reads the result of an input. Raises `InvalidResult` if shapes, bounds or cheap recomputations show it to be wrong. */
  readResult(input: Input, made: Made): Promise<Result>;
}

/** A result that cannot be right. The worker that made it gets no more jobs of the run. */
export class InvalidResult extends Error {}

/** Returns the value of `read`. Raises `InvalidResult` for any error. */
export async function orInvalid<Result>(read: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await read();
  } catch (error) {
    throw error instanceof InvalidResult ? error : new InvalidResult(messageOf(error), { cause: error });
  }
}

export class MissingBlob extends Error {
  readonly hash: string;

  constructor(hash: string) {
    super(`no blob ${hash}`);
    this.hash = hash;
  }
}

/** A result, and the worker that made it. */
export interface Done<Result> {
  readonly result: Result;
  readonly worker: string;
}

/** Seconds after which a job that can be cut returns what it has: a killed process loses no more. */
export const JOB_SECONDS = 60;

/** Seconds after which a job counts as hung, unless its kind has another deadline. */
export const DEADLINE_SECONDS = 3600;

export interface JobRunner {
  /** Seconds after which a job that can be cut returns a part of its result; the rest becomes another job. */
  readonly jobSeconds: number;
  /** The number of jobs to have under way now. */
  readonly atOnce: number;
  /** The blobs of its jobs. */
  readonly blobSource: BlobSource;
  /** Runs a job. Raises `interrupted` when the signal is aborted, and any error that prevents the job. */
  do<Input, Result>(kind: JobKind<Input, Result>, input: Input): Promise<Done<Result>>;
  /** Excludes a worker whose result turned out to be wrong. */
  refuse(worker: string, reason: string): void;
  /** Publishes a title and the share that is done in lists of runs. */
  tell?(title: string, share: number): void;
  close(): Promise<void>;
}
