/**
 * A run: the jobs of one command, as BullMQ jobs in a queue of its own. All that counts is in this process; what is in
 * Redis can be lost at any time, and is put there again. A result is taken when it has its hash and passes the checks of its
 * kind; who sends one that does not is named, and gets no more jobs of the run.
 */
import type { Queue, QueueEvents } from 'bullmq';
import { randomBytes } from 'node:crypto';
import { interruptedError, messageOf, TakeawayError } from '../../common/errors.js';
import { getBlob, hashOf, isFull, putBlob, WrongBytes } from '../connection/blobs.js';
import type { Connection } from '../connection/connection.js';
import { blobKey, newsKey, queueName, resultKey, roomKey } from '../connection/names.js';
import { removeRun, removeStrays } from '../connection/removal.js';
import { HEARTBEAT_MS, Registry } from '../connection/registry.js';
import { Rubbish, type Done, type Hands, type JobKind } from '../jobs/job.js';
import {
  EVENTS_KEPT,
  FULL_MS,
  readOutcome,
  readWorkerNotice,
  RETRY_MS,
  VERSION,
  type Outcome,
  type RunNotice,
} from '../protocol.js';
import type { RunNews } from './options.js';

/** How often what is under way is looked at, and how old a job is when it is looked for. */
const LOOK_MS = 1_000;
const LOOKED_FOR_AFTER_MS = 4_000;
/** The key that shows that there is room goes by itself where nobody removes it. */
const ROOM_SECONDS = 60;
/** A Redis that is out of reach for longer ends the run. */
const PATIENCE_MS = 60_000;
/** Times that a job may fail in workers before the run fails with it. */
const MOST_FAILURES = 4;
/** Jobs for each thread of all workers: some in work, some waiting there. */
const JOBS_PER_THREAD = 3;
const LEAST_AT_ONCE = 8;

/** How to begin a run. */
export interface RunOptions {
  readonly title: string;
  readonly isWide: boolean;
  readonly signal?: AbortSignal | undefined;
  readonly onNews?: ((news: RunNews) => void) | undefined;
  /** The bytes of a blob that was offered, for a worker that does not find it. */
  readonly supply?: ((hash: string) => Promise<Uint8Array | undefined>) | undefined;
  /** How long the Redis may be full before the run ends, in milliseconds; default 30,000. */
  readonly fullMs?: number | undefined;
  /** Ours unless a test says otherwise. */
  readonly version?: string | undefined;
}

/** A job that is under way. */
interface Entry {
  readonly kind: JobKind<unknown, unknown>;
  readonly input: unknown;
  readonly resolve: (done: Done<unknown>) => void;
  readonly reject: (error: unknown) => void;
  /** Its name in the queue: a new one each time it is put there. */
  job: string;
  addedAt: number;
  isMissed: boolean;
  isTaken: boolean;
  failures: number;
}

/** A run that is announced. */
export class Run implements Hands {
  readonly id: string;
  readonly #connection: Connection;
  readonly #options: RunOptions;
  readonly #queue: Queue;
  readonly #events: QueueEvents;
  readonly #runs: Registry;
  readonly #workers: Registry;
  readonly #entries = new Map<string, Entry>();
  #added: Entry[] = [];
  readonly #refused = new Set<string>();
  readonly #otherVersions = new Set<string>();
  readonly #news: string[] = [];
  #next = 0;
  #threads = 0;
  #count = -1;
  #fullSince: number | undefined;
  #acceptedAt = performance.now();
  #failure: Error | undefined;
  #isClosed = false;
  #looking: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;
  #announcedAt = -Infinity;

  private constructor(
    id: string,
    connection: Connection,
    options: RunOptions,
    queue: typeof Queue,
    events: typeof QueueEvents,
  ) {
    this.id = id;
    this.#connection = connection;
    this.#options = options;
    this.#runs = new Registry(connection, 'runs');
    this.#workers = new Registry(connection, 'workers');
    const common = { connection: connection.redis, prefix: connection.address.prefix };
    this.#queue = new queue(queueName(this.id), {
      ...common,
      streams: { events: { maxLen: EVENTS_KEPT } },
      defaultJobOptions: { removeOnComplete: true, removeOnFail: true, attempts: 1 },
    });
    // From the first event on: those before the first reading count as well.
    this.#events = new events(queueName(this.id), { ...common, lastEventId: '0-0' });
    this.#queue.on('error', () => undefined);
    this.#events.on('error', () => undefined);
    this.#events.on('completed', ({ jobId, returnvalue }: { jobId: string; returnvalue: unknown }) => {
      void this.#take(jobId, returnvalue);
    });
    this.#events.on('failed', ({ jobId, failedReason }) => this.#failed(jobId, 'a worker', failedReason));
    options.signal?.addEventListener('abort', this.#onAbort);
  }

  /** Announces a run to the workers of a Redis. */
  static async begin(connection: Connection, options: RunOptions): Promise<Run> {
    const { Queue, QueueEvents } = await import('bullmq');
    await removeStrays(connection);
    const id = randomBytes(6).toString('hex');
    // First this: keys of runs that are not announced are removed.
    const { title, isWide, version = VERSION } = options;
    const notice: RunNotice = { version, title, isWide, refused: [] };
    await new Registry(connection, 'runs').announce(id, JSON.stringify(notice));
    const run = new Run(id, connection, options, Queue, QueueEvents);
    await run.#look();
    run.#schedule();
    return run;
  }

  get atOnce(): number {
    return Math.max(LEAST_AT_ONCE, JOBS_PER_THREAD * this.#threads);
  }

  /** Workers that work for the run or could. */
  get workers(): number {
    return Math.max(0, this.#count);
  }

  async do<Input, Result>(kind: JobKind<Input, Result>, input: Input): Promise<Done<Result>> {
    if (this.#failure !== undefined) throw this.#failure;
    const done = await new Promise<Done<unknown>>((resolve, reject) => {
      const common = { addedAt: 0, isMissed: false, isTaken: false, failures: 0, job: '' };
      this.#add({ kind, input, resolve, reject, ...common });
    });
    return done as Done<Result>;
  }

  refuse(worker: string, reason: string): void {
    if (this.#refused.has(worker)) return;
    this.#refused.add(worker);
    this.#options.onNews?.({ about: 'refused', worker, reason });
    this.#announcedAt = -Infinity;
  }

  /** Puts a blob where workers find it, and returns its hash. */
  async offer(bytes: Uint8Array): Promise<string> {
    const hash = hashOf(bytes);
    await this.#whileFull(() =>
      putBlob(this.#connection, this.id, blobKey(this.#connection, this.id, hash), bytes),
    );
    return hash;
  }

  /** Makes something known to all workers, now and those to come. */
  async publish(text: string): Promise<void> {
    this.#news.push(text);
    await this.#whileFull(() => this.#connection.redis.rpush(newsKey(this.#connection, this.id), text));
  }

  /** Ends the run: nothing of it is left in Redis. */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#options.signal?.removeEventListener('abort', this.#onAbort);
    await this.#connection.lastly(() => this.#looking);
    this.#fail(interruptedError());
    await this.#connection.lastly(() => this.#runs.remove([this.id]));
    await this.#connection.lastly(() => Promise.all([this.#events.close(), this.#queue.close()]));
    await this.#connection.lastly(() => removeRun(this.#connection, this.id));
  }

  readonly #onAbort = (): void => this.#fail(interruptedError());

  #schedule(): void {
    this.#timer = setTimeout(() => {
      this.#looking = this.#look()
        .catch((error: unknown) => this.#considerError(error))
        .finally(() => {
          if (!this.#isClosed) this.#schedule();
        });
    }, LOOK_MS);
    this.#watchConnection();
  }

  /** Commands wait while the connection is lost, so this is not among them. */
  #watchConnection(): void {
    if (this.#connection.lostFor > PATIENCE_MS) this.#fail(this.#connection.lostError());
    else if (!this.#isClosed) setTimeout(() => this.#watchConnection(), LOOK_MS).unref();
  }

  /** Says that the run is there, sees who works, and looks for jobs that Redis has lost. */
  async #look(): Promise<void> {
    if (performance.now() - this.#announcedAt > HEARTBEAT_MS) await this.#announce();
    await this.#lookForRoom();
    await this.#lookForJobs();
    await this.#lookForNews();
  }

  async #announce(): Promise<void> {
    const { title, isWide, version = VERSION } = this.#options;
    this.#announcedAt = performance.now();
    const notice: RunNotice = { version, title, isWide, refused: [...this.#refused] };
    await this.#runs.announce(this.id, JSON.stringify(notice));
    const { there } = await this.#workers.list();
    let count = 0;
    let threads = 0;
    for (const [id, text] of there) {
      const worker = readWorkerNotice(text);
      if (worker === undefined || this.#refused.has(id)) continue;
      if (worker.version === version) {
        count++;
        threads += isWide ? 1 : worker.threads;
      } else if (!this.#otherVersions.has(id)) {
        this.#otherVersions.add(id);
        this.#options.onNews?.({ about: 'version', worker: id, version: worker.version });
      }
    }
    this.#threads = threads;
    if (count !== this.#count) this.#options.onNews?.({ about: 'workers', workers: count, threads });
    this.#count = count;
    const { gone } = await this.#runs.list();
    for (const id of gone) if (id !== this.id) await removeRun(this.#connection, id);
  }

  /** Workers cannot say that a full Redis lets them take no jobs. */
  async #lookForRoom(): Promise<void> {
    try {
      await this.#connection.redis.set(roomKey(this.#connection, this.id), '', 'EX', ROOM_SECONDS);
      this.#fullSince = undefined;
    } catch (error) {
      if (!isFull(error)) throw error;
      this.#fullSince ??= performance.now();
      if (performance.now() - this.#fullSince > this.#patience) this.#failAsFull(error);
    }
  }

  get #patience(): number {
    return this.#options.fullMs ?? FULL_MS;
  }

  /** A job that is neither in the queue nor done twice in a row is put there again. */
  async #lookForJobs(): Promise<void> {
    const now = performance.now();
    const old = [...this.#entries.values()].filter(
      ({ addedAt, isTaken }) => !isTaken && now - addedAt > LOOKED_FOR_AFTER_MS,
    );
    if (old.length === 0) return;
    const pipeline = this.#connection.redis.pipeline();
    for (const { job } of old) pipeline.exists(this.#connection.key(queueName(this.id), job));
    const answers = (await pipeline.exec()) ?? [];
    old.forEach((entry, i) => {
      const isThere = answers[i]?.[1] !== 0;
      const wasMissed = entry.isMissed;
      entry.isMissed = !isThere;
      if (!isThere && wasMissed && !entry.isTaken) this.#addAgain(entry);
    });
  }

  /** A Redis that has lost its data gets the news again. */
  async #lookForNews(): Promise<void> {
    const key = newsKey(this.#connection, this.id);
    const known = this.#news.length;
    if (known === 0 || (await this.#connection.redis.llen(key)) >= known) return;
    await this.#connection.redis
      .multi()
      .del(key)
      .rpush(key, ...this.#news.slice(0, known))
      .exec();
  }

  #add(entry: Entry): void {
    entry.job = `job-${this.#next++}`;
    entry.addedAt = performance.now();
    entry.isMissed = false;
    entry.isTaken = false;
    this.#entries.set(entry.job, entry);
    this.#added.push(entry);
    // All that are added at the same time go in one call.
    if (this.#added.length === 1) setImmediate(() => void this.#send());
  }

  #addAgain(entry: Entry): void {
    this.#entries.delete(entry.job);
    if (this.#failure === undefined) this.#add(entry);
  }

  async #send(): Promise<void> {
    const added = this.#added;
    this.#added = [];
    try {
      await this.#whileFull(() =>
        this.#queue.addBulk(
          added.map(({ kind, input, job }) => ({ name: kind.name, data: { input }, opts: { jobId: job } })),
        ),
      );
    } catch (error) {
      this.#considerError(error);
    }
  }

  async #take(job: string, json: unknown): Promise<void> {
    const entry = this.#entries.get(job);
    if (entry === undefined || entry.isTaken) return;
    entry.isTaken = true;
    const outcome = readOutcome(json);
    try {
      if (outcome === undefined || this.#refused.has(outcome.worker) || 'lost' in outcome)
        this.#addAgain(entry);
      else if ('full' in outcome) this.#hadNoRoom(entry);
      else if ('failed' in outcome) this.#failed(job, outcome.worker, outcome.failed);
      else if ('missing' in outcome) await this.#supply(entry, outcome.missing);
      else await this.#accept(entry, outcome);
    } catch (error) {
      this.#considerError(error);
      this.#addAgain(entry);
    }
  }

  /** Takes a result when it is one. */
  async #accept(
    entry: Entry,
    { worker, data, hashes }: Extract<Outcome, { hashes: unknown }>,
  ): Promise<void> {
    const keys = hashes.map((_, i) => resultKey(this.#connection, this.id, entry.job, i));
    try {
      const blobs: Uint8Array[] = [];
      for (const [i, hash] of hashes.entries()) {
        const bytes = await getBlob(this.#connection, keys[i], hash);
        if (bytes === undefined) {
          this.#addAgain(entry);
          return;
        }
        blobs.push(bytes);
      }
      const result = await entry.kind.readResult(entry.input, { data, blobs });
      this.#entries.delete(entry.job);
      this.#acceptedAt = performance.now();
      entry.resolve({ result, worker });
    } catch (error) {
      if (!(error instanceof Rubbish || error instanceof WrongBytes)) throw error;
      this.refuse(worker, error.message);
      this.#addAgain(entry);
    } finally {
      if (keys.length > 0) await this.#connection.redis.unlink(...keys);
    }
  }

  async #supply(entry: Entry, hash: string): Promise<void> {
    const bytes = await this.#options.supply?.(hash);
    if (bytes === undefined) this.#failed(entry.job, 'a worker', `no blob ${hash}`);
    else {
      await this.offer(bytes);
      this.#addAgain(entry);
    }
  }

  #failed(job: string, worker: string, reason: string): void {
    const entry = this.#entries.get(job);
    if (entry === undefined) return;
    entry.failures++;
    this.#options.onNews?.({ about: 'failed', worker, reason });
    if (entry.failures < MOST_FAILURES) {
      this.#addAgain(entry);
      return;
    }
    this.#entries.delete(job);
    entry.reject(
      new TakeawayError('internal', {
        subject: `A job of ${this.#options.title}`,
        expected: 'a worker to do it',
        found: `${entry.failures} failures, the last one: ${reason}`,
        help: 'What is done is kept.',
        remedy: { do: 'retry' },
      }),
    );
  }

  /** Tries again for a while when Redis has no room: workers and results make some. */
  async #whileFull<Result>(write: () => Promise<Result>): Promise<Result> {
    const begun = performance.now();
    for (;;) {
      try {
        return await write();
      } catch (error) {
        if (!isFull(error)) throw error;
        if (performance.now() - begun > this.#patience) this.#failAsFull(error);
        if (this.#failure !== undefined) throw this.#failure;
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      }
    }
  }

  /** A worker has waited in vain for room for its result. Others may have been luckier meanwhile. */
  #hadNoRoom(entry: Entry): void {
    if (performance.now() - this.#acceptedAt > this.#patience) this.#failAsFull(undefined);
    else this.#addAgain(entry);
  }

  #failAsFull(cause: unknown): void {
    this.#fail(this.#redisError('room for the jobs of the run', 'none: it is full', cause));
  }

  /** Ends the run for what will not pass by itself. A lost connection is watched elsewhere. */
  #considerError(error: unknown): void {
    if (this.#connection.lostFor > 0 || this.#isClosed) return;
    if (/NOPERM|NOAUTH|READONLY/.test(messageOf(error)))
      this.#fail(this.#redisError('a user that may use all keys with our prefix', messageOf(error), error));
  }

  #redisError(expected: string, found: string, cause: unknown): TakeawayError {
    const subject = `The Redis at ${this.#connection.address.shown}`;
    const help = 'What is done is kept.';
    return new TakeawayError('io', { subject, expected, found, help, remedy: { do: 'retry' }, cause });
  }

  #fail(error: Error): void {
    this.#failure ??= error;
    const entries = [...this.#entries.values()];
    this.#entries.clear();
    for (const { reject } of entries) reject(this.#failure);
  }
}
