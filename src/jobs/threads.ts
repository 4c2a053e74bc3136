/** A pool of threads that run jobs, one at a time each, for workers and for local runs. Crashed threads are replaced. */
import { AskingThread } from '../solver/threads/questions.js';
import { MissingBlob, type Made } from './job.js';
import type { Answer, JobMessage, JobTalk, Question } from './messages.js';

const SCRIPT = 'program/job-thread.js';

type JobThread = AskingThread<JobTalk>;

export class JobThreads {
  readonly count: number;
  readonly #all = new Set<JobThread>();
  /** Free threads, the most recently used last. */
  readonly #free: JobThread[] = [];
  readonly #waiting: { readonly begin: () => void; readonly reject: (reason: Error) => void }[] = [];
  #busy = 0;

  constructor(threads: number) {
    this.count = threads;
  }

  /**
   * Runs a job in the order of the calls. Raises if it fails, or its thread crashes or is ended; `stop` asks it to finish soon.
   */
  async run(
    job: JobMessage,
    answering: (question: Question) => Promise<Answer>,
    { end, stop }: { readonly end?: AbortSignal; readonly stop?: AbortSignal } = {},
  ): Promise<Made> {
    if (this.#busy === this.count)
      await new Promise<void>((begin, reject) => this.#waiting.push({ begin, reject }));
    else this.#busy++;
    const thread = this.#free.pop() ?? new AskingThread<JobTalk>(SCRIPT);
    this.#all.add(thread);
    const endThread = (): void => void thread.end();
    end?.addEventListener('abort', endThread);
    try {
      if (end?.aborted === true) throw new Error('it was ended');
      const answer = await thread.run(job, answering, stop);
      if ('missing' in answer) throw new MissingBlob(answer.missing);
      if ('failed' in answer) throw new Error(answer.failed);
      return answer;
    } finally {
      end?.removeEventListener('abort', endThread);
      if (thread.hasFailed) this.#all.delete(thread);
      else if (this.#all.has(thread)) this.#free.push(thread);
      // The slot of a finished job goes to the next in the queue.
      const next = this.#waiting.shift();
      if (next === undefined) this.#busy--;
      else next.begin();
    }
  }

  /** Ends all threads; running and waiting jobs are rejected. Later jobs start new threads. */
  async end(): Promise<void> {
    for (const { reject } of this.#waiting.splice(0)) reject(new Error('it was ended'));
    const all = [...this.#all];
    this.#all.clear();
    this.#free.length = 0;
    await Promise.all(all.map((thread) => thread.end()));
  }
}
