/**
 * The far part of dynamic programming: for each position of a chunk the set of nim-values that its long subtrahends
 * reach. All of these are finished values, so threads share the chunk.
 */
import { inBuild } from '../../common/package-root.js';
import type { KernelContext } from '../../kernel/context.js';
import { MexJob } from '../../kernel/layout.js';
import { bytesOf } from '../../kernel/struct.js';
import type { Work } from '../threads/pool.js';

/** The far part of one chunk. */
export interface ExcludeJob {
  /** The address of a MexJob. */
  readonly job: number;
}

/** Does a thread's part: shares of positions until none is left. */
export function runExcludeJob({ kernels, space }: KernelContext, { job }: ExcludeJob, thread: number): void {
  const fields = space(job, bytesOf(MexJob)).u32;
  const share = fields[MexJob.share];
  const lanes = fields[MexJob.lanes];
  const taken = space(fields[MexJob.counter], 4).u32;
  const take = (): number => Atomics.add(taken, 0, 1);
  for (let next = take(); next * share < lanes; next = take()) kernels.excludeFar(job, next, thread);
}

/** The far part as work for a pool of threads. */
export const EXCLUDE_WORK: Work<ExcludeJob, void> = {
  run: runExcludeJob,
  script: inBuild('solver/dynamic-programming/worker.js'),
};
