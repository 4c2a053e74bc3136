/**
 * The far part of a chunk: what each of its positions reaches by its long subtrahends, a set of nim-values or the least rank.
 * All of these lead to finished positions, so threads share the chunk.
 */
import { inBuild } from '../../common/package-root.js';
import type { KernelContext } from '../../kernel/context.js';
import { MexJob, RankJob } from '../../kernel/layout.js';
import { bytesOf } from '../../kernel/struct.js';
import type { Work } from '../threads/pool.js';

/** By quantity, the struct of its far part, and the kernel that does a share of one. */
const QUANTITIES = {
  nim: {
    struct: MexJob,
    begin: ({ kernels }: KernelContext, job: number, share: number, thread: number) =>
      kernels.excludeFar(job, share, thread),
  },
  remoteness: {
    struct: RankJob,
    begin: ({ kernels }: KernelContext, job: number, share: number) => kernels.rankFar(job, share),
  },
} as const;

/** The far part of one chunk: the address of the struct of its quantity. */
export interface BeginJob {
  readonly job: number;
  readonly of: keyof typeof QUANTITIES;
}

/** Does a thread's part: shares of positions until none is left that another thread has not taken. */
export function beginShares(context: KernelContext, { job, of }: BeginJob, thread: number): void {
  const { space } = context;
  const { struct, begin } = QUANTITIES[of];
  const fields = space(job, bytesOf(struct)).u32;
  const [share, lanes] = [fields[struct.share], fields[struct.lanes]];
  const taken = space(fields[struct.counter], 4).u32;
  const take = (): number => Atomics.add(taken, 0, 1);
  for (let next = take(); next * share < lanes; next = take()) begin(context, job, next, thread);
}

/** The far part as work for a pool of threads. */
export const BEGIN_WORK: Work<BeginJob, void> = {
  run: beginShares,
  script: inBuild('solver/chunks/worker.js'),
};
