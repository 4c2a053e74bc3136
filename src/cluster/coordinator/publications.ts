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
    await this.#connection.redis.rpush(this.#key, text);
    this.#texts.push(text);
    await this.renew();
  }

  /** Has them stay, for as long as anything does that nobody renews. */
  async renew(): Promise<void> {
    const { redis, patience } = this.#connection;
    await redis.expire(this.#key, patience.keptSeconds);
  }

  /** Puts everything there again where some of it is missing. */
  async restore(): Promise<void> {
    const known = this.#texts.length;
    if (known === 0 || (await this.#connection.redis.llen(this.#key)) >= known) return;
    await this.#connection.redis
      .multi()
      .del(this.#key)
      .rpush(this.#key, ...this.#texts)
      .exec();
    await this.renew();
  }
}
