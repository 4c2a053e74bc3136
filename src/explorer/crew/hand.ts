/**
 * A process that answers requests, one at a time, so that a request can be ended without harm to another. Work that nobody
 * waits for is told to stop, and its process is ended where that is not heeded.
 */
import type { Asking } from '../../solver/threads/questions.js';
import type { Job } from './job.js';
import type { AnswerTalk } from './talk.js';

/**
 * Times are those of the processor, as a process tells them. One that tells nothing is held to the clock: on a machine where
 * eight processes want each processor, a fair share of it has then worked as long.
 */
const BUSY = 8;
/** Milliseconds until a process has heeded that it is to stop: loops look every 50. */
const HEED_MS = 200;
/** A process without work is ended after so many milliseconds, with all that it remembers. */
const IDLE_MS = 60_000;

export type Answering = Pick<Asking<AnswerTalk>, 'ready' | 'run' | 'end' | 'hasFailed'>;

export class Hand {
  readonly #process: Answering;
  #job: Job | undefined;
  /** Aborted when the work is not wanted any more. */
  #stop = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  /** Milliseconds that the processor has worked for the job, as was told last; what is done when it has worked so long. */
  #worked = 0;
  #due: { readonly at: number; readonly act: () => void } | undefined;
  #isEnding = false;

  constructor(process: Answering) {
    this.#process = process;
    this.#rest();
  }

  /** What it is doing, wanted or not. */
  get job(): Job | undefined {
    return this.#job;
  }

  get isWanted(): boolean {
    return this.#job !== undefined && !this.#stop.signal.aborted;
  }

  /** Whether it can do nothing more. */
  get hasEnded(): boolean {
    return this.#isEnding || this.#process.hasFailed;
  }

  /**
   * Does a job; resolves when it can do the next, or has ended, with the milliseconds that the processor has worked for it, or
   * with undefined where the work was not wanted to its end. Rejects where that failed.
   */
  async do(job: Job): Promise<number | undefined> {
    const { signal } = (this.#stop = new AbortController());
    clearTimeout(this.#timer);
    this.#worked = 0;
    this.#job = job;
    try {
      const take = async (said: AnswerTalk['question']): Promise<boolean> => {
        if (!('worked' in said)) return !signal.aborted && job.take(said);
        this.#worked = said.worked;
        if (this.#due !== undefined && said.worked >= this.#due.at) this.#due.act();
        return true;
      };
      const { whole, worked, hasGrown } = await this.#process.run(job.asking, take, signal);
      this.#worked = worked;
      // Only its end gives back what it remembers.
      if (hasGrown) void this.end();
      if (!signal.aborted) job.finish(whole);
    } catch (error) {
      void this.end();
      if (!signal.aborted) throw error;
    } finally {
      this.#job = this.#due = undefined;
      clearTimeout(this.#timer);
      this.#rest();
    }
    return signal.aborted ? undefined : this.#worked;
  }

  /** Acts once the processor has worked for the present job that many milliseconds more. Replaces an earlier call. */
  after(milliseconds: number, action: () => void): void {
    const act = (): void => {
      this.#due = undefined;
      clearTimeout(this.#timer);
      action();
    };
    const due = (this.#due = { at: this.#worked + milliseconds, act });
    void this.#process.ready.then(() => {
      if (this.#due !== due) return;
      clearTimeout(this.#timer);
      this.#timer = setTimeout(act, BUSY * milliseconds);
    });
  }

  /** Has it stop what it is doing, or end. */
  stop(): void {
    this.#stop.abort();
    this.after(HEED_MS, () => void this.end());
  }

  /** Ends it: a job that it is doing fails, unless it was stopped before. */
  async end(): Promise<void> {
    this.#isEnding = true;
    clearTimeout(this.#timer);
    await this.#process.end();
  }

  /** Has it end when there is no work for long. */
  #rest(): void {
    if (!this.#isEnding) this.#timer = setTimeout(() => void this.end(), IDLE_MS).unref();
  }
}
