/** Who works for a Redis, for people and programs that look. */
import { redisAddress } from '../connection/address.js';
import { Connection } from '../connection/connection.js';
import { Registry } from '../connection/registry.js';
import { readWorkerNotice, type WorkerNotice } from '../protocol.js';

/** A worker, as it says of itself. */
export interface ListedWorker extends WorkerNotice {
  readonly id: string;
}

/** The workers that are connected to a Redis, by id. Raises `io` or `incompatible` when it cannot be used. */
export async function listWorkers(redis: string): Promise<ListedWorker[]> {
  const connection = await Connection.open(redisAddress(redis), { onGiveUp: () => undefined });
  try {
    const registry = new Registry(connection, 'workers');
    const { there, ages, gone } = await connection.orLost(registry.list());
    await registry.remove(gone);
    return [...there]
      .flatMap(([id, text]) => {
        const notice = readWorkerNotice(text);
        // A worker says at once what changes, but for the time that passes.
        return notice === undefined ? [] : [{ id, ...notice, seconds: notice.seconds + (ages.get(id) ?? 0) }];
      })
      .sort((a, b) => (a.id < b.id ? -1 : 1));
  } finally {
    connection.close();
  }
}
