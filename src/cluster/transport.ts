/**
 * The calls of a command and its workers to whatever is between them: a queue of jobs, and the bytes of each run. The real
 * one is BullMQ on Redis; the tests have one with virtual time. A call may be late, and may take effect twice. One that finds no
 * room raises `NoRoom`.
 */

/** The room of the other side is full: the same call succeeds later. */
export class NoRoom extends Error {}

/** Announces itself again and again. */
export type Kind = 'runs' | 'workers';

/** An announcement, and its age in seconds. */
export interface Listed {
  readonly id: string;
  readonly text: string;
  readonly age: number;
}

/** A job that this worker has a lease of. */
export interface Lease {
  readonly job: string;
  /** Times that it has failed before. */
  readonly failures: number;
  /** Set if its leases ran out too often: the reason why nobody is to do it. */
  readonly givenUp: string | undefined;
}

/** The end of a lease: done, failed and to be tried again later, or given back for the next worker. */
export type LeaseEnd = 'done' | 'back' | { readonly worker: string; readonly reason: string };

/** Bytes that are kept, that will never fit, and that nobody waits for any more. */
export type Put = 'put' | 'large' | 'over';

/** Bytes that were asked for. */
export type Found = Uint8Array | 'large' | undefined;

/** A job is done, or has failed and will be tried again. Only a hint, as it may be lost. */
export interface JobEvent {
  readonly job: string;
  readonly failed?: { readonly worker: string; readonly reason: string } | undefined;
}

export interface Transport {
  /** Extends the life of a run or a worker, with a new text. Returns the bytes that it has; undefined if it is not new and not there. */
  announce(kind: Kind, id: string, text: string, isNew: boolean): Promise<number | undefined>;
  /** Lists the runs or workers whose announcements have not expired. */
  list(kind: Kind): Promise<Listed[]>;
  /** Removes a run with all its bytes, or a worker. */
  remove(kind: Kind, id: string): Promise<void>;
  /** Adds a job to the queue, unless it is there. */
  add(job: string, priority: number): Promise<void>;
  /** Removes jobs that no worker has begun. */
  cancel(jobs: readonly string[]): Promise<void>;
  /** Waits a moment for a job. One call at a time. */
  take(): Promise<Lease | undefined>;
  /** Extends a lease. */
  renew(lease: Lease): Promise<void>;
  /** Ends a lease. */
  end(lease: Lease, how: LeaseEnd): Promise<void>;
  /**
   * Keeps bytes of a run, of which all together take at most `share` of the room that the run has. With `needs` only while that
   * field is there: what comes late would stay.
   */
  put(run: string, field: string, bytes: Uint8Array, share: number, needs?: string): Promise<Put>;
  /** Returns the bytes of some fields, in order: undefined for those that are not there, `large` for more than `most` bytes. */
  get(run: string, fields: readonly string[], most: number): Promise<readonly Found[]>;
  /** Removes bytes of a run. */
  drop(run: string, fields: readonly string[]): Promise<void>;
  /** Has jobs told of from now on. */
  listen(tell: (event: JobEvent) => void): Promise<void>;
}

/** Time: that of the machine, or a virtual one. Milliseconds. */
export interface Clock {
  now(): number;
  /** Waits, or less if the signal is aborted. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

/** Between two tries to write to a queue that is full, and two reports of it. */
const ROOM_MS = 250;
const REPORT_MS = 60_000;

/** Makes calls again and again until there is room for them, and reports now and then that there is none. */
export class Backpressure {
  readonly #clock: Clock;
  readonly #report: () => void;
  #fullAt = -Infinity;
  #reportedAt = -Infinity;

  constructor(clock: Clock, report: () => void) {
    this.#clock = clock;
    this.#report = report;
  }

  /** Whether there was no room lately. */
  get wasFull(): boolean {
    return this.#clock.now() - this.#fullAt < REPORT_MS;
  }

  /** Makes a call until it finds room, or raises another error. */
  async untilRoom<Result>(call: () => Promise<Result>): Promise<Result> {
    for (;;) {
      try {
        return await call();
      } catch (error) {
        if (!(error instanceof NoRoom)) throw error;
      }
      this.#fullAt = this.#clock.now();
      if (this.#fullAt - this.#reportedAt > REPORT_MS) {
        this.#reportedAt = this.#fullAt;
        this.#report();
      }
      await this.#clock.sleep(ROOM_MS);
    }
  }
}
