/**
 * A run: the jobs of one command. All that counts is in this process; what is in Redis can be lost at any time, and is put
 * there again. BullMQ hands out the jobs until each is done, and brings the results. A result is taken when it has its hash
 * and passes the checks of its kind; who sends one that has its hash and does not pass is named, and gets no more jobs.
 */
import type { Job, Queue } from 'bullmq';
import { randomBytes } from 'node:crypto';
import { failure, interruptedError, messageOf, type TakeawayError } from '../../common/errors.js';
import { isFull, WrongBytes } from '../connection/blobs.js';
import type { Connection } from '../connection/connection.js';
import { jobsQueue, resultsQueue } from '../connection/names.js';
import { consume, openQueue, renew, type Consumer } from '../connection/queues.js';
import { HEARTBEAT_MS, removeQueuesOfNobody, removeRun } from '../connection/registry.js';
import { InvalidResult, JOB_SECONDS, type Done, type JobRunner, type JobKind } from '../../jobs/job.js';
import { BlobSource } from '../../jobs/blob-source.js';
import { MOST_FAILURES, readOutcome, type Outcome } from '../protocol.js';
import { WorkerDirectory } from './worker-directory.js';
import { BlobsInUse, fetchResult, removeResult, RENEWALS } from './blobs-in-use.js';
import { Confirming } from './confirming.js';
import { JobsUnderWay, type Entry } from './jobs-under-way.js';
import type { RunOptions } from './options.js';

/** How often what is under way is looked at. */
const LOOK_MS = 1_000;
/** Results that are looked at together: one is fetched while another is checked. */
const RESULTS_AT_ONCE = 4;
/** Jobs under way for each that workers can do at the same time: some in work, some waiting. */
const JOBS_PER_PLACE = 3;
const LEAST_AT_ONCE = 8;

/** The queues of a run: that of the jobs of all runs of its build, and that of its results. */
type Queues = Readonly<Record<'jobs' | 'results', Queue>>;

/** A run that is announced. */
export class Run implements JobRunner {
  readonly id: string;
  readonly jobSeconds: number;
  readonly blobSource = new BlobSource((hash, bytes) => this.#write(() => this.#blobs.put(hash, bytes)));
  readonly #connection: Connection;
  readonly #options: RunOptions;
  readonly #queues: Queues;
  readonly #jobs: JobsUnderWay;
  readonly #directory: WorkerDirectory;
  readonly #confirming: Confirming;
  readonly #blobs: BlobsInUse;
  readonly #timers: NodeJS.Timeout[] = [];
  #results: Consumer | undefined;
  readonly #over = new AbortController();
  #failure: Error | undefined;
  #forgetting: Promise<unknown> = Promise.resolve();
  #isClosed = false;
  #looking: Promise<void> | undefined;
  #announcedAt = -Infinity;

  private constructor(
    id: string,
    connection: Connection,
    options: RunOptions,
    directory: WorkerDirectory,
    queues: Queues,
  ) {
    this.id = id;
    this.#connection = connection;
    this.#options = options;
    this.jobSeconds = options.jobSeconds ?? JOB_SECONDS;
    this.#directory = directory;
    this.#queues = queues;
    this.#confirming = new Confirming(this, options.confirmedOf);
    this.#blobs = new BlobsInUse(connection, id, this.blobSource);
    this.#jobs = new JobsUnderWay({
      ...{ id, connection, queue: queues.jobs },
      write: (write) => this.#write(write),
      onError: (error) => this.#considerError(error),
    });
    options.signal?.addEventListener('abort', this.#onAbort);
    if (options.signal?.aborted === true) this.#onAbort();
    connection.redis.on('ready', this.#onReady);
  }

  /** Announces a run to the workers of a Redis. */
  static async begin(connection: Connection, options: RunOptions): Promise<Run> {
    const id = randomBytes(6).toString('hex');
    const directory = new WorkerDirectory(connection, id, options);
    // First this: keys of runs that are not announced are removed.
    await connection.orLost(directory.announce());
    options.onNews?.({ about: 'begun', run: id });
    const queues = {
      jobs: await openQueue(connection, jobsQueue(connection, directory.version)),
      results: await openQueue(connection, resultsQueue(connection, id)),
    };
    const run = new Run(id, connection, options, directory, queues);
    try {
      run.#results = await consume(connection, resultsQueue(connection, id), {
        places: RESULTS_AT_ONCE,
        take: (job) => run.#take(job).then(() => 'done' as const),
      });
      await connection.orLost(run.#look());
    } catch (error) {
      await run.close();
      throw error;
    }
    const { keptSeconds } = connection.patience;
    run.#timers.push(setInterval(run.#onReady, Math.min(LOOK_MS, (1000 * keptSeconds) / RENEWALS)));
    return run;
  }

  get atOnce(): number {
    return Math.max(LEAST_AT_ONCE, JOBS_PER_PLACE * this.#directory.jobs);
  }

  get workers(): number {
    return this.#directory.workers;
  }

  /** Aborted with the error once the run is given up. */
  get over(): AbortSignal {
    return this.#over.signal;
  }

  /** Says in Redis how far the work is: the share that is done. */
  tell(share: number): void {
    this.#directory.stats.share = share;
  }

  async do<Input, Result>(kind: JobKind<Input, Result>, input: Input): Promise<Done<Result>> {
    return this.#confirming.confirmed(kind, input, await this.find(kind, input));
  }

  /** Has a job done by some worker, whose result nobody has confirmed. */
  async find<Input, Result>(kind: JobKind<Input, Result>, input: Input): Promise<Done<Result>> {
    if (this.#failure !== undefined) throw this.#failure;
    return (await this.#jobs.do(kind, input)) as Done<Result>;
  }

  readonly refuse = (worker: string, reason: string): void => this.#directory.refuse(worker, reason);

  /** Gives the run up: whoever waits for something of it is told the error. */
  fail(error: Error): void {
    this.#failure ??= error;
    this.#over.abort(this.#failure);
    const forgetting = this.#jobs
      .fail(this.#failure)
      .catch((failed: unknown) => this.#connection.tell(failed));
    this.#forgetting = Promise.all([this.#forgetting, forgetting]);
  }

  /** Ends the run: nothing of it is left in Redis, but for jobs that workers are about to give up. */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    for (const timer of this.#timers) clearInterval(timer);
    this.#options.signal?.removeEventListener('abort', this.#onAbort);
    this.#connection.redis.off('ready', this.#onReady);
    const connection = this.#connection;
    await connection.cleanUp(() => this.#looking ?? Promise.resolve());
    this.fail(interruptedError());
    await connection.cleanUp(() => this.#directory.end());
    await connection.cleanUp(() => this.#forgetting);
    await this.#results?.close();
    for (const queue of Object.values(this.#queues)) await connection.cleanUp(() => queue.close());
    await connection.cleanUp(() => removeRun(connection, this.id));
    await connection.cleanUp(() => removeQueuesOfNobody(connection));
  }

  readonly #onAbort = (): void => this.fail(interruptedError());

  /** A server that comes back may lack what it was told, so this is not only done from time to time. */
  readonly #onReady = (): void => {
    this.#looking ??= this.#look()
      .catch((error: unknown) => this.#considerError(error))
      .finally(() => (this.#looking = undefined));
  };

  /** Says that the run is there, sees who works, and puts there again what Redis has lost. */
  async #look(): Promise<void> {
    const now = performance.now();
    const { keptSeconds } = this.#connection.patience;
    if (now - this.#announcedAt > Math.min(HEARTBEAT_MS, (1000 * keptSeconds) / RENEWALS)) {
      if (await this.#directory.isRemoved()) {
        this.fail(this.#connection.error(`the run ${this.id}`, 'none: somebody has removed it', undefined));
        return;
      }
      await this.#directory.announce();
      await this.#directory.look();
      await renew(this.#connection, this.#queues.results);
      this.#announcedAt = now;
    } else if (!(await this.#directory.isThere())) await this.#directory.announce();
    if (this.#blobs.isDue) await this.#blobs.renew();
    await this.#jobs.renew(this.#queues.results);
  }

  async #write<Result>(write: () => Promise<Result>): Promise<Result> {
    if (this.#failure !== undefined) throw this.#failure;
    try {
      return await this.#connection.orLost(write());
    } catch (error) {
      throw isFull(error) ? this.#full(error) : error;
    }
  }

  /** Ends the run of a Redis that is full: its keys make room, and the work goes on when it is begun again. */
  #full(cause: unknown): TakeawayError {
    const error = this.#connection.error('room for the jobs of the run', 'none: it is full', cause);
    this.fail(error);
    return error;
  }

  /** Takes what a worker says of a job. The job is done again where that fails. */
  async #take({ name, data }: Job): Promise<void> {
    const entry = this.#jobs.named(name);
    const outcome = readOutcome(data);
    // What comes twice was done twice, by workers of which one was thought to be gone.
    if (entry === undefined || entry.isTaken) return;
    if (outcome === undefined) this.#damaged(entry, 'a worker', 'what it said cannot be read');
    else if (this.#directory.hasRefused(outcome.worker)) this.#jobs.again(entry);
    else if ('missing' in outcome) await this.#answer(entry, outcome.missing);
    else if ('unread' in outcome) this.#damaged(entry, outcome.worker, 'the job cannot be read');
    else if ('failed' in outcome) this.#failed(entry, outcome);
    else await this.#accept(entry, outcome);
  }

  /** Takes a result when it is one. */
  async #accept(
    entry: Entry,
    { worker, data, blobs: names }: Extract<Outcome, { blobs: unknown }>,
  ): Promise<void> {
    // It has another name when it is to be done again.
    const { job } = entry;
    entry.isTaken = true;
    try {
      const most = entry.kind.most(entry.input);
      const blobs = await fetchResult(this.#connection, job, names, most);
      const result = await entry.kind.readResult(entry.input, { data, blobs });
      this.#jobs.end(entry);
      this.#directory.stats.done++;
      entry.resolve({ result, worker });
    } catch (error) {
      entry.isTaken = false;
      if (error instanceof InvalidResult) {
        this.refuse(worker, error.message);
        this.#jobs.again(entry);
      } else if (error instanceof WrongBytes) this.#damaged(entry, worker, error.message);
      else throw error;
    }
    await removeResult(this.#connection, job, names);
  }

  /** Gives a worker the blob that it waits for. */
  async #answer(entry: Entry, hash: string): Promise<void> {
    if (!(await this.#write(() => this.#blobs.supply(hash))))
      this.#giveUp(entry, `no blob ${hash} was offered`);
  }

  #failed(entry: Entry, { worker, failed, isLast }: Extract<Outcome, { failed: unknown }>): void {
    this.#directory.stats.failed++;
    this.#options.onNews?.({ about: 'failed', worker, reason: failed });
    if (isLast && isFull(failed)) this.#full(failed);
    else if (isLast) this.#giveUp(entry, `${MOST_FAILURES} failures, the last one: ${failed}`);
  }

  /** Has a job done again whose result was changed or lost on the way, which is not the worker's fault. */
  #damaged(entry: Entry, worker: string, reason: string): void {
    this.#directory.stats.failed++;
    this.#options.onNews?.({ about: 'failed', worker, reason });
    if (++entry.failures < MOST_FAILURES) this.#jobs.again(entry);
    else this.#giveUp(entry, `${entry.failures} damaged answers, the last one: ${reason}`);
  }

  #giveUp(entry: Entry, found: string): void {
    this.#jobs.end(entry);
    const more = { help: 'What is done is kept.', remedy: { do: 'retry' } } as const;
    entry.reject(failure('internal', `A job of ${this.#options.title}`, 'a worker to do it', found, more));
  }

  /** Ends the run for what will not pass by itself. A lost connection is watched elsewhere. */
  #considerError(error: unknown): void {
    if (this.#connection.lostFor > 0 || this.#isClosed || error === this.#failure) return;
    if (isFull(error)) this.#full(error);
    this.#connection.tell(error);
    const { prefix } = this.#connection.address;
    const expected = `a user that may use all keys with the prefix ${prefix}`;
    if (/NOPERM|NOAUTH|READONLY/.test(messageOf(error)))
      this.fail(this.#connection.error(expected, messageOf(error), error));
  }
}
