/**
 * The interface between a command and its workers: a queue of jobs, and the bytes of each run. The real one is BullMQ on Redis;
 * tests have one with virtual time. A call may be delayed, and may take effect twice. It raises `NoRoom` if there is no room.
 */

/** No room at the moment: the same call succeeds later. */
export class NoRoom extends Error {}

/** Senders of announcements. */
export type Kind = 'runs' | 'workers';

/** An announcement, and its age in seconds. */
export interface Listed {
  readonly id: string;
  readonly text: string;
  readonly age: number;
}

export interface Lease {
  readonly job: string;
  /** Previous failures. */
  readonly failures: number;
  /** The reason why no worker may run it, if its leases expired too often. */
  readonly givenUp: string | undefined;
}

/** The end of a lease: done, failed and to be retried later, or returned for the next worker. */
export type LeaseEnd = 'done' | 'back' | { readonly worker: string; readonly reason: string };

/** The outcome of a `put`: stored, too large to ever fit, or no longer needed. */
export type Put = 'put' | 'large' | 'over';

export type Found = Uint8Array | 'large' | undefined;

/** A job is done, or has failed and will be retried. Only a hint, as it may be lost. */
export interface JobEvent {
  readonly job: string;
  readonly failed?: { readonly worker: string; readonly reason: string } | undefined;
}

export interface Transport {
  /** Extends the TTL of a run or a worker. Returns the bytes that it has; undefined if it is not new and has expired. */
  announce(kind: Kind, id: string, text: string, isNew: boolean): Promise<number | undefined>;
  /** Lists the runs or workers whose announcements have not expired. */
  list(kind: Kind): Promise<Listed[]>;
  /** Removes a run with all its bytes, or a worker. */
  remove(kind: Kind, id: string): Promise<void>;
  /** Adds a job to the queue, unless it has it. */
  add(job: string, priority: number): Promise<void>;
  /** Removes jobs that no worker has begun. */
  cancel(jobs: readonly string[]): Promise<void>;
  /** Waits a moment for a job. One call at a time. */
  take(): Promise<Lease | undefined>;
  renew(lease: Lease): Promise<void>;
  end(lease: Lease, how: LeaseEnd): Promise<void>;
  /** Stores bytes if the run then takes at most `share` of its room, and while `needs` exists: late bytes would remain. */
  put(run: string, field: string, bytes: Uint8Array, share: number, needs?: string): Promise<Put>;
  /** Returns the bytes of some fields, in order: undefined for missing ones, `large` for more than `most` bytes. */
  get(run: string, fields: readonly string[], most: number): Promise<readonly Found[]>;
  drop(run: string, fields: readonly string[]): Promise<void>;
  /** Reports events of jobs from now on. */
  listen(tell: (event: JobEvent) => void): Promise<void>;
}

/** The time of the machine or a virtual one, in milliseconds. */
export interface Clock {
  now(): number;
  /** Waits, at most until the signal is aborted. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

/** Intervals of attempts to write to a full queue, and of reports that it is full. */
const ROOM_MS = 250;
const REPORT_MS = 60_000;

/** Backpressure: repeats calls until there is room for them, and reports now and then that there is none. */
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

  /** Repeats a call until it finds room, or raises another error. */
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
