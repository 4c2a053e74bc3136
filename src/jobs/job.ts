/**
 * What a job is: a pure function of inputs that are named and never change. Each kind is a record with the function, and
 * with the checks of what comes over the network to either side of it. Who does a job is told apart from what it is: the
 * threads of this machine, or the workers of a Redis.
 */
import { messageOf } from '../common/errors.js';
import type { BlobSource } from './blob-source.js';

/** What a job may use while it runs. */
export interface JobContext {
  /** The bytes of a hash. Raises when there are none to be had. */
  blob(hash: string): Promise<Uint8Array>;
  /** What earlier jobs of the run have left in this thread for later ones. */
  readonly kept: Map<string, unknown>;
  /** Aborted when the job should come to an end with what it has, as soon as it has something whole. */
  readonly signal?: AbortSignal | undefined;
}

/** What earlier jobs of a run have left under a name in a thread, where each name has one kind of thing; made where there is none. */
export function keptAs<Kept>({ kept }: Pick<JobContext, 'kept'>, name: string, make: () => Kept): Kept {
  if (!kept.has(name)) kept.set(name, make());
  return kept.get(name) as Kept;
}

/** What a job has made: something small as JSON, and bytes. */
export interface Made {
  readonly data: unknown;
  readonly blobs: readonly Uint8Array[];
}

/** What a job may give back at most: blobs, and the bytes of all of them. */
export interface Most {
  readonly blobs: number;
  readonly bytes: number;
}

/** How a result is found once more, to be compared. */
interface Confirm<Input, Result> {
  /** The input whose result is exactly this one, however long it takes. */
  again(input: Input, result: Result): Input;
  /** Of all values of a result, whatever method or encoding they have come by. */
  hashOf(result: Result): string;
}

/** All there is to know of a kind of job. */
export interface JobKind<Input, Result> {
  /** Unique; it travels with every job. */
  readonly name: string;
  /** An input from JSON. Raises when it is none: nothing else of a payload is ever used. */
  readInput(json: unknown): Input;
  compute(input: Input, context: JobContext): Promise<Made>;
  /** What it may give back for an input: more is neither fetched nor unpacked. */
  most(input: Input): Most;
  /** How a second worker confirms a result. Kinds have none whose results depend on what is known meanwhile. */
  readonly confirm?: Confirm<Input, Result>;
  /** The result of an input. Raises `InvalidResult` when it cannot be one: shapes, bounds and what can be recomputed cheaply. */
  readResult(input: Input, made: Made): Promise<Result>;
}

/** A result that cannot be right. Whoever made it is shut out of the run. */
export class InvalidResult extends Error {}

/** What `read` makes of a result. Raises `InvalidResult` where that raises anything. */
export async function orInvalid<Result>(read: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await read();
  } catch (error) {
    throw error instanceof InvalidResult ? error : new InvalidResult(messageOf(error), { cause: error });
  }
}

/** A blob that is not to be had: the job has to be done again once it is. */
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

/** Time for a job that could take any, unless its runner says otherwise: who is killed loses no more than this. */
export const JOB_SECONDS = 60;

/** Whoever does jobs. */
export interface JobRunner {
  /** After this a job that could take any time gives back what it has, and the rest becomes another job. */
  readonly jobSeconds: number;
  /** How many jobs are worth having under way now. */
  readonly atOnce: number;
  /** What jobs are given by hash. */
  readonly blobSource: BlobSource;
  /** Has a job done. Raises `interrupted` when the signal is aborted, and what else keeps a job from being done. */
  do<Input, Result>(kind: JobKind<Input, Result>, input: Input): Promise<Done<Result>>;
  /** Gives no more work to a worker whose result was wrong after all. */
  refuse(worker: string, reason: string): void;
  close(): Promise<void>;
}
