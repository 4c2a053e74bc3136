/**
 * A run: the jobs of one command. This process is authoritative: jobs that the queue has lost are added again, and results that
 * come twice are ignored. A result is taken if it has its digest and passes the checks of its kind. A worker that sends one with
 * a right digest and wrong content gets no more jobs of the run. One result in so many is computed again by a thread here.
 */
import { failure, interruptedError, messageOf, TakeawayError } from '../common/errors.js';
import { DEADLINE_SECONDS, InvalidResult, type Done, type JobKind, type JobRunner } from '../jobs/job.js';
import { BlobSource } from '../jobs/blob-source.js';
import { Fleet, type Announced } from './fleet.js';
import * as protocol from './protocol.js';
import { FIELD, HEARTBEAT_MS, MAX_FAILURES, SHARE } from './protocol.js';
import { NoRoom, type Clock, type JobEvent, type Transport } from './transport.js';

/** A job without news for this long is looked for, and added again if the queue has lost it. */
const QUIET_MS = 10_000;
/** Between two tries to write to a Redis that is full, and two reports of it. */
const ROOM_MS = 250;
const FULL_REPORT_MS = 60_000;
/** Jobs whose bytes are dropped again: more than end within the seconds that a restart loses. */
const MAX_DROPPED_AGAIN = 1000;
/** Results that are fetched and checked at a time. */
const RESULTS_AT_ONCE = 4;
/** Jobs under way for each thread of a worker: some in work, some waiting. */
const JOBS_PER_THREAD = 3;
const MIN_AT_ONCE = 8;
/** One job in so many is confirmed, which takes this share of the workers' CPU time here. */
const CONFIRMED_OF = 50;

export interface RunParts extends Announced {
  readonly transport: Transport;
  readonly clock: Clock;
  readonly jobSeconds: number;
  readonly confirmedOf?: number | undefined;
  /** Makes what does jobs here: those to confirm, and those that the Redis has no room for. */
  readonly runnerHere: (over: AbortSignal, blobSource: BlobSource) => JobRunner;
  /** The error of a run that the Redis has lost, or that somebody has removed. */
  readonly lostError: () => Error;
  /** Told of errors that may pass. Returns the error that ends the run, if it will not. */
  readonly onError: (error: unknown) => Error | undefined;
}

/** A job without a result. */
interface Entry {
  readonly kind: JobKind<unknown, unknown>;
  readonly input: unknown;
  readonly resolve: (done: Done<unknown>) => void;
  readonly reject: (error: unknown) => void;
  /** A new one each time it is done again, which makes late results harmless. */
  job: string;
  /** Undefined until it is in the queue. */
  heardAt: number | undefined;
  isTaken: boolean;
  failures: number;
}

export class Run implements JobRunner {
  readonly jobSeconds: number;
  readonly blobSource: BlobSource;
  readonly fleet: Fleet;
  /** Bytes of the run in Redis, lately. */
  usedBytes = 0;
  readonly #parts: RunParts;
  readonly #begunAt: number;
  readonly #entries = new Map<string, Entry>();
  readonly #over = new AbortController();
  readonly #results: Entry[] = [];
  #fetching = 0;
  #next = 0;
  #fullAt = -Infinity;
  #reportedAt = -Infinity;
  /** The time at which a job has ended last, or leftovers were dropped. */
  #endedAt: number;
  #here: JobRunner | undefined;
  #unconfirmed = 0;
  #confirming = 0;
  #isClosed = false;
  #waiting: Promise<void> | undefined;
  #living: Promise<void> = Promise.resolve();

  private constructor(parts: RunParts) {
    this.#parts = parts;
    this.jobSeconds = parts.jobSeconds;
    this.fleet = new Fleet(parts.transport, parts);
    this.#begunAt = parts.clock.now();
    this.#endedAt = this.#begunAt;
    const { transport, id } = parts;
    this.blobSource = new BlobSource({
      // A job whose blobs find no room is done here.
      put: (hash, bytes) =>
        this.#patiently(() => transport.put(id, FIELD.blob(hash), bytes, SHARE.blob)).catch(this.#consider),
      drop: (hashes) =>
        this.#patiently(() => transport.drop(id, hashes.map(FIELD.blob))).catch(this.#consider),
    });
  }

  /** Announces a run. */
  static async begin(parts: RunParts): Promise<Run> {
    const run = new Run(parts);
    await run.fleet.announce(0, true);
    parts.onEvent({ about: 'begun', run: parts.id });
    await parts.transport.listen((event) => run.#hear(event));
    await run.fleet.look();
    run.#living = run.#live();
    return run;
  }

  get id(): string {
    return this.#parts.id;
  }

  get atOnce(): number {
    return Math.max(MIN_AT_ONCE, JOBS_PER_THREAD * this.fleet.threads);
  }

  /** Jobs without a result. */
  get pending(): number {
    return this.#entries.size;
  }

  tell(title: string, share: number): void {
    const isNew = title !== this.fleet.stats.title;
    Object.assign(this.fleet.stats, { title, share });
    if (isNew) this.#announce().catch(this.#consider);
  }

  async do<Input, Result>(kind: JobKind<Input, Result>, input: Input): Promise<Done<Result>> {
    const first = (await new Promise<Done<unknown>>((resolve, reject) => {
      if (this.#over.signal.aborted) throw this.#over.signal.reason as Error;
      this.#begin({
        ...{ kind: kind, input, resolve, reject },
        ...{ job: '', heardAt: undefined, isTaken: false, failures: 0 },
      });
    })) as Done<Result>;
    return this.#confirmed(kind, input, first);
  }

  refuse(worker: string, reason: string): void {
    if (this.fleet.refuse(worker, reason)) void this.#announce().catch(this.#consider);
  }

  /** Ends the run with an error, which all of its jobs raise. */
  fail(error: Error): void {
    if (this.#over.signal.aborted) return;
    this.#over.abort(error);
    for (const { reject } of this.#entries.values()) reject(error);
  }

  /** Ends the run and removes all of it. */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    const jobs = [...this.#entries.keys()];
    this.fail(interruptedError());
    this.#entries.clear();
    const { transport, id } = this.#parts;
    await this.#here?.close();
    await this.#living;
    await transport.cancel(jobs);
    await transport.remove('runs', id);
  }

  /** Announces the run again and again, and looks for jobs without news. */
  async #live(): Promise<void> {
    const { clock } = this.#parts;
    const { signal } = this.#over;
    while (!signal.aborted) {
      try {
        const used = await this.#announce();
        if (used === undefined) this.fail(this.#parts.lostError());
        this.usedBytes = used ?? 0;
        await this.fleet.look();
        await this.#lookForQuiet();
        await this.#dropEnded();
      } catch (error) {
        this.#consider(error);
      }
      await clock.sleep(HEARTBEAT_MS, signal);
    }
  }

  #announce(): Promise<number | undefined> {
    return this.fleet.announce((this.#parts.clock.now() - this.#begunAt) / 1000);
  }

  async #lookForQuiet(): Promise<void> {
    const { transport, clock, id } = this.#parts;
    const since = clock.now() - QUIET_MS;
    const quiet = [...this.#entries.values()].filter(
      ({ heardAt = Infinity, isTaken }) => heardAt < since && !isTaken,
    );
    if (quiet.length === 0) return;
    const names = quiet.map(({ job }) => job);
    const fields = names.flatMap((job) => [FIELD.outcome(job), FIELD.input(job)]);
    const found = await transport.get(id, fields, 0);
    for (const [i, entry] of quiet.entries()) {
      if (!this.#isAwaited(entry, names[i]) || entry.isTaken) continue;
      entry.heardAt = clock.now();
      if (found[2 * i] !== undefined) this.#take(entry);
      else if (found[2 * i + 1] === undefined) this.#again(entry);
      else await transport.add([names[i]], this.#entries.size);
    }
  }

  #hear({ job, failed }: JobEvent): void {
    const entry = this.#entries.get(job);
    if (entry === undefined) return;
    if (failed === undefined) this.#take(entry);
    else this.#report(failed.worker, failed.reason);
  }

  #isAwaited(entry: Entry, job: string): boolean {
    return this.#entries.get(job) === entry;
  }

  /** Puts a job into the queue under a new name. */
  #begin(entry: Entry): void {
    entry.job = protocol.jobName(this.id, this.#next++);
    entry.isTaken = false;
    entry.heardAt = undefined;
    this.#entries.set(entry.job, entry);
    this.#enqueue(entry, entry.job).catch((error: unknown) => {
      this.#consider(error);
      // It is looked for as if it had been lost.
      entry.heardAt = this.#parts.clock.now();
    });
  }

  async #enqueue(entry: Entry, job: string): Promise<void> {
    const { transport, clock, id } = this.#parts;
    const { kind, input } = entry;
    const deadline = kind.deadline?.(input) ?? DEADLINE_SECONDS;
    const bytes = protocol.packJobInput({ kind: kind.name, input, deadline });
    for (;;) {
      const put = await this.#patiently(() => transport.put(id, FIELD.input(job), bytes, SHARE.input));
      if (!this.#isAwaited(entry, job) || this.#over.signal.aborted) return;
      if (put === 'put') break;
      if (put === 'over') {
        this.fail(this.#parts.lostError());
        return;
      }
      if (put === 'large') return this.#doHere(entry);
      await this.#roomlessMoment();
    }
    await this.#patiently(() => transport.add([job], this.#entries.size));
    entry.heardAt = clock.now();
  }

  /** Calls until there is room. */
  async #patiently<Result>(call: () => Promise<Result>): Promise<Result> {
    for (;;) {
      try {
        return await call();
      } catch (error) {
        if (!(error instanceof NoRoom) || this.#over.signal.aborted) throw error;
      }
      await this.#roomlessMoment();
    }
  }

  /** Reports now and then that there is no room, and waits: all calls that need some share the wait. */
  #roomlessMoment(): Promise<void> {
    const { clock, onEvent } = this.#parts;
    this.#fullAt = clock.now();
    if (this.#fullAt - this.#reportedAt > FULL_REPORT_MS) {
      this.#reportedAt = this.#fullAt;
      onEvent({ about: 'full' });
    }
    this.#waiting ??= clock.sleep(ROOM_MS, this.#over.signal).then(() => {
      this.#waiting = undefined;
    });
    return this.#waiting;
  }

  /**
   * Drops bytes of the last jobs that have ended, if none has for a while: a Redis that restarts with the data of a moment ago has
   * them again, and perhaps no room for others.
   */
  async #dropEnded(): Promise<void> {
    const { transport, clock, id } = this.#parts;
    if (clock.now() - this.#endedAt < QUIET_MS) return;
    this.#endedAt = clock.now();
    const first = Math.max(0, this.#next - MAX_DROPPED_AGAIN);
    const jobs = Array.from({ length: this.#next - first }, (_, i) => protocol.jobName(id, first + i));
    const ended = jobs.filter((job) => !this.#entries.has(job));
    const fields = ended.flatMap((job) => [FIELD.outcome(job), FIELD.input(job)]);
    if (fields.length > 0) await transport.drop(id, fields);
  }

  /** Fetches the outcome of a job when it is its turn. */
  #take(entry: Entry): void {
    if (entry.isTaken) return;
    entry.isTaken = true;
    this.#results.push(entry);
    if (this.#fetching < RESULTS_AT_ONCE) void this.#takeAll();
  }

  async #takeAll(): Promise<void> {
    this.#fetching++;
    for (let entry; (entry = this.#results.shift()) !== undefined;) {
      const { job } = entry;
      try {
        await this.#takeOne(entry, job);
      } catch (error) {
        this.#consider(error);
        // It is looked for as if it had been lost.
        entry.isTaken = false;
      }
    }
    this.#fetching--;
  }

  async #takeOne(entry: Entry, job: string): Promise<void> {
    const { transport, id, clock } = this.#parts;
    const { kind, input } = entry;
    const most = kind.most(input) + protocol.MAX_HEAD_BYTES;
    const [found] = await this.#patiently(() => transport.get(id, [FIELD.outcome(job)], most));
    if (!this.#isAwaited(entry, job)) return;
    if (found === undefined) {
      entry.isTaken = false;
      return;
    }
    const outcome = found === 'large' ? found : protocol.readOutcome(found);
    if (outcome === 'large' || (outcome !== undefined && 'misfit' in outcome)) await this.#doHere(entry);
    else if (outcome === undefined) this.#failed(entry, 'a worker', 'its result was damaged on the way');
    else if (this.fleet.hasRefused(outcome.worker)) this.#again(entry);
    else if ('unread' in outcome) this.#failed(entry, outcome.worker, 'the job was damaged on the way');
    else if ('failed' in outcome) {
      // Leases run out while the Redis is full, which is nobody's fault.
      if (clock.now() - this.#fullAt < FULL_REPORT_MS) this.#again(entry);
      else this.#giveUp(entry, outcome.failed);
    } else {
      try {
        const result = await kind.readResult(input, bounded(outcome, kind.most(input)));
        if (!this.#isAwaited(entry, job)) return;
        this.#entries.delete(job);
        this.#endedAt = clock.now();
        this.fleet.stats.done++;
        entry.resolve({ result, worker: outcome.worker });
      } catch (error) {
        if (!(error instanceof InvalidResult)) this.#reject(entry, error);
        else {
          this.refuse(outcome.worker, error.message);
          if (this.#isAwaited(entry, job)) this.#again(entry);
        }
      }
    }
    await this.#patiently(() => transport.drop(id, [FIELD.outcome(job), FIELD.input(job)]));
  }

  /** Has a job done once more. */
  #again(entry: Entry): void {
    this.#entries.delete(entry.job);
    this.#begin(entry);
  }

  /** Has a job done once more that has failed through nobody's fault, unless it fails always. */
  #failed(entry: Entry, worker: string, reason: string): void {
    this.#report(worker, reason);
    if (++entry.failures < MAX_FAILURES) this.#again(entry);
    else this.#giveUp(entry, `${entry.failures} failures, the last one: ${reason}`);
  }

  #report(worker: string, reason: string): void {
    this.fleet.stats.failed++;
    this.#parts.onEvent({ about: 'failed', worker, reason });
  }

  #giveUp(entry: Entry, found: string): void {
    const more = { help: 'What is done is kept.', remedy: { do: 'retry' } } as const;
    const { title } = this.fleet.stats;
    const of = `A ${entry.kind.name} of ${title === '' ? this.id : title}`;
    this.#reject(entry, failure('internal', of, 'a worker to do it', found, more));
  }

  #reject(entry: Entry, error: unknown): void {
    this.#entries.delete(entry.job);
    entry.reject(error);
  }

  /** Does a job with a thread of this machine. */
  async #doHere(entry: Entry): Promise<void> {
    const { job } = entry;
    entry.isTaken = true;
    try {
      const done = await this.#runnerHere().do(entry.kind, entry.input);
      if (!this.#isAwaited(entry, job)) return;
      this.#entries.delete(job);
      this.fleet.stats.done++;
      entry.resolve(done);
    } catch (error) {
      this.#reject(entry, this.#over.signal.aborted ? this.#over.signal.reason : error);
    }
  }

  #runnerHere(): JobRunner {
    return (this.#here ??= this.#parts.runnerHere(this.#over.signal, this.blobSource));
  }

  /** Returns a result that was computed here again and is the same, if it is its turn; else that of this machine. */
  async #confirmed<Input, Result>(
    kind: JobKind<Input, Result>,
    input: Input,
    first: Done<Result>,
  ): Promise<Done<Result>> {
    const { confirm } = kind;
    const of = this.#parts.confirmedOf ?? CONFIRMED_OF;
    // The thread that confirms keeps up with any number of workers: it leaves out results that come meanwhile.
    const isBusy = of > 1 && this.#confirming > 0;
    if (confirm === undefined || ++this.#unconfirmed < of || isBusy) return first;
    this.#unconfirmed = 0;
    this.#confirming++;
    try {
      const here = await this.#runnerHere().do(kind, confirm.again(input, first.result));
      if (confirm.hashOf(here.result) === confirm.hashOf(first.result)) return first;
      this.refuse(first.worker, `its ${kind.name} differs from that of this machine`);
      return here;
    } catch (error) {
      this.#over.signal.throwIfAborted();
      throw error;
    } finally {
      this.#confirming--;
    }
  }

  readonly #consider = (error: unknown): void => {
    if (this.#over.signal.aborted || error instanceof NoRoom) return;
    const end = error instanceof TakeawayError ? error : this.#parts.onError(error);
    if (end !== undefined) this.fail(end);
  };
}

/** Returns a result that is not larger than it may be. Raises `InvalidResult` for others. */
function bounded(
  outcome: Extract<protocol.Outcome, { blobs: unknown }>,
  most: number,
): Extract<protocol.Outcome, { blobs: unknown }> {
  const bytes = outcome.blobs.reduce((sum, { length }) => sum + length, 0);
  if (bytes <= most) return outcome;
  throw new InvalidResult(messageOf(`${bytes} bytes, not at most ${most}`));
}
