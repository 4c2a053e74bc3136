/** What callers of a run say and are told. */
import type { Patience } from '../connection/patience.js';

/** What a run tells whoever began it. */
export type RunNews =
  /** The run is announced, with this id. */
  | { readonly about: 'begun'; readonly run: string }
  /** How many workers can work for the run; said when that changes, and again and again while there is none. */
  | {
      readonly about: 'workers';
      readonly workers: number;
      readonly threads: number;
      /** Workers that are there and shut out of the run. */
      readonly shutOut: number;
    }
  | { readonly about: 'version'; readonly worker: string; readonly version: string }
  | { readonly about: 'refused'; readonly worker: string; readonly reason: string }
  | { readonly about: 'failed'; readonly worker: string; readonly reason: string }
  /** The connection to the Redis is lost, or back. */
  | { readonly about: 'redis'; readonly isThere: boolean }
  /** What else went wrong with it. */
  | { readonly about: 'error'; readonly reason: string };

/** Where workers are, and who is told of them. */
export interface ClusterOptions {
  /** The URL of the Redis: `redis://user:password@host:port/database?prefix=NAME`, or `rediss:` for TLS. */
  readonly redis: string;
  /** Called when the run is announced, when workers come or go, and when something goes wrong. */
  readonly onNews?: ((news: RunNews) => void) | undefined;
  /** @internal How long things may take. */
  readonly patience?: Partial<Patience> | undefined;
  /** @internal As of whoever does jobs. */
  readonly jobSeconds?: number | undefined;
  /** @internal One job in so many is done by two workers; default 50. */
  readonly confirmedOf?: number | undefined;
}

/** What a run is of, and what its caller says of the cluster. */
export interface RunOptions extends Partial<ClusterOptions> {
  /** What it is about, for people. */
  readonly title: string;
  /** Gives the run up when aborted. */
  readonly signal?: AbortSignal | undefined;
}
