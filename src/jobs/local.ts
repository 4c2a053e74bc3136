/** A job runner on threads of this machine. */
import { availableParallelism } from 'node:os';
import { fail, interruptedError, messageOf, TakeawayError, throwIfAborted } from '../common/errors.js';
import { checkThreads } from '../common/threads.js';
import { JOB_SECONDS, type Done, type JobKind, type JobRunner } from './job.js';
import { BlobSource } from './blob-source.js';
import { JobThreads } from './threads.js';

/** One running, one waiting. */
const JOBS_PER_THREAD = 2;
const WORKER = 'a thread of this machine';

interface RunnerOptions {
  readonly runner?: JobRunner | undefined;
  /** Default: the number of cores. */
  readonly threads?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Uses the given runner, or threads of this machine. */
export async function withRunner<Result>(
  { runner, threads, signal }: RunnerOptions,
  use: (runner: JobRunner) => Promise<Result>,
): Promise<Result> {
  if (runner !== undefined) return use(runner);
  const own = new LocalJobRunner(checkThreads(threads ?? availableParallelism()), signal);
  try {
    return await use(own);
  } finally {
    await own.close();
  }
}

export class LocalJobRunner implements JobRunner {
  readonly jobSeconds = JOB_SECONDS;
  readonly #threads: JobThreads;
  readonly #signal: AbortSignal | undefined;
  readonly blobSource: BlobSource;
  readonly #stop = (): void => void this.#threads.end();

  constructor(threads: number, signal: AbortSignal | undefined, blobSource = new BlobSource()) {
    this.blobSource = blobSource;
    this.#threads = new JobThreads(threads);
    this.#signal = signal;
    signal?.addEventListener('abort', this.#stop);
  }

  get atOnce(): number {
    return JOBS_PER_THREAD * this.#threads.count;
  }

  async do<Input, Result>(kind: JobKind<Input, Result>, input: Input): Promise<Done<Result>> {
    throwIfAborted(this.#signal);
    const job = { run: 'local', kind: kind.name, input };
    const made = await this.#threads
      .run(job, async ({ hash }) => (await this.blobSource.read(hash)) ?? null)
      .catch((error: unknown) => {
        if (this.#signal?.aborted === true) throw interruptedError();
        // An offered blob could not be read.
        if (error instanceof TakeawayError) throw error;
        return fail(
          'internal',
          'A worker thread has failed at a {kind}: {reason}. What is stored is kept.',
          { kind: kind.name, reason: messageOf(error) },
          { remedy: { do: 'retry' } },
        );
      });
    return { result: await kind.readResult(input, made), worker: WORKER };
  }

  /** A wrong local result is a bug; a retry would not help. */
  refuse(_: string, reason: string): void {
    fail(
      'internal',
      'A computed result contradicts the definition: {reason}. Please report this with what you asked for.',
      { reason },
    );
  }

  async close(): Promise<void> {
    this.#signal?.removeEventListener('abort', this.#stop);
    await this.#threads.end();
  }
}
