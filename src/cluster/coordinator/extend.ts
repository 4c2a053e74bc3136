/**
 * An extension whose values are found by the workers of a Redis: cold positions far up chunk by chunk by all of them, where the
 * residue-class method is used; any others by one worker at a time. This machine alone checks and stores.
 */
import { readGame } from '../../engine/read-game.js';
import { isRuleMethod } from '../../engine/series/methods.js';
import type { ExtendOptions } from '../../engine/series/options.js';
import type { OtherHands } from '../../engine/extending/as-asked.js';
import type { Store } from '../../engine/store.js';
import type { CommittedBlock } from '../../engine/extending/extend.js';
import type { Game } from '../../game/game.js';
import { patienceOf } from '../connection/patience.js';
import { FAR_FROM, farStagesByJobs } from './far-stage.js';
import { missingSeries, partsByJobs } from './parts.js';
import type { ClusterOptions } from './options.js';
import { beginRun } from './with-run.js';

/** How to extend by workers. */
export interface WorkersExtendOptions extends ExtendOptions, ClusterOptions {
  /** @internal Where samples of results are taken. Numbers 0 <= r < 1. */
  readonly random?: (() => number) | undefined;
  /** @internal Epochs that end above this position have their far stages done by workers; default 2^29. */
  readonly farFrom?: number | undefined;
}

/** As `Store.extend`, by the workers of a Redis. */
export async function* extendByWorkers(
  store: Store,
  game: string | Game,
  options: WorkersExtendOptions,
): AsyncGenerator<CommittedBlock, void, undefined> {
  const { to, method = 'auto' } = options;
  const parsed = typeof game === 'string' ? readGame(game) : game;
  const missing = missingSeries(store, parsed, options);
  if (missing.length === 0 || isRuleMethod(method)) {
    yield* store.extend(parsed, options);
    return;
  }
  const title = `${parsed.key.slice(0, 60)} to ${to}`;
  const { run, end } = await beginRun({ ...options, title, isWide: true });
  try {
    const { farFrom = FAR_FROM } = options;
    const { jobSeconds } = patienceOf(options.patience);
    const parts = partsByJobs(run, method, jobSeconds);
    const farStages = farStagesByJobs(run, parsed, options.random ?? store.random, farFrom);
    for (const [i, { series }] of missing.entries()) {
      const isFar = series === 'cold' && ['auto', 'residue-classes'].includes(method);
      const others: OtherHands = isFar ? { parts, partsTo: farFrom, farStages } : { parts };
      for await (const block of store.extend(parsed, { ...options, series }, others)) {
        run.tell((i + block.progress) / missing.length);
        yield block;
      }
    }
  } finally {
    await end();
  }
}
