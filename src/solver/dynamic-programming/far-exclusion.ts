/**
 * The far part of dynamic programming: for each position of a chunk the set of nim-values that its long subtrahends
 * reach. All of these are finished values, so threads share the chunk.
 */
import { inBuild } from '../../common/package-root.js';
import type { KernelContext } from '../../kernel/context.js';
import { MexJob } from '../../kernel/layout.js';
import { bytesOf } from '../../kernel/struct.js';
import { takeShares } from '../task/chunks.js';
import type { Work } from '../threads/pool.js';

/** The far part of one chunk. */
export interface ExcludeJob {
  /** The address of a MexJob. */
  readonly job: number;
}

/** Does a thread's part: shares of positions until none is left. */
export function runExcludeJob(context: KernelContext, { job }: ExcludeJob, thread: number): void {
  const fields = context.space(job, bytesOf(MexJob)).u32;
  const [counter, share, lanes] = [fields[MexJob.counter], fields[MexJob.share], fields[MexJob.lanes]];
  takeShares(context, { counter, share, lanes }, (next) => context.kernels.excludeFar(job, next, thread));
}

/** The far part as work for a pool of threads. */
export const EXCLUDE_WORK: Work<ExcludeJob, void> = {
  run: runExcludeJob,
  script: inBuild('solver/dynamic-programming/worker.js'),
};
