/**
 * Who is there: the runs and the workers that say so again and again. Whoever falls silent counts as gone. Times are those
 * of the Redis, as the clocks of machines differ. All of it expires by itself when nobody is left. What nobody needs any more is
 * removed: runs that have ended or fallen silent, and the queues once all have left.
 */
import type { Connection } from './connection.js';
import { jobsQueue, runName } from './names.js';

/** What can be announced. */
export type Kind = 'runs' | 'workers';

/** How often one says that one is there, and after how long of silence one is gone. */
export const HEARTBEAT_MS = 3_000;
const GONE_AFTER_SECONDS = 15;

/** KEYS: texts, times. ARGV: id, text, seconds. */
const ANNOUNCE = `
local now = tonumber(redis.call('TIME')[1])
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
redis.call('ZADD', KEYS[2], now, ARGV[1])
redis.call('EXPIRE', KEYS[1], 4 * ARGV[3])
redis.call('EXPIRE', KEYS[2], 4 * ARGV[3])
return now`;

/** KEYS: texts, times. ARGV: seconds. Returns those that are there, as id, text and seconds since, and the ids of those gone. */
const LIST = `
local now = tonumber(redis.call('TIME')[1])
local gone = redis.call('ZRANGEBYSCORE', KEYS[2], '-inf', now - ARGV[1])
local there = redis.call('ZRANGEBYSCORE', KEYS[2], '(' .. (now - ARGV[1]), '+inf', 'WITHSCORES')
local found = {}
for i = 1, #there, 2 do
  local text = redis.call('HGET', KEYS[1], there[i])
  if text then found[#found + 1] = {there[i], text, now - there[i + 1]} end
end
return {found, gone}`;

/** What a registry has at one moment: by id what each says of itself, and the seconds since it said so. */
export interface Listing {
  readonly there: ReadonlyMap<string, { readonly text: string; readonly age: number }>;
  readonly gone: readonly string[];
}

/** The runs or the workers of one Redis. */
export class Registry {
  readonly #connection: Connection;
  readonly #keys: readonly [string, string];

  constructor(connection: Connection, kind: Kind) {
    this.#connection = connection;
    this.#keys = [connection.key(kind), connection.key(kind, 'seen')];
  }

  /** Says that `id` is there, with what there is to know of it. */
  async announce(id: string, text: string): Promise<void> {
    await this.#connection.redis.eval(ANNOUNCE, 2, ...this.#keys, id, text, GONE_AFTER_SECONDS);
  }

  async list(): Promise<Listing> {
    const answer = await this.#connection.redis.eval(LIST, 2, ...this.#keys, GONE_AFTER_SECONDS);
    const [there, gone] = answer as [[string, string, string][], string[]];
    return {
      there: new Map(there.map(([id, text, age]) => [id, { text, age: Math.max(0, Number(age)) }])),
      gone,
    };
  }

  /** What one of them says of itself; undefined where it is not there. */
  async get(id: string): Promise<string | undefined> {
    return (await this.#connection.redis.hget(this.#keys[0], id)) ?? undefined;
  }

  /** Takes back what one of them says of itself: it is not there any more, and listed as gone later unless it is removed. */
  async withdraw(id: string): Promise<void> {
    await this.#connection.redis.hdel(this.#keys[0], id);
  }

  async remove(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    // No transaction: a Redis that is full takes none, not even one that removes.
    await this.#connection.redis.zrem(this.#keys[1], ...ids);
    await this.#connection.redis.hdel(this.#keys[0], ...ids);
  }
}

/**
 * Removes all that is in Redis of a run. Workers that have jobs of it find that it is over. Where this is cut off, the run is
 * listed as gone, and whoever looks next removes the rest.
 */
export async function removeRun(connection: Connection, id: string): Promise<void> {
  const runs = new Registry(connection, 'runs');
  // First this: nothing is written for a run that is not announced.
  await runs.withdraw(id);
  await connection.removeAll(runName(id));
  await runs.remove([id]);
}

/** The last worker or run that leaves removes the queues of all builds. A run that begins meanwhile keeps its jobs. */
export async function removeQueuesOfNobody(connection: Connection): Promise<void> {
  // First this: what a run that begins now has put there is not among them.
  const keys = await connection.find(`${connection.key(jobsQueue(connection, '*').name)}:*`);
  for (const kind of ['workers', 'runs'] as const) {
    if ((await new Registry(connection, kind).list()).there.size > 0) return;
  }
  await connection.remove(keys);
}
