/**
 * Everything that a worker thread can be asked to do. Separate so that the pool and the worker's script know
 * jobs without knowing the methods they belong to.
 */
import { runExcludeJob, type ExcludeJob } from '../dynamic-programming/far-exclusion.js';
import { runFarJob, type FarJob, type FarSeconds } from '../residue-classes/far-stage.js';
import type { KernelContext } from '../../kernel/context.js';

export type Job = FarJob | ExcludeJob;

/** What a thread reports of its share: the residue-class method's plans are held against it. */
export type JobResult = FarSeconds | undefined;

/** Does a thread's share of a job. */
export function runJob(context: KernelContext, job: Job, thread: number): JobResult {
  if (job.kind !== 'exclude') return runFarJob(context, job, thread);
  runExcludeJob(context, job, thread);
  return undefined;
}
