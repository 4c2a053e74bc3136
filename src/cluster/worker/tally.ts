/** What a worker has done so far, as it says of itself and in its logs. */
import type { WorkerEvent } from './events.js';

const MINUTE_MS = 60_000;

/** Counts jobs, and tells of them. */
export class Tally {
  readonly tell: (event: WorkerEvent) => void;
  readonly #recent: number[] = [];
  #active = 0;
  #done = 0;
  #failed = 0;
  #seconds = 0;

  constructor(tell: (event: WorkerEvent) => void) {
    this.tell = tell;
  }

  /** Jobs under way, done and failed so far. */
  get active(): number {
    return this.#active;
  }

  get done(): number {
    return this.#done;
  }

  get failed(): number {
    return this.#failed;
  }

  /** Seconds that the jobs done have taken. */
  get seconds(): number {
    return this.#seconds;
  }

  /** Jobs done within the last minute. */
  get lastMinute(): number {
    const since = performance.now() - MINUTE_MS;
    while (this.#recent.length > 0 && this.#recent[0] < since) this.#recent.shift();
    return this.#recent.length;
  }

  begun(): void {
    this.#active++;
  }

  succeeded(run: string, job: string, seconds: number): void {
    this.#active--;
    this.#done++;
    this.#seconds += seconds;
    this.#recent.push(performance.now());
    this.tell({ event: 'job-done', run, job, seconds });
  }

  failedAt(run: string, job: string, reason: string): void {
    this.#active--;
    this.#failed++;
    this.tell({ event: 'job-failed', run, job, reason });
  }

  /** The job goes to somebody else, or to nobody. */
  gaveUp(): void {
    this.#active--;
  }
}
