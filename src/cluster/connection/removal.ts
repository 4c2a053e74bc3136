/** Removing from Redis what nobody needs any more: runs that have ended or fallen silent, and the queue once all have left. */
import type { Connection } from './connection.js';
import { jobsQueue, runName } from './names.js';
import { Registry } from './registry.js';

/** Removes all that is in Redis of a run. Workers that have jobs of it find that it is over. */
export async function removeRun(connection: Connection, id: string): Promise<void> {
  // First this: nothing is written for a run that is not announced.
  await new Registry(connection, 'runs').remove([id]);
  await connection.removeAll(runName(id));
}

/** The last worker or run that leaves removes the queues of all builds. A run that begins meanwhile keeps its jobs. */
export async function removeQueuesOfNobody(connection: Connection): Promise<void> {
  // First this: what a run that begins now has put there is not among them.
  const keys = await connection.find(`${connection.key(jobsQueue(connection, '*').name)}:*`);
  for (const kind of ['workers', 'runs'] as const) {
    if ((await new Registry(connection, kind).list()).there.size > 0) return;
  }
  await connection.remove(keys);
}
