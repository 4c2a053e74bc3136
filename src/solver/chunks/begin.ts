/**
 * The far part of a chunk: what each of its positions reaches by its long subtrahends, or from positions that were finished
 * when it was begun. Threads share it.
 */
import type { KernelContext } from '../../kernel/context.js';
import type { Kernels } from '../../kernel/kernels.js';
import type { Space } from '../../kernel/space.js';
import type { Work } from '../threads/pool.js';

/** What does one share of the far part: `job` is the address of its struct. */
const FAR_PARTS = {
  nim: (kernels: Kernels, job: number, share: number, thread: number) => {
    kernels.excludeFar(job, share, thread);
  },
  remoteness: (kernels: Kernels, job: number, share: number) => {
    kernels.rankFar(job, share);
  },
  shifted: (kernels: Kernels, job: number, share: number) => {
    kernels.reachFar(job, share);
  },
};

/** The far part of one chunk, cut into shares. */
export interface BeginJob {
  readonly of: keyof typeof FAR_PARTS;
  readonly job: number;
  readonly shares: number;
  /** The address of the next share that no thread has taken (u32). */
  readonly counter: number;
}

/** The job of all shares, none of them taken. */
export function beginJob(of: BeginJob['of'], job: Space, shares: number, counter: Space): BeginJob {
  counter.u32[0] = 0;
  return { of, job: job.address, shares, counter: counter.address };
}

/** Does a thread's part: shares until none is left that another thread has not taken. */
export function beginShares({ space, kernels }: KernelContext, begin: BeginJob, thread: number): void {
  const { of, job, shares, counter } = begin;
  const taken = space(counter, 4).u32;
  const take = (): number => Atomics.add(taken, 0, 1);
  for (let next = take(); next < shares; next = take()) FAR_PARTS[of](kernels, job, next, thread);
}

/** The far part as work for a pool of threads. */
export const BEGIN_WORK: Work<BeginJob, void> = {
  run: beginShares,
  script: 'program/chunk-worker.js',
};
