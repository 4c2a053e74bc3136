/** What a run has made known to all its workers, in order: in Redis, and here, in case that Redis loses it. */
import type { Connection } from '../connection/connection.js';
import { newsKey } from '../connection/names.js';

/** The news of a run. */
export class Publications {
  readonly #connection: Connection;
  readonly #key: string;
  readonly #texts: string[] = [];

  constructor(connection: Connection, run: string) {
    this.#connection = connection;
    this.#key = newsKey(connection, run);
  }

  async add(text: string): Promise<void> {
    const { redis, patience } = this.#connection;
    await redis.rpush(this.#key, text);
    this.#texts.push(text);
    await redis.expire(this.#key, patience.keptSeconds);
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
