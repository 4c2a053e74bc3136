/** Lists of the workers and runs of a Redis, for users and programs. */
import { refuse } from '../common/errors.js';
import { announced, ownVersion, type Announced } from './protocol.js';
import { redisAddress } from './redis/address.js';
import { Connection } from './redis/connection.js';
import { RedisTransport } from './redis/transport.js';

/** A run, as its command announces it, with its jobs in the queue. */
export interface ListedRun extends Omit<Announced<'runs'>, 'refused'> {
  /** Workers that work for it now, and workers that it has excluded. */
  readonly workers: number;
  readonly shutOut: number;
  /** Jobs in the queue, and jobs under way. */
  readonly waiting: number;
  readonly active: number;
}

/** Lists the workers that are connected to a Redis, by id. Raises `io` or `incompatible` if it cannot be used. */
export function listWorkers(redis: string): Promise<Announced<'workers'>[]> {
  return withTransport(redis, (transport) => announced(transport, 'workers'));
}

/** Lists the runs that are announced in a Redis, by id. Raises as `listWorkers`. */
export function listRuns(redis: string): Promise<ListedRun[]> {
  return withTransport(redis, async (transport, connection) => {
    const all = await announced(transport, 'workers');
    const runs: ListedRun[] = [];
    for (const { refused, ...run } of await announced(transport, 'runs')) {
      const { waiting, active } = await queueOf(connection, run.version, (queue) => queue.jobsOf(run.id));
      const workers = all.filter((worker) => worker.run === run.id).length;
      const jobs = { waiting: waiting.length, active: active.length };
      runs.push({ ...run, workers, shutOut: refused.length, ...jobs });
    }
    return runs;
  });
}

/** Removes a run and its jobs; its command ends within seconds with `io`. Raises a usage error for an unknown run. */
export function endRun(redis: string, id: string): Promise<void> {
  return withTransport(redis, async (transport, connection) => {
    const run = (await announced(transport, 'runs')).find((one) => one.id === id);
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
