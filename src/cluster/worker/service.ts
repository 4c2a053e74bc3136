/**
 * What a worker does while it is connected: it takes jobs from the queue of its build, of whatever run they are, gives those
 * up that nobody waits for, and says again and again that it is there. A worker that some run has shut out takes no jobs
 * until that run is over, as its machine is not to be trusted.
 */
import type { Job, Queue } from 'bullmq';
import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { pause } from '../../common/stoppable.js';
import { BlobCache } from '../connection/blobs.js';
import type { Connection } from '../connection/connection.js';
import { jobsQueue, resultsQueue, runOfJob } from '../connection/names.js';
import { consume, openQueue, renew, type Consumer } from '../connection/queues.js';
import { HEARTBEAT_MS, Registry, removeQueuesOfNobody, removeRun } from '../connection/registry.js';
import type { ThreadAnswer } from '../../jobs/messages.js';
import { JobThreads } from '../../jobs/threads.js';
import { readRunNotice, type RunNotice, type WorkerNotice } from '../protocol.js';
import { doJob, send, type Equipment, type JobAtHand } from './do-job.js';
import type { WorkerEvent } from './events.js';
import type { WorkerStats } from './stats.js';

/** How often a worker sees which runs there are: soon enough to give up what nobody waits for. */
const LOOK_MS = 500;
/** Jobs that end within this after a worker is told to stop are finished: most take less. */
const STOP_MS = 3_000;

/** What a worker is. */
export interface ServiceOptions {
  readonly threads: number;
  readonly stats: WorkerStats;
  readonly version: string;
  /** What becomes of results before they are sent. */
  readonly tamper: (answer: ThreadAnswer) => ThreadAnswer;
}

/** A worker that is connected. */
export class Service {
  readonly #connection: Connection;
  readonly #equipment: Equipment;
  readonly #version: string;
  readonly #runs: Registry;
  readonly #workers: Registry;
  /** Runs that it has had jobs of: where their results go. */
  readonly #served = new Map<string, Promise<Queue>>();
  readonly #underWay = new Map<Promise<unknown>, JobAtHand>();
  readonly #toldOf = new Set<string>();
  readonly #begunAt = performance.now();
  readonly #stopping = new AbortController();
  #jobs: Consumer | undefined;
  #timer: NodeJS.Timeout | undefined;
  #saying: Promise<void> = Promise.resolve();
  #next: Promise<void> | undefined;

  constructor(connection: Connection, { threads, stats, version, tamper }: ServiceOptions) {
    this.#connection = connection;
    this.#version = version;
    this.#equipment = {
      worker: `${hostname()}-${randomBytes(4).toString('hex')}`.slice(-100),
      connection,
      threads: new JobThreads(threads),
      cache: new BlobCache(),
      ...{ stats, tamper },
      sayStats: () => this.#say(),
    };
    this.#runs = new Registry(connection, 'runs');
    this.#workers = new Registry(connection, 'workers');
  }

  /** Does jobs until the signal is aborted. */
  async serve(signal: AbortSignal): Promise<void> {
    const { worker, threads } = this.#equipment;
    await this.#announce();
    const queue = jobsQueue(this.#connection, this.#version);
    const jobs = (this.#jobs = await consume(this.#connection, queue, {
      places: threads.count,
      take: (job) => this.#take(job),
      onGivenUp: (job, reason) => void this.#giveUp(job, reason).catch(this.#tellError),
    }));
    this.#timer = setInterval(() => {
      if (this.#isLost) return;
      void this.#say();
      // What BullMQ has written goes when nobody renews it.
      renew(this.#connection, jobs.queue).catch(this.#tellError);
    }, HEARTBEAT_MS);
    const { shown } = this.#connection.address;
    this.#tell({ event: 'connected', worker, redis: shown, threads: threads.count });
    while (!signal.aborted) {
      if (!this.#isLost) this.#look().catch(this.#tellError);
      await pause(LOOK_MS, signal);
    }
  }

  /** Whether Redis is out of reach: commands would wait for it, more and more of them. */
  get #isLost(): boolean {
    return this.#connection.lostFor > 0;
  }

  /** Takes no more jobs. Those at hand may end soon, but do not wait for a Redis to come back. */
  async close(): Promise<void> {
    const { worker, threads, stats } = this.#equipment;
    const until = performance.now() + STOP_MS;
    this.#stopping.abort();
    const ended = this.#jobsEnd(until);
    await this.#jobs?.close(ended);
    await ended;
    clearInterval(this.#timer);
    await threads.end();
    const connection = this.#connection;
    for (const [run, results] of this.#served) await connection.cleanUp(() => this.#leave(run, results));
    await connection.cleanUp(() => this.#workers.remove([worker]));
    await connection.cleanUp(() => removeQueuesOfNobody(connection));
    this.#tell({ event: 'stopped', jobs: stats.counts.done });
  }

  async #jobsEnd(until: number): Promise<void> {
    while (this.#underWay.size > 0 && !this.#isLost) {
      if (performance.now() > until) this.#endJobs(() => true);
      await Promise.race([Promise.all(this.#underWay.keys()), pause(LOOK_MS)]);
    }
  }

  /** Does a job of a run that is announced. */
  async #take(job: Job): Promise<'done' | 'back'> {
    const run = runOfJob(String(job.id));
    const notice = readRunNotice((await this.#runs.get(run)) ?? '');
    // Nobody waits for it.
    if (notice === undefined) return 'done';
    if (this.#stopping.signal.aborted || this.#isShutOut(run, notice)) return 'back';
    const results = await this.#serve(run, notice.title);
    const end = new AbortController();
    const atHand = { job, run, results, stop: this.#stopping.signal, end };
    const doing = doJob(this.#equipment, atHand);
    const ended = doing.catch(() => undefined).finally(() => this.#underWay.delete(ended));
    this.#underWay.set(ended, atHand);
    await doing;
    return end.signal.aborted && end.signal.reason !== 'over' ? 'back' : 'done';
  }

  /** Tells a coordinator that nobody will do a job. */
  async #giveUp(job: Job, reason: string): Promise<void> {
    const run = runOfJob(String(job.id));
    const notice = readRunNotice((await this.#runs.get(run)) ?? '');
    if (notice === undefined) return;
    const results = await this.#serve(run, notice.title);
    const { worker } = this.#equipment;
    await send(this.#equipment, { job, results }, { worker, failed: reason, isLast: true });
  }

  /** Where the results of a run go. */
  #serve(run: string, title: string): Promise<Queue> {
    const served = this.#served.get(run);
    if (served !== undefined) return served;
    const results = openQueue(this.#connection, resultsQueue(this.#connection, run));
    this.#served.set(run, results);
    this.#tellOnce(run, { event: 'run-begun', run, title });
    return results;
  }

  /** Sees which runs there are: what nobody waits for is given up, and those that have fallen silent are removed. */
  async #look(): Promise<void> {
    const { there, gone } = await this.#runs.list();
    for (const id of gone) await removeRun(this.#connection, id);
    let isTrusted = true;
    for (const [run, { text }] of there) {
      const notice = readRunNotice(text);
      if (notice === undefined) continue;
      const { version } = notice;
      if (version !== this.#version)
        this.#tellOnce(run, { event: 'version-refused', run, version, own: this.#version });
      else if (this.#isShutOut(run, notice)) isTrusted = false;
    }
    for (const [run, results] of this.#served) {
      if (there.has(run)) continue;
      this.#served.delete(run);
      this.#endJobs((one) => one.run === run, 'over');
      this.#tell({ event: 'run-left', run, jobs: this.#equipment.stats.leave(run) });
      this.#leave(run, results).catch(this.#tellError);
    }
    const queue = this.#jobs?.queue;
    if (isTrusted && queue?.isPaused() === true) void queue.resume();
  }

  /** Closes a queue of results. Of one that is opened as its run ends BullMQ writes a key that nobody else would remove. */
  async #leave(run: string, results: Promise<Queue>): Promise<void> {
    const queue = await results;
    await queue.close();
    if ((await this.#runs.get(run)) === undefined) await this.#connection.redis.unlink(queue.toKey('meta'));
  }

  /** Whether a run has shut this worker out: then it takes no jobs, and those at hand are for others to do. */
  #isShutOut(run: string, { refused }: RunNotice): boolean {
    if (!refused.includes(this.#equipment.worker)) return false;
    this.#tellOnce(run, { event: 'shut-out', run });
    this.#jobs?.queue.pause(true).catch(this.#tellError);
    this.#endJobs(() => true);
    return true;
  }

  #endJobs(which: (job: JobAtHand) => boolean, reason: 'over' | 'for others' = 'for others'): void {
    for (const job of this.#underWay.values()) if (which(job)) job.end.abort(reason);
  }

  /** Has what is true now announced, once what is under way is; all who ask meanwhile share the next time. */
  #say(): Promise<void> {
    this.#next ??= this.#saying.then(() => {
      this.#next = undefined;
      this.#saying = this.#announce().catch(this.#tellError);
      return this.#saying;
    });
    return this.#next;
  }

  async #announce(): Promise<void> {
    const { worker, threads, stats } = this.#equipment;
    const { active, done, failed } = stats.counts;
    const notice: WorkerNotice = {
      version: this.#version,
      host: hostname().slice(-100),
      pid: process.pid,
      threads: threads.count,
      run: [...this.#underWay.values()].at(-1)?.run ?? null,
      ...{ active, done, failed, lastMinute: stats.lastMinute },
      seconds: Math.round((performance.now() - this.#begunAt) / 1000),
    };
    await this.#workers.announce(worker, JSON.stringify(notice));
  }

  /** Tells what lasts of a run the first time. */
  #tellOnce(run: string, event: WorkerEvent): void {
    const told = `${run} ${event.event}`;
    if (!this.#toldOf.has(told)) this.#tell(event);
    this.#toldOf.add(told);
  }

  #tell(event: WorkerEvent): void {
    this.#equipment.stats.tell(event);
  }

  readonly #tellError = (error: unknown): void => this.#connection.tell(error);
}
