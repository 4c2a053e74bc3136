/** A worker: a process that does the jobs of all runs of its build in a Redis until it is stopped. */
import { availableParallelism } from 'node:os';
import { checkThreads } from '../../common/threads.js';
import { redisAddress } from '../connection/address.js';
import { Connection, type ConnectionOptions } from '../connection/connection.js';
import type { Patience } from '../connection/patience.js';
import type { ThreadAnswer } from '../../jobs/messages.js';
import { ownVersion } from '../protocol.js';
import type { WorkerEvent } from './events.js';
import { serveMetrics, type MetricsAddress, type WorkerFigures } from './metrics.js';
import { Service } from './service.js';
import { WorkerStats } from './stats.js';

/** How to work. */
interface WorkerOptions {
  /** The URL of the Redis. */
  readonly redis: string;
  /** Default as many as the machine has cores. */
  readonly threads?: number | undefined;
  /** Where to tell of the work as `serveMetrics` does; nowhere by default. */
  readonly metrics?: MetricsAddress | undefined;
  /** Stops the worker when aborted, within seconds: jobs that take longer are for others to do. */
  readonly signal: AbortSignal;
  /** Called with what happens, for logs. */
  readonly onEvent?: ((event: WorkerEvent) => void) | undefined;
  /** @internal How long things may take. */
  readonly patience?: Partial<Patience> | undefined;
  /** @internal Ours by default. */
  readonly version?: string | undefined;
  /** @internal What becomes of results before they are sent. */
  readonly tamper?: ((answer: ThreadAnswer) => ThreadAnswer) | undefined;
}

/**
 * Works until the signal is aborted. A Redis that is not there yet is waited for; raises `io` or `incompatible` when it
 * cannot be used.
 */
export async function work(options: WorkerOptions): Promise<void> {
  const { patience, signal, onEvent } = options;
  const threads = checkThreads(options.threads ?? availableParallelism());
  const address = redisAddress(options.redis);
  const watching: ConnectionOptions = {
    patience,
    onError: (reason) => onEvent?.({ event: 'redis-error', reason }),
    onChange: (isThere, reason) =>
      onEvent?.(isThere ? { event: 'redis-back' } : { event: 'redis-lost', reason }),
  };
  let connection: Connection | undefined;
  const stats = new WorkerStats((event) => onEvent?.(event));
  const figures = (): WorkerFigures => ({ ...stats.counts, isConnected: connection?.lostFor === 0, threads });
  const server = options.metrics && (await serveMetrics(options.metrics, figures));
  try {
    connection = await Connection.await(address, watching, signal, (reason) =>
      onEvent?.({ event: 'waiting', redis: address.shown, reason }),
    );
    if (connection === undefined) return;
    const { version = ownVersion(), tamper = (answer: ThreadAnswer): ThreadAnswer => answer } = options;
    const service = new Service(connection, { threads, stats, version, tamper });
    try {
      await service.serve(signal);
    } finally {
      await service.close();
      connection.close();
    }
  } finally {
    server?.close();
    server?.closeAllConnections();
  }
}
