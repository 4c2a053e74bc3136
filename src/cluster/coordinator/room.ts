/**
 * Room in the Redis of a run. A Redis that is full takes no writes; results that are taken and workers that leave may make
 * some room, so a run waits for a while before it ends for that. Workers cannot say that they get no jobs then, so it
 * is tried again and again, by a key that is written for nothing else; whether that key was still there tells whether Redis
 * has lost what it had.
 */
import type { TakeawayError } from '../../common/errors.js';
import { pause } from '../../common/stoppable.js';
import { isFull } from '../connection/blobs.js';
import type { Connection } from '../connection/connection.js';
import { markKey } from '../connection/names.js';
import { RETRY_MS } from '../protocol.js';

/** Writes to Redis once there is room. */
export type Writing = (write: () => Promise<unknown>) => Promise<unknown>;

/** Waits for room, and for how long it is worth it. */
export class Room {
  readonly #connection: Connection;
  readonly #key: string;
  readonly #giveUp: (error: TakeawayError) => void;
  #fullSince: number | undefined;
  #roomFoundAt = performance.now();

  /** `giveUp` ends the run. */
  constructor(connection: Connection, run: string, giveUp: (error: TakeawayError) => void) {
    this.#connection = connection;
    this.#key = markKey(connection, run);
    this.#giveUp = giveUp;
  }

  get #patience(): number {
    return this.#connection.patience.fullMs;
  }

  /** Writes to Redis, and again for as long as there is no room. Raises the error of the run once that has been too long. */
  async write<Result>(write: () => Promise<Result>): Promise<Result> {
    const begun = performance.now();
    for (;;) {
      try {
        return await write();
      } catch (error) {
        if (!isFull(error)) throw error;
        if (performance.now() - begun > this.#patience) throw this.#end(error);
        await pause(RETRY_MS);
      }
    }
  }

  /** Whether the key is there that was written last. Gives up when there has been no room for too long. */
  async look(): Promise<boolean> {
    const { redis, patience } = this.#connection;
    try {
      const before = await redis.set(this.#key, 'there', 'EX', patience.keptSeconds, 'GET');
      this.#fullSince = undefined;
      return before !== null;
    } catch (error) {
      if (!isFull(error)) throw error;
      this.#fullSince ??= performance.now();
      if (performance.now() - this.#fullSince > this.#patience) this.#end(error);
      return true;
    }
  }

  /** A result has found room. */
  found(): void {
    this.#roomFoundAt = performance.now();
  }

  /** A result has waited for room in vain. Gives up, with true, unless others were luckier meanwhile. */
  missed(): boolean {
    if (performance.now() - this.#roomFoundAt <= this.#patience) return false;
    this.#end(undefined);
    return true;
  }

  #end(cause: unknown): TakeawayError {
    const error = this.#connection.error('room for the jobs of the run', 'none: it is full', cause);
    this.#giveUp(error);
    return error;
  }
}
