/**
 * A worker's stay with a run: it takes jobs from the run's queue, has threads do them, so that locks are renewed meanwhile,
 * and puts what they made into the queue of results. It ends when the run is over, or when the worker turns to another.
 */
import type { Job, Queue } from 'bullmq';
import { messageOf } from '../../common/errors.js';
import { pause } from '../../common/stoppable.js';
import { sha256 } from '../../common/sha256.js';
import { getBlob, isFull, putBlob, WrongBytes } from '../connection/blobs.js';
import type { BlobCache } from '../connection/cache.js';
import type { Connection } from '../connection/connection.js';
import { blobKey, newsKey, resultKey, runName } from '../connection/names.js';
import { consume, openQueue, renew, type Consumer } from '../connection/queues.js';
import { Registry } from '../connection/registry.js';
import type { Answer, JobMessage, Question, ThreadAnswer } from '../../jobs/messages.js';
import type { JobThreads } from '../../jobs/threads.js';
import { LOOK_MS, RETRY_MS, type Outcome } from '../protocol.js';
import type { Tally } from './tally.js';

/** What a worker brings to each of its stays. */
export interface Equipment {
  readonly worker: string;
  readonly connection: Connection;
  readonly threads: JobThreads;
  readonly cache: BlobCache;
  readonly tally: Tally;
  /** Says in Redis what the tally is now. */
  readonly sayTally: () => Promise<void>;
  /** Aborted when the worker is to stop. */
  readonly signal: AbortSignal;
  /** What becomes of results before they are sent; for tests. */
  readonly tamper?: ((answer: ThreadAnswer) => ThreadAnswer) | undefined;
}

/** Why a stay ends: nobody waits for the jobs of a run that is over, or for results of a worker that is shut out. */
export type Leave = 'over' | 'shut out' | 'turn';

/** Nobody waits for what a job has made. */
class RunOver extends Error {}

/** Jobs of one run, from its queue to their results. */
export class Stay {
  readonly #equipment: Equipment;
  readonly #run: string;
  readonly #threadsOfJob: number;
  readonly #results: Queue;
  readonly #underWay = new Set<Promise<unknown>>();
  #jobs: Consumer | undefined;
  #isLeft = false;

  private constructor(equipment: Equipment, run: string, threadsOfJob: number, results: Queue) {
    this.#equipment = equipment;
    this.#run = run;
    this.#threadsOfJob = threadsOfJob;
    this.#results = results;
  }

  /** Begins to take jobs. A job of a wide run has all threads. */
  static async begin(equipment: Equipment, run: string, isWide: boolean): Promise<Stay> {
    const { connection, threads } = equipment;
    const results = await openQueue(connection, run, 'results');
    const stay = new Stay(equipment, run, isWide ? threads.count : 1, results);
    const concurrency = isWide ? 1 : threads.count;
    const process = (job: Job): Promise<void> => stay.#process(job);
    stay.#jobs = await consume(connection, run, 'jobs', concurrency, process, (job, reason) => {
      const { worker } = equipment;
      stay
        .#send(job, { worker, failed: reason, isLast: true })
        .catch((error: unknown) => connection.tell(error));
    });
    return stay;
  }

  /** Has what BullMQ has written for the run gone when nobody renews it: a coordinator may be killed at any time. */
  async renew(): Promise<void> {
    const { connection } = this.#equipment;
    if (this.#isLeft || this.#jobs === undefined) return;
    await renew(connection, this.#jobs.queue);
    await renew(connection, this.#results);
  }

  /** Takes no more jobs, and returns once those at hand have ended or are given up. */
  async leave(why: Leave): Promise<void> {
    const { connection, threads } = this.#equipment;
    this.#isLeft = why !== 'turn';
    // A job that is given up ends at once, so that others can have it.
    if (why !== 'turn' && this.#underWay.size > 0) await threads.end();
    const ended = this.#jobsEnd();
    await this.#jobs?.close(why === 'over' ? undefined : ended);
    await ended;
    await connection.lastly(() => this.#results.close());
    await connection.lastly(async () => {
      // Scripts of the queues may have written a key since the coordinator removed them all.
      if (!(await this.#isThere())) await connection.removeAll(runName(this.#run));
    });
  }

  /** Waits for the jobs at hand, but not for a Redis to come back when the worker is to stop. */
  async #jobsEnd(): Promise<void> {
    const { connection, signal } = this.#equipment;
    while (this.#underWay.size > 0 && !(signal.aborted && connection.lostFor > 0)) {
      await Promise.race([Promise.all(this.#underWay), pause(LOOK_MS)]);
    }
  }

  #isThere(): Promise<boolean> {
    return new Registry(this.#equipment.connection, 'runs').has(this.#run);
  }

  #process(job: Job): Promise<void> {
    this.#equipment.tally.begun();
    void this.#equipment.sayTally();
    this.renew().catch((error: unknown) => this.#equipment.connection.tell(error));
    const doing = this.#do(job);
    const ended = doing.then(
      () => undefined,
      () => undefined,
    );
    this.#underWay.add(ended);
    void ended.then(() => this.#underWay.delete(ended));
    return doing;
  }

  /** Does a job and sends its result. Raises what keeps it from being done, so that BullMQ has it tried again. */
  async #do(job: Job): Promise<void> {
    const { worker, tally, sayTally } = this.#equipment;
    const id = String(job.id);
    let outcome: Outcome;
    try {
      outcome = await this.#outcomeOf(job);
    } catch (error) {
      if (this.#isLeft || error instanceof RunOver) {
        tally.gaveUp();
        throw error;
      }
      const reason = messageOf(error);
      tally.failedAt(this.#run, id, reason);
      await sayTally();
      const isLast = job.attemptsMade + 1 >= (job.opts.attempts ?? 1);
      await this.#send(job, { worker, failed: reason, isLast });
      throw error;
    }
    if ('seconds' in outcome) tally.succeeded(this.#run, id, outcome.seconds);
    else tally.gaveUp();
    // Whoever has seen a result sees in the list of workers that it was done.
    await sayTally();
    await this.#send(job, outcome);
  }

  async #outcomeOf(job: Job): Promise<Outcome> {
    const { worker, threads, tamper } = this.#equipment;
    const { input } = job.data as { readonly input?: unknown };
    if (input === undefined) return { worker, unread: true };
    const message: JobMessage = { run: this.#run, kind: job.name, input, threads: this.#threadsOfJob };
    let answer = await threads.run(message, (question) => this.#answer(job, question));
    answer = tamper?.(answer) ?? answer;
    if ('missing' in answer) throw new Error(`no blob ${answer.missing}`);
    if ('failed' in answer) throw new Error(answer.failed);
    const { data, blobs, seconds } = answer;
    const names = blobs.map((bytes) => ({ hash: sha256(bytes), bytes: bytes.length }));
    for (const [i, bytes] of blobs.entries()) {
      if (!(await this.#put(names[i].hash, bytes))) return { worker, full: true };
    }
    return { worker, data, blobs: names, seconds };
  }

  /** Says something of a job to the coordinator. */
  async #send(job: Job, outcome: Outcome): Promise<void> {
    const { connection } = this.#equipment;
    const sent = await this.#whenThereIsRoom(() => this.#results.add(String(job.id), outcome));
    await renew(connection, this.#results, sent?.id === undefined ? [] : [sent.id]);
  }

  /** Writes a blob of a result; false where there is no room. */
  async #put(hash: string, bytes: Uint8Array): Promise<boolean> {
    const { connection } = this.#equipment;
    const key = resultKey(connection, this.#run, hash);
    const put = await this.#whenThereIsRoom(() => putBlob(connection, this.#run, key, bytes));
    if (put === false) throw new RunOver('the run is over');
    return put !== undefined;
  }

  /** Writes to Redis; where there is no room, it is tried again for a while. Undefined when that was in vain. */
  async #whenThereIsRoom<Written>(write: () => Promise<Written>): Promise<Written | undefined> {
    const { connection, signal } = this.#equipment;
    const begun = performance.now();
    for (;;) {
      try {
        return await write();
      } catch (error) {
        if (!isFull(error)) throw error;
        if (!(await this.#isThere())) throw new RunOver('the run is over', { cause: error });
        if (signal.aborted || performance.now() - begun > connection.patience.fullMs) return undefined;
        await pause(RETRY_MS, signal);
      }
    }
  }

  async #answer(job: Job, question: Question): Promise<Answer> {
    const { connection, cache } = this.#equipment;
    if (question.about === 'news')
      return connection.redis.lrange(newsKey(connection, this.#run), question.from, -1);
    const { hash } = question;
    return (await cache.get(hash, () => this.#fetch(job, hash))) ?? null;
  }

  /** A blob that a job is given; where it is not there as it should be, the coordinator is asked for it. */
  async #fetch(job: Job, hash: string): Promise<Uint8Array | undefined> {
    const { worker, connection } = this.#equipment;
    const begun = performance.now();
    let isAsked = false;
    for (;;) {
      try {
        const found = await getBlob(connection, blobKey(connection, this.#run, hash), hash);
        if (found !== undefined) return found;
      } catch (error) {
        if (!(error instanceof WrongBytes)) throw error;
        // Asked again, in case that the wrong bytes have been put there after the question.
        isAsked = false;
      }
      if (this.#isLeft || performance.now() - begun > connection.patience.lostMs) return undefined;
      if (!isAsked) await this.#send(job, { worker, missing: hash });
      isAsked = true;
      await pause(LOOK_MS);
    }
  }
}
