/**
 * The far part of remoteness: the least rank that each position of a chunk reaches by its long subtrahends. All of these
 * lead to finished positions, so threads share the chunk.
 */
import { inBuild } from '../../common/package-root.js';
import type { KernelContext } from '../../kernel/context.js';
import { RankJob } from '../../kernel/layout.js';
import { bytesOf } from '../../kernel/struct.js';
import { takeShares } from '../task/chunks.js';
import type { Work } from '../threads/pool.js';

/** The far part of one chunk. */
export interface FarRanksJob {
  /** The address of a RankJob. */
  readonly job: number;
}

/** Does a thread's part: shares of positions until none is left. */
export function runFarRanksJob(context: KernelContext, { job }: FarRanksJob): void {
  const fields = context.space(job, bytesOf(RankJob)).u32;
  const [counter, share, lanes] = [fields[RankJob.counter], fields[RankJob.share], fields[RankJob.lanes]];
  takeShares(context, { counter, share, lanes }, (next) => context.kernels.rankFar(job, next));
}

/** The far part as work for a pool of threads. */
export const FAR_RANKS_WORK: Work<FarRanksJob, void> = {
  run: runFarRanksJob,
  script: inBuild('solver/remoteness/worker.js'),
};
