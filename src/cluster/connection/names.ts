/** The names of keys in Redis, behind the prefix. */
import type { Connection } from './connection.js';

/** The queue of a run, with which the names of all its keys begin. */
export function queueName(run: string): string {
  return `run-${run}`;
}

/** The key of a job's i-th blob. */
export function resultKey(connection: Connection, run: string, job: string, i: number): string {
  return connection.key(queueName(run), 'result', job, String(i));
}

/** The key of a blob that jobs are given. */
export function blobKey(connection: Connection, run: string, hash: string): string {
  return connection.key(queueName(run), 'blob', hash);
}

/** The key that is written to see whether there is room for a run. */
export function roomKey(connection: Connection, run: string): string {
  return connection.key(queueName(run), 'room');
}

/** The key of the list of what a run has made known. */
export function newsKey(connection: Connection, run: string): string {
  return connection.key(queueName(run), 'news');
}
