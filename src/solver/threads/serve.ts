/** A worker thread's side: serves jobs on the memory of its pool, or one request at a time. A worker's script is one call. */
import { createKernelContext, type KernelContext } from '../../kernel/context.js';
import type { KernelMemory } from '../../kernel/kernels.js';
import { platform } from '../../platform/platform.js';
import { serveQuestions, type Talk, type Work } from './questions.js';

/** Does one thread's share of a job. */
export type RunJob<Job, Result> = (context: KernelContext, job: Job, thread: number) => Result;

/** Data with which a pool starts a worker. */
export interface WorkerData {
  readonly memory: KernelMemory;
  readonly thread: number;
}

/** Serves a pool from its worker thread. */
export function serveJobs<Job, Result>(run: RunJob<Job, Result>): void {
  platform.serveThread((data, post) => {
    const { memory, thread } = data as WorkerData;
    const context = createKernelContext(memory);
    return (job) => post(run(context, job as Job, thread));
  });
}

/** Serves an `AskingThread` from its thread. */
export function serveRequests<T extends Talk>(work: Work<T>): void {
  platform.serveThread((_, post) => {
    let hear: (message: unknown) => void = () => undefined;
    serveQuestions(work, { post, listen: (take) => (hear = take) });
    return (message) => hear(message);
  });
}
