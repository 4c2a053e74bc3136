/**
 * A pool of processes that answer requests, one at a time each, from one FIFO queue. A process can be ended without harm to other
 * requests, and its end frees all of its memory.
 */
import type { Asking } from '../../solver/threads/questions.js';
import { busyError, crashError, endedError, tooMuchTimeError } from './failures.js';
import { Job, type Client } from './job.js';
import type { AnswerTalk } from './talk.js';

const MAX_PROCESSES = 4;
/** Processes for answers that take as long as their client; the others stay free for short ones. */
const MAX_LONG = 2;
const MAX_WAITING = 64;
/** Seconds until an answer begins. */
const MAX_SECONDS = 120;
/** Milliseconds for a process to stop when it is asked to: its loops check every 50 ms. */
const HEED_MS = 200;
/** Milliseconds before an idle process is ended, with its caches. */
const IDLE_MS = 60_000;

export type Answering = Pick<Asking<AnswerTalk>, 'run' | 'end' | 'hasFailed'>;

/** Processes, working ones, queued requests, and answers that were cut because their process ended. */
export interface Census {
  readonly processes: number;
  readonly working: number;
  readonly waiting: number;
  readonly cut: number;
}

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
  /** Idle processes, each with the timer that ends it. */
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

  /** Queues a request. Rejects if too many wait, or if it takes too much time or memory. */
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

  /** Ends all processes; pending requests fail. */
  async end(): Promise<void> {
    this.#hasEnded = true;
    for (const job of this.#waiting.splice(0)) job.fail(endedError());
    const ends: Promise<void>[] = [];
    for (const [process, timer] of this.#idle) {
      clearTimeout(timer);
      ends.push(process.end());
    }
    this.#idle.clear();
    for (const { job, process } of this.#running) {
      job.fail(endedError());
      ends.push(process.end());
    }
    await Promise.all(ends);
  }

  /** Starts the first jobs that may start, while there are free processes. */
  #fill(): void {
    while (this.#running.size < MAX_PROCESSES) {
      const long = [...this.#running].filter(({ job }) => job.client.isLong).length;
      const at = this.#waiting.findIndex(({ client }) => !client.isLong || long < MAX_LONG);
      if (at < 0) return;
      void this.#do(this.#waiting.splice(at, 1)[0]);
    }
  }

  async #do(job: Job): Promise<void> {
    const running = { job, process: this.#freeProcess(), stop: new AbortController() };
    const { process, stop } = running;
    this.#running.add(running);
    const limit = setTimeout(() => {
      // An answer that has begun takes as long as its client.
      if (job.hasBegun) return;
      job.fail(tooMuchTimeError(MAX_SECONDS));
      this.#stop(running);
    }, 1000 * MAX_SECONDS);
    let goesOn = false;
    try {
      const { whole, hasGrown } = await process.run(
        job.client.request,
        (piece) => job.take(piece),
        stop.signal,
      );
      job.finish(whole);
      // Only its end frees its memory.
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

  /** Asks a process to stop, and ends it if it does not. */
  #stop(running: Running): void {
    running.stop.abort();
    setTimeout(() => {
      if (this.#running.has(running)) void running.process.end();
    }, HEED_MS);
  }

  /** Ends the work for a client that is gone. */
  #leave(job: Job): void {
    const at = this.#waiting.indexOf(job);
    if (at >= 0) this.#waiting.splice(at, 1);
    for (const running of this.#running) if (running.job === job) this.#stop(running);
  }
}
