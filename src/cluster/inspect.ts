/** Lists of the workers and runs of a Redis, for users and programs. */
import { refuse } from '../common/errors.js';
import { runsOf, workersOf, type AnnouncedRun, type AnnouncedWorker } from './announced.js';
import { ownVersion } from './protocol.js';
import { redisAddress } from './redis/address.js';
import { Connection } from './redis/connection.js';
import { RedisTransport } from './redis/transport.js';

/** A run, as its command announces it, with its jobs in the queue. */
export interface ListedRun extends Omit<AnnouncedRun, 'refused'> {
  /** Workers that work for it now, and workers that it has excluded. */
  readonly workers: number;
  readonly shutOut: number;
  /** Jobs in the queue, and jobs under way. */
  readonly waiting: number;
  readonly active: number;
}

/** Lists the workers that are connected to a Redis, by id. Raises `io` or `incompatible` if it cannot be used. */
export function listWorkers(redis: string): Promise<AnnouncedWorker[]> {
  return withTransport(redis, workersOf);
}

/** Lists the runs that are announced in a Redis, by id. Raises as `listWorkers`. */
export function listRuns(redis: string): Promise<ListedRun[]> {
  return withTransport(redis, async (transport, connection) => {
    const workers = await workersOf(transport);
    const runs: ListedRun[] = [];
    for (const { refused, ...run } of await runsOf(transport)) {
      const { waiting, active } = await queueOf(connection, run.version, (queue) => queue.jobsOf(run.id));
      runs.push({
        ...run,
        workers: workers.filter((worker) => worker.run === run.id).length,
        shutOut: refused.length,
        waiting: waiting.length,
        active: active.length,
      });
    }
    return runs;
  });
}

/** Removes a run and its jobs; its command ends within seconds with `io`. Raises a usage error for an unknown run. */
export function endRun(redis: string, id: string): Promise<void> {
  return withTransport(redis, async (transport, connection) => {
    const run = (await runsOf(transport)).find((one) => one.id === id);
    if (run === undefined)
      refuse('The Redis has no run {run}. List its runs to see those it has.', { run: id });
    await transport.remove('runs', id);
    await queueOf(connection, run.version, async (queue) => queue.cancel((await queue.jobsOf(id)).waiting));
  });
}

async function withTransport<Found>(
  redis: string,
  look: (transport: RedisTransport, connection: Connection) => Promise<Found>,
): Promise<Found> {
  const connection = await Connection.open(redisAddress(redis), { onGiveUp: () => undefined });
  try {
    return await queueOf(connection, ownVersion(), (transport) => look(transport, connection));
  } finally {
    connection.close();
  }
}

async function queueOf<Found>(
  connection: Connection,
  version: string,
  use: (transport: RedisTransport) => Promise<Found>,
): Promise<Found> {
  const transport = await RedisTransport.open(connection, version);
  try {
    return await use(transport);
  } finally {
    await transport.close();
  }
}
