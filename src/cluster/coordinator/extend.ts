/**
 * An extension whose values are found by the workers of a Redis: far up by all of them, who decide chunks of cold positions, and
 * begin stretches of nim-values, which this machine decides; any others by one worker at a time. This machine alone checks and stores.
 */
import { interruptedError } from '../../common/errors.js';
import { readGame } from '../../engine/read-game.js';
import { isRuleMethod } from '../../engine/series/methods.js';
import type { ExtendOptions } from '../../engine/series/options.js';
import type { Store } from '../../engine/store.js';
import type { CommittedBlock } from '../../engine/extending/extend.js';
import type { Delegation } from '../../engine/extending/delegation.js';
import type { SeriesName } from '../../columnar/layout.js';
import type { Random } from '../../engine/extending/checks.js';
import type { Game } from '../../game/game.js';
import { coldPartsByJobs, FAR_FROM } from '../../jobs/far/cold-chunks.js';
import { nimStretchesByJobs, nimStretchesFrom } from '../../jobs/far/nim-stretches.js';
import { missingSeries } from '../../sweep/missing.js';
import { partsByJobs } from '../../jobs/kinds/parts.js';
import type { ClusterOptions } from './options.js';
import type { Run } from './run.js';
import { beginRun } from './with-run.js';

/** How to extend by workers. */
export interface WorkersExtendOptions extends ExtendOptions, ClusterOptions {
  /**
   * @internal From here on values are found by all workers; default 2^29 for cold positions, and for nim-values where that pays.
   */
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
    for (const [i, { series }] of missing.entries()) {
      const others = handsFor(run, parsed, series, store.random, options);
      for await (const block of store.extend(parsed, { ...options, series }, others)) {
        run.tell((i + block.progress) / missing.length);
        let isLeft = true;
        try {
          yield block;
          isLeft = false;
        } finally {
          // Nobody wants more: what is under way is not waited for.
          if (isLeft) run.fail(interruptedError());
        }
      }
    }
  } finally {
    await end();
  }
}

/** What workers do of a series: one at a time, and all together from where that pays. */
function handsFor(
  run: Run,
  game: Game,
  series: SeriesName,
  random: Random,
  { method = 'auto', to, farFrom }: WorkersExtendOptions,
): Delegation {
  const parts = partsByJobs(run, method);
  const giveUp = (error: Error): void => run.fail(error);
  if (series === 'cold' && ['auto', 'residue-classes'].includes(method))
    return { giveUp, parts: coldPartsByJobs(run, { method, from: farFrom ?? FAR_FROM, others: parts }) };
  if (series === 'nim' && ['auto', 'dynamic-programming'].includes(method)) {
    const from = farFrom ?? nimStretchesFrom(game.set, to, method);
    const stretches = { start: from, stop: to };
    if (from < to)
      return { giveUp, parts, partsTo: from, farChunks: nimStretchesByJobs(run, game, random, stretches) };
  }
  return { giveUp, parts };
}
