/** A run for the length of some work: it is announced before, and nothing of it is left in Redis afterwards. */
import { redisAddress } from '../connection/address.js';
import { Connection } from '../connection/connection.js';
import { Run, type RunNews, type RunOptions } from './run.js';

/** Where workers are, and who is told of them. */
export interface ClusterOptions {
  /** The URL of the Redis: `redis://user:password@host:port/database?prefix=NAME`, or `rediss:` for TLS. */
  readonly redis: string;
  /** Called when workers come or go, or one is refused. */
  readonly onNews?: ((news: RunNews) => void) | undefined;
  /** How long the Redis may be full before the run ends, in milliseconds; default 30,000. */
  readonly fullMs?: number | undefined;
  /** Ours unless a test says otherwise. */
  readonly version?: string | undefined;
}

/** Begins a run, uses it, and removes it. Raises `io` or `incompatible` when the Redis cannot be used. */
export async function withRun<Result>(
  { redis, onNews, fullMs, version }: ClusterOptions,
  options: Omit<RunOptions, 'onNews' | 'fullMs' | 'version'>,
  use: (run: Run) => Promise<Result>,
): Promise<Result> {
  const connection = await Connection.open(redisAddress(redis));
  try {
    const run = await Run.begin(connection, { ...options, onNews, fullMs, version });
    try {
      return await use(run);
    } finally {
      await run.close();
    }
  } finally {
    connection.close();
  }
}
