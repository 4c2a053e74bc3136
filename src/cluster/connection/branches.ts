/**
 * Redis clients with all copies that are made of them, by whomever: each is heard when it raises an error, which ioredis
 * prints otherwise, and all of them end together, for good.
 */
import type { Redis, RedisOptions } from 'ioredis';

/** A client, and all copies that were made of it. */
export interface Branch {
  readonly redis: Redis;
  /** Ends them: none ever connects again. */
  readonly end: () => void;
}

/** A client with the options of another. */
export function copyOf(redis: Redis, more: Partial<RedisOptions> = {}): Redis {
  // Its own way to make a copy may be ours.
  const own = Object.getPrototypeOf(redis) as Redis;
  return own.duplicate.call(redis, { ...more, lazyConnect: false });
}

/** Watches a client and whatever is made a copy of it. */
export function grow(redis: Redis, onError: (one: Redis, error: Error) => void): Branch {
  const all: Redis[] = [];
  const watch = (one: Redis): Redis => {
    all.push(one);
    one.on('error', (error: Error) => onError(one, error));
    one.duplicate = (more) => watch(copyOf(one, more));
    return one;
  };
  const end = (): void => {
    for (const one of all) {
      one.options.retryStrategy = () => null;
      // One that waits to connect again ends, and lets go of whoever waits for it, only when it does.
      if (one.status === 'reconnecting') one.connect().catch(() => undefined);
      one.disconnect();
      one.connect = () => Promise.reject(new Error('Connection is closed.'));
    }
  };
  return { redis: watch(redis), end };
}
