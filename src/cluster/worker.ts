/**
 * A connected worker: it takes jobs of any run of its version, and announces itself. It abandons jobs that hang, and jobs of runs
 * that are over. Results wait for room. If a run has excluded this worker, its machine is not trusted, and it takes no jobs until
 * that run is over.
 */
import { messageOf } from '../common/errors.js';
import { MissingBlob, type Made } from '../jobs/job.js';
import type { Answer, JobMessage, Question } from '../jobs/messages.js';
import { BlockCache } from '../store/block-cache.js';
import type { WorkerEvent } from './events.js';
import * as protocol from './protocol.js';
import { announced, FIELD, HEARTBEAT_MS, SHARE, type Notice, type Outcome } from './protocol.js';
import { Backpressure, NoRoom, type Clock, type Lease, type Put, type Transport } from './transport.js';

/** Intervals of checks whether an excluded worker may take jobs again, and whether a stopping one is done. */
const CHECK_MS = 1_000;
/** Jobs that end within this after the stop are finished; most take less. */
const STOP_MS = 3_000;
const RETRY_MS = 250;
/** After a job was returned to the queue, its thread takes no job for this long, so that another worker can take it. */
const OTHERS_FIRST_MS = 1_000;
/** Minimum and maximum time for which a job that failed here is left to other workers, if there are any. */
const MIN_OTHERS_MS = 60_000;
const MAX_OTHERS_MS = 600_000;
/** This many times the time that it took to fail: a job that hangs would cost as much again. */
const OTHERS_FACTOR = 20;
/** Capacity of the cache of blobs. */
const MAX_HELD_BYTES = 2 ** 26;
const MAX_BLOB_BYTES = 2 ** 26;
const MINUTE_MS = 60_000;
const DECODER = new TextDecoder();

/** Computes a job. An aborted `end` ends it at once without a result; an aborted `stop` soon, with a part of the result. */
type Compute = (
  job: JobMessage,
  ask: (question: Question) => Promise<Answer>,
  signals: { readonly end: AbortSignal; readonly stop: AbortSignal },
) => Promise<Made>;

/** Jobs under way, done and failed so far, and the total seconds of those done. */
export interface Counts {
  active: number;
  done: number;
  failed: number;
  seconds: number;
}

export interface WorkerParts {
  readonly transport: Transport;
  readonly clock: Clock;
  readonly id: string;
  readonly version: string;
  readonly host: string;
  readonly pid: number;
  readonly threads: number;
  /** Updated in place. */
  readonly counts: Counts;
  readonly compute: Compute;
  readonly onEvent: (event: WorkerEvent) => void;
  /** Whether the connection is lost, so that calls would only wait. */
  readonly isLost: () => boolean;
  /** Receives errors that may be transient. */
  readonly onError: (error: unknown) => void;
  readonly signal: AbortSignal;
}

interface Task {
  readonly lease: Lease;
  readonly run: string;
  /** Ends the computation: it is done, hangs, or is abandoned. */
  readonly end: AbortController;
  /** Set when the job is abandoned: the run is over, or other workers are to run it. */
  givenUp: 'over' | 'for others' | undefined;
}

export class Worker {
  readonly #parts: WorkerParts;
  readonly #backpressure: Backpressure;
  readonly #tasks = new Map<Promise<void>, Task>();
  #isShutOut = false;
  /** Number of jobs done for each run. */
  readonly #served = new Map<string, number>();
  /** Runs that this worker has reported it cannot serve. */
  readonly #reported = new Set<string>();
  /** Blobs by hash. */
  readonly #held = new BlockCache(MAX_HELD_BYTES);
  /** Jobs that failed here, and the time until which they are left to others. */
  readonly #failed = new Map<string, number>();
  /** Times of the jobs done within the last minute. */
  readonly #doneAt: number[] = [];
  /** Aborted when nothing is left to do, or nothing can be done. */
  readonly #ended = new AbortController();
  readonly #begunAt: number;
  /** Called when a thread is free, and when the worker is to stop. */
  #onFree: () => void = () => undefined;

  constructor(parts: WorkerParts) {
    this.#parts = parts;
    this.#begunAt = parts.clock.now();
    this.#backpressure = new Backpressure(parts.clock, () => parts.onEvent({ event: 'redis-full' }));
  }

  /** Works until the signal is aborted; then ends within seconds, without waiting for a lost Redis. */
  async serve(): Promise<void> {
    // Even the first call may wait for a Redis that has just gone away.
    const working = this.#work().finally(() => this.#ended.abort());
    working.catch(() => undefined);
    await Promise.race([working, this.#lostAtEnd()]);
    this.#ended.abort();
  }

  async #work(): Promise<void> {
    const { clock, signal } = this.#parts;
    await this.#announce();
    signal.addEventListener('abort', () => this.#onFree());
    const living = this.#live();
    while (!signal.aborted) {
      try {
        await this.#takeNext();
      } catch (error) {
        this.#consider(error);
        await clock.sleep(RETRY_MS, signal);
      }
    }
    const stoppedAt = clock.now();
    // If Redis is full, jobs cannot be returned either; their leases expire instead.
    while (this.#tasks.size > 0 && clock.now() < stoppedAt + 2 * STOP_MS) {
      if (clock.now() >= stoppedAt + STOP_MS) this.#giveUp(() => true, 'for others');
      await Promise.race([Promise.all(this.#tasks.keys()), clock.sleep(CHECK_MS)]);
    }
    this.#ended.abort();
    await living;
  }

  /** Resolves once the worker is to stop and the connection is lost: calls would wait for it. */
  async #lostAtEnd(): Promise<void> {
    const { clock, isLost, signal } = this.#parts;
    const ended = this.#ended.signal;
    if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve));
    while (!isLost() && !ended.aborted) await clock.sleep(RETRY_MS, ended);
  }

  async leave(): Promise<void> {
    await this.#parts.transport.remove('workers', this.#parts.id);
  }

  async #takeNext(): Promise<void> {
    const { clock, transport, threads, isLost, signal } = this.#parts;
    if (isLost() || this.#isShutOut) return clock.sleep(CHECK_MS, signal);
    if (this.#tasks.size >= threads) return new Promise((resolve) => (this.#onFree = resolve));
    const lease = await transport.take();
    if (lease === undefined) return;
    const run = protocol.runOfJob(lease.job);
    const task: Task = { lease, run, end: new AbortController(), givenUp: undefined };
    const doing = this.#do(task)
      .catch(this.#consider)
      .finally(() => {
        this.#tasks.delete(doing);
        this.#onFree();
      });
    this.#tasks.set(doing, task);
  }

  /** The heartbeat: renews leases, checks the runs, and announces the worker. */
  async #live(): Promise<void> {
    const { clock, transport, isLost } = this.#parts;
    const ended = this.#ended.signal;
    for (;;) {
      await clock.sleep(HEARTBEAT_MS, ended);
      if (ended.aborted) return;
      if (isLost()) continue;
      try {
        for (const { lease } of this.#tasks.values()) await transport.renew(lease).catch(this.#consider);
        await this.#checkRuns();
        await this.#announce();
      } catch (error) {
        this.#consider(error);
      }
    }
  }

  /** Abandons jobs of runs that are over, and all jobs if a run excludes this worker. */
  async #checkRuns(): Promise<void> {
    const { transport, version, id: worker, onEvent } = this.#parts;
    const runs = new Set<string>();
    const unserved = new Map<string, WorkerEvent>();
    for (const { id: run, refused, version: other } of await announced(transport, 'runs')) {
      if (other === version) runs.add(run);
      else unserved.set(run, { event: 'version-refused', run, version: other, own: version });
      if (other === version && refused.includes(worker)) unserved.set(run, { event: 'shut-out', run });
    }
    for (const [run, jobs] of this.#served) {
      if (runs.has(run)) continue;
      this.#served.delete(run);
      this.#giveUp((task) => task.run === run, 'over');
      onEvent({ event: 'run-left', run, jobs });
    }
    for (const job of this.#failed.keys()) if (!runs.has(protocol.runOfJob(job))) this.#failed.delete(job);
    for (const run of this.#reported) if (!unserved.has(run)) this.#reported.delete(run);
    for (const [run, event] of unserved) {
      if (!this.#reported.has(run)) onEvent(event);
      this.#reported.add(run);
    }
    this.#isShutOut = [...unserved.values()].some(({ event }) => event === 'shut-out');
    if (this.#isShutOut) this.#giveUp(() => true, 'for others');
  }

  #giveUp(which: (task: Task) => boolean, reason: 'over' | 'for others'): void {
    for (const task of this.#tasks.values()) {
      if (!which(task)) continue;
      task.givenUp ??= reason;
      task.end.abort(reason);
    }
  }

  async #do(task: Task): Promise<void> {
    const { counts, clock, onEvent, transport, id: worker } = this.#parts;
    const { lease, run } = task;
    const { job } = lease;
    const input = await this.#begin(task);
    if (input === undefined) return this.#release(task);
    if ('problem' in input) return this.#send(task, { worker, ...input });
    const begunAt = clock.now();
    counts.active++;
    void this.#announce().catch(this.#consider);
    let outcome: Outcome;
    try {
      outcome = { worker, ...(await this.#compute(task, input)) };
      const seconds = (clock.now() - begunAt) / 1000;
      counts.done++;
      counts.seconds += seconds;
      this.#doneAt.push(clock.now());
      this.#served.set(run, (this.#served.get(run) ?? 0) + 1);
      onEvent({ event: 'job-done', run, job, seconds });
    } catch (error) {
      if (task.givenUp !== undefined) {
        await this.#release(task);
        return;
      }
      const reason = messageOf(error);
      counts.failed++;
      onEvent({ event: 'job-failed', run, job, reason });
      const now = clock.now();
      const others = Math.min(MAX_OTHERS_MS, Math.max(MIN_OTHERS_MS, OTHERS_FACTOR * (now - begunAt)));
      this.#failed.set(job, now + others);
      const failures = lease.failures + 1;
      if (error instanceof MissingBlob) outcome = { worker, problem: 'misfit', reason };
      else if (failures < protocol.MAX_FAILURES) {
        await this.#backpressure.untilRoom(() => transport.end(lease, { worker, reason }));
        return;
      } else outcome = { worker, problem: 'failed', reason: `${failures} failures, the last one: ${reason}` };
    } finally {
      counts.active--;
    }
    await this.#send(task, outcome);
  }

  /** Returns the input of a job, or the reason why it has no result; undefined if it is abandoned. */
  async #begin(task: Task): Promise<protocol.JobInput | protocol.Problem | undefined> {
    const { transport, id: worker, onEvent, signal } = this.#parts;
    const { lease, run } = task;
    const { job, givenUp } = lease;
    const fields = [FIELD.notice, FIELD.input(job)];
    const [text, bytes] = await transport.get(run, fields, protocol.MAX_INPUT_BYTES);
    const notice = text instanceof Uint8Array ? protocol.readNotice('runs', DECODER.decode(text)) : undefined;
    // Not at the next heartbeat: the worker would take the job repeatedly.
    if (notice?.refused.includes(worker) === true) this.#isShutOut = true;
    if ((await this.#isForOthers(job)) || this.#isShutOut || signal.aborted) task.givenUp = 'for others';
    // The run is over, or needs the job no more.
    else if (notice === undefined || !(bytes instanceof Uint8Array)) task.givenUp = 'over';
    else {
      if (!this.#served.has(run)) {
        this.#served.set(run, 0);
        onEvent({ event: 'run-begun', run, title: notice.title });
      }
      if (givenUp !== undefined) return { problem: 'failed', reason: givenUp };
      const damaged = { problem: 'damaged', reason: 'the job was damaged on the way' } as const;
      return protocol.readJobInput(bytes) ?? damaged;
    }
    return undefined;
  }

  /** Returns whether a job has failed here lately and there are other workers. */
  async #isForOthers(job: string): Promise<boolean> {
    const { transport, clock, id, version } = this.#parts;
    if (clock.now() >= (this.#failed.get(job) ?? -Infinity)) return false;
    const workers = await announced(transport, 'workers');
    return workers.some((other) => other.id !== id && other.version === version);
  }

  /** Computes a job. Raises if it fails, hangs or is abandoned; then its thread is ended. */
  async #compute(task: Task, { kind, input, deadline }: protocol.JobInput): Promise<Made> {
    const { compute, clock, signal } = this.#parts;
    const { run, end } = task;
    const late = clock.sleep(1000 * deadline, end.signal).then(() => {
      end.abort('hung');
    });
    try {
      const ask = ({ hash }: Question): Promise<Answer> => this.#blob(run, hash);
      const computing = compute({ run, kind, input }, ask, { end: end.signal, stop: signal });
      computing.catch(() => undefined);
      const made = await Promise.race([computing, late]);
      if (task.givenUp !== undefined) throw new Error('it was given up');
      if (made !== undefined && !end.signal.aborted) return made;
      throw new Error(`it took longer than ${deadline} seconds`);
    } finally {
      end.abort('done');
    }
  }

  /** Stores an outcome for the command, once there is room, and ends the lease. */
  async #send(task: Task, outcome: Outcome): Promise<void> {
    const { transport, id: worker } = this.#parts;
    const { job } = task.lease;
    const put = (packed: Uint8Array): Promise<Put> =>
      this.#backpressure.untilRoom(() =>
        // A job that was abandoned meanwhile does not wait for room.
        task.givenUp === undefined
          ? transport.put(task.run, FIELD.outcome(job), packed, SHARE.outcome, FIELD.input(job))
          : Promise.resolve('over'),
      );
    const packed = protocol.packOutcome(outcome);
    // Inputs may take half of the room: an outcome larger than the rest would wait for ever.
    if ((await put(packed)) === 'large')
      await put(protocol.packOutcome({ worker, problem: 'misfit', reason: `${packed.length} bytes` }));
    // A command that has a result must also find it counted in the list of workers.
    await this.#announce().catch(this.#consider);
    await this.#release(task);
  }

  /** Ends the lease of a job that is done or abandoned. */
  async #release({ lease, givenUp }: Task): Promise<void> {
    const { transport, clock, signal } = this.#parts;
    const how = givenUp === 'for others' ? 'back' : 'done';
    await this.#backpressure.untilRoom(() => transport.end(lease, how));
    if (how === 'back' && this.#failed.has(lease.job)) await clock.sleep(OTHERS_FIRST_MS, signal);
  }

  /** Returns a blob of a run, cached if it was used lately. */
  async #blob(run: string, hash: string): Promise<Uint8Array | null> {
    const held = this.#held.get(hash) as Uint8Array | undefined;
    if (held !== undefined) return held;
    const [found] = await this.#parts.transport.get(run, [FIELD.blob(hash)], MAX_BLOB_BYTES);
    if (!(found instanceof Uint8Array) || protocol.hashOf(found) !== hash) return null;
    this.#held.put(hash, found, found.length);
    return found;
  }

  async #announce(): Promise<void> {
    const { transport, clock, id, version, host, pid, threads, counts } = this.#parts;
    const { active, done, failed } = counts;
    const since = clock.now() - MINUTE_MS;
    while (this.#doneAt.length > 0 && this.#doneAt[0] < since) this.#doneAt.shift();
    const notice: Notice<'workers'> = {
      ...{ version, host, pid, threads },
      run: [...this.#tasks.values()].at(-1)?.run ?? null,
      ...{ active, done, failed, lastMinute: this.#doneAt.length },
      seconds: Math.round((clock.now() - this.#begunAt) / 1000),
    };
    await transport.announce('workers', id, JSON.stringify(notice), true);
  }

  readonly #consider = (error: unknown): void => {
    if (!(error instanceof NoRoom)) this.#parts.onError(error);
  };
}
