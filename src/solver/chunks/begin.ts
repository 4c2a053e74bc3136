/**
 * The far part of a chunk: what each of its positions reaches by its long subtrahends, or from positions that were finished
 * when it was begun. Threads share it.
 */
import type { KernelContext } from '../../kernel/context.js';
import type { Kernels } from '../../kernel/kernels.js';
import type { Space } from '../../kernel/space.js';
import type { Work } from '../threads/pool.js';

/** The far part of one chunk, cut into shares. */
export interface BeginJob {
  /** What does one share; `job` is the address of its struct. */
  readonly kernel: keyof Pick<Kernels, 'excludeFar' | 'rankFar' | 'reachFar'>;
  readonly job: number;
  readonly shares: number;
  /** The address of the next share that no thread has taken (u32). */
  readonly counter: number;
}

/** The job of all shares, none of them taken. */
export function beginJob(kernel: BeginJob['kernel'], job: Space, shares: number, counter: Space): BeginJob {
  counter.u32[0] = 0;
  return { kernel, job: job.address, shares, counter: counter.address };
}

/** Does a thread's part: shares until none is left that another thread has not taken. */
export function beginShares({ space, kernels }: KernelContext, begin: BeginJob, thread: number): void {
  const { kernel, job, shares, counter } = begin;
  const taken = space(counter, 4).u32;
  const take = (): number => Atomics.add(taken, 0, 1);
  for (let next = take(); next < shares; next = take()) kernels[kernel](job, next, thread);
}

/** The far part as work for a pool of threads. */
export const BEGIN_WORK: Work<BeginJob, void> = {
  run: beginShares,
  script: 'program/chunk-worker.js',
};
