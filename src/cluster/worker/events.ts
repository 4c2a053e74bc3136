/** What a worker tells of its work, for logs. */

/** What happens to a worker; ids are those of runs. */
export type WorkerEvent =
  /** The Redis is not there yet. */
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
  | { readonly event: 'redis-lost'; readonly reason: string }
  | { readonly event: 'redis-back' }
  | { readonly event: 'redis-error'; readonly reason: string }
  | { readonly event: 'stopped'; readonly jobs: number };
