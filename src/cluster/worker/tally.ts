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
  /** Jobs done by run, of runs that last. */
  readonly #ofRuns = new Map<string, number>();

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

  /** Jobs that were done for a run that is over now. */
  leave(run: string): number {
    const jobs = this.#ofRuns.get(run) ?? 0;
    this.#ofRuns.delete(run);
    return jobs;
  }

  begun(): void {
    this.#active++;
  }

  succeeded(run: string, job: string, seconds: number): void {
    this.#active--;
    this.#done++;
    this.#seconds += seconds;
    this.#recent.push(performance.now());
    this.#ofRuns.set(run, (this.#ofRuns.get(run) ?? 0) + 1);
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
