/**
 * A pool of processes that answer requests, each one at a time, from one queue in the order in which they came. A process can be
 * ended without harm to other requests, and its end frees all of its memory.
 */
import type { Asking } from '../../solver/threads/questions.js';
import { busyError, crashError, endedError, tooMuchTimeError } from './failures.js';
import { Job, type Client } from './job.js';
import type { AnswerTalk } from './talk.js';

const MAX_PROCESSES = 4;
/** Processes for answers that take as long as their client takes them: the others stay free for short ones. */
const MAX_LONG = 2;
/** Requests that wait. */
const MAX_WAITING = 64;
/** Seconds until an answer begins. */
const MAX_SECONDS = 120;
/** Milliseconds in which a process must heed that it is to stop: loops look every 50. */
const HEED_MS = 200;
/** Milliseconds after which a process without work is ended, with all that it remembers. */
const IDLE_MS = 60_000;

/** A process that answers requests. */
export type Answering = Pick<Asking<AnswerTalk>, 'run' | 'end' | 'hasFailed'>;

/** Processes, the ones at work, requests that wait, and answers that were cut because their process had ended. */
export interface Census {
  readonly processes: number;
  readonly working: number;
  readonly waiting: number;
  readonly cut: number;
}

/** A job with the process that does it. */
interface Running {
  readonly job: Job;
  readonly process: Answering;
  /** Aborted when the answer is not wanted any more. */
  readonly stop: AbortController;
}

export class Pool {
  readonly #start: () => Answering;
  readonly #waiting: Job[] = [];
  readonly #running = new Set<Running>();
  /** Processes without work, each with the timer that ends it. */
  readonly #idle = new Map<Answering, NodeJS.Timeout>();
  #hasEnded = false;
  #cut = 0;

  constructor(start: () => Answering) {
    this.#start = start;
  }

  get census(): Census {
    const working = this.#running.size;
    return { processes: working + this.#idle.size, working, waiting: this.#waiting.length, cut: this.#cut };
  }

  /** Has a process answer. Rejects with a refusal if too many wait, or the work takes too much time or memory. */
  answer(client: Client): Promise<Response> {
    const job = new Job(client, () => this.#leave(job));
    if (client.signal.aborted) job.leave();
    else if (this.#hasEnded) job.fail(endedError());
    else {
      this.#waiting.push(job);
      this.#fill();
      if (this.#waiting.length > MAX_WAITING) this.#waiting.pop()!.fail(busyError(MAX_WAITING));
    }
    return job.response;
  }

  /** Ends all processes; requests that wait or are worked on fail. */
  async end(): Promise<void> {
    this.#hasEnded = true;
    for (const job of this.#waiting.splice(0)) job.fail(endedError());
    const ends = [...this.#idle.keys()].map((process) => process.end());
    this.#forgetIdle();
    for (const { job, process } of this.#running) {
      job.fail(endedError());
      ends.push(process.end());
    }
    await Promise.all(ends);
  }

  /** Begins with the first jobs that may begin, while there are places. */
  #fill(): void {
    while (this.#running.size < MAX_PROCESSES) {
      const long = [...this.#running].filter(({ job }) => job.isLong).length;
      const at = this.#waiting.findIndex(({ isLong }) => !isLong || long < MAX_LONG);
      if (at < 0) return;
      void this.#do(this.#waiting.splice(at, 1)[0]);
    }
  }

  async #do(job: Job): Promise<void> {
    const running = { job, process: this.#freeProcess(), stop: new AbortController() };
    const { process, stop } = running;
    this.#running.add(running);
    const limit = setTimeout(() => {
      // A client takes an answer that has begun as fast as it can.
      if (job.hasBegun) return;
      job.fail(tooMuchTimeError(MAX_SECONDS));
      this.#stop(running);
    }, 1000 * MAX_SECONDS);
    let goesOn = false;
    try {
      const { whole, hasGrown } = await process.run(job.asking, (piece) => job.take(piece), stop.signal);
      job.finish(whole);
      // Only its end frees what it remembers.
      goesOn = !hasGrown;
    } catch (error) {
      if (job.hasBegun && !stop.signal.aborted) this.#cut++;
      job.fail(crashError(error));
    }
    clearTimeout(limit);
    this.#running.delete(running);
    if (goesOn && !process.hasFailed && !this.#hasEnded) this.#rest(process);
    else void process.end();
    if (!this.#hasEnded) this.#fill();
  }

  #freeProcess(): Answering {
    for (const [process, timer] of [...this.#idle].reverse()) {
      clearTimeout(timer);
      this.#idle.delete(process);
      if (!process.hasFailed) return process;
    }
    return this.#start();
  }

  #rest(process: Answering): void {
    const end = (): void => {
      this.#idle.delete(process);
      void process.end();
    };
    this.#idle.set(process, setTimeout(end, IDLE_MS).unref());
  }

  #forgetIdle(): void {
    for (const timer of this.#idle.values()) clearTimeout(timer);
    this.#idle.clear();
  }

  /** Has a process stop, or ends it if it does not heed. */
  #stop(running: Running): void {
    running.stop.abort();
    setTimeout(() => {
      if (this.#running.has(running)) void running.process.end();
    }, HEED_MS);
  }

  /** Ends the work for a client that has gone. */
  #leave(job: Job): void {
    const at = this.#waiting.indexOf(job);
    if (at >= 0) this.#waiting.splice(at, 1);
    for (const running of this.#running) if (running.job === job) this.#stop(running);
  }
}
