/** The periods that stored values prove, all of them looked at. Separate because rebuilding and importing end with it. */
import type { Game } from '../../game/game.js';
import type { BlockStore } from '../../store/block-store.js';
import type { Random } from '../extending/checks.js';
import { findPeriods, noticePeriods } from '../extending/periods.js';
import { SeriesView } from '../views/stored.js';

/** Values looked at, at most: 1 GB of memory. */
const MOST_EXAMINED = 2 ** 26;

/** Records the periods of a game that its stored values prove. Computes no value. */
export async function provePeriods(store: BlockStore, game: Game, random: Random): Promise<void> {
  await noticePeriods(store, game);
  const { frontier } = SeriesView.take(store, game.key, 'nim', 'pass');
  const limit = Math.min(frontier, MOST_EXAMINED);
  if (limit > 0) await findPeriods(store, game, { limit, keeps: true, solver: { threads: 1 }, random });
}
