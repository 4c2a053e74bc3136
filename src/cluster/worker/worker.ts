/**
 * A worker: it finds the runs that are announced in a Redis, works for one at a time with all its threads, and turns to the
 * next after a while when there are several. It computes in threads, so that the locks of its jobs are renewed meanwhile.
 */
import type { Worker as QueueWorker, Job } from 'bullmq';
import { randomBytes } from 'node:crypto';
import { availableParallelism, hostname } from 'node:os';
import { messageOf, usageError } from '../../common/errors.js';
import { checkThreads } from '../../common/threads.js';
import { nodeFileSystem } from '../../store/files/file-system.js';
import { redisAddress } from '../connection/address.js';
import { getBlob, hashOf, isFull, putBlob, WrongBytes } from '../connection/blobs.js';
import { BlobCache } from '../connection/cache.js';
import { Connection } from '../connection/connection.js';
import { blobKey, newsKey, queueName, resultKey } from '../connection/names.js';
import { removeRun } from '../connection/removal.js';
import { HEARTBEAT_MS, Registry } from '../connection/registry.js';
import type { JobMessage, Question, Answer, ThreadAnswer } from '../jobs/messages.js';
import { JobThreads } from '../jobs/threads.js';
import {
  FULL_MS,
  LOCK_MS,
  MOST_STALLED,
  readRunNotice,
  RETRY_MS,
  STALLED_CHECK_MS,
  VERSION,
  type Outcome,
  type RunNotice,
  type WorkerNotice,
} from '../protocol.js';

/** How often a worker looks for runs, and how long it stays with one while there are others. */
const LOOK_MS = 250;
const TURN_MS = 5_000;
const MINUTE_MS = 60_000;
const NEVER = new AbortController().signal;

/** What a worker tells of its work; ids are those of runs. */
export type WorkerEvent =
  | { readonly event: 'connected'; readonly worker: string; readonly redis: string; readonly threads: number }
  | { readonly event: 'run-begun'; readonly run: string; readonly title: string }
  | { readonly event: 'run-left'; readonly run: string; readonly jobs: number }
  | {
      readonly event: 'version-refused';
      readonly run: string;
      readonly version: string;
      readonly own: string;
    }
  | { readonly event: 'shut-out'; readonly run: string }
  | { readonly event: 'job-done'; readonly run: string; readonly job: string; readonly seconds: number }
  | { readonly event: 'job-failed'; readonly run: string; readonly job: string; readonly reason: string }
  | { readonly event: 'redis-lost'; readonly reason: string }
  | { readonly event: 'redis-back' }
  | { readonly event: 'stopped'; readonly jobs: number };

/** How to work. */
export interface WorkerOptions {
  /** The URL of the Redis. */
  readonly redis: string;
  /** Default as many as the machine has cores. */
  readonly threads?: number | undefined;
  /** A folder where fetched blobs are kept; it must exist. */
  readonly cache?: string | undefined;
  /** Stops the worker when aborted, after the jobs at hand. */
  readonly signal: AbortSignal;
  /** Called with what happens, for logs. */
  readonly onEvent?: ((event: WorkerEvent) => void) | undefined;
  /** How long a result waits for room in a Redis that is full, in milliseconds; default 30,000. */
  readonly fullMs?: number | undefined;
  /** Ours unless a test says otherwise. */
  readonly version?: string | undefined;
  /** What becomes of results before they are sent; for tests. */
  readonly tamper?: ((answer: ThreadAnswer) => ThreadAnswer) | undefined;
}

/** Works until the signal is aborted. Raises `io` or `incompatible` when the Redis cannot be used from the start. */
export async function work(options: WorkerOptions): Promise<void> {
  const threads = checkThreads(options.threads ?? availableParallelism());
  if (options.cache !== undefined && (await nodeFileSystem.kind(options.cache)) !== 'directory') {
    throw usageError({ subject: `The cache ${options.cache}`, expected: 'a folder', found: 'none' });
  }
  const connection = await Connection.open(redisAddress(options.redis));
  const worker = new WorkerProcess(connection, threads, options);
  try {
    await worker.serve();
  } finally {
    await worker.close();
    connection.close();
  }
}

class WorkerProcess {
  readonly #id = `${hostname()}-${randomBytes(4).toString('hex')}`.slice(-100);
  readonly #connection: Connection;
  readonly #options: WorkerOptions;
  readonly #threads: JobThreads;
  readonly #runs: Registry;
  readonly #workers: Registry;
  readonly #cache: BlobCache;
  readonly #version: string;
  readonly #toldOf = new Set<string>();
  readonly #begunAt = performance.now();
  readonly #recent: number[] = [];
  #run: string | null = null;
  #active = 0;
  #done = 0;
  #failed = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(connection: Connection, threads: number, options: WorkerOptions) {
    this.#connection = connection;
    this.#options = options;
    this.#threads = new JobThreads(threads);
    this.#runs = new Registry(connection, 'runs');
    this.#workers = new Registry(connection, 'workers');
    this.#cache = new BlobCache(nodeFileSystem, options.cache);
    this.#version = options.version ?? VERSION;
    let isLost = false;
    connection.redis.on('error', (error: Error) => {
      if (!isLost) this.#tell({ event: 'redis-lost', reason: messageOf(error) });
      isLost = true;
    });
    connection.redis.on('ready', () => {
      if (isLost) this.#tell({ event: 'redis-back' });
      isLost = false;
    });
  }

  async serve(): Promise<void> {
    const { signal } = this.#options;
    await this.#announce();
    this.#timer = setInterval(() => void this.#announce().catch(() => undefined), HEARTBEAT_MS);
    const { shown } = this.#connection.address;
    this.#tell({ event: 'connected', worker: this.#id, redis: shown, threads: this.#threads.count });
    let last: string | undefined;
    while (!signal.aborted) {
      const runs = await this.#findRuns().catch(() => new Map<string, RunNotice>());
      const ids = [...runs.keys()].sort();
      // The next one after the last, so that all have their turns.
      const next = ids.find((id) => last !== undefined && id > last) ?? ids.at(0);
      if (next === undefined) await pause(LOOK_MS, signal);
      else await this.#attend(next, runs.get(next)!);
      last = next;
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#threads.end();
    await this.#connection.lastly(() => this.#workers.remove([this.#id]));
    this.#tell({ event: 'stopped', jobs: this.#done });
  }

  /** The runs that this worker may work for. Those that have fallen silent are removed. */
  async #findRuns(): Promise<ReadonlyMap<string, RunNotice>> {
    const { there, gone } = await this.#runs.list();
    for (const id of gone) await removeRun(this.#connection, id);
    const found = new Map<string, RunNotice>();
    for (const [id, text] of there) {
      const notice = readRunNotice(text);
      if (notice === undefined) continue;
      if (notice.version !== this.#version) {
        const { version } = notice;
        this.#tellOnce(id, { event: 'version-refused', run: id, version, own: this.#version });
      } else if (notice.refused.includes(this.#id)) {
        this.#tellOnce(id, { event: 'shut-out', run: id });
      } else found.set(id, notice);
    }
    return found;
  }

  /** Works for a run until it is over, or until it is the turn of another. */
  async #attend(run: string, { title, isWide }: RunNotice): Promise<void> {
    const { signal } = this.#options;
    const { Worker } = await import('bullmq');
    const before = this.#done;
    const begun = performance.now();
    this.#run = run;
    this.#tellOnce(run, { event: 'run-begun', run, title });
    const threads = isWide ? this.#threads.count : 1;
    // A connection of its own, as leaving a queue ends it.
    const redis = this.#connection.redis.duplicate();
    redis.on('error', () => undefined);
    const queue: QueueWorker = new Worker(queueName(run), (job: Job) => this.#process(run, threads, job), {
      connection: redis,
      prefix: this.#connection.address.prefix,
      concurrency: isWide ? 1 : this.#threads.count,
      lockDuration: LOCK_MS,
      stalledInterval: STALLED_CHECK_MS,
      maxStalledCount: MOST_STALLED,
      runRetryDelay: LOOK_MS,
      drainDelay: 1,
      removeOnComplete: { count: 0 },
      removeOnFail: { count: 0 },
    });
    queue.on('error', () => undefined);
    let isOver = false;
    while (!signal.aborted) {
      await pause(LOOK_MS, signal);
      const runs = await this.#findRuns().catch(() => undefined);
      if (runs === undefined) continue;
      isOver = !runs.has(run);
      if (isOver || (runs.size > 1 && performance.now() - begun > TURN_MS)) break;
    }
    // Nobody waits for the jobs of a run that is over.
    if (isOver && this.#active > 0) await this.#threads.end();
    await this.#close(queue, isOver);
    await this.#connection.lastly(async () => {
      // Scripts of the queue may have written a key since the coordinator removed them all.
      if (!(await this.#runs.has(run))) await this.#connection.removeAll(queueName(run));
    });
    if (isOver) this.#tell({ event: 'run-left', run, jobs: this.#done - before });
    this.#run = null;
  }

  /** Leaves a queue: after the jobs at hand, whose end a Redis that is full or gone may never take note of. */
  async #close(queue: QueueWorker, isOver: boolean): Promise<void> {
    const closing = queue.close(isOver).catch(() => undefined);
    while (this.#active > 0) await Promise.race([closing, pause(LOOK_MS, NEVER)]);
    await this.#connection.lastly(() => closing);
    const leaving = queue.disconnect().catch(() => undefined);
    await this.#connection.lastly(() => leaving);
  }

  async #process(run: string, threads: number, job: Job): Promise<Outcome> {
    const id = String(job.id);
    const worker = this.#id;
    this.#active++;
    try {
      const { input } = job.data as { readonly input: unknown };
      const message: JobMessage = { run, kind: job.name, input, threads };
      let answer = await this.#threads.run(message, (question) => this.#answer(run, question));
      answer = this.#options.tamper?.(answer) ?? answer;
      if ('missing' in answer) return { worker, missing: answer.missing };
      if ('failed' in answer) return this.#reportFailure(run, id, answer.failed);
      const { data, blobs, seconds } = answer;
      for (const [i, bytes] of blobs.entries()) {
        const put = await this.#put(run, resultKey(this.#connection, run, id, i), bytes);
        if (put === 'run over') return { worker, lost: true };
        if (put === 'full') return { worker, full: true };
      }
      this.#done++;
      this.#recent.push(performance.now());
      this.#tell({ event: 'job-done', run, job: id, seconds });
      return { worker, data, hashes: blobs.map((bytes) => hashOf(bytes)), seconds };
    } catch (error) {
      return this.#reportFailure(run, id, messageOf(error));
    } finally {
      this.#active--;
    }
  }

  /** Writes a blob of a result; where there is no room, it is tried again for a while. */
  async #put(run: string, key: string, bytes: Uint8Array): Promise<'done' | 'run over' | 'full'> {
    const begun = performance.now();
    for (;;) {
      try {
        return (await putBlob(this.#connection, run, key, bytes)) ? 'done' : 'run over';
      } catch (error) {
        if (!isFull(error)) throw error;
        if (!(await this.#runs.has(run))) return 'run over';
        if (performance.now() - begun > (this.#options.fullMs ?? FULL_MS)) return 'full';
        await pause(RETRY_MS, NEVER);
      }
    }
  }

  #reportFailure(run: string, job: string, reason: string): Outcome {
    this.#failed++;
    this.#tell({ event: 'job-failed', run, job, reason });
    return { worker: this.#id, failed: reason };
  }

  async #answer(run: string, question: Question): Promise<Answer> {
    const connection = this.#connection;
    if (question.about === 'news') {
      return connection.redis.lrange(newsKey(connection, run), question.from, -1);
    }
    const { hash } = question;
    try {
      const found = await this.#cache.get(hash, () =>
        getBlob(connection, blobKey(connection, run, hash), hash),
      );
      return found ?? null;
    } catch (error) {
      // Asked for again, the coordinator puts the right bytes there.
      if (error instanceof WrongBytes) return null;
      throw error;
    }
  }

  async #announce(): Promise<void> {
    const now = performance.now();
    while (this.#recent.length > 0 && this.#recent[0] < now - MINUTE_MS) this.#recent.shift();
    const notice: WorkerNotice = {
      version: this.#version,
      host: hostname().slice(-100),
      pid: process.pid,
      threads: this.#threads.count,
      run: this.#run,
      active: this.#active,
      done: this.#done,
      failed: this.#failed,
      lastMinute: this.#recent.length,
      seconds: Math.round((now - this.#begunAt) / 1000),
    };
    await this.#workers.announce(this.#id, JSON.stringify(notice));
  }

  /** Tells what lasts of a run the first time. */
  #tellOnce(run: string, event: WorkerEvent): void {
    const told = `${run} ${event.event}`;
    if (!this.#toldOf.has(told)) this.#tell(event);
    this.#toldOf.add(told);
  }

  #tell(event: WorkerEvent): void {
    this.#options.onEvent?.(event);
  }
}

/** Waits, or less when the signal is aborted. */
function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal.addEventListener('abort', end);
  });
}
