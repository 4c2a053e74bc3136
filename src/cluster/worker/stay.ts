/**
 * A worker's stay with a run: it takes jobs from the run's queue, has threads do them, so that locks are renewed meanwhile,
 * and sends back what they made. It ends when the run is over, or when the worker turns to another.
 */
import type { Worker as QueueWorker, Job } from 'bullmq';
import { messageOf } from '../../common/errors.js';
import { pause } from '../../common/stoppable.js';
import { getBlob, hashOf, isFull, putBlob, WrongBytes } from '../connection/blobs.js';
import type { BlobCache } from '../connection/cache.js';
import type { Connection } from '../connection/connection.js';
import { blobKey, newsKey, queueName, resultKey } from '../connection/names.js';
import { Registry } from '../connection/registry.js';
import type { Answer, JobMessage, Question, ThreadAnswer } from '../jobs/messages.js';
import type { JobThreads } from '../jobs/threads.js';
import {
  FULL_MS,
  LOCK_MS,
  LOOK_MS,
  MOST_STALLED,
  RETRY_MS,
  STALLED_CHECK_MS,
  type Outcome,
} from '../protocol.js';
import type { Tally } from './tally.js';

/** What a worker brings to each of its stays. */
export interface Equipment {
  readonly worker: string;
  readonly connection: Connection;
  readonly threads: JobThreads;
  readonly cache: BlobCache;
  readonly tally: Tally;
  /** Aborted when the worker is to stop. */
  readonly signal: AbortSignal;
  /** How long a result waits for room in a Redis that is full, in milliseconds. */
  readonly fullMs?: number | undefined;
  /** What becomes of results before they are sent; for tests. */
  readonly tamper?: ((answer: ThreadAnswer) => ThreadAnswer) | undefined;
}

/** Why a stay ends: nobody waits for the jobs of a run that is over, or for results of a worker that is shut out. */
export type Leave = 'over' | 'shut out' | 'turn';

/** Jobs of one run, from its queue to their results. */
export class Stay {
  readonly #equipment: Equipment;
  readonly #run: string;
  readonly #threadsOfJob: number;
  readonly #queue: QueueWorker;
  readonly #underWay = new Set<Promise<unknown>>();

  private constructor(equipment: Equipment, run: string, isWide: boolean, Worker: typeof QueueWorker) {
    const { connection, threads } = equipment;
    this.#equipment = equipment;
    this.#run = run;
    this.#threadsOfJob = isWide ? threads.count : 1;
    // A connection of its own, as leaving a queue ends it.
    const redis = connection.redis.duplicate();
    redis.on('error', () => undefined);
    this.#queue = new Worker(queueName(run), (job: Job) => this.#process(job), {
      connection: redis,
      prefix: connection.address.prefix,
      concurrency: isWide ? 1 : threads.count,
      lockDuration: LOCK_MS,
      stalledInterval: STALLED_CHECK_MS,
      maxStalledCount: MOST_STALLED,
      runRetryDelay: LOOK_MS,
      drainDelay: 1,
      removeOnComplete: { count: 0 },
      removeOnFail: { count: 0 },
    });
    this.#queue.on('error', () => undefined);
  }

  /** Begins to take jobs. A job of a wide run has all threads. */
  static async begin(equipment: Equipment, run: string, isWide: boolean): Promise<Stay> {
    const { Worker } = await import('bullmq');
    return new Stay(equipment, run, isWide, Worker);
  }

  /** Takes no more jobs, and returns once those at hand have ended or are given up. */
  async leave(why: Leave): Promise<void> {
    const { connection, threads } = this.#equipment;
    // A job that is given up ends at once, so that others can have it.
    if (why !== 'turn' && this.#underWay.size > 0) await threads.end();
    const closing = this.#queue.close(why === 'over').catch(() => undefined);
    await this.#jobsEnd();
    // A Redis that is full or gone may never take note of their end.
    await connection.lastly(() => closing);
    const leaving = this.#queue.disconnect().catch(() => undefined);
    await connection.lastly(() => leaving);
    await connection.lastly(async () => {
      // Scripts of the queue may have written a key since the coordinator removed them all.
      if (!(await new Registry(connection, 'runs').has(this.#run)))
        await connection.removeAll(queueName(this.#run));
    });
  }

  /** Waits for the jobs at hand, but not for a Redis to come back when the worker is to stop. */
  async #jobsEnd(): Promise<void> {
    const { connection, signal } = this.#equipment;
    while (this.#underWay.size > 0 && !(signal.aborted && connection.lostFor > 0)) {
      await Promise.race([Promise.all(this.#underWay), pause(LOOK_MS)]);
    }
  }

  #process(job: Job): Promise<Outcome> {
    const { tally } = this.#equipment;
    tally.begin();
    const doing = this.#do(String(job.id), job).finally(() => {
      tally.end();
      this.#underWay.delete(doing);
    });
    this.#underWay.add(doing);
    return doing;
  }

  async #do(id: string, job: Job): Promise<Outcome> {
    const { worker, threads, tally, tamper, connection } = this.#equipment;
    const run = this.#run;
    try {
      const { input } = job.data as { readonly input: unknown };
      const message: JobMessage = { run, kind: job.name, input, threads: this.#threadsOfJob };
      let answer = await threads.run(message, (question) => this.#answer(question));
      answer = tamper?.(answer) ?? answer;
      if ('missing' in answer) return { worker, missing: answer.missing };
      if ('failed' in answer) return this.#failed(id, answer.failed);
      const { data, blobs, seconds } = answer;
      for (const [i, bytes] of blobs.entries()) {
        const put = await this.#put(resultKey(connection, run, id, i), bytes);
        if (put === 'run over') return { worker, lost: true };
        if (put === 'full') return { worker, full: true };
      }
      tally.succeeded(run, id, seconds);
      return { worker, data, hashes: blobs.map((bytes) => hashOf(bytes)), seconds };
    } catch (error) {
      return this.#failed(id, messageOf(error));
    }
  }

  #failed(job: string, reason: string): Outcome {
    this.#equipment.tally.failedAt(this.#run, job, reason);
    return { worker: this.#equipment.worker, failed: reason };
  }

  /** Writes a blob of a result; where there is no room, it is tried again for a while. */
  async #put(key: string, bytes: Uint8Array): Promise<'done' | 'run over' | 'full'> {
    const { connection, signal, fullMs = FULL_MS } = this.#equipment;
    const begun = performance.now();
    for (;;) {
      try {
        return (await putBlob(connection, this.#run, key, bytes)) ? 'done' : 'run over';
      } catch (error) {
        if (!isFull(error)) throw error;
        if (!(await new Registry(connection, 'runs').has(this.#run))) return 'run over';
        if (signal.aborted || performance.now() - begun > fullMs) return 'full';
        await pause(RETRY_MS, signal);
      }
    }
  }

  async #answer(question: Question): Promise<Answer> {
    const { connection, cache } = this.#equipment;
    if (question.about === 'news') {
      return connection.redis.lrange(newsKey(connection, this.#run), question.from, -1);
    }
    const { hash } = question;
    try {
      const found = await cache.get(hash, () =>
        getBlob(connection, blobKey(connection, this.#run, hash), hash),
      );
      return found ?? null;
    } catch (error) {
      // Asked for again, the coordinator puts the right bytes there.
      if (error instanceof WrongBytes) return null;
      throw error;
    }
  }
}
