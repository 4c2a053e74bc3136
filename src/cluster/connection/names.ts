/** The names of keys in Redis, behind the prefix. */
import type { Connection } from './connection.js';

/** With this the names of all keys of a run begin. */
export function runName(run: string): string {
  return `run-${run}`;
}

/** The key of a result's blob. */
export function resultKey(connection: Connection, run: string, hash: string): string {
  return connection.key(runName(run), 'result', hash);
}

/** The key of a blob that jobs are given. */
export function blobKey(connection: Connection, run: string, hash: string): string {
  return connection.key(runName(run), 'blob', hash);
}

/** The key that is there as long as Redis has what the run has put there, and that is written to see whether there is room. */
export function markKey(connection: Connection, run: string): string {
  return connection.key(runName(run), 'mark');
}

/** The key of the list of what a run has made known. */
export function newsKey(connection: Connection, run: string): string {
  return connection.key(runName(run), 'news');
}

/** The key that is there for a while once somebody has removed a run: its command ends then. */
export function removedKey(connection: Connection, run: string): string {
  return connection.key('removed', run);
}
