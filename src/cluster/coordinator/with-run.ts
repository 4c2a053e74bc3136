/** A run for the length of some work: it is announced before, and nothing of it is left in Redis afterwards. */
import { redisAddress } from '../connection/address.js';
import { Connection } from '../connection/connection.js';
import type { ClusterOptions } from './options.js';
import { Run, type RunOptions } from './run.js';

type OwnOptions = Omit<RunOptions, 'onNews' | 'version' | 'confirmedOf'>;

/** Begins a run, uses it, and removes it. Raises `io` or `incompatible` when the Redis cannot be used. */
export async function withRun<Result>(
  cluster: ClusterOptions,
  options: OwnOptions,
  use: (run: Run) => Promise<Result>,
): Promise<Result> {
  const { run, end } = await beginRun(cluster, options);
  try {
    return await use(run);
  } finally {
    await end();
  }
}

/** Begins a run; whoever does so ends it, whatever happens. */
export async function beginRun(
  { redis, onNews, patience, version, confirmedOf }: ClusterOptions,
  options: OwnOptions,
): Promise<{ readonly run: Run; readonly end: () => Promise<void> }> {
  let run: Run | undefined;
  const connection = await Connection.open(redisAddress(redis), {
    patience,
    onError: (reason) => onNews?.({ about: 'error', reason }),
    onChange: (isThere) => onNews?.({ about: 'redis', isThere }),
    onGiveUp: (error) => run?.fail(error),
  });
  try {
    const begun = (run = await Run.begin(connection, { ...options, onNews, version, confirmedOf }));
    return { run, end: () => begun.close().finally(() => connection.close()) };
  } catch (error) {
    connection.close();
    throw error;
  }
}
