/**
 * A worker thread's side of a pool: it does its share of each job that it is sent, on the memory it was started with,
 * and answers with the result. A worker's script is one call of this.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { createKernelContext, type KernelContext } from '../../kernel/context.js';
import type { KernelMemory } from '../../kernel/kernels.js';

/** Does one thread's share of a job. */
export type RunJob<Job, Result> = (context: KernelContext, job: Job, thread: number) => Result;

/** What a pool starts a worker with. */
export interface WorkerData {
  readonly memory: KernelMemory;
  readonly thread: number;
}

/** Serves a pool from its worker thread. */
export function serveJobs<Job, Result>(run: RunJob<Job, Result>): void {
  const { memory, thread } = workerData as WorkerData;
  const context = createKernelContext(memory);
  parentPort?.on('message', (job: Job) => {
    parentPort?.postMessage(run(context, job, thread));
  });
}
