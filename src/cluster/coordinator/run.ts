/**
 * A run: the jobs of one command. All that counts is in this process; what is in Redis can be lost at any time, and is put
 * there again. BullMQ hands out the jobs until each is done, and brings the results. A result is taken when it has its hash
 * and passes the checks of its kind; who sends one that has its hash and does not pass is named, and gets no more jobs.
 */
import type { Job, Queue } from 'bullmq';
import { randomBytes } from 'node:crypto';
import { interruptedError, messageOf, TakeawayError } from '../../common/errors.js';
import { WrongBytes } from '../connection/blobs.js';
import type { Connection } from '../connection/connection.js';
import { consume, openQueue, renew, type Consumer } from '../connection/queues.js';
import { removeRun, removeStrays } from '../connection/removal.js';
import { HEARTBEAT_MS } from '../connection/registry.js';
import { Rubbish, type Done, type Hands, type JobKind } from '../jobs/job.js';
import { Offers } from '../jobs/offers.js';
import { MOST_FAILURES, readOutcome, type Outcome } from '../protocol.js';
import { Attendance, type AttendanceOptions } from './attendance.js';
import { BlobsInUse, fetchResult, removeResult, RENEWALS } from './blobs-in-use.js';
import { Publications } from './publications.js';
import { Room } from './room.js';

/** How often what is under way is looked at. */
const LOOK_MS = 1_000;
/**
 * A job that is in no queue and whose result has not come after this is done again. BullMQ brings all that it has within
 * that time; what somebody else has removed or damaged never comes.
 */
const LOST_AFTER_MS = 20_000;
/** After a failure a job waits for this, and for twice as long each time it fails again. */
const BACKOFF_MS = 250;
/** Results that are looked at together: one is fetched while another is checked. */
const RESULTS_AT_ONCE = 4;
/** Jobs under way for each that workers can do at the same time: some in work, some waiting. */
const JOBS_PER_PLACE = 3;
const LEAST_AT_ONCE = 8;

/** How to begin a run. */
export interface RunOptions extends AttendanceOptions {
  readonly signal?: AbortSignal | undefined;
}

/** A job that is under way. */
interface Entry {
  readonly kind: JobKind<unknown, unknown>;
  readonly input: unknown;
  readonly resolve: (done: Done<unknown>) => void;
  readonly reject: (error: unknown) => void;
  /** Its name in the queue: a new one each time it is to be done again, so that late results of the old one are known. */
  job: string;
  /** Since when it is in no queue. */
  missingSince: number | undefined;
  isTaken: boolean;
  failures: number;
}

/** A run that is announced. */
export class Run implements Hands {
  readonly id: string;
  readonly offers = new Offers((hash, bytes) => this.#blobs.put(hash, bytes));
  readonly #connection: Connection;
  readonly #options: RunOptions;
  readonly #jobs: Queue;
  readonly #attendance: Attendance;
  readonly #room: Room;
  readonly #news: Publications;
  readonly #entries = new Map<string, Entry>();
  readonly #blobs: BlobsInUse;
  readonly #timers: NodeJS.Timeout[] = [];
  #results: Consumer | undefined;
  #added: Entry[] = [];
  #next = 0;
  #failure: Error | undefined;
  #isClosed = false;
  /** Whether Redis may lack what was put there. */
  #mayLack = false;
  #looking: Promise<void> = Promise.resolve();
  #announcedAt = -Infinity;

  private constructor(
    id: string,
    connection: Connection,
    options: RunOptions,
    attendance: Attendance,
    jobs: Queue,
  ) {
    this.id = id;
    this.#connection = connection;
    this.#options = options;
    this.#attendance = attendance;
    this.#jobs = jobs;
    this.#room = new Room(connection, id, (error) => this.fail(error));
    this.#news = new Publications(connection, id);
    this.#blobs = new BlobsInUse(connection, id, this.offers, (write) => this.#write(write));
    options.signal?.addEventListener('abort', this.#onAbort);
    connection.redis.on('ready', this.#onReady);
  }

  /** Announces a run to the workers of a Redis. */
  static async begin(connection: Connection, options: RunOptions): Promise<Run> {
    await connection.orLost(removeStrays(connection));
    const id = randomBytes(6).toString('hex');
    const attendance = new Attendance(connection, id, options);
    // First this: keys of runs that are not announced are removed.
    await connection.orLost(attendance.announce());
    const run = new Run(id, connection, options, attendance, await openQueue(connection, id, 'jobs'));
    try {
      run.#results = await consume(connection, id, 'results', RESULTS_AT_ONCE, (job) => run.#take(job));
      await connection.orLost(run.#look());
    } catch (error) {
      await run.close();
      throw error;
    }
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
      const common = { missingSince: undefined, isTaken: false, failures: 0, job: '' };
      this.#add({ kind, input, resolve, reject, ...common });
    });
    return done as Done<Result>;
  }

  refuse(worker: string, reason: string): void {
    this.#attendance.refuse(worker, reason);
  }

  /** Makes something known to all workers, now and those to come. */
  async publish(text: string): Promise<void> {
    await this.#write(() => this.#news.add(text));
  }

  /** Gives the run up: whoever waits for something of it is told the error. */
  fail(error: Error): void {
    this.#failure ??= error;
    const entries = [...this.#entries.values()];
    this.#entries.clear();
    for (const { reject } of entries) reject(this.#failure);
  }

  /** Ends the run: nothing of it is left in Redis. */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    for (const timer of this.#timers) clearInterval(timer);
    this.#options.signal?.removeEventListener('abort', this.#onAbort);
    this.#connection.redis.off('ready', this.#onReady);
    await this.#connection.lastly(() => this.#looking);
    this.fail(interruptedError());
    await this.#connection.lastly(() => this.#attendance.end());
    await this.#results?.close();
    await this.#connection.lastly(() => this.#jobs.close());
    await this.#connection.lastly(() => removeRun(this.#connection, this.id));
  }

  readonly #onAbort = (): void => this.fail(interruptedError());

  /** A server that comes back may lack what it was told last. */
  readonly #onReady = (): void => {
    this.#mayLack = true;
  };

  #watch(): void {
    let isLooking = false;
    const look = (): void => {
      if (isLooking) return;
      isLooking = true;
      this.#looking = this.#look()
        .catch((error: unknown) => this.#considerError(error))
        .finally(() => (isLooking = false));
    };
    const { keptSeconds } = this.#connection.patience;
    this.#timers.push(setInterval(look, Math.min(LOOK_MS, (1000 * keptSeconds) / RENEWALS)));
  }

  /** Says that the run is there, sees who works, and puts there again what Redis has lost. */
  async #look(): Promise<void> {
    const isFirst = this.#announcedAt === -Infinity;
    const now = performance.now();
    const { keptSeconds } = this.#connection.patience;
    const isDue = now - this.#announcedAt > Math.min(HEARTBEAT_MS, (1000 * keptSeconds) / RENEWALS);
    if (isDue) {
      this.#announcedAt = now;
      await this.#attendance.announce();
      await this.#attendance.look();
    }
    const isThere = await this.#room.look();
    if ((!isThere && !isFirst) || this.#mayLack) await this.#restore();
    if (isDue) await this.#renew();
    await this.#lookForJobs();
  }

  /** Puts everything there again. What is still there stays as it is. */
  async #restore(): Promise<void> {
    this.#mayLack = false;
    // First this: keys of runs that are not announced are removed.
    await this.#attendance.announce();
    await this.#news.restore();
    await this.#blobs.renew();
    await this.#enqueue([...this.#entries.values()].filter(({ isTaken }) => !isTaken));
  }

  /** Has what is in use stay, and what nobody renews any more go by itself. */
  async #renew(): Promise<void> {
    await renew(this.#connection, this.#jobs, [...this.#entries.keys()]);
    await this.#news.renew();
    if (this.#blobs.isDue) await this.#blobs.renew();
  }

  /** Writes to Redis once there is room. Raises the failure of a run that has failed meanwhile. */
  #write<Result>(write: () => Promise<Result>): Promise<Result> {
    return this.#connection.orLost(
      this.#room.write(() => {
        if (this.#failure !== undefined) throw this.#failure;
        return write();
      }),
    );
  }

  /** Does jobs again that are in no queue for too long. */
  async #lookForJobs(): Promise<void> {
    const entries = [...this.#entries.values()].filter(({ isTaken }) => !isTaken);
    if (entries.length === 0) return;
    const pipeline = this.#connection.redis.pipeline();
    for (const { job } of entries) pipeline.exists(this.#jobs.toKey(job));
    const answers = (await pipeline.exec()) ?? [];
    const now = performance.now();
    entries.forEach((entry, i) => {
      if (answers[i]?.[1] !== 0) entry.missingSince = undefined;
      else if (now - (entry.missingSince ??= now) > LOST_AFTER_MS && !entry.isTaken) this.#addAgain(entry);
    });
  }

  #add(entry: Entry): void {
    entry.job = `job-${this.#next++}`;
    entry.missingSince = undefined;
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
      await this.#enqueue(added);
    } catch (error) {
      // What has not come there is put there by the next look.
      this.#mayLack = true;
      this.#considerError(error);
    }
  }

  /** Puts jobs into the queue. Those that are in it stay as they are. */
  async #enqueue(entries: readonly Entry[]): Promise<void> {
    const backoff = { type: 'exponential', delay: BACKOFF_MS };
    const jobs = entries.map(({ kind, input, job }) => ({
      name: kind.name,
      data: { input },
      opts: { jobId: job, attempts: MOST_FAILURES, backoff },
    }));
    if (jobs.length === 0) return;
    await this.#write(() => this.#jobs.addBulk(jobs));
    await renew(
      this.#connection,
      this.#jobs,
      entries.map(({ job }) => job),
    );
  }

  /** Takes what a worker says of a job. BullMQ brings it again where that fails. */
  async #take({ name, data }: Job): Promise<void> {
    const entry = this.#entries.get(name);
    const outcome = readOutcome(data);
    // What comes twice was done twice, by workers of which one was thought to be gone.
    if (entry === undefined || entry.isTaken) return;
    if (outcome === undefined) this.#damaged(entry, 'a worker', 'what it said cannot be read');
    else if (this.#attendance.hasRefused(outcome.worker)) this.#addAgain(entry);
    else if ('missing' in outcome) await this.#answer(entry, outcome.missing);
    else if ('full' in outcome) {
      if (!this.#room.missed()) this.#addAgain(entry);
    } else if ('unread' in outcome) this.#damaged(entry, outcome.worker, 'the job cannot be read');
    else if ('failed' in outcome) this.#failed(entry, outcome);
    else await this.#accept(entry, outcome);
  }

  /** Takes a result when it is one. */
  async #accept(
    entry: Entry,
    { worker, data, blobs: names }: Extract<Outcome, { blobs: unknown }>,
  ): Promise<void> {
    entry.isTaken = true;
    try {
      const most = entry.kind.most(entry.input);
      const blobs = await fetchResult(this.#connection, this.id, names, most);
      const result = await entry.kind.readResult(entry.input, { data, blobs });
      this.#entries.delete(entry.job);
      this.#room.found();
      entry.resolve({ result, worker });
    } catch (error) {
      entry.isTaken = false;
      if (error instanceof Rubbish) {
        this.refuse(worker, error.message);
        this.#addAgain(entry);
      } else if (error instanceof WrongBytes) this.#damaged(entry, worker, error.message);
      else throw error;
    }
    await removeResult(this.#connection, this.id, names);
  }

  /** Gives a worker the blob that it waits for. */
  async #answer(entry: Entry, hash: string): Promise<void> {
    if (!(await this.#blobs.supply(hash))) this.#giveUp(entry, `no blob ${hash} was offered`);
  }

  #failed(entry: Entry, { worker, failed, isLast }: Extract<Outcome, { failed: unknown }>): void {
    this.#options.onNews?.({ about: 'failed', worker, reason: failed });
    if (isLast) this.#giveUp(entry, `${MOST_FAILURES} failures, the last one: ${failed}`);
  }

  /** Has a job done again whose result was changed or lost on the way, which is not the worker's fault. */
  #damaged(entry: Entry, worker: string, reason: string): void {
    this.#options.onNews?.({ about: 'failed', worker, reason });
    if (++entry.failures < MOST_FAILURES) this.#addAgain(entry);
    else this.#giveUp(entry, `${entry.failures} damaged answers, the last one: ${reason}`);
  }

  #giveUp(entry: Entry, found: string): void {
    this.#entries.delete(entry.job);
    entry.reject(
      new TakeawayError('internal', {
        subject: `A job of ${this.#options.title}`,
        expected: 'a worker to do it',
        found,
        help: 'What is done is kept.',
        remedy: { do: 'retry' },
      }),
    );
  }

  /** Ends the run for what will not pass by itself. A lost connection is watched elsewhere. */
  #considerError(error: unknown): void {
    if (this.#connection.lostFor > 0 || this.#isClosed || error === this.#failure) return;
    this.#connection.tell(error);
    const { prefix } = this.#connection.address;
    const expected = `a user that may use all keys with the prefix ${prefix}`;
    if (/NOPERM|NOAUTH|READONLY/.test(messageOf(error)))
      this.fail(this.#connection.error(expected, messageOf(error), error));
  }
}
