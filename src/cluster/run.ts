/**
 * A run: the jobs of one command. This process is authoritative: jobs lost by the queue are added again, and duplicate results
 * are ignored. A result is accepted if its digest is right and it passes the checks of its kind. A worker that sends wrong
 * content with a right digest gets no more jobs of the run. A thread here computes one result in 50 again.
 */
import { failure, interruptedError, TakeawayError } from '../common/errors.js';
import { DEADLINE_SECONDS, InvalidResult, type Done, type JobKind, type JobRunner } from '../jobs/job.js';
import { BlobSource } from '../jobs/blob-source.js';
import { Fleet, type Announcer } from './fleet.js';
import * as protocol from './protocol.js';
import { FIELD, HEARTBEAT_MS, MAX_FAILURES, SHARE } from './protocol.js';
import { Backpressure, NoRoom, type Clock, type JobEvent, type Transport } from './transport.js';

/** A job without news for this long is looked up, and added again if the queue has lost it. */
const QUIET_MS = 10_000;
/** Jobs whose bytes are dropped again: more than end within the seconds that a restart loses. */
const MAX_DROPPED_AGAIN = 1000;
const RESULTS_AT_ONCE = 4;
/** Jobs under way for each thread of a worker: some running, some queued. */
const JOBS_PER_THREAD = 3;
const MIN_AT_ONCE = 8;
/** One job in 50 is confirmed, which takes a 50th of the workers' CPU time here. */
const CONFIRMED_OF = 50;

export interface RunParts extends Announcer {
  readonly transport: Transport;
  readonly clock: Clock;
  readonly confirmedOf?: number | undefined;
  /** Creates the runner of jobs on this machine: confirmations, and jobs too large for the Redis. */
  readonly runnerHere: (over: AbortSignal, blobSource: BlobSource) => JobRunner;
  /** Returns the error of a run that Redis has lost, or that a user has removed. */
  readonly lostError: () => Error;
  /** Receives errors that may be transient. Returns the error that ends the run, if this one is not. */
  readonly onError: (error: unknown) => Error | undefined;
}

/** An outcome with a result. */
type Accepted = Extract<protocol.Outcome, { readonly data: unknown }>;

/** A job without a result. */
interface Entry {
  readonly kind: JobKind<unknown, unknown>;
  readonly input: unknown;
  readonly resolve: (done: Done<unknown>) => void;
  readonly reject: (error: unknown) => void;
  /** Renamed for each repetition, so late results are harmless. */
  job: string;
  /** Undefined until it is in the queue. */
  heardAt: number | undefined;
  isClaimed: boolean;
  /** Times that its input or its result was damaged in transit. */
  damages: number;
}

/** The state of an entry whose job is not in the queue. */
const UNKNOWN = { job: '', heardAt: undefined, isClaimed: false };

export class Run {
  readonly blobSource: BlobSource;
  readonly fleet: Fleet;
  /** Bytes of the run in Redis, as of the last announcement. */
  usedBytes = 0;
  readonly #parts: RunParts;
  readonly #begunAt: number;
  readonly #entries = new Map<string, Entry>();
  readonly #over = new AbortController();
  readonly #backpressure: Backpressure;
  readonly #results: Entry[] = [];
  #fetching = 0;
  #next = 0;
  /** Time at which a job last ended, or leftovers were dropped. */
  #endedAt: number;
  #here: JobRunner | undefined;
  #unconfirmed = 0;
  #confirming = 0;
  #isClosed = false;
  #living: Promise<void> = Promise.resolve();

  private constructor(parts: RunParts) {
    const { transport, id, clock, onEvent } = parts;
    this.#parts = parts;
    this.fleet = new Fleet(transport, parts);
    this.#begunAt = clock.now();
    this.#endedAt = this.#begunAt;
    this.#backpressure = new Backpressure(clock, () => onEvent({ about: 'full' }));
    const tried = (call: () => Promise<unknown>): Promise<unknown> =>
      this.#untilRoom(call).catch(this.#consider);
    this.blobSource = new BlobSource({
      // A job whose blobs find no room runs here.
      put: (hash, bytes) => tried(() => transport.put(id, FIELD.blob(hash), bytes, SHARE.blob)),
      drop: (hashes) => tried(() => transport.drop(id, hashes.map(FIELD.blob))),
    });
  }

  static async begin(parts: RunParts): Promise<Run> {
    const run = new Run(parts);
    await run.fleet.announce(0, true);
    parts.onEvent({ about: 'begun', run: parts.id });
    await parts.transport.listen((event) => run.#hear(event));
    await run.fleet.poll();
    run.#living = run.#live();
    return run;
  }

  get id(): string {
    return this.#parts.id;
  }

  get atOnce(): number {
    return Math.max(MIN_AT_ONCE, JOBS_PER_THREAD * this.fleet.seen.threads);
  }

  get pending(): number {
    return this.#entries.size;
  }

  tell(title: string, share: number): void {
    const isNew = title !== this.fleet.stats.title;
    Object.assign(this.fleet.stats, { title, share });
    if (isNew) this.#announce().catch(this.#consider);
  }

  async do<Input, Result>(kind: JobKind<Input, Result>, input: Input): Promise<Done<Result>> {
    this.#over.signal.throwIfAborted();
    const first = (await new Promise<Done<unknown>>((resolve, reject) =>
      this.#begin({ ...{ kind, input, resolve, reject }, ...UNKNOWN, damages: 0 }),
    )) as Done<Result>;
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

  /** The heartbeat: announces the run, and looks up jobs without news. */
  async #live(): Promise<void> {
    const { clock } = this.#parts;
    const { signal } = this.#over;
    while (!signal.aborted) {
      try {
        const used = await this.#announce();
        if (used === undefined) this.fail(this.#parts.lostError());
        this.usedBytes = used ?? 0;
        await this.fleet.poll();
        await this.#findQuiet();
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

  async #findQuiet(): Promise<void> {
    const { transport, clock, id } = this.#parts;
    const since = clock.now() - QUIET_MS;
    const isQuiet = ({ heardAt = Infinity, isClaimed }: Entry): boolean => heardAt < since && !isClaimed;
    const quiet = [...this.#entries.values()].filter(isQuiet);
    if (quiet.length === 0) return;
    const names = quiet.map(({ job }) => job);
    const found = await transport.get(id, names.flatMap(fieldsOf), 0);
    for (const [i, entry] of quiet.entries()) {
      if (!this.#isAwaited(entry, names[i]) || entry.isClaimed) continue;
      entry.heardAt = clock.now();
      if (found[2 * i] !== undefined) this.#fetchSoon(entry);
      else if (found[2 * i + 1] === undefined) this.#again(entry);
      else await transport.add(names[i], this.#entries.size);
    }
  }

  #hear({ job, failed }: JobEvent): void {
    const entry = this.#entries.get(job);
    if (entry === undefined) return;
    if (failed === undefined) this.#fetchSoon(entry);
    else this.#report(failed.worker, failed.reason);
  }

  #isAwaited(entry: Entry, job: string): boolean {
    return this.#entries.get(job) === entry;
  }

  /** Adds a job to the queue under a new name. */
  #begin(entry: Entry): void {
    Object.assign(entry, UNKNOWN, { job: protocol.jobName(this.id, this.#next++) });
    this.#entries.set(entry.job, entry);
    this.#enqueue(entry, entry.job).catch((error: unknown) => {
      this.#consider(error);
      // It will be looked up like a lost job.
      entry.heardAt = this.#parts.clock.now();
    });
  }

  async #enqueue(entry: Entry, job: string): Promise<void> {
    const { transport, clock, id } = this.#parts;
    const { kind, input } = entry;
    const deadline = kind.deadline?.(input) ?? DEADLINE_SECONDS;
    const bytes = protocol.packJobInput({ kind: kind.name, input, deadline });
    const put = await this.#untilRoom(() => transport.put(id, FIELD.input(job), bytes, SHARE.input));
    if (!this.#isAwaited(entry, job)) return;
    if (put === 'over') this.fail(this.#parts.lostError());
    else if (put === 'large') await this.#doHere(entry);
    else {
      await this.#untilRoom(() => transport.add(job, this.#entries.size));
      entry.heardAt = clock.now();
    }
  }

  /** Repeats a call until it finds room. Raises once the run is over. */
  #untilRoom<Result>(call: () => Promise<Result>): Promise<Result> {
    return this.#backpressure.untilRoom(() => {
      this.#over.signal.throwIfAborted();
      return call();
    });
  }

  /** Drops the last ended jobs' bytes again if none has ended for a while: a Redis restarted from a snapshot has them. */
  async #dropEnded(): Promise<void> {
    const { transport, clock, id } = this.#parts;
    if (clock.now() - this.#endedAt < QUIET_MS) return;
    this.#endedAt = clock.now();
    const first = Math.max(0, this.#next - MAX_DROPPED_AGAIN);
    const jobs = Array.from({ length: this.#next - first }, (_, i) => protocol.jobName(id, first + i));
    const fields = jobs.filter((job) => !this.#entries.has(job)).flatMap(fieldsOf);
    if (fields.length > 0) await transport.drop(id, fields);
  }

  /** Queues the outcome of a job to be fetched. */
  #fetchSoon(entry: Entry): void {
    if (entry.isClaimed) return;
    entry.isClaimed = true;
    this.#results.push(entry);
    if (this.#fetching < RESULTS_AT_ONCE) void this.#fetchAll();
  }

  async #fetchAll(): Promise<void> {
    this.#fetching++;
    for (let entry; (entry = this.#results.shift()) !== undefined;) {
      try {
        await this.#fetchOne(entry, entry.job);
      } catch (error) {
        this.#consider(error);
        // It will be looked up like a lost job.
        entry.isClaimed = false;
      }
    }
    this.#fetching--;
  }

  async #fetchOne(entry: Entry, job: string): Promise<void> {
    const { transport, id } = this.#parts;
    const { kind, input } = entry;
    const most = kind.most(input) + protocol.MAX_HEAD_BYTES;
    const [found] = await transport.get(id, [FIELD.outcome(job)], most);
    if (!this.#isAwaited(entry, job)) return;
    if (found === undefined) {
      entry.isClaimed = false;
      return;
    }
    const misfit = { worker: '', problem: 'misfit', reason: '' } as const;
    const outcome = found === 'large' ? misfit : protocol.readOutcome(found);
    if (outcome === undefined) this.#damaged(entry, 'a worker', 'its result was damaged on the way');
    else if (this.fleet.hasRefused(outcome.worker)) this.#again(entry);
    else if (!('problem' in outcome)) await this.#accept(entry, job, outcome);
    else if (outcome.problem === 'misfit') await this.#doHere(entry);
    else if (outcome.problem === 'damaged') this.#damaged(entry, outcome.worker, outcome.reason);
    // Leases expire while Redis is full, which is no fault of the job.
    else if (this.#backpressure.wasFull) this.#again(entry);
    else this.#giveUp(entry, outcome.reason);
    await this.#untilRoom(() => transport.drop(id, fieldsOf(job)));
  }

  async #accept(entry: Entry, job: string, { worker, ...made }: Accepted): Promise<void> {
    const { kind, input } = entry;
    try {
      const bytes = made.blobs.reduce((sum, { length }) => sum + length, 0);
      const most = kind.most(input);
      if (bytes > most) throw new InvalidResult(`${bytes} bytes, not at most ${most}`);
      const result = await kind.readResult(input, made);
      if (this.#isAwaited(entry, job)) this.#resolve(entry, { result, worker });
    } catch (error) {
      if (!(error instanceof InvalidResult)) this.#reject(entry, error);
      else {
        this.refuse(worker, error.message);
        if (this.#isAwaited(entry, job)) this.#again(entry);
      }
    }
  }

  #again(entry: Entry): void {
    this.#entries.delete(entry.job);
    this.#begin(entry);
  }

  /** Repeats a job that was damaged in transit, up to a number of times. */
  #damaged(entry: Entry, worker: string, reason: string): void {
    this.#report(worker, reason);
    if (++entry.damages < MAX_FAILURES) this.#again(entry);
    else this.#giveUp(entry, `${entry.damages} failures, the last one: ${reason}`);
  }

  #report(worker: string, reason: string): void {
    this.fleet.stats.failed++;
    this.#parts.onEvent({ about: 'failed', worker, reason });
  }

  #giveUp(entry: Entry, reason: string): void {
    const { title } = this.fleet.stats;
    this.#reject(
      entry,
      failure(
        'internal',
        'No worker could do a {kind} of {run}: {reason}. What is done is kept.',
        { kind: entry.kind.name, run: title === '' ? this.id : title, reason },
        { remedy: { do: 'retry' } },
      ),
    );
  }

  #reject(entry: Entry, error: unknown): void {
    this.#entries.delete(entry.job);
    entry.reject(error);
  }

  #resolve(entry: Entry, done: Done<unknown>): void {
    this.#entries.delete(entry.job);
    this.#endedAt = this.#parts.clock.now();
    this.fleet.stats.done++;
    entry.resolve(done);
  }

  async #doHere(entry: Entry): Promise<void> {
    const { job } = entry;
    entry.isClaimed = true;
    try {
      const done = await this.#runnerHere().do(entry.kind, entry.input);
      if (this.#isAwaited(entry, job)) this.#resolve(entry, done);
    } catch (error) {
      this.#reject(entry, this.#over.signal.aborted ? this.#over.signal.reason : error);
    }
  }

  #runnerHere(): JobRunner {
    return (this.#here ??= this.#parts.runnerHere(this.#over.signal, this.blobSource));
  }

  /** Confirms a result if one is due: computes it here, and returns this one if they differ. */
  async #confirmed<Input, Result>(
    kind: JobKind<Input, Result>,
    input: Input,
    first: Done<Result>,
  ): Promise<Done<Result>> {
    const { confirm } = kind;
    const of = this.#parts.confirmedOf ?? CONFIRMED_OF;
    // Confirms one at a time, and skips results that arrive meanwhile: so it keeps up with any number of workers.
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

function fieldsOf(job: string): string[] {
  return [FIELD.outcome(job), FIELD.input(job)];
}
