/**
 * The far part of a chunk: what each of its positions reaches by its long subtrahends, a set of nim-values or the least rank.
 * All of these lead to finished positions, so threads share the chunk.
 */
import { inBuild } from '../../common/package-root.js';
import type { KernelContext } from '../../kernel/context.js';
import { MexJob, RankJob } from '../../kernel/layout.js';
import { bytesOf } from '../../kernel/struct.js';
import type { Work } from '../threads/pool.js';

/** The far part of one chunk: the address of the struct of its quantity, which is MexJob or RankJob. */
export interface BeginJob {
  readonly job: number;
  readonly of: 'nim' | 'remoteness';
}

/** Does a thread's part: shares of positions until none is left that another thread has not taken. */
export function beginShares({ space, kernels }: KernelContext, { job, of }: BeginJob, thread: number): void {
  const struct = of === 'nim' ? MexJob : RankJob;
  const fields = space(job, bytesOf(struct)).u32;
  const [share, lanes] = [fields[struct.share], fields[struct.lanes]];
  const taken = space(fields[struct.counter], 4).u32;
  const take = (): number => Atomics.add(taken, 0, 1);
  for (let next = take(); next * share < lanes; next = take()) {
    if (of === 'nim') kernels.excludeFar(job, next, thread);
    else kernels.rankFar(job, next);
  }
}

/** The far part as work for a pool of threads. */
export const BEGIN_WORK: Work<BeginJob, void> = {
  run: beginShares,
  script: inBuild('solver/chunks/worker.js'),
};
