/** Counts of a worker, for its announcements, metrics and logs. */
import type { WorkerEvent } from './events.js';

const MINUTE_MS = 60_000;

/** Jobs under way, done and failed so far, and the seconds that those done have taken. */
export interface Counts {
  active: number;
  done: number;
  failed: number;
  seconds: number;
}

/** Counts jobs, and tells of them. */
export class WorkerStats {
  readonly tell: (event: WorkerEvent) => void;
  readonly counts: Counts = { active: 0, done: 0, failed: 0, seconds: 0 };
  readonly #recent: number[] = [];
  /** Jobs done by run, of runs that last. */
  readonly #ofRuns = new Map<string, number>();

  constructor(tell: (event: WorkerEvent) => void) {
    this.tell = tell;
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
    this.counts.active++;
  }

  succeeded(run: string, job: string, seconds: number): void {
    this.counts.active--;
    this.counts.done++;
    this.counts.seconds += seconds;
    this.#recent.push(performance.now());
    this.#ofRuns.set(run, (this.#ofRuns.get(run) ?? 0) + 1);
    this.tell({ event: 'job-done', run, job, seconds });
  }

  failedAt(run: string, job: string, reason: string): void {
    this.counts.active--;
    this.counts.failed++;
    this.tell({ event: 'job-failed', run, job, reason });
  }

  /** The job goes to somebody else, or to nobody. */
  gaveUp(): void {
    this.counts.active--;
  }
}
