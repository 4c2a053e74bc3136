/** A run for the length of some work: it is announced before, and nothing of it is left in Redis afterwards. */
import { redisAddress } from '../connection/address.js';
import { Connection } from '../connection/connection.js';
import type { ClusterOptions, RunOptions } from './options.js';
import { Run } from './run.js';

/** Begins a run, uses it, and removes it. Raises `io` or `incompatible` when the Redis cannot be used. */
export async function withRun<Result>(
  options: RunOptions & ClusterOptions,
  use: (run: Run) => Promise<Result>,
): Promise<Result> {
  const { redis, onNews, patience } = options;
  let run: Run | undefined;
  const connection = await Connection.open(redisAddress(redis), {
    patience,
    onError: (reason) => onNews?.({ about: 'error', reason }),
    onChange: (isThere) => onNews?.({ about: 'redis', isThere }),
    onGiveUp: (error) => run?.fail(error),
  });
  try {
    run = await Run.begin(connection, options);
    return await use(run);
  } finally {
    await run?.close();
    connection.close();
  }
}
