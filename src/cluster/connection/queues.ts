/**
 * Queues, by BullMQ: that of the jobs of all runs of a build, which workers take, and that of the results of each run, which
 * its coordinator takes. Each is taken at least once, whoever dies. All that BullMQ says is wrong is told.
 */
import type { Job, JobJson, Queue, Worker } from 'bullmq';
import { pause } from '../../common/stoppable.js';
import type { Connection } from './connection.js';
import type { QueuePlace } from './names.js';

/** What is taken from a silent worker goes to another after this: three renewals may fail on the way. */
const LOCK_MS = 10_000;
const STALLED_CHECK_MS = 5_000;
/** Times a job may be taken from a silent worker before it counts as what makes them silent. */
const MOST_STALLED = 3;
/** How soon it is tried again to take one, and how long one waits for one at a time. */
const RETRY_MS = 250;
const WAIT_SECONDS = 1;
/** Keys of a queue that go by themselves, when BullMQ wants it. */
const PASSING = ['stalled-check', 'limiter'];
/** Events that Redis keeps: nobody reads them. */
const EVENTS_KEPT = 10;

/** A queue to put something into. It uses our connection. */
export async function openQueue(connection: Connection, { prefix, name }: QueuePlace): Promise<Queue> {
  const bullmq = await import('bullmq');
  const queue = new bullmq.Queue(name, {
    prefix,
    connection: connection.redis,
    streams: { events: { maxLen: EVENTS_KEPT } },
    defaultJobOptions: { removeOnComplete: true, removeOnFail: true },
  });
  queue.on('error', (error) => connection.tell(error));
  return queue;
}

/** Takes from a queue. */
export interface Consumer {
  readonly queue: Worker;
  /** Takes no more, and ends once what is under way has, or when `underWay` settles. */
  close(underWay?: Promise<unknown>): Promise<void>;
}

/** How to take from a queue. */
export interface Consuming {
  /** What is taken at a time. */
  readonly places: number;
  /** What is given back is taken by whoever comes next. */
  readonly take: (job: Job) => Promise<'done' | 'back'>;
  /** Told of what BullMQ will not hand out again, as workers fell silent over it too often. */
  readonly onGivenUp?: ((job: Job, reason: string) => void) | undefined;
}

/** Takes what is in a queue, in its order. What cannot be read as JSON has an empty object as its data. */
export async function consume(
  connection: Connection,
  { prefix, name }: QueuePlace,
  { places, take, onGivenUp }: Consuming,
): Promise<Consumer> {
  const bullmq = await import('bullmq');
  class Lenient extends bullmq.Worker {
    protected override createJob(json: JobJson, id: string): Job {
      return super.createJob(isJson(json.data) ? json : { ...json, data: '{}' }, id);
    }

    /** Of an error that it does not take for one of the connection BullMQ tries again at once, for ever. */
    protected override async moveToActive(token: string, by?: string): Promise<Job> {
      try {
        return await super.moveToActive(token, by);
      } catch (error) {
        await pause(RETRY_MS);
        throw error;
      }
    }
  }
  // Connections of its own, which end with it: BullMQ may leave one behind that was lost as it closed.
  const branch = connection.branch(() => {
    queue.close(true).catch((error: unknown) => connection.tell(error));
  });
  const process = async (job: Job): Promise<void> => {
    if ((await take(job)) === 'done') return;
    await job.moveToWait(job.token);
    throw new bullmq.WaitingError();
  };
  const queue = new Lenient(name, process, {
    prefix,
    connection: branch.redis,
    concurrency: places,
    lockDuration: LOCK_MS,
    stalledInterval: STALLED_CHECK_MS,
    maxStalledCount: MOST_STALLED,
    runRetryDelay: RETRY_MS,
    drainDelay: WAIT_SECONDS,
    removeOnComplete: { count: 0 },
    removeOnFail: { count: 0 },
  });
  queue.on('error', (error) => connection.tell(error));
  queue.on('failed', (job, error) => {
    if (job !== undefined && error instanceof bullmq.UnrecoverableError) onGivenUp?.(job, error.message);
  });
  return {
    queue,
    close: async (underWay) => {
      const closing = queue.close(underWay === undefined);
      closing.catch((error: unknown) => connection.tell(error));
      await underWay;
      // A Redis that is full or gone may never take note of it.
      await connection.cleanUp(() => closing);
      branch.end();
    },
  };
}

/** Has the keys of a queue, and those of the given jobs, gone when nobody renews them. Returns the jobs that are not there. */
export async function renew(
  connection: Connection,
  queue: Pick<Queue, 'keys' | 'toKey'>,
  jobs: readonly string[] = [],
): Promise<string[]> {
  const pipeline = connection.redis.pipeline();
  const { keptSeconds } = connection.patience;
  const lasting = Object.keys(queue.keys).filter((name) => !PASSING.includes(name));
  for (const name of [...jobs, ...lasting]) pipeline.expire(queue.toKey(name), keptSeconds);
  const answers = (await pipeline.exec()) ?? [];
  return jobs.filter((_, i) => answers[i]?.[1] === 0);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
