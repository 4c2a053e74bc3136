/** Who works for a Redis, and for whom: for people and programs that look. */
import { refuse } from '../../common/errors.js';
import { redisAddress } from '../connection/address.js';
import { Connection } from '../connection/connection.js';
import { jobsQueue, removedKey, runOfJob } from '../connection/names.js';
import { openQueue } from '../connection/queues.js';
import { Registry, type Listing, removeQueuesOfNobody, removeRun } from '../connection/registry.js';
import { readRunNotice, readWorkerNotice, type RunNotice, type WorkerNotice } from '../protocol.js';

/** After this a command that still lives has found that its run was removed. */
const REMOVED_SECONDS = 60;

/** A worker, as it says of itself. */
export interface ListedWorker extends WorkerNotice {
  readonly id: string;
}

/** A run, as its command says of it, and what is in Redis of it. */
export interface ListedRun extends Omit<RunNotice, 'refused'> {
  readonly id: string;
  /** Workers that work for it now, and those that were shut out of it. */
  readonly workers: number;
  readonly shutOut: number;
  /** Jobs that wait for a worker, and those at which one is. */
  readonly waiting: number;
  readonly active: number;
}

/** The workers that are connected to a Redis, by id. Raises `io` or `incompatible` when it cannot be used. */
export function listWorkers(redis: string): Promise<ListedWorker[]> {
  return looking(redis, async (connection) => noticesIn(await workersOf(connection), readWorkerNotice));
}

/** The runs that are announced in a Redis, by id. Raises as `listWorkers`. */
export function listRuns(redis: string): Promise<ListedRun[]> {
  return looking(redis, async (connection) => {
    const workers = noticesIn(await workersOf(connection), readWorkerNotice);
    const runs: ListedRun[] = [];
    for (const { refused, ...run } of noticesIn(
      await new Registry(connection, 'runs').list(),
      readRunNotice,
    )) {
      const { waiting, active } = await jobsOf(connection, run.id, run.version);
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

/**
 * Removes a run from a Redis with all its jobs: workers turn to others, and its command, where it lives, ends within seconds
 * with `io`. Raises a usage error where there is no such run.
 */
export function endRun(redis: string, id: string): Promise<void> {
  return looking(redis, async (connection) => {
    const announced = await new Registry(connection, 'runs').get(id);
    if (announced === undefined) refuse('The run', 'one that is in the Redis', id);
    await connection.redis.set(removedKey(connection, id), 'removed', 'EX', REMOVED_SECONDS);
    await removeRun(connection, id);
    const notice = readRunNotice(announced);
    if (notice !== undefined) await removeJobs(connection, id, notice.version);
    await removeQueuesOfNobody(connection);
  });
}

/** Raises `io` or `incompatible` unless a Redis can be used for runs: before something is made that is of no use without. */
export function checkRedis(redis: string): Promise<void> {
  return looking(redis, () => Promise.resolve());
}

async function looking<Found>(
  redis: string,
  look: (connection: Connection) => Promise<Found>,
): Promise<Found> {
  const connection = await Connection.open(redisAddress(redis), { onGiveUp: () => undefined });
  try {
    return await connection.orLost(look(connection));
  } finally {
    connection.close();
  }
}

/** The workers that are there; those that have fallen silent are forgotten. */
async function workersOf(connection: Connection): Promise<Listing> {
  const registry = new Registry(connection, 'workers');
  const listing = await registry.list();
  await registry.remove(listing.gone);
  return listing;
}

/** What is announced, by id. Whoever announces says at once what changes, but for the time that passes. */
function noticesIn<Notice extends { readonly seconds: number }>(
  { there }: Listing,
  read: (text: string) => Notice | undefined,
): (Notice & { readonly id: string })[] {
  return [...there]
    .flatMap(([id, { text, age }]) => {
      const notice = read(text);
      return notice === undefined ? [] : [{ id, ...notice, seconds: notice.seconds + age }];
    })
    .sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** Removes the jobs of a run that no worker has: whoever starts workers for those that wait would count them. */
async function removeJobs(connection: Connection, run: string, version: string): Promise<void> {
  const { waiting } = await jobsOf(connection, run, version);
  const queue = await openQueue(connection, jobsQueue(connection, version));
  await Promise.all(waiting.map((job) => queue.remove(job)));
  await queue.close();
}

/** The jobs of a run in the queue of its build: those that failed once wait to be tried again. */
async function jobsOf(
  connection: Connection,
  run: string,
  version: string,
): Promise<{ waiting: readonly string[]; active: readonly string[] }> {
  const { prefix, name } = jobsQueue(connection, version);
  const key = (list: string): string => [prefix, name, list].join(':');
  const { redis } = connection;
  const own = (jobs: readonly string[]): string[] => jobs.filter((job) => runOfJob(job) === run);
  const failed = await redis.zrange(key('delayed'), '0', '-1');
  const waiting = own([...(await redis.lrange(key('wait'), 0, -1)), ...failed]);
  return { waiting, active: own(await redis.lrange(key('active'), 0, -1)) };
}
