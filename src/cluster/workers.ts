/** A job runner on the workers of a Redis. */
import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { interruptedError, messageOf, throwIfAborted } from '../common/errors.js';
import { pause } from '../common/stoppable.js';
import { JOB_SECONDS, type JobRunner } from '../jobs/job.js';
import { LocalJobRunner } from '../jobs/local.js';
import type { RunEvent } from './events.js';
import { metric, serveMetrics, type MetricsAddress } from './metrics.js';
import { ownVersion } from './protocol.js';
import { redisAddress } from './redis/address.js';
import { Connection, NOT_PERMITTED } from './redis/connection.js';
import { RedisTransport } from './redis/transport.js';
import { Run } from './run.js';
import type { Clock } from './transport.js';

export interface WorkersOptions {
  /** The URL of the Redis: `redis://user:password@host:port/database?prefix=NAME`, or `rediss:` for TLS. */
  readonly redis: string;
  /** Called when the run is announced, when workers come or go, and on errors. */
  readonly onEvent?: ((event: RunEvent) => void) | undefined;
  /** Ends all jobs with `interrupted` when aborted. */
  readonly signal?: AbortSignal | undefined;
  /** The address to serve metrics of the run at; none by default. */
  readonly metrics?: MetricsAddress | undefined;
  /** @internal */
  readonly jobSeconds?: number | undefined;
  /** @internal Confirms one job in this many; default 50. */
  readonly confirmedOf?: number | undefined;
}

export const CLOCK: Clock = { now: () => performance.now(), sleep: pause };

/** Connects to the workers of a Redis. Raises `io` or `incompatible` if it cannot be used. Close the runner to end its run. */
export async function openWorkers(options: WorkersOptions): Promise<JobRunner> {
  const { signal, onEvent = () => undefined } = options;
  throwIfAborted(signal);
  const id = randomBytes(6).toString('hex');
  let run: Run | undefined;
  const connection = await Connection.open(redisAddress(options.redis), {
    onError: (reason) => onEvent({ about: 'error', reason }),
    onChange: (isThere) => onEvent({ about: 'redis', isThere }),
    onGiveUp: (error) => run?.fail(error),
  });
  const transport = await RedisTransport.open(connection, ownVersion());
  let closeMetrics = (): void => undefined;
  const onAbort = (): void => run?.fail(interruptedError());
  const end = async (): Promise<void> => {
    signal?.removeEventListener('abort', onAbort);
    // Must also work without a connection.
    const begun = run;
    if (begun !== undefined) await connection.cleanUp(() => begun.close());
    begun?.fail(interruptedError());
    await transport.close();
    connection.close();
    closeMetrics();
  };
  try {
    closeMetrics = await serveMetrics(options.metrics, {
      isWell: () => connection.lostFor === 0,
      metrics: () => (run === undefined ? [] : metricsOf(run)),
    });
    run = await Run.begin({
      ...{ transport, clock: CLOCK, onEvent, confirmedOf: options.confirmedOf },
      ...{ id, version: ownVersion(), host: hostname().slice(-100), pid: process.pid },
      runnerHere: (over, blobSource) => new LocalJobRunner(1, over, blobSource),
      lostError: () =>
        connection.error(`The Redis at {redis} has lost the run ${id}, or it was removed.`, '', undefined),
      onError: (error) => {
        if (connection.lostFor > 0) return undefined;
        connection.tell(error);
        if (!/NOPERM|NOAUTH|READONLY/.test(messageOf(error))) return undefined;
        return connection.error(NOT_PERMITTED, messageOf(error), error);
      },
    });
    signal?.addEventListener('abort', onAbort);
    throwIfAborted(signal);
  } catch (error) {
    await end();
    throw error;
  }
  const begun = run;
  return {
    jobSeconds: options.jobSeconds ?? JOB_SECONDS,
    blobSource: begun.blobSource,
    get atOnce() {
      return begun.atOnce;
    },
    do: (kind, input) => begun.do(kind, input),
    refuse: (worker, reason) => begun.refuse(worker, reason),
    tell: (title, share) => begun.tell(title, share),
    close: end,
  };
}

function metricsOf({ fleet, pending, usedBytes }: Run): readonly string[] {
  const { stats, seen } = fleet;
  return [
    metric('takeaway_jobs_pending', 'Jobs that wait or are under way.', pending),
    metric('takeaway_jobs_done_total', 'Jobs done.', stats.done),
    metric('takeaway_jobs_failed_total', 'Jobs that failed.', stats.failed),
    metric('takeaway_run_share', 'Share of the work that is done.', stats.share),
    metric('takeaway_run_bytes', 'Bytes of the run in Redis.', usedBytes),
    metric('takeaway_workers', 'Workers that can take jobs.', seen.workers),
    metric('takeaway_worker_threads', 'Threads of these.', seen.threads),
    metric('takeaway_workers_refused', 'Workers that are shut out.', seen.shutOut),
  ];
}
