/**
 * The jobs of a run that have no result yet, and their queue in Redis. What counts is here: the queue may lose any of them,
 * and is given them again.
 */
import type { Queue } from 'bullmq';
import type { Connection } from '../connection/connection.js';
import { renew } from '../connection/queues.js';
import type { Done, JobKind } from '../../jobs/job.js';
import { MOST_FAILURES } from '../protocol.js';
import type { Writing } from './room.js';

/**
 * A job that is in no queue and whose result has not come after this is done again. BullMQ brings all that it has within
 * that time; what somebody else has removed or damaged never comes.
 */
const LOST_AFTER_MS = 20_000;
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
  /** Since when it is in no queue. */
  missingSince: number | undefined;
  /** Whether its result is being looked at. */
  isTaken: boolean;
  failures: number;
}

/** Jobs by their names. */
export class JobsUnderWay {
  readonly #connection: Connection;
  readonly #queue: Queue;
  readonly #write: Writing;
  readonly #onError: (error: unknown) => void;
  readonly #entries = new Map<string, Entry>();
  #added: Entry[] = [];
  #next = 0;

  /** `onError` is told when jobs have not come to the queue: `restore` puts them there. */
  constructor(connection: Connection, queue: Queue, write: Writing, onError: (error: unknown) => void) {
    this.#connection = connection;
    this.#queue = queue;
    this.#write = write;
    this.#onError = onError;
  }

  /** The job of a name; undefined when it has another by now, or is done. */
  named(job: string): Entry | undefined {
    return this.#entries.get(job);
  }

  /** Has a job done; what it is settles its promise. */
  do(kind: JobKind<unknown, unknown>, input: unknown): Promise<Done<unknown>> {
    return new Promise((resolve, reject) => {
      const common = { missingSince: undefined, isTaken: false, failures: 0, job: '' };
      this.#add({ kind, input, resolve, reject, ...common });
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

  /** Gives all up. */
  fail(error: Error): void {
    const entries = [...this.#entries.values()];
    this.#entries.clear();
    for (const { reject } of entries) reject(error);
  }

  /** Puts all into the queue. Those that are in it stay as they are. */
  async restore(): Promise<void> {
    await this.#enqueue(this.#untaken());
  }

  /** Has all stay that are in the queue. */
  async renew(): Promise<void> {
    await renew(this.#connection, this.#queue, [...this.#entries.keys()]);
  }

  /** Does jobs again that are in no queue for too long. */
  async lookForLost(): Promise<void> {
    const entries = this.#untaken();
    if (entries.length === 0) return;
    const pipeline = this.#connection.redis.pipeline();
    for (const { job } of entries) pipeline.exists(this.#queue.toKey(job));
    const answers = (await pipeline.exec()) ?? [];
    const now = performance.now();
    entries.forEach((entry, i) => {
      if (answers[i]?.[1] !== 0) entry.missingSince = undefined;
      else if (now - (entry.missingSince ??= now) > LOST_AFTER_MS && !entry.isTaken) this.again(entry);
    });
  }

  #untaken(): Entry[] {
    return [...this.#entries.values()].filter(({ isTaken }) => !isTaken);
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

  async #send(): Promise<void> {
    const added = this.#added;
    this.#added = [];
    await this.#enqueue(added).catch(this.#onError);
  }

  async #enqueue(entries: readonly Entry[]): Promise<void> {
    const jobs = entries.map(({ kind, input, job }) => ({
      name: kind.name,
      data: { input },
      opts: { jobId: job, attempts: MOST_FAILURES, backoff: BACKOFF },
    }));
    if (jobs.length === 0) return;
    await this.#write(() => this.#queue.addBulk(jobs));
    const names = entries.map(({ job }) => job);
    await renew(this.#connection, this.#queue, names);
  }
}
