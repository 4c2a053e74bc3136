/**
 * The script of a worker thread: does its share of each job it is sent, on the memory it was started with,
 * and answers with what it measured.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { createKernelContext } from '../../kernel/context.js';
import type { KernelKind, KernelMemory } from '../../kernel/kernels.js';
import { runJob, type Job } from './jobs.js';

const { memory, kind, thread } = workerData as {
  readonly memory: KernelMemory;
  readonly kind: KernelKind;
  readonly thread: number;
};
const context = createKernelContext(kind, memory);

parentPort?.on('message', (job: Job) => {
  parentPort?.postMessage(runJob(context, job, thread));
});
