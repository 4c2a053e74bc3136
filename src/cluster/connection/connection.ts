/**
 * A connection to a Redis that has been checked, and the keys that belong to us there. The one place that loads ioredis.
 * A connection that was there once comes back by itself; whoever waits for one asks how long it has been lost.
 */
import { isIP } from 'node:net';
import type { Redis } from 'ioredis';
import { messageOf, TakeawayError } from '../../common/errors.js';
import type { RedisAddress } from './address.js';
import { checkServer } from './checks.js';

/** How long a first connection may take. */
const CONNECT_MS = 10_000;
/** Between two tries to connect again, at most. */
const MOST_RETRY_MS = 2_000;
/** How long last things may take. */
const LASTLY_MS = 5_000;
/** Keys that are looked through in one call. */
const SCANNED = 1000;

/** An open, checked connection. */
export class Connection {
  readonly address: RedisAddress;
  readonly redis: Redis;
  #lostAt: number | undefined;
  #lastError: string | undefined;

  private constructor(address: RedisAddress, redis: Redis) {
    this.address = address;
    this.redis = redis;
    redis.on('close', () => (this.#lostAt ??= performance.now()));
    redis.on('ready', () => (this.#lostAt = undefined));
    redis.on('error', (error: Error) => (this.#lastError = messageOf(error)));
  }

  /** Connects and checks the server. Raises `io` when there is none, `incompatible` when it is set up otherwise. */
  static async open(address: RedisAddress): Promise<Connection> {
    const { Redis } = await import('ioredis');
    let wasReady = false;
    const options = {
      host: address.host,
      port: address.port,
      db: address.database,
      ...(address.username === undefined ? {} : { username: address.username }),
      ...(address.password === undefined ? {} : { password: address.password }),
      // A certificate is for a name; one for a number is checked without.
      ...(address.isEncrypted ? { tls: isIP(address.host) === 0 ? { servername: address.host } : {} } : {}),
      lazyConnect: true,
      connectTimeout: CONNECT_MS,
      // Commands wait for as long as it takes; who gives up is the caller.
      maxRetriesPerRequest: null,
      retryStrategy: (times: number) =>
        wasReady ? Math.min(50 * 2 ** Math.min(times, 10), MOST_RETRY_MS) : null,
    };
    const redis = new Redis(options);
    const connection = new Connection(address, redis);
    try {
      await redis.connect();
      wasReady = true;
      await checkServer(redis, address);
      // A user may be held to the keys of another prefix.
      await redis.exists(connection.key('runs'));
    } catch (error) {
      redis.disconnect();
      throw error instanceof TakeawayError
        ? error
        : connection.#unreachable(connection.#lastError ?? messageOf(error), error);
    }
    return connection;
  }

  /** Milliseconds since the connection was lost; 0 while it is there. */
  get lostFor(): number {
    return this.#lostAt === undefined ? 0 : performance.now() - this.#lostAt;
  }

  /** The error for a Redis that has been out of reach for too long. */
  lostError(): TakeawayError {
    return this.#unreachable(this.#lastError ?? 'none', undefined);
  }

  /** A key of ours. */
  key(...parts: readonly string[]): string {
    return [this.address.prefix, ...parts].join(':');
  }

  /** Removes all keys that begin with ours and `start`. */
  async removeAll(start: string): Promise<void> {
    const keys = await this.find(`${this.key(start)}:*`);
    for (let i = 0; i < keys.length; i += SCANNED) await this.redis.unlink(...keys.slice(i, i + SCANNED));
  }

  /** The keys that fit a pattern. */
  async find(pattern: string): Promise<string[]> {
    const found = new Set<string>();
    let cursor = '0';
    do {
      const [next, keys] = await this.redis.scan(cursor, 'MATCH', pattern, 'COUNT', SCANNED);
      for (const key of keys) found.add(key);
      cursor = next;
    } while (cursor !== '0');
    return [...found];
  }

  /** Does last things that are better done, and not worth waiting for where there is no connection. */
  async lastly(actions: () => Promise<unknown>): Promise<void> {
    if (this.#lostAt !== undefined) return;
    const done = actions().catch(() => undefined);
    let timer: NodeJS.Timeout | undefined;
    const enough = new Promise((resolve) => (timer = setTimeout(resolve, LASTLY_MS)));
    await Promise.race([done, enough]);
    clearTimeout(timer);
  }

  close(): void {
    this.redis.disconnect();
  }

  /** The error for a Redis that cannot be used any more. */
  error(expected: string, found: string, cause: unknown, help = 'What is done is kept.'): TakeawayError {
    return new TakeawayError('io', {
      subject: `The Redis at ${this.address.shown}`,
      expected,
      found: found.replace(/\.$/, ''),
      help,
      remedy: { do: 'retry' },
      cause,
    });
  }

  #unreachable(found: string, cause: unknown): TakeawayError {
    if (/NOPERM/.test(found))
      return this.error(`a user that may use all keys with the prefix ${this.address.prefix}`, found, cause);
    if (/WRONGPASS|NOAUTH/.test(found))
      return this.error('a user and a password that it accepts', found, cause);
    if (!/certificate/i.test(found)) return this.error('a connection', found, cause);
    const help = 'That of an own authority is trusted when NODE_EXTRA_CA_CERTS names its file.';
    return this.error('a certificate that this machine trusts', found, cause, help);
  }
}
