/** What a run has made known to all its workers, in order: in Redis, and here, in case that Redis loses it. */
import type { Connection } from '../connection/connection.js';
import { newsKey } from '../connection/names.js';

/**
 * KEYS: the list. ARGV: how many come before, the text, seconds. It counts once where it is sent twice, as when a connection
 * breaks before the answer, and waits for the others where these are lost.
 */
const ADD = `
if redis.call('LLEN', KEYS[1]) == tonumber(ARGV[1]) then redis.call('RPUSH', KEYS[1], ARGV[2]) end
redis.call('EXPIRE', KEYS[1], ARGV[3])`;

/** The news of a run. */
export class Publications {
  readonly #connection: Connection;
  readonly #key: string;
  readonly #texts: string[] = [];

  constructor(connection: Connection, run: string) {
    this.#connection = connection;
    this.#key = newsKey(connection, run);
  }

  /** Those from an index on. */
  readonly from = (index: number): readonly string[] => this.#texts.slice(index);

  async add(text: string): Promise<void> {
    const { redis, patience } = this.#connection;
    // First this: whoever puts all there again meanwhile puts this one there, too.
    const before = this.#texts.push(text) - 1;
    await redis.eval(ADD, 1, this.#key, before, text, patience.keptSeconds);
  }

  /** Has them stay, for as long as anything does that nobody renews, and puts all there again where some are missing. */
  async renew(): Promise<void> {
    const known = this.#texts.length;
    if (known === 0) return;
    const { redis, patience } = this.#connection;
    const calls = redis.multi();
    if ((await redis.llen(this.#key)) < known) calls.del(this.#key).rpush(this.#key, ...this.#texts);
    await calls.expire(this.#key, patience.keptSeconds).exec();
  }
}
