/** The names of keys in Redis, behind the prefix. */
import type { Connection } from './connection.js';

/** Where BullMQ keeps a queue. */
export interface QueuePlace {
  readonly prefix: string;
  readonly name: string;
}

/** The jobs of all runs of one build: workers of another never see them. */
export function jobsQueue(connection: Connection, version: string): QueuePlace {
  return { prefix: connection.key(), name: `jobs-${version}` };
}

/** The results of a run. */
export function resultsQueue(connection: Connection, run: string): QueuePlace {
  return { prefix: connection.key(runName(run)), name: 'results' };
}

/** The name of a job, unique in the queue of its build: no other part of a job is needed to know its run. */
export function jobName(run: string, number: number): string {
  return `${run}-${number}`;
}

/** The run of a job. */
export function runOfJob(job: string): string {
  return job.slice(0, Math.max(0, job.lastIndexOf('-')));
}

/** With this the names of all keys of a run begin. */
export function runName(run: string): string {
  return `run-${run}`;
}

/** The key of a blob of a job's result: another job may have made the same bytes. */
export function resultKey(connection: Connection, job: string, hash: string): string {
  return connection.key(runName(runOfJob(job)), 'result', job, hash);
}

/** The key of a blob that jobs are given. */
export function blobKey(connection: Connection, run: string, hash: string): string {
  return connection.key(runName(run), 'blob', hash);
}

/** The key that is there for a while once somebody has removed a run: its command ends then. */
export function removedKey(connection: Connection, run: string): string {
  return connection.key('removed', run);
}
