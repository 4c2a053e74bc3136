/** The nim-values of heaps, wherever they are: stored, by a rule, computed for the page, or computed now if that is cheap. */
import { TakeawayError } from '../../common/errors.js';
import { estimateNimSeconds, solveHeaps, solveNimValues, type SumAnswer } from '../../index.js';
import type { OpenGame } from './games.js';

/** Nim-values that are missing are computed where that takes up to about this long, in seconds. */
const MOST_SECONDS = 2;

/** Who wins some heaps, and by which moves; raises `not-stored` where that takes long to find out. */
export async function solve(
  { game, reading }: OpenGame,
  heaps: readonly number[],
  misere: boolean,
  signal: AbortSignal,
): Promise<SumAnswer> {
  const { store } = reading('nim');
  try {
    return await store.solveSum(game, heaps, { misere });
  } catch (error) {
    if (!(error instanceof TakeawayError) || error.code !== 'not-stored') throw error;
    const bound = Math.max(...heaps) + 1;
    if (estimateNimSeconds(game, 0, bound) > MOST_SECONDS) throw error;
    const values = await solveNimValues(game, bound, { signal });
    return solveHeaps(game, heaps, misere ? 'misere' : 'normal', (positions) =>
      Promise.resolve(Uint32Array.from(positions, (n) => values[n])),
    );
  }
}
