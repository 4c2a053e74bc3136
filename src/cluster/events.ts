/** The events of runs and workers, for users and logs. */

/** An event of a run. */
export type RunEvent =
  /** The run is announced. */
  | { readonly about: 'begun'; readonly run: string }
  /** The workers of the run: reported when their number changes, and once a minute while there are none. */
  | {
      readonly about: 'workers';
      readonly workers: number;
      readonly threads: number;
      /** Connected workers that are excluded from the run. */
      readonly shutOut: number;
    }
  | { readonly about: 'version'; readonly worker: string; readonly version: string }
  | { readonly about: 'refused'; readonly worker: string; readonly reason: string }
  | { readonly about: 'failed'; readonly worker: string; readonly reason: string }
  /** Redis is full: the run waits for room. */
  | { readonly about: 'full' }
  /** The connection to Redis is lost, or back. */
  | { readonly about: 'redis'; readonly isThere: boolean }
  /** Any other error of Redis. */
  | { readonly about: 'error'; readonly reason: string };

/** An event of a worker. */
export type WorkerEvent =
  /** Redis is not up yet. */
  | { readonly event: 'waiting'; readonly redis: string; readonly reason: string }
  | { readonly event: 'connected'; readonly worker: string; readonly redis: string; readonly threads: number }
  | { readonly event: 'run-begun'; readonly run: string; readonly title: string }
  | { readonly event: 'run-left'; readonly run: string; readonly jobs: number }
  | {
      readonly event: 'version-refused';
      readonly run: string;
      readonly version: string;
      readonly own: string;
    }
  | { readonly event: 'shut-out'; readonly run: string }
  | { readonly event: 'job-done'; readonly run: string; readonly job: string; readonly seconds: number }
  | { readonly event: 'job-failed'; readonly run: string; readonly job: string; readonly reason: string }
  /** Results wait, as Redis is full. */
  | { readonly event: 'redis-full' }
  | { readonly event: 'redis-lost'; readonly reason: string }
  | { readonly event: 'redis-back' }
  | { readonly event: 'redis-error'; readonly reason: string }
  | { readonly event: 'stopped'; readonly jobs: number };
