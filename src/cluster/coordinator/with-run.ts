/** A run for the length of some work: it is announced before, and nothing of it is left in Redis afterwards. */
import { redisAddress } from '../connection/address.js';
import { Connection } from '../connection/connection.js';
import type { ClusterOptions } from './options.js';
import { Run, type RunOptions } from './run.js';

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
