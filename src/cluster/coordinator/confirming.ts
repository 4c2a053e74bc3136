/**
 * One job in so many is done by a second worker, and what the two have made is compared by its hash: this finds liars and
 * bad memory that samples miss. Where they differ, a thread of this machine does the job, too, and who is wrong is shut out.
 */
import { pause } from '../../common/stoppable.js';
import type { Done, JobKind } from '../../jobs/job.js';
import { LocalJobRunner } from '../../jobs/local.js';
import type { BlobSource } from '../../jobs/blob-source.js';

/** One job in so many: it costs workers that share of their time, and two of them alone twice that. */
const CONFIRMED_OF = 50;
/** Times that a job is given to whoever comes, until that is another worker: of two, each comes every other time. */
const MOST_TRIES = 8;
/** Before a job is given once more: at once, it would go to the worker whose result has just come, which takes its next job then. */
const MOMENT_MS = 20;

/** What confirming needs of a run. */
interface RunConfirmed {
  readonly blobSource: BlobSource;
  /** Workers that there are. */
  readonly workers: number;
  /** Aborted with its error once it is given up. */
  readonly over: AbortSignal;
  /** Has a job done by some worker. */
  readonly find: <Input, Result>(kind: JobKind<Input, Result>, input: Input) => Promise<Done<Result>>;
  readonly refuse: (worker: string, reason: string) => void;
}

/** Which results are confirmed, and how. */
export class Confirming {
  readonly #run: RunConfirmed;
  readonly #of: number;
  /** Jobs that were done since one was last given to be confirmed. */
  #done = 0;

  constructor(run: RunConfirmed, of = CONFIRMED_OF) {
    this.#run = run;
    this.#of = of;
  }

  /** The result of a job, once a second worker has found the same where it is time for that. */
  async confirmed<Input, Result>(
    kind: JobKind<Input, Result>,
    input: Input,
    first: Done<Result>,
  ): Promise<Done<Result>> {
    const { confirm } = kind;
    if (confirm === undefined || ++this.#done < this.#of || this.#run.workers < 2) return first;
    this.#done = 0;
    const again = confirm.again(input, first.result);
    const hash = confirm.hashOf(first.result);
    let second = await this.#run.find(kind, again);
    // Whoever comes first takes a job, so the same worker may have done both.
    for (let tries = 1; second.worker === first.worker && tries < MOST_TRIES; tries++) {
      if (this.#run.workers < 2) break;
      await pause(MOMENT_MS, this.#run.over);
      second = await this.#run.find(kind, again);
    }
    if (confirm.hashOf(second.result) === hash) return first;
    const third = await this.#here(kind, again);
    const right = confirm.hashOf(third.result);
    for (const { worker, result } of [first, second]) {
      if (confirm.hashOf(result) === right) continue;
      this.#run.refuse(worker, `its ${kind.name} differs from those of another worker and of this machine`);
    }
    return third;
  }

  /** What a thread of this machine makes of a job. */
  async #here<Input, Result>(kind: JobKind<Input, Result>, input: Input): Promise<Done<Result>> {
    const { blobSource, over } = this.#run;
    const runner = new LocalJobRunner(1, over, blobSource);
    try {
      return await runner.do(kind, input);
    } catch (error) {
      over.throwIfAborted();
      throw error;
    } finally {
      await runner.close();
    }
  }
}
