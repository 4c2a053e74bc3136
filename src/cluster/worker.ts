/**
 * The work of a worker while it is connected: it takes jobs of any run of its version, and announces itself. It gives up jobs of
 * runs that are over, and those that hang. Results wait for room. A worker that some run has shut out takes no jobs until that
 * run is over, as its machine is not to be trusted.
 */
import { messageOf } from '../common/errors.js';
import { MissingBlob } from '../jobs/job.js';
import type { Answer, JobMessage, Question, ThreadAnswer } from '../jobs/messages.js';
import type { WorkerEvent } from './events.js';
import * as protocol from './protocol.js';
import { FIELD, HEARTBEAT_MS, SHARE, type Outcome, type RunNotice, type WorkerNotice } from './protocol.js';
import type { WorkerStats } from './stats.js';
import { NoRoom, type Clock, type Lease, type Transport } from './transport.js';

/** Between two looks at the runs: soon enough to give up what nobody waits for. */
const LOOK_MS = 1_000;
/** Between two renewals of leases, which last several times as long. */
const RENEW_MS = 3_000;
/** Between two tries to write to a Redis that is full. */
const ROOM_MS = 250;
/** Jobs that end within this after a worker is told to stop are finished: most take less. */
const STOP_MS = 3_000;
/** A job that has failed here is left to other workers for at least and at most this long, if there are any. */
const MIN_OTHERS_MS = 60_000;
const MAX_OTHERS_MS = 600_000;
/** The job is left to others for this many times the time it took to fail: a job that hangs would cost as much again. */
const OTHERS_FACTOR = 20;
/** Bytes of blobs that a worker holds. */
const MAX_HELD_BYTES = 2 ** 26;
/** Bytes of a blob. */
const MAX_BLOB_BYTES = 2 ** 26;

/** Computes a job; ends at once, without a result, when `end` is aborted, and soon, with what it has, when `stop` is. */
type Compute = (
  job: JobMessage,
  ask: (question: Question) => Promise<Answer>,
  signals: { readonly end: AbortSignal; readonly stop: AbortSignal },
) => Promise<ThreadAnswer>;

export interface WorkerParts {
  readonly transport: Transport;
  readonly clock: Clock;
  readonly id: string;
  readonly version: string;
  readonly host: string;
  readonly pid: number;
  readonly threads: number;
  readonly stats: WorkerStats;
  readonly compute: Compute;
  /** Whether calls would only wait for a connection to come back. */
  readonly isLost: () => boolean;
  /** Told of errors that may pass. */
  readonly onError: (error: unknown) => void;
}

/** A job under way. */
interface Task {
  readonly lease: Lease;
  readonly run: string;
  /** Ends the computation: it is done, hangs, or is given up. */
  readonly end: AbortController;
  /** Set when the job is given up: nobody is to do it, or others are. */
  givenUp: 'over' | 'for others' | undefined;
  renewedAt: number;
}

export class Worker {
  readonly #parts: WorkerParts;
  readonly #tasks = new Map<Promise<void>, Task>();
  /** The runs that are there, as of the last look. */
  #runs: ReadonlyMap<string, RunNotice> = new Map();
  /** Runs of which it has had jobs, and events that are reported once for a run. */
  readonly #served = new Set<string>();
  readonly #reported = new Set<string>();
  readonly #held = new Map<string, Uint8Array>();
  /** Jobs that have failed here, and the time until which they are left to others. */
  readonly #failed = new Map<string, number>();
  readonly #stopping = new AbortController();
  /** Aborted when nothing is left to be done, or nothing can be. */
  readonly #ended = new AbortController();
  readonly #begunAt: number;
  /** Called when a thread is free, and when the worker is to stop. */
  #onFree: () => void = () => undefined;

  constructor(parts: WorkerParts) {
    this.#parts = parts;
    this.#begunAt = parts.clock.now();
  }

  /** Works until the signal is aborted; then ends within seconds, without waiting for a Redis that is away. */
  async serve(signal: AbortSignal): Promise<void> {
    // Even the first call may wait for a Redis that has just gone away.
    const working = this.#work(signal).finally(() => this.#ended.abort('ended'));
    working.catch(() => undefined);
    await Promise.race([working, this.#lostAtEnd(signal)]);
    this.#ended.abort('ended');
  }

  async #work(signal: AbortSignal): Promise<void> {
    const { clock } = this.#parts;
    await this.#announce(true);
    signal.addEventListener('abort', () => this.#onFree());
    const living = this.#live();
    while (!signal.aborted) {
      try {
        await this.#takeNext(signal);
      } catch (error) {
        this.#consider(error);
        await clock.sleep(ROOM_MS, signal);
      }
    }
    this.#stopping.abort();
    const until = clock.now() + STOP_MS;
    while (this.#tasks.size > 0) {
      if (clock.now() >= until) this.#giveUp(() => true, 'for others');
      await Promise.race([Promise.all(this.#tasks.keys()), clock.sleep(LOOK_MS)]);
    }
    await living;
  }

  /** Waits until the worker is to stop and the Redis is away: calls would wait for it. */
  async #lostAtEnd(signal: AbortSignal): Promise<void> {
    const { clock, isLost } = this.#parts;
    const ended = this.#ended.signal;
    if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve));
    while (!isLost() && !ended.aborted) await clock.sleep(ROOM_MS, ended);
  }

  /** Removes the announcement. */
  async leave(): Promise<void> {
    await this.#parts.transport.remove('workers', this.#parts.id);
  }

  async #takeNext(signal: AbortSignal): Promise<void> {
    const { clock, transport, threads } = this.#parts;
    if (this.#parts.isLost() || this.#isShutOut()) return clock.sleep(LOOK_MS, signal);
    if (this.#tasks.size >= threads) {
      return new Promise((resolve) => (this.#onFree = resolve));
    }
    const lease = await transport.take();
    if (lease === undefined) return;
    const task = {
      ...{ lease, run: protocol.runOfJob(lease.job), end: new AbortController() },
      ...{ givenUp: undefined, renewedAt: clock.now() },
    };
    const doing = this.#do(task)
      .catch(this.#consider)
      .finally(() => {
        this.#tasks.delete(doing);
        this.#onFree();
      });
    this.#tasks.set(doing, task);
  }

  /** Announces the worker, renews leases, and looks at the runs. */
  async #live(): Promise<void> {
    const { clock } = this.#parts;
    let announcedAt = clock.now();
    for (;;) {
      await clock.sleep(LOOK_MS, this.#ended.signal);
      const isIdle = this.#stopping.signal.aborted && this.#tasks.size === 0;
      if (isIdle || this.#ended.signal.aborted) return;
      if (this.#parts.isLost()) continue;
      try {
        await this.#renew();
        await this.#look();
        if (clock.now() - announcedAt < HEARTBEAT_MS) continue;
        announcedAt = clock.now();
        await this.#announce(false);
      } catch (error) {
        this.#consider(error);
      }
    }
  }

  async #renew(): Promise<void> {
    const { clock, transport } = this.#parts;
    for (const task of [...this.#tasks.values()]) {
      if (clock.now() - task.renewedAt < RENEW_MS) continue;
      task.renewedAt = clock.now();
      await transport.renew(task.lease).catch(this.#consider);
    }
  }

  /** Gives up jobs of runs that are over. */
  async #look(): Promise<void> {
    const { transport, version, stats } = this.#parts;
    const runs = new Map<string, RunNotice>();
    for (const { id, text } of await transport.list('runs')) {
      const notice = protocol.readRunNotice(text);
      if (notice === undefined) continue;
      if (notice.version === version) runs.set(id, notice);
      else this.#tellOnce(id, { event: 'version-refused', run: id, version: notice.version, own: version });
    }
    this.#runs = runs;
    for (const run of this.#served) {
      if (runs.has(run)) continue;
      this.#served.delete(run);
      this.#giveUp((task) => task.run === run, 'over');
      this.#tell({ event: 'run-left', run, jobs: stats.leave(run) });
    }
    for (const job of this.#failed.keys()) if (!runs.has(protocol.runOfJob(job))) this.#failed.delete(job);
    for (const told of this.#reported) if (!runs.has(told.split(' ')[0])) this.#reported.delete(told);
    this.#isShutOut();
  }

  /** Whether some run has shut this worker out: then jobs under way are for others. */
  #isShutOut(): boolean {
    const by = [...this.#runs].filter(([, { refused }]) => refused.includes(this.#parts.id));
    for (const [run] of by) this.#tellOnce(run, { event: 'shut-out', run });
    if (by.length > 0) this.#giveUp(() => true, 'for others');
    return by.length > 0;
  }

  #giveUp(which: (task: Task) => boolean, reason: 'over' | 'for others'): void {
    for (const task of this.#tasks.values()) {
      if (!which(task)) continue;
      task.givenUp ??= reason;
      task.end.abort(reason);
    }
  }

  async #do(task: Task): Promise<void> {
    const { transport, stats, id: worker, clock } = this.#parts;
    const { lease, run } = task;
    const { job, failures } = lease;
    const input = await this.#begin(task);
    if (input === undefined) return;
    stats.begun();
    void this.#announce(false).catch(this.#consider);
    let outcome: Outcome;
    const begunAt = clock.now();
    try {
      outcome = await this.#compute(task, input);
    } catch (error) {
      if (task.givenUp !== undefined) {
        stats.gaveUp();
        await this.#patiently(() => transport.end(lease, task.givenUp === 'over' ? 'done' : 'back'));
        return;
      }
      const reason = messageOf(error);
      stats.failedAt(run, job, reason);
      const now = clock.now();
      const others = Math.min(MAX_OTHERS_MS, Math.max(MIN_OTHERS_MS, OTHERS_FACTOR * (now - begunAt)));
      this.#failed.set(job, now + others);
      if (error instanceof MissingBlob) outcome = { worker, misfit: reason };
      else if (failures + 1 < protocol.MAX_FAILURES) {
        await this.#patiently(() => transport.end(lease, { worker, reason }));
        return;
      } else outcome = { worker, failed: `${failures + 1} failures, the last one: ${reason}` };
    }
    if ('seconds' in outcome) stats.succeeded(run, job, (clock.now() - begunAt) / 1000);
    await this.#send(task, outcome);
  }

  /** Returns the input of a job that is to be done; else its lease is ended. */
  async #begin(task: Task): Promise<protocol.JobInput | undefined> {
    const { transport, id: worker } = this.#parts;
    const { lease, run } = task;
    const { job, givenUp } = lease;
    const [text, bytes] = await transport.get(
      run,
      [FIELD.notice, FIELD.input(job)],
      protocol.MAX_INPUT_BYTES,
    );
    const notice = asNotice(text);
    const isForOthers = lease.failures > 0 && (await this.#isForOthers(job));
    if (isForOthers || notice?.refused.includes(worker) === true || this.#stopping.signal.aborted) {
      await transport.end(lease, 'back');
      return undefined;
    }
    // Nobody waits for it.
    if (notice === undefined || !(bytes instanceof Uint8Array)) {
      await transport.end(lease, 'done');
      return undefined;
    }
    this.#served.add(run);
    this.#tellOnce(run, { event: 'run-begun', run, title: notice.title });
    const input = protocol.readJobInput(bytes);
    if (givenUp === undefined && input !== undefined) return input;
    await this.#send(task, givenUp === undefined ? { worker, unread: true } : { worker, failed: givenUp });
    return undefined;
  }

  /** Whether a job has failed here lately and others may do better; they have a moment to take it. */
  async #isForOthers(job: string): Promise<boolean> {
    const { transport, clock, id, version } = this.#parts;
    if (clock.now() >= (this.#failed.get(job) ?? -Infinity)) return false;
    const isOther = (other: string, text: string): boolean =>
      other !== id && protocol.readWorkerNotice(text)?.version === version;
    if (!(await transport.list('workers')).some((one) => isOther(one.id, one.text))) return false;
    await clock.sleep(ROOM_MS);
    return true;
  }

  /** Computes a job. Raises when it fails, hangs or is given up; its thread is ended then. */
  async #compute(task: Task, { kind, input, deadline }: protocol.JobInput): Promise<Outcome> {
    const { compute, clock, id: worker } = this.#parts;
    const { run, end } = task;
    const late = clock.sleep(1000 * deadline, end.signal).then(() => {
      end.abort('hung');
    });
    try {
      const ask = ({ hash }: Question): Promise<Answer> => this.#blob(run, hash);
      const signals = { end: end.signal, stop: this.#stopping.signal };
      const computing = compute({ run, kind, input }, ask, signals);
      computing.catch(() => undefined);
      const answer = await Promise.race([computing, late]);
      if (task.givenUp !== undefined) throw new Error('it was given up');
      if (answer === undefined || end.signal.aborted)
        throw new Error(`it took longer than ${deadline} seconds`);
      if ('missing' in answer) throw new MissingBlob(answer.missing);
      if ('failed' in answer) throw new Error(answer.failed);
      return { worker, ...answer };
    } finally {
      end.abort('done');
    }
  }

  /** Puts an outcome where the command finds it, once there is room, and ends the lease. */
  async #send(task: Task, outcome: Outcome): Promise<void> {
    const { transport, clock, id: worker } = this.#parts;
    const { lease, run } = task;
    let packed = protocol.packOutcome(outcome);
    for (let isTold = false; task.givenUp === undefined;) {
      const put = await transport
        .put(run, FIELD.outcome(lease.job), packed, SHARE.outcome, FIELD.input(lease.job))
        .catch((error: unknown) => {
          if (error instanceof NoRoom) return 'full' as const;
          throw error;
        });
      // Inputs may take half of the room: what is larger than the rest would wait for ever.
      if (put === 'large') packed = protocol.packOutcome({ worker, misfit: `${packed.length} bytes` });
      else if (put !== 'full') break;
      else {
        if (!isTold) this.#tell({ event: 'redis-full' });
        isTold = true;
        await clock.sleep(ROOM_MS);
      }
    }
    const isForOthers = task.givenUp === 'for others';
    // Whoever has seen a result sees in the list of workers that it was done.
    await this.#announce(false).catch(this.#consider);
    await this.#patiently(() => transport.end(lease, isForOthers ? 'back' : 'done'));
  }

  /** Calls until there is room. */
  async #patiently(call: () => Promise<void>): Promise<void> {
    for (;;) {
      try {
        await call();
        return;
      } catch (error) {
        if (!(error instanceof NoRoom)) throw error;
      }
      await this.#parts.clock.sleep(ROOM_MS);
    }
  }

  /** Returns a blob of a run, from memory if it was used lately. */
  async #blob(run: string, hash: string): Promise<Uint8Array | null> {
    const [found] = this.#held.has(hash)
      ? [this.#held.get(hash)]
      : await this.#parts.transport.get(run, [FIELD.blob(hash)], MAX_BLOB_BYTES);
    if (!(found instanceof Uint8Array) || protocol.hashOf(found) !== hash) return null;
    this.#held.delete(hash);
    this.#held.set(hash, found);
    let bytes = [...this.#held.values()].reduce((sum, { length }) => sum + length, 0);
    for (const [oldest, { length }] of this.#held) {
      if (bytes <= MAX_HELD_BYTES || oldest === hash) break;
      this.#held.delete(oldest);
      bytes -= length;
    }
    return found;
  }

  async #announce(isNew: boolean): Promise<void> {
    const { transport, clock, id, version, host, pid, threads, stats } = this.#parts;
    const { active, done, failed } = stats.counts;
    const notice: WorkerNotice = {
      ...{ version, host, pid, threads },
      run: [...this.#tasks.values()].at(-1)?.run ?? null,
      ...{ active, done, failed, lastMinute: stats.lastMinute },
      seconds: Math.round((clock.now() - this.#begunAt) / 1000),
    };
    const isThere = await transport.announce('workers', id, JSON.stringify(notice), isNew);
    if (isThere === undefined) await transport.announce('workers', id, JSON.stringify(notice), true);
  }

  /** Reports an event the first time while its run lasts. */
  #tellOnce(run: string, event: WorkerEvent): void {
    const told = `${run} ${event.event}`;
    if (!this.#reported.has(told)) this.#tell(event);
    this.#reported.add(told);
  }

  #tell(event: WorkerEvent): void {
    this.#parts.stats.tell(event);
  }

  readonly #consider = (error: unknown): void => {
    if (!(error instanceof NoRoom)) this.#parts.onError(error);
  };
}

function asNotice(text: Uint8Array | 'large' | undefined): RunNotice | undefined {
  return text instanceof Uint8Array ? protocol.readRunNotice(new TextDecoder().decode(text)) : undefined;
}
