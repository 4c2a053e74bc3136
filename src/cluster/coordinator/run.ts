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
import { consume, openQueue, type Consumer } from '../connection/queues.js';
import { removeRun, removeStrays } from '../connection/removal.js';
import { HEARTBEAT_MS } from '../connection/registry.js';
import { Rubbish, type Done, type Hands, type JobKind } from '../../jobs/job.js';
import { Offers } from '../../jobs/offers.js';
import { MOST_FAILURES, readOutcome, type Outcome } from '../protocol.js';
import { Attendance, type AttendanceOptions } from './attendance.js';
import { BlobsInUse, fetchResult, removeResult, RENEWALS } from './blobs-in-use.js';
import { JobsUnderWay, type Entry } from './jobs-under-way.js';
import { Publications } from './publications.js';
import { Room, type Writing } from './room.js';

/** How often what is under way is looked at. */
const LOOK_MS = 1_000;
/** Results that are looked at together: one is fetched while another is checked. */
const RESULTS_AT_ONCE = 4;
/** Jobs under way for each that workers can do at the same time: some in work, some waiting. */
const JOBS_PER_PLACE = 3;
const LEAST_AT_ONCE = 8;

/** How to begin a run. */
export interface RunOptions extends AttendanceOptions {
  readonly signal?: AbortSignal | undefined;
}

/** A run that is announced. */
export class Run implements Hands {
  readonly id: string;
  readonly offers = new Offers((hash, bytes) => this.#blobs.put(hash, bytes));
  readonly #connection: Connection;
  readonly #options: RunOptions;
  readonly #queue: Queue;
  readonly #jobs: JobsUnderWay;
  readonly #attendance: Attendance;
  readonly #room: Room;
  readonly #news: Publications;
  readonly #blobs: BlobsInUse;
  readonly #timers: NodeJS.Timeout[] = [];
  #results: Consumer | undefined;
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
    queue: Queue,
  ) {
    this.id = id;
    this.#connection = connection;
    this.#options = options;
    this.#attendance = attendance;
    this.#queue = queue;
    this.#room = new Room(connection, id, (error) => this.fail(error));
    this.#news = new Publications(connection, id);
    const write: Writing = (writing) => this.#write(writing);
    this.#blobs = new BlobsInUse(connection, id, this.offers, write);
    this.#jobs = new JobsUnderWay(connection, queue, write, (error) => {
      this.#mayLack = true;
      this.#considerError(error);
    });
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

  /** Says in Redis how far the work is: the share that is done. */
  tell(share: number): void {
    this.#attendance.tally.share = share;
  }

  async do<Input, Result>(kind: JobKind<Input, Result>, input: Input): Promise<Done<Result>> {
    if (this.#failure !== undefined) throw this.#failure;
    return (await this.#jobs.do(kind, input)) as Done<Result>;
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
    this.#jobs.fail(this.#failure);
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
    await this.#connection.lastly(() => this.#queue.close());
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
      if (await this.#attendance.isRemoved()) {
        this.fail(this.#connection.error(`the run ${this.id}`, 'none: somebody has removed it', undefined));
        return;
      }
      await this.#attendance.announce();
      await this.#attendance.look();
    }
    const isThere = await this.#room.look();
    if ((!isThere && !isFirst) || this.#mayLack) await this.#restore();
    if (isDue) await this.#renew();
    await this.#jobs.lookForLost();
  }

  /** Puts everything there again. What is still there stays as it is. */
  async #restore(): Promise<void> {
    this.#mayLack = false;
    try {
      // First this: keys of runs that are not announced are removed.
      await this.#attendance.announce();
      await this.#news.restore();
      await this.#blobs.renew();
      await this.#jobs.restore();
    } catch (error) {
      this.#mayLack = true;
      throw error;
    }
  }

  /** Has what is in use stay, and what nobody renews any more go by itself. */
  async #renew(): Promise<void> {
    await this.#jobs.renew();
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

  /** Takes what a worker says of a job. BullMQ brings it again where that fails. */
  async #take({ name, data }: Job): Promise<void> {
    const entry = this.#jobs.named(name);
    const outcome = readOutcome(data);
    // What comes twice was done twice, by workers of which one was thought to be gone.
    if (entry === undefined || entry.isTaken) return;
    if (outcome === undefined) this.#damaged(entry, 'a worker', 'what it said cannot be read');
    else if (this.#attendance.hasRefused(outcome.worker)) this.#jobs.again(entry);
    else if ('missing' in outcome) await this.#answer(entry, outcome.missing);
    else if ('full' in outcome) {
      if (!this.#room.missed()) this.#jobs.again(entry);
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
      this.#jobs.end(entry);
      this.#attendance.tally.done++;
      this.#room.found();
      entry.resolve({ result, worker });
    } catch (error) {
      entry.isTaken = false;
      if (error instanceof Rubbish) {
        this.refuse(worker, error.message);
        this.#jobs.again(entry);
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
    this.#attendance.tally.failed++;
    this.#options.onNews?.({ about: 'failed', worker, reason: failed });
    if (isLast) this.#giveUp(entry, `${MOST_FAILURES} failures, the last one: ${failed}`);
  }

  /** Has a job done again whose result was changed or lost on the way, which is not the worker's fault. */
  #damaged(entry: Entry, worker: string, reason: string): void {
    this.#attendance.tally.failed++;
    this.#options.onNews?.({ about: 'failed', worker, reason });
    if (++entry.failures < MOST_FAILURES) this.#jobs.again(entry);
    else this.#giveUp(entry, `${entry.failures} damaged answers, the last one: ${reason}`);
  }

  #giveUp(entry: Entry, found: string): void {
    this.#jobs.end(entry);
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
