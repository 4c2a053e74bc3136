/** A worker: a process that runs the jobs of all runs of its version in a Redis until it is stopped. */
import { randomBytes } from 'node:crypto';
import { availableParallelism, hostname } from 'node:os';
import { checkThreads } from '../common/threads.js';
import type { Made } from '../jobs/job.js';
import { JobThreads } from '../jobs/threads.js';
import type { WorkerEvent } from './events.js';
import { metric, serveMetrics, type MetricsAddress } from './metrics.js';
import { ownVersion } from './protocol.js';
import { redisAddress } from './redis/address.js';
import { Connection, type ConnectionOptions } from './redis/connection.js';
import { RedisTransport } from './redis/transport.js';
import { Worker, type Counts } from './worker.js';
import { CLOCK } from './workers.js';

interface WorkOptions {
  readonly redis: string;
  /** Default: the number of cores. */
  readonly threads?: number | undefined;
  /** The address to serve metrics at; none by default. */
  readonly metrics?: MetricsAddress | undefined;
  /** Stops the worker within seconds when aborted; longer jobs are returned for other workers. */
  readonly signal: AbortSignal;
  /** Called with events, for logs. */
  readonly onEvent?: ((event: WorkerEvent) => void) | undefined;
  /** @internal Ours by default. */
  readonly version?: string | undefined;
  /** @internal Changes results before they are sent. */
  readonly tamper?: ((made: Made) => Made) | undefined;
}

/** Works until the signal is aborted, waiting for a Redis that is not up. Raises `io` or `incompatible`. */
export async function work(options: WorkOptions): Promise<void> {
  const { signal, onEvent = () => undefined, version = ownVersion(), tamper } = options;
  const count = checkThreads(options.threads ?? availableParallelism());
  const address = redisAddress(options.redis);
  let connection: Connection | undefined;
  const counts: Counts = { active: 0, done: 0, failed: 0, seconds: 0 };
  const closeMetrics = await serveMetrics(options.metrics, {
    isWell: () => connection?.lostFor === 0,
    metrics: () => metricsOf(count, counts),
  });
  const watching: ConnectionOptions = {
    onError: (reason) => onEvent({ event: 'redis-error', reason }),
    onChange: (isThere, reason) =>
      onEvent(isThere ? { event: 'redis-back' } : { event: 'redis-lost', reason }),
  };
  const threads = new JobThreads(count);
  try {
    connection = await Connection.await(address, watching, signal, (reason) =>
      onEvent({ event: 'waiting', redis: address.shown, reason }),
    );
    if (connection === undefined) return;
    const opened = connection;
    const transport = await RedisTransport.open(opened, version);
    const id = `${hostname()}-${randomBytes(4).toString('hex')}`.slice(-100);
    const worker = new Worker({
      ...{ transport, clock: CLOCK, id, version, host: hostname().slice(-100), pid: process.pid },
      ...{ threads: count, counts, signal, onEvent },
      isLost: () => opened.lostFor > 0,
      onError: (error) => opened.tell(error),
      // A signal for each job: otherwise listeners accumulate on the long-lived one.
      compute: async (job, ask, { end, stop }) => {
        const made = await threads.run(job, ask, { end, stop: AbortSignal.any([stop]) });
        return tamper === undefined ? made : tamper(made);
      },
    });
    try {
      onEvent({ event: 'connected', worker: id, redis: address.shown, threads: count });
      await worker.serve();
    } finally {
      await opened.cleanUp(() => worker.leave());
      onEvent({ event: 'stopped', jobs: counts.done });
      await transport.close();
      opened.close();
    }
  } finally {
    await threads.end();
    closeMetrics();
  }
}

function metricsOf(threads: number, { active, done, failed, seconds }: Counts): readonly string[] {
  return [
    metric('takeaway_worker_threads', 'Threads that do jobs.', threads),
    metric('takeaway_jobs_active', 'Jobs under way.', active),
    metric('takeaway_jobs_done_total', 'Jobs done.', done),
    metric('takeaway_jobs_failed_total', 'Jobs that failed.', failed),
    metric('takeaway_job_seconds_total', 'Seconds that the jobs done took.', seconds),
  ];
}
