/**
 * Threads of this machine that do jobs, each one at a time: what a worker has, and what stands in for workers where there
 * is no Redis. A thread that crashes is replaced.
 */
import { inBuild } from '../common/package-root.js';
import { AskingThread } from '../solver/threads/questions.js';
import type { Answer, JobMessage, JobTalk, Question, ThreadAnswer } from './messages.js';

const SCRIPT = inBuild('program/job-thread.js');

type JobThread = AskingThread<JobTalk>;

/** Answers a thread's questions about the run it works for. */
export type Answering = (question: Question) => Promise<Answer>;

/** A number of threads. */
export class JobThreads {
  readonly #free: JobThread[] = [];
  readonly #all = new Set<JobThread>();
  readonly #most: number;
  readonly #waiting: { resolve: (thread: JobThread) => void; reject: (reason: Error) => void }[] = [];

  constructor(threads: number) {
    this.#most = threads;
  }

  get count(): number {
    return this.#most;
  }

  /** Does a job in the next thread that is free. Rejects when the thread crashes, or is ended meanwhile. */
  async run(job: JobMessage, answering: Answering): Promise<ThreadAnswer> {
    const thread = await this.#take();
    try {
      return await thread.run(job, answering);
    } finally {
      this.#give(thread);
    }
  }

  /** Ends all threads; jobs under way and waiting are given up. New threads are started when there are jobs again. */
  async end(): Promise<void> {
    this.#free.length = 0;
    for (const { reject } of this.#waiting.splice(0)) reject(new Error('it was ended'));
    const all = [...this.#all];
    this.#all.clear();
    await Promise.all(all.map((thread) => thread.end()));
  }

  async #take(): Promise<JobThread> {
    const free = this.#free.pop();
    if (free !== undefined) return free;
    if (this.#all.size < this.#most) return this.#start();
    return new Promise((resolve, reject) => this.#waiting.push({ resolve, reject }));
  }

  #start(): JobThread {
    const thread: JobThread = new AskingThread(SCRIPT);
    this.#all.add(thread);
    return thread;
  }

  #give(thread: JobThread): void {
    if (thread.hasFailed) this.#all.delete(thread);
    const next = this.#waiting.shift();
    if (!this.#all.has(thread)) next?.resolve(this.#start());
    else if (next !== undefined) next.resolve(thread);
    else this.#free.push(thread);
  }
}
