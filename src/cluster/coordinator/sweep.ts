/** A sweep whose series are found by the workers of a Redis. Checks, store and table are those of a sweep on threads. */
import type { Store } from '../../engine/store.js';
import { sweepGames, type SweepOptions } from '../../sweep/sweep.js';
import type { SweptGame } from '../../sweep/table.js';
import type { ClusterOptions } from './options.js';
import type { Run } from './run.js';
import { withRun } from './with-run.js';

/** Extends many games and tells what is known of each, as `sweepGames` does; with `redis` by the workers of a Redis. */
export function sweep(
  store: Store,
  { redis, ...options }: Omit<SweepOptions, 'withRunner'> & Partial<ClusterOptions>,
): Promise<SweptGame[]> {
  if (redis === undefined) return sweepGames(store, options);
  let run: Run | undefined;
  return sweepGames(store, {
    ...options,
    onProgress: (share, game) => {
      run?.tell(share);
      options.onProgress?.(share, game);
    },
    withRunner: (title, use) => withRun({ ...options, redis, title }, (begun) => use((run = begun))),
  });
}
