/**
 * A process that answers requests, one at a time, so that a request can be ended without harm to another. Work that nobody
 * waits for is told to stop, and its process is ended where that is not heeded.
 */
import type { Asking } from '../../solver/threads/questions.js';
import type { Job } from './job.js';
import type { AnswerTalk } from './talk.js';

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
   * Does a job; resolves when it can do the next, or has ended, with whether the work was wanted to its end. Rejects where that
   * failed.
   */
  async do(job: Job): Promise<boolean> {
    const { signal } = (this.#stop = new AbortController());
    clearTimeout(this.#timer);
    this.#job = job;
    try {
      const take = (piece: AnswerTalk['question']): Promise<boolean> =>
        signal.aborted ? Promise.resolve(false) : job.take(piece);
      const { whole, hasGrown } = await this.#process.run(job.asking, take, signal);
      // Only its end gives back what it remembers.
      if (hasGrown) void this.end();
      if (!signal.aborted) job.finish(whole);
    } catch (error) {
      void this.end();
      if (!signal.aborted) throw error;
    } finally {
      this.#job = undefined;
      clearTimeout(this.#timer);
      this.#rest();
    }
    return !signal.aborted;
  }

  /** Does something after a time that begins once the process is ready, where it is still doing the same. */
  after(milliseconds: number, action: () => void): void {
    const stop = this.#stop;
    const isSame = (): boolean => this.#stop === stop && this.#job !== undefined;
    void this.#process.ready.then(() => {
      if (!isSame()) return;
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => {
        if (isSame()) action();
      }, milliseconds);
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
