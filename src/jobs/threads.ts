/**
 * Threads of this machine that do jobs, each one at a time: what a worker has, and what stands in for workers where there
 * is no Redis. A thread that crashes is replaced.
 */
import { AskingThread } from '../solver/threads/questions.js';
import type { Answer, JobMessage, JobTalk, Question, ThreadAnswer } from './messages.js';

const SCRIPT = 'program/job-thread.js';

type JobThread = AskingThread<JobTalk>;

/** Answers a thread's questions about the run it works for. */
export type Answering = (question: Question) => Promise<Answer>;

/** A job that waits until enough threads are free. */
interface Waiting {
  readonly threads: number;
  readonly begin: () => void;
  readonly reject: (reason: Error) => void;
}

export class JobThreads {
  readonly count: number;
  /** In the order of their start. */
  readonly #all: JobThread[] = [];
  readonly #busy = new Set<JobThread>();
  readonly #waiting: Waiting[] = [];
  #left: number;

  constructor(threads: number) {
    this.count = threads;
    this.#left = threads;
  }

  /**
   * Does a job once as many threads are free as it uses, after those that have waited longer. Rejects when its thread crashes,
   * or is ended meanwhile, as by `end`. An aborted `stop` asks the job to come to an end.
   */
  async run(
    job: JobMessage,
    answering: Answering,
    { end, stop }: { readonly end?: AbortSignal; readonly stop?: AbortSignal } = {},
  ): Promise<ThreadAnswer> {
    await this.#room(job.threads);
    const thread = this.#take(job);
    const endThread = (): void => void thread.end();
    end?.addEventListener('abort', endThread);
    try {
      if (end?.aborted === true) throw new Error('it was ended');
      return await thread.run(job, answering, stop);
    } finally {
      end?.removeEventListener('abort', endThread);
      this.#busy.delete(thread);
      if (thread.hasFailed && this.#all.includes(thread)) this.#all.splice(this.#all.indexOf(thread), 1);
      this.#left += job.threads;
      this.#beginNext();
    }
  }

  /** Ends all threads; jobs under way and waiting are given up. New threads are started when there are jobs again. */
  async end(): Promise<void> {
    for (const { reject } of this.#waiting.splice(0)) reject(new Error('it was ended'));
    await Promise.all(this.#all.splice(0).map((thread) => thread.end()));
  }

  #room(threads: number): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ threads, begin: resolve, reject });
      this.#beginNext();
    });
  }

  #beginNext(): void {
    while (this.#waiting.length > 0 && this.#waiting[0].threads <= this.#left) {
      const { threads, begin } = this.#waiting.shift()!;
      this.#left -= threads;
      begin();
    }
  }

  /** A thread that is free. The first one has the jobs that use all threads, as such jobs keep much for those that follow. */
  #take({ threads }: JobMessage): JobThread {
    const free = this.#all.filter((thread) => !this.#busy.has(thread));
    let thread = threads === this.count ? free.at(0) : free.at(-1);
    if (thread === undefined) this.#all.push((thread = new AskingThread(SCRIPT)));
    this.#busy.add(thread);
    return thread;
  }
}
