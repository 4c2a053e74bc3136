/**
 * Worker threads that share one kernel memory with the main thread. Separate because the residue-class method
 * and the nim-values use the same pool. A job is a plain object; every thread does the share it can take,
 * the main thread included, so a pool for one thread starts no worker.
 */
import { Worker } from 'node:worker_threads';
import { inBuild } from '../../common/package-root.js';
import { TakeawayError, messageOf } from '../../common/errors.js';
import type { KernelContext } from '../../kernel/context.js';
import { runJob, type Job, type JobResult } from './jobs.js';

const SCRIPT = inBuild('solver/threads/worker.js');

interface Pending {
  readonly resolve: (result: JobResult) => void;
  readonly reject: (error: Error) => void;
}

/** `threads` threads on one memory; thread 0 is the caller's. */
export class WorkerPool {
  readonly threads: number;
  readonly #context: KernelContext;
  readonly #workers: Worker[] = [];
  readonly #pending: (Pending | undefined)[] = [];
  #failure: Error | undefined;

  /** Starts threads - 1 workers; they are ready when they answer their first job. */
  constructor(context: KernelContext, threads: number) {
    this.threads = threads;
    this.#context = context;
    for (let thread = 1; thread < threads; thread++) {
      const workerData = { memory: context.memory, kind: context.kernels.kind, thread };
      const worker = new Worker(SCRIPT, { workerData });
      worker.on('message', (result: JobResult) => this.#take(thread)?.resolve(result));
      worker.on('error', (error: unknown) => this.#fail(messageOf(error)));
      worker.on('exit', (code) => this.#fail(`it ended with code ${code}`));
      this.#workers.push(worker);
    }
  }

  /** Runs a job in all threads; the results by thread. Rejects when a worker crashes. */
  async run(job: Job): Promise<JobResult[]> {
    const others = this.start(job);
    // Until the own share is done nobody awaits the others; a failure of theirs is reported below.
    others.catch(() => undefined);
    const own = runJob(this.#context, job, 0);
    return [own, ...(await others)];
  }

  /** Starts a job in the workers alone; what it returns settles when they have done it. */
  start(job: Job): Promise<JobResult[]> {
    if (this.#failure !== undefined) return Promise.reject(this.#failure);
    const results = this.#workers.map(
      (worker, i) =>
        new Promise<JobResult>((resolve, reject) => {
          this.#pending[i + 1] = { resolve, reject };
          worker.postMessage(job);
        }),
    );
    return Promise.all(results);
  }

  /** Ends the workers. Jobs under way are given up. */
  async close(): Promise<void> {
    this.#pending.length = 0;
    for (const worker of this.#workers) worker.removeAllListeners('exit');
    await Promise.all(this.#workers.map((worker) => worker.terminate()));
  }

  #take(thread: number): Pending | undefined {
    const pending = this.#pending[thread];
    this.#pending[thread] = undefined;
    return pending;
  }

  #fail(reason: string): void {
    this.#failure ??= new TakeawayError('internal', {
      subject: 'A worker thread of the solver',
      expected: 'it to finish its job',
      found: reason,
      help: 'Every block announced so far is stored. If it happens again, use one thread.',
      remedy: { do: 'retry' },
    });
    for (let thread = 0; thread < this.#pending.length; thread++) this.#take(thread)?.reject(this.#failure);
  }
}
