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

/** A job that waits for a free thread. */
interface Waiting {
  readonly begin: () => void;
  readonly reject: (reason: Error) => void;
}

export class JobThreads {
  readonly count: number;
  readonly #all = new Set<JobThread>();
  /** Free threads, the one that was busy last at the end. */
  readonly #free: JobThread[] = [];
  readonly #waiting: Waiting[] = [];
  /** Jobs under way. */
  #busy = 0;

  constructor(threads: number) {
    this.count = threads;
  }

  /**
   * Runs a job once a thread is free, in the order of the calls. Rejects when its thread crashes, or is ended meanwhile, as by
   * `end`. An aborted `stop` asks the job to come to an end.
   */
  async run(
    job: JobMessage,
    answering: Answering,
    { end, stop }: { readonly end?: AbortSignal; readonly stop?: AbortSignal } = {},
  ): Promise<ThreadAnswer> {
    if (this.#busy === this.count)
      await new Promise<void>((begin, reject) => this.#waiting.push({ begin, reject }));
    else this.#busy++;
    const thread = this.#free.pop() ?? new AskingThread<JobTalk>(SCRIPT);
    this.#all.add(thread);
    const endThread = (): void => void thread.end();
    end?.addEventListener('abort', endThread);
    try {
      if (end?.aborted === true) throw new Error('it was ended');
      return await thread.run(job, answering, stop);
    } finally {
      end?.removeEventListener('abort', endThread);
      if (thread.hasFailed) this.#all.delete(thread);
      else if (this.#all.has(thread)) this.#free.push(thread);
      // The place of a job that has ended goes to the next in line.
      const next = this.#waiting.shift();
      if (next === undefined) this.#busy--;
      else next.begin();
    }
  }

  /** Ends all threads; jobs under way and waiting are given up. New threads are started when there are jobs again. */
  async end(): Promise<void> {
    for (const { reject } of this.#waiting.splice(0)) reject(new Error('it was ended'));
    const all = [...this.#all];
    this.#all.clear();
    this.#free.length = 0;
    await Promise.all(all.map((thread) => thread.end()));
  }
}
