/** The far part of a chunk, which threads share: options by long subtrahends, or among positions finished when it was begun. */
import type { KernelContext } from '../../kernel/context.js';
import type { Kernels } from '../../kernel/kernels.js';
import type { Space } from '../../kernel/space.js';
import type { Work } from '../threads/pool.js';

export interface BeginJob {
  /** The kernel for one share; `job` is the address of its struct. */
  readonly kernel: keyof Pick<Kernels, 'excludeFar' | 'rankFar' | 'reachFar'>;
  readonly job: number;
  readonly shares: number;
  /** Address of the next share that no thread has taken (u32). */
  readonly counter: number;
}

/** The job of all shares, none of them taken. */
export function beginJob(kernel: BeginJob['kernel'], job: Space, shares: number, counter: Space): BeginJob {
  counter.u32[0] = 0;
  return { kernel, job: job.address, shares, counter: counter.address };
}

/** Does one thread's part: takes shares until none is left. */
export function beginShares({ space, kernels }: KernelContext, begin: BeginJob, thread: number): void {
  const { kernel, job, shares, counter } = begin;
  const taken = space(counter, 4).u32;
  const take = (): number => Atomics.add(taken, 0, 1);
  for (let next = take(); next < shares; next = take()) kernels[kernel](job, next, thread);
}

export const BEGIN_WORK: Work<BeginJob, void> = {
  run: beginShares,
  script: 'program/chunk-worker.js',
};
