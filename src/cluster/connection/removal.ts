/** Removing runs from Redis, by whoever ends one or finds one that nobody keeps up any more. */
import type { Connection } from './connection.js';
import { runName } from './names.js';
import { Registry } from './registry.js';

/** Removes all that is in Redis of a run. Workers that are at it find that it is over. */
export async function removeRun(connection: Connection, id: string): Promise<void> {
  // First this: nothing is written for a run that is not announced.
  await new Registry(connection, 'runs').remove([id]);
  await connection.removeAll(runName(id));
}

/**
 * Removes what is there of runs that are not announced: a worker that was killed as a run ended may have written a last key.
 */
export async function removeStrays(connection: Connection): Promise<void> {
  const start = connection.key(runName(''));
  const found = await connection.find(`${start}*`);
  const { there } = await new Registry(connection, 'runs').list();
  const ids = new Set(found.map((key) => key.slice(start.length).replace(/:.*/s, '')));
  for (const id of ids) if (!there.has(id)) await connection.removeAll(runName(id));
}
