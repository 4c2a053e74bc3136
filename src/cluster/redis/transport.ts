/**
 * A transport through Redis. BullMQ has the queue of jobs: leases, attempts, backoff, priorities. The bytes of a run are in one
 * hash, which expires when the run stops announcing itself. All runs together take at most half of the memory of the Redis.
 */
import type { ConnectionOptions, Job, JobType, Queue, QueueEvents, Worker } from 'bullmq';
import { messageOf } from '../../common/errors.js';
import { MAX_FAILURES, runOfJob } from '../protocol.js';
import {
  NoRoom,
  type Found,
  type JobEvent,
  type Kind,
  type Lease,
  type LeaseEnd,
  type Listed,
  type Put,
  type Transport,
} from '../transport.js';
import { infoField } from './checks.js';
import type { Connection } from './connection.js';

/** Duration of a lease: three renewals may fail. */
const LEASE_MS = 12_000;
const STALLED_CHECK_MS = 5_000;
/** Expired leases after which the job counts as the cause. */
const MAX_STALLED = 3;
/** Milliseconds before a failed job is tried again; doubled each time. */
const BACKOFF_MS = 250;
const MAX_PRIORITY = 2 ** 21 - 1;
const TAKE_SECONDS = 1;
/** Events that Redis holds for commands that read them slowly. */
const EVENTS_KEPT = 1000;
/** Seconds after its last announcement until a run or a worker expires: a run survives a connection lost for a minute. */
const GONE_SECONDS: Readonly<Record<Kind, number>> = { runs: 90, workers: 15 };
/** Bytes of all runs if the Redis has no limit. */
const UNLIMITED_BYTES = 2 ** 30;
/** Maximum bytes of a value; and bytes from which on room is checked before the value is sent, as even refused ones take some. */
const MAX_VALUE_BYTES = 2 ** 28;
const ASKED_BYTES = 2 ** 16;

/** KEYS: hash, index. ARGV: id, text, seconds, whether new, bytes for all. A write is first: then no other is refused. */
const ANNOUNCE = `
local now = tonumber(redis.call('TIME')[1])
if ARGV[4] == '0' and redis.call('EXPIRE', KEYS[1], ARGV[3]) == 0 then return -1 end
redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', now)
redis.call('ZADD', KEYS[2], now + ARGV[3], ARGV[1])
redis.call('EXPIRE', KEYS[2], ARGV[3])
local room = math.floor(ARGV[5] / redis.call('ZCARD', KEYS[2]))
redis.call('HSET', KEYS[1], 'notice', ARGV[2], 'at', now, 'room', room)
redis.call('EXPIRE', KEYS[1], ARGV[3])
return tonumber(redis.call('HGET', KEYS[1], 'used') or '0')`;

/** KEYS: index. ARGV: prefix of the hashes' keys. Returns id, text and age of each. */
const LIST = `
local now = tonumber(redis.call('TIME')[1])
local found = {}
for _, id in ipairs(redis.call('ZRANGEBYSCORE', KEYS[1], '(' .. now, '+inf')) do
  local one = redis.call('HMGET', ARGV[1] .. id, 'notice', 'at')
  if one[1] and one[2] then found[#found + 1] = {id, one[1], now - one[2]} end
end
return found`;

/** KEYS: hash. ARGV: field, share of the room, length, the field that it needs, and the bytes, unless only room is checked. */
const PUT = `
local facts = redis.call('HMGET', KEYS[1], 'room', 'used')
if not facts[1] then return 'over' end
if ARGV[4] ~= '' and redis.call('HEXISTS', KEYS[1], ARGV[4]) == 0 then return 'over' end
local room = tonumber(facts[1]) * ARGV[2]
local own = tonumber(ARGV[3])
if own > room / 2 then return 'large' end
local used = tonumber(facts[2] or '0') - redis.call('HSTRLEN', KEYS[1], ARGV[1]) + own
if used > room then return 'full' end
if ARGV[5] then redis.call('HSET', KEYS[1], ARGV[1], ARGV[5], 'used', used) end
return 'put'`;

/** KEYS: hash. ARGV: maximum bytes, fields. Returns values; the length of a larger one; nil for none. */
const GET = `
local found = {}
for i = 2, #ARGV do
  local length = redis.call('HSTRLEN', KEYS[1], ARGV[i])
  if length > tonumber(ARGV[1]) then found[i - 1] = length else found[i - 1] = redis.call('HGET', KEYS[1], ARGV[i]) end
end
return found`;

/** KEYS: hash. ARGV: fields. */
const DROP = `
local freed = 0
for i = 1, #ARGV do freed = freed + redis.call('HSTRLEN', KEYS[1], ARGV[i]) end
if freed == 0 then return end
redis.call('HDEL', KEYS[1], unpack(ARGV))
redis.call('HINCRBY', KEYS[1], 'used', -freed)`;

interface BullLease extends Lease {
  readonly at: Job;
  readonly token: string;
}

export class RedisTransport implements Transport {
  readonly #connection: Connection;
  readonly #bullmq: typeof import('bullmq');
  readonly #name: string;
  readonly #queue: Queue;
  #worker: Worker | undefined;
  #events: QueueEvents | undefined;
  #tokens = 0;

  private constructor(connection: Connection, bullmq: typeof import('bullmq'), version: string) {
    this.#connection = connection;
    this.#bullmq = bullmq;
    this.#name = `jobs-${version}`;
    this.#queue = new bullmq.Queue(this.#name, {
      ...this.#place(),
      streams: { events: { maxLen: EVENTS_KEPT } },
      defaultJobOptions: {
        ...{ removeOnComplete: true, removeOnFail: true, attempts: MAX_FAILURES },
        backoff: { type: 'exponential', delay: BACKOFF_MS },
      },
    });
    this.#queue.on('error', this.#tell);
  }

  static async open(connection: Connection, version: string): Promise<RedisTransport> {
    return new RedisTransport(connection, await import('bullmq'), version);
  }

  async announce(kind: Kind, id: string, text: string, isNew: boolean): Promise<number | undefined> {
    const room = kind === 'runs' ? await this.#bytesForAll() : 0;
    const words = [id, text, GONE_SECONDS[kind], isNew ? 1 : 0, room];
    const used = await this.#script(ANNOUNCE, [this.#key(kind, id), this.#key(kind)], words);
    return used === -1 ? undefined : Number(used);
  }

  async list(kind: Kind): Promise<Listed[]> {
    const answer = await this.#script(LIST, [this.#key(kind)], [this.#key(kind, '')]);
    const listed = answer as [string, string, number][];
    return listed.map(([id, text, age]) => ({ id, text, age: Math.max(0, age) }));
  }

  async remove(kind: Kind, id: string): Promise<void> {
    await this.#asked(async ({ redis }) => {
      await redis.unlink(this.#key(kind, id));
      await redis.zrem(this.#key(kind), id);
    });
  }

  async add(job: string, priority: number): Promise<void> {
    const opts = { jobId: job, priority: Math.min(Math.max(1, priority), MAX_PRIORITY) };
    await this.#asked(() => this.#queue.add('job', null, opts));
  }

  async cancel(jobs: readonly string[]): Promise<void> {
    await this.#asked(() => Promise.all(jobs.map((job) => this.#queue.remove(job))));
  }

  /** Returns the jobs of a run in the queue, and those under way. */
  async jobsOf(
    run: string,
  ): Promise<{ readonly waiting: readonly string[]; readonly active: readonly string[] }> {
    const own = async (...types: JobType[]): Promise<string[]> => {
      const jobs = await this.#asked(() => this.#queue.getJobs(types, 0, -1));
      return jobs.map(({ id }) => String(id)).filter((job) => runOfJob(job) === run);
    };
    return { waiting: await own('prioritized', 'waiting', 'delayed'), active: await own('active') };
  }

  async take(): Promise<Lease | undefined> {
    if (this.#worker === undefined) {
      this.#worker = new this.#bullmq.Worker(this.#name, null, {
        ...this.#place(),
        autorun: false,
        lockDuration: LEASE_MS,
        stalledInterval: STALLED_CHECK_MS,
        maxStalledCount: MAX_STALLED,
        drainDelay: TAKE_SECONDS,
        removeOnComplete: { count: 0 },
        removeOnFail: { count: 0 },
      });
      this.#worker.on('error', this.#tell);
      await this.#worker.startStalledCheckTimer();
    }
    const token = String(this.#tokens++);
    const at = (await this.#asked(() => this.#worker!.getNextJob(token))) as Job | undefined;
    if (at === undefined) return undefined;
    const found = { job: String(at.id), failures: at.attemptsMade, givenUp: at.deferredFailure };
    const lease: BullLease = { ...found, at, token };
    return lease;
  }

  async renew(lease: Lease): Promise<void> {
    const { at, token } = lease as BullLease;
    await this.#leased(() => at.extendLock(token, LEASE_MS));
  }

  async end(lease: Lease, how: LeaseEnd): Promise<void> {
    const { at, token } = lease as BullLease;
    await this.#leased(async () => {
      if (how === 'done') await at.moveToCompleted(null, token, false);
      else if (how === 'back') await at.moveToWait(token);
      else {
        await at.updateProgress({ worker: how.worker, reason: how.reason });
        await at.moveToFailed(new Error(how.reason), token, false);
      }
    });
  }

  async put(run: string, field: string, bytes: Uint8Array, share: number, needs = ''): Promise<Put> {
    if (bytes.length > MAX_VALUE_BYTES) return 'large';
    const value = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    const words = [field, share, bytes.length, needs];
    const keys = [this.#key('runs', run)];
    const room = bytes.length < ASKED_BYTES ? 'put' : await this.#script(PUT, keys, words);
    const put = room === 'put' ? await this.#script(PUT, keys, [...words, value]) : room;
    if (put === 'full') throw new NoRoom('the room of the run is full');
    return put as Put;
  }

  async get(run: string, fields: readonly string[], most: number): Promise<readonly Found[]> {
    const found = (await this.#asked(({ redis }) =>
      redis.callBuffer('EVAL', GET, 1, this.#key('runs', run), most, ...fields),
    )) as (Buffer | number | null)[];
    return fields.map((_, i) => (typeof found[i] === 'number' ? 'large' : (found[i] ?? undefined)));
  }

  async drop(run: string, fields: readonly string[]): Promise<void> {
    await this.#script(DROP, [this.#key('runs', run)], [...fields]);
  }

  async listen(tell: (event: JobEvent) => void): Promise<void> {
    this.#events = new this.#bullmq.QueueEvents(this.#name, this.#place());
    this.#events.on('error', this.#tell);
    this.#events.on('completed', ({ jobId }) => tell({ job: jobId }));
    this.#events.on('progress', ({ jobId, data }) => {
      const { worker, reason } = Object(data) as Readonly<Record<string, unknown>>;
      if (typeof worker === 'string' && typeof reason === 'string')
        tell({ job: jobId, failed: { worker, reason } });
    });
    await this.#asked(() => this.#events!.waitUntilReady());
  }

  /** Closes everything that BullMQ has opened, timers included; does not wait if the connection is lost. */
  async close(): Promise<void> {
    const isLost = this.#connection.lostFor > 0;
    // Ends the timer of stalled jobs; `close` would first wait for the connection.
    this.#worker?.pause(true).catch(this.#tell);
    for (const one of [this.#worker, this.#events, this.#queue]) {
      const closing = Promise.resolve(one === this.#worker ? this.#worker?.close(isLost) : one?.close());
      closing.catch(this.#tell);
      await this.#connection.cleanUp(() => closing);
    }
  }

  /** Options of the queue. BullMQ duplicates the client for blocking calls, and ends its duplicates. */
  #place() {
    const { redis } = this.#connection;
    return { prefix: this.#connection.key(), connection: redis as unknown as ConnectionOptions };
  }

  #key(kind: Kind, ...rest: readonly string[]): string {
    return this.#connection.key(kind, ...rest);
  }

  /** Returns the bytes that all runs may take: half of the memory of the Redis. */
  async #bytesForAll(): Promise<number> {
    const info = await this.#asked(({ redis }) => redis.info('memory'));
    const most = Number(infoField(info, 'maxmemory') ?? 0);
    return most === 0 ? UNLIMITED_BYTES : Math.floor(most / 2);
  }

  #script(script: string, keys: string[], words: (string | number | Buffer)[]): Promise<unknown> {
    return this.#asked(({ redis }) => redis.eval(script, keys.length, ...keys, ...words));
  }

  /** Returns the answer of a call. Raises `NoRoom` if Redis is full, and the error of a connection that is given up. */
  async #asked<Answer>(call: (connection: Connection) => Promise<Answer>): Promise<Answer> {
    try {
      return await this.#connection.orLost(call(this.#connection));
    } catch (error) {
      throw isFull(error) ? new NoRoom(messageOf(error), { cause: error }) : error;
    }
  }

  /** Makes a call about a lease; ignores one that has expired, as another worker has the job. */
  async #leased(call: () => Promise<unknown>): Promise<void> {
    try {
      await this.#asked(call);
    } catch (error) {
      if (error instanceof NoRoom || !/lock|Missing key|not in the active state/i.test(messageOf(error)))
        throw error;
    }
  }

  readonly #tell = (error: unknown): void => {
    if (!isFull(error)) this.#connection.tell(error);
  };
}

/** Returns whether Redis has refused a write for lack of memory. */
function isFull(error: unknown): boolean {
  return /\bOOM\b/.test(messageOf(error));
}
