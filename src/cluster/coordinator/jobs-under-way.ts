/**
 * The jobs of a run that have no result yet, and the queue of their build in Redis. What counts is here: the queue may lose
 * any of them, and is given them again.
 */
import type { Queue } from 'bullmq';
import type { Connection } from '../connection/connection.js';
import { jobName } from '../connection/names.js';
import { renew } from '../connection/queues.js';
import type { Done, JobKind } from '../../jobs/job.js';
import { MOST_FAILURES, type JobData } from '../protocol.js';

/** After a failure a job waits for this, and for twice as long each time it fails again. */
const BACKOFF = { type: 'exponential', delay: 250 };

/** A job that is under way. */
export interface Entry {
  readonly kind: JobKind<unknown, unknown>;
  readonly input: unknown;
  readonly resolve: (done: Done<unknown>) => void;
  readonly reject: (error: unknown) => void;
  /** Its name in the queue: a new one each time it is to be done again, so that late results of the old one are known. */
  job: string;
  /** Whether it was put into the queue, and whether its result is being looked at. */
  isQueued: boolean;
  isTaken: boolean;
  failures: number;
}

/** Writes to Redis. Raises the failure of a run that has failed meanwhile; a Redis that is full ends it. */
type Writing = <Result>(write: () => Promise<Result>) => Promise<Result>;

/** What jobs have to know of their run. */
export interface RunOfJobs {
  readonly id: string;
  readonly connection: Connection;
  readonly queue: Queue;
  readonly write: Writing;
  /** Told when jobs have not come to the queue. */
  readonly onError: (error: unknown) => void;
}

/** Jobs by their names. */
export class JobsUnderWay {
  readonly #run: RunOfJobs;
  readonly #entries = new Map<string, Entry>();
  #added: Entry[] = [];
  #next = 0;

  constructor(run: RunOfJobs) {
    this.#run = run;
  }

  /** The job of a name; undefined when it has another by now, or is done. */
  named(job: string): Entry | undefined {
    return this.#entries.get(job);
  }

  /** Has a job done; what it is settles its promise. */
  do(kind: JobKind<unknown, unknown>, input: unknown): Promise<Done<unknown>> {
    return new Promise((resolve, reject) => {
      this.#add({ kind, input, resolve, reject, job: '', isQueued: false, isTaken: false, failures: 0 });
    });
  }

  /** Has a job done once more. */
  again(entry: Entry): void {
    if (this.#entries.delete(entry.job)) this.#add(entry);
  }

  /** Forgets a job that is done or given up. */
  end(entry: Entry): void {
    this.#entries.delete(entry.job);
  }

  /** Gives all up; those that no worker has begun leave the queue. */
  async fail(error: Error): Promise<void> {
    const entries = [...this.#entries.values()];
    this.#entries.clear();
    for (const { reject } of entries) reject(error);
    await Promise.all(entries.map(({ job }) => this.#run.queue.remove(job)));
  }

  /**
   * Has all stay that are in the queue, and puts those there again that are neither there nor among the results: whatever
   * was lost, and for whatever reason.
   */
  async renew(results: Pick<Queue, 'getJobCountByTypes'>): Promise<void> {
    const { connection, queue } = this.#run;
    const untaken = [...this.#entries.values()].filter(({ isQueued, isTaken }) => isQueued && !isTaken);
    const missing = await renew(
      connection,
      queue,
      untaken.map(({ job }) => job),
    );
    // A job leaves the queue once its result is in the other one.
    if (missing.length === 0 || (await results.getJobCountByTypes('wait', 'active', 'delayed')) > 0) return;
    await this.#enqueue(untaken.filter((entry) => missing.includes(entry.job) && this.#isAwaited(entry)));
  }

  #isAwaited(entry: Entry): boolean {
    return this.#entries.get(entry.job) === entry && !entry.isTaken;
  }

  #add(entry: Entry): void {
    entry.job = jobName(this.#run.id, this.#next++);
    entry.isQueued = false;
    entry.isTaken = false;
    this.#entries.set(entry.job, entry);
    this.#added.push(entry);
    // All that are added at the same time go in one call.
    if (this.#added.length === 1) setImmediate(() => void this.#send());
  }

  async #send(): Promise<void> {
    const added = this.#added;
    this.#added = [];
    await this.#enqueue(added).catch(this.#run.onError);
  }

  async #enqueue(all: readonly Entry[]): Promise<void> {
    const { connection, queue, write } = this.#run;
    const entries = all.filter((entry) => this.#isAwaited(entry));
    const jobs = entries.map(({ kind, input, job }) => ({
      name: kind.name,
      data: { input } satisfies JobData,
      opts: { jobId: job, attempts: MOST_FAILURES, backoff: BACKOFF },
    }));
    if (jobs.length === 0) return;
    // Even where this fails: then it is seen that they are not there.
    for (const entry of entries) entry.isQueued = true;
    await write(() => queue.addBulk(jobs));
    const names = entries.map(({ job }) => job);
    await renew(connection, queue, names);
  }
}
