/**
 * A run: the jobs of one command, as BullMQ jobs in a queue of its own. All that counts is in this process; what is in
 * Redis can be lost at any time, and is put there again. A result is taken when it has its hash and passes the checks of its
 * kind; who sends one that does not is named, and gets no more jobs of the run.
 */
import type { Queue, QueueEvents } from 'bullmq';
import { randomBytes } from 'node:crypto';
import { interruptedError, messageOf, TakeawayError } from '../../common/errors.js';
import { getBlob, hashOf, putBlob, WrongBytes } from '../connection/blobs.js';
import type { Connection } from '../connection/connection.js';
import { blobKey, queueName, resultKey } from '../connection/names.js';
import { removeRun, removeStrays } from '../connection/removal.js';
import { HEARTBEAT_MS } from '../connection/registry.js';
import { Rubbish, type Done, type Hands, type JobKind } from '../jobs/job.js';
import { EVENTS_KEPT, readOutcome, type Outcome } from '../protocol.js';
import { Attendance, type AttendanceOptions } from './attendance.js';
import { Publications } from './publications.js';
import { Room } from './room.js';

/** How often what is under way is looked at, and how old a job is when it is looked for. */
const LOOK_MS = 1_000;
const LOOKED_FOR_AFTER_MS = 4_000;
/** A Redis that is out of reach for longer ends the run. */
const PATIENCE_MS = 60_000;
/** Times that a job may fail in workers before the run fails with it. */
const MOST_FAILURES = 4;
/** Jobs under way for each that workers can do at the same time: some in work, some waiting. */
const JOBS_PER_PLACE = 3;
const LEAST_AT_ONCE = 8;

/** How to begin a run. */
export interface RunOptions extends AttendanceOptions {
  readonly signal?: AbortSignal | undefined;
  /** The bytes of a blob that was offered, for a worker that does not find it. */
  readonly supply?: ((hash: string) => Promise<Uint8Array | undefined>) | undefined;
  /** How long the Redis may be full before the run ends, in milliseconds; default 30,000. */
  readonly fullMs?: number | undefined;
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
  readonly #attendance: Attendance;
  readonly #room: Room;
  readonly #news: Publications;
  readonly #entries = new Map<string, Entry>();
  #added: Entry[] = [];
  #next = 0;
  #failure: Error | undefined;
  #isClosed = false;
  #looking: Promise<void> = Promise.resolve();
  readonly #timers: NodeJS.Timeout[] = [];
  #announcedAt = -Infinity;

  private constructor(
    id: string,
    connection: Connection,
    options: RunOptions,
    attendance: Attendance,
    { Queue, QueueEvents }: typeof import('bullmq'),
  ) {
    this.id = id;
    this.#connection = connection;
    this.#options = options;
    this.#attendance = attendance;
    this.#room = new Room(connection, id, (error) => this.#fail(error), options.fullMs);
    this.#news = new Publications(connection, id);
    const common = { connection: connection.redis, prefix: connection.address.prefix };
    this.#queue = new Queue(queueName(this.id), {
      ...common,
      streams: { events: { maxLen: EVENTS_KEPT } },
      defaultJobOptions: { removeOnComplete: true, removeOnFail: true, attempts: 1 },
    });
    // From the first event on: those before the first reading count as well.
    this.#events = new QueueEvents(queueName(this.id), { ...common, lastEventId: '0-0' });
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
    const bullmq = await import('bullmq');
    await removeStrays(connection);
    const id = randomBytes(6).toString('hex');
    const attendance = new Attendance(connection, id, options);
    // First this: keys of runs that are not announced are removed.
    await attendance.announce();
    const run = new Run(id, connection, options, attendance, bullmq);
    await run.#look();
    run.#watch();
    return run;
  }

  get atOnce(): number {
    return Math.max(LEAST_AT_ONCE, JOBS_PER_PLACE * this.#attendance.jobs);
  }

  /** Workers that work for the run or could. */
  get workers(): number {
    return this.#attendance.workers;
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
    this.#attendance.refuse(worker, reason);
  }

  /** Puts a blob where workers find it, and returns its hash. */
  async offer(bytes: Uint8Array): Promise<string> {
    const hash = hashOf(bytes);
    const key = blobKey(this.#connection, this.id, hash);
    await this.#write(() => putBlob(this.#connection, this.id, key, bytes));
    return hash;
  }

  /** Makes something known to all workers, now and those to come. */
  async publish(text: string): Promise<void> {
    await this.#write(() => this.#news.add(text));
  }

  /** Ends the run: nothing of it is left in Redis. */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    for (const timer of this.#timers) clearInterval(timer);
    this.#options.signal?.removeEventListener('abort', this.#onAbort);
    await this.#connection.lastly(() => this.#looking);
    this.#fail(interruptedError());
    await this.#connection.lastly(() => this.#attendance.end());
    await this.#connection.lastly(() => Promise.all([this.#events.close(), this.#queue.close()]));
    await this.#connection.lastly(() => removeRun(this.#connection, this.id));
  }

  readonly #onAbort = (): void => this.#fail(interruptedError());

  #watch(): void {
    let isLooking = false;
    const look = (): void => {
      if (isLooking) return;
      isLooking = true;
      this.#looking = this.#look()
        .catch((error: unknown) => this.#considerError(error))
        .finally(() => (isLooking = false));
    };
    this.#timers.push(setInterval(look, LOOK_MS));
    // Commands wait while the connection is lost, so this is not among them.
    let isThere = true;
    const watchConnection = (): void => {
      const { lostFor } = this.#connection;
      if (isThere !== (lostFor === 0)) {
        isThere = !isThere;
        this.#options.onNews?.({ about: 'redis', isThere });
      }
      if (lostFor > PATIENCE_MS) this.#fail(this.#connection.lostError());
    };
    this.#timers.push(setInterval(watchConnection, LOOK_MS));
  }

  /** Says that the run is there, sees who works, and looks for what Redis may have lost. */
  async #look(): Promise<void> {
    if (performance.now() - this.#announcedAt > HEARTBEAT_MS) {
      this.#announcedAt = performance.now();
      await this.#attendance.announce();
      await this.#attendance.look();
    }
    await this.#room.look();
    await this.#lookForJobs();
    await this.#news.look();
  }

  /** Writes to Redis once there is room. Raises the failure of a run that has failed meanwhile. */
  #write<Result>(write: () => Promise<Result>): Promise<Result> {
    return this.#room.write(() => {
      if (this.#failure !== undefined) throw this.#failure;
      return write();
    });
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
      await this.#write(() =>
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
      if (outcome === undefined || this.#attendance.hasRefused(outcome.worker) || 'lost' in outcome)
        this.#addAgain(entry);
      else if ('full' in outcome) {
        if (!this.#room.missed()) this.#addAgain(entry);
      } else if ('failed' in outcome) this.#failed(job, outcome.worker, outcome.failed);
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
      this.#room.found();
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

  /** Ends the run for what will not pass by itself. A lost connection is watched elsewhere. */
  #considerError(error: unknown): void {
    if (this.#connection.lostFor > 0 || this.#isClosed) return;
    const { prefix } = this.#connection.address;
    const expected = `a user that may use all keys with the prefix ${prefix}`;
    if (/NOPERM|NOAUTH|READONLY/.test(messageOf(error)))
      this.#fail(this.#connection.error(expected, messageOf(error), error));
  }

  #fail(error: Error): void {
    this.#failure ??= error;
    const entries = [...this.#entries.values()];
    this.#entries.clear();
    for (const { reject } of entries) reject(this.#failure);
  }
}
