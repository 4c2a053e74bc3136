/** The periods that stored values prove, all of them looked at. */
import type { Game } from '../../game/game.js';
import type { BlockStore } from '../../store/block-store.js';
import type { Random } from '../extending/checks.js';
import { findPeriods } from '../extending/periods.js';
import { NOTICED, provenPeriods } from '../extending/proving.js';
import { takeView } from '../views/game-views.js';
import type { SolvedView } from '../views/view.js';

/** Values looked at, at most: 1 GB of memory. */
const MOST_EXAMINED = 2 ** 26;

/** Records the periods of a game that its stored values prove. Computes no value. */
export async function provePeriods(store: BlockStore, game: Game, random: Random): Promise<void> {
  const { key } = game;
  const known = store.catalog.periods(key);
  const viewOf = (series: 'nim' | 'cold'): SolvedView => takeView(store, key, series, 'pass');
  store.catalog.putPeriods(key, await provenPeriods(game, known, viewOf, NOTICED));
  const { frontier } = viewOf('nim');
  const limit = Math.min(frontier, MOST_EXAMINED);
  if (limit > 0) await findPeriods(store, game, frontier, { limit, solver: { threads: 1 }, random });
}
