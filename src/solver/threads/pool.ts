/**
 * Worker threads that share one kernel memory with the main thread. A job is a plain object. Every thread does the share it can
 * take, the main thread included, so a pool for one thread starts no worker. The pool knows no method, only its caller's jobs.
 */
import { failure } from '../../common/errors.js';
import type { KernelContext } from '../../kernel/context.js';
import type { Thread } from '../../platform/contract.js';
import { platform } from '../../platform/platform.js';
import type { RunJob, WorkerData } from './serve.js';

/** A kind of work: a thread's function for a job, and the script of the build whose worker calls the same. */
export interface Work<Job, Result> {
  readonly run: RunJob<Job, Result>;
  readonly script: string;
}

interface Pending<Result> {
  readonly resolve: (result: Result) => void;
  readonly reject: (error: Error) => void;
}

/** Threads on one memory; thread 0 is the caller's. */
export class WorkerPool<Job, Result> {
  readonly #context: KernelContext;
  readonly #work: Work<Job, Result>;
  readonly #workers: Thread[] = [];
  readonly #pending: (Pending<Result> | undefined)[] = [];
  #failure: Error | undefined;

  /** Starts with the caller's thread only. */
  constructor(context: KernelContext, work: Work<Job, Result>) {
    this.#context = context;
    this.#work = work;
  }

  /** Number of threads, the caller's included. */
  get threads(): number {
    return this.#workers.length + 1;
  }

  /** Starts workers up to `threads`; they are ready when they answer their first job. */
  grow(threads: number): void {
    for (let thread = this.threads; thread < threads; thread++) {
      const workerData: WorkerData = { memory: this.#context.memory, thread };
      const listener = {
        message: (result: unknown) => this.#take(thread)?.resolve(result as Result),
        ended: (reason: string) => this.#fail(reason),
      };
      this.#workers.push(platform.startThread(this.#work.script, workerData, listener));
    }
  }

  /**
   * Runs a job in all threads; returns the results by thread. The caller's thread runs `first` before its share of the job. If
   * the other threads finish while `first` waits, it does its share of the rest meanwhile. Rejects if a worker crashes.
   */
  async run(job: Job, first?: () => void | Promise<void>): Promise<Result[]> {
    const others = this.#start(job);
    // Nobody awaits the others until the own share is done; their failures are reported below.
    others.catch(() => undefined);
    const busy = first?.();
    if (busy !== undefined) await Promise.race([busy, others]);
    const own = this.#work.run(this.#context, job, 0);
    await busy;
    return [own, ...(await others)];
  }

  /** Ends the workers and abandons their jobs. */
  async close(): Promise<void> {
    this.#pending.length = 0;
    await Promise.all(this.#workers.map((worker) => worker.end()));
  }

  /** Starts a job in the workers only; the promise settles when they are done. */
  #start(job: Job): Promise<Result[]> {
    if (this.#failure !== undefined) return Promise.reject(this.#failure);
    const results = this.#workers.map(
      (worker, i) =>
        new Promise<Result>((resolve, reject) => {
          this.#pending[i + 1] = { resolve, reject };
          worker.post(job);
        }),
    );
    return Promise.all(results);
  }

  #take(thread: number): Pending<Result> | undefined {
    const pending = this.#pending[thread];
    this.#pending[thread] = undefined;
    return pending;
  }

  #fail(reason: string): void {
    this.#failure ??= failure(
      'internal',
      'A thread of the solver has failed: {reason}. Every block announced so far is stored; if it happens again, use one thread.',
      { reason },
      { remedy: { do: 'retry' } },
    );
    for (let thread = 0; thread < this.#pending.length; thread++) this.#take(thread)?.reject(this.#failure);
  }
}
