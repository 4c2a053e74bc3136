/** Sums of heaps of a stored game: winner, winning moves, and counts. */
import { refuse } from '../../common/errors.js';
import { heapAfter, requireHeaps, type Game } from '../../game/game.js';
import {
  checkCounted,
  countPreviousWins,
  MAX_LISTED_MOVES,
  nimSumOf,
  solveSum,
  winnerOf,
  winningLeaves,
  type Heap,
  type Play,
  type SumAnswer,
} from '../../game/heaps.js';
import { checkPosition } from '../../common/range.js';
import { breather } from '../../common/stoppable.js';
import type { Period } from '../../game/periods.js';
import { nimSeconds } from '../../solver/planner.js';
import { checkSeriesOf } from '../series/declared.js';
import type { SumOptions, ValueRun } from '../series/options.js';
import { requirePlain } from '../views/misere.js';
import { MAX_MOVES, movesFrom, SMALLEST_MOVES, type ReadAt } from './moves.js';

/** Maximum number of heaps in a sum. */
const MAX_HEAPS = 1000;

/** Raises a usage error unless the heaps can be a sum. */
function checkHeaps(heaps: readonly number[]): void {
  if (heaps.length === 0 || heaps.length > MAX_HEAPS)
    refuse('A sum has from 1 to {most} heaps, not {count}. Give a number in between.', {
      most: MAX_HEAPS,
      count: heaps.length,
    });
  for (const heap of heaps) checkPosition(heap, 'The heap');
}

/** Raises a usage error if the nim-values of a game do not decide sums in this play. */
function checkPlay(game: Game, play: Play): void {
  checkSeriesOf(game, 'nim');
  requireHeaps(game);
  // Nim-values 0 and 1 come in pairs only if they follow from the set.
  if (play === 'misere') requirePlain(game);
}

/**
 * Solves a sum of heaps, faster with the period of the nim-values. Cost: the nim-value of each different heap; if the next player
 * wins, also that of each move from them, up to 2^25 together, or O(log n) a heap if a closed form gives moves.
 */
export async function solveHeaps(
  game: Game,
  heaps: readonly number[],
  play: Play,
  nimValues: ReadAt,
  {
    period,
    mostMoves = MAX_LISTED_MOVES,
    signal,
  }: Omit<SumOptions, 'misere'> & { period?: Period | null } = {},
): Promise<SumAnswer> {
  checkHeaps(heaps);
  checkPlay(game, play);
  // The largest first: its error names the values missing for all.
  const sizes = Float64Array.from(new Set(heaps)).sort().reverse();
  const values = await nimValues(sizes);
  const valueOf = new Map(Array.from(sizes, (size, i) => [size, values[i]]));
  const sum = heaps.map((size) => valueOf.get(size) as number);
  if (winnerOf(sum, play) === 'previous') return { nimSum: nimSumOf(sum), winner: 'previous', moves: [] };
  const breathe = breather(signal);
  const known = new Map<number, Heap>();
  let areAll = true;
  let left = MAX_MOVES;
  // The smallest first: the number of moves tried does not depend on the order of heaps.
  for (const [size, nimValue] of [...valueOf].reverse()) {
    const others = nimSumOf([...sum, nimValue]);
    const wins = winningLeaves(sum, nimValue, play);
    const found = await movesFrom({
      game,
      position: size,
      isWanted: wins,
      nimValues: [others, nimSumOf([others, 1])].filter(wins),
      valuesAt: nimValues,
      period,
      most: left,
      mostFound: mostMoves,
      smallest: Math.min(SMALLEST_MOVES, Math.ceil(MAX_MOVES / sizes.length)),
      breathe,
    });
    if (found.isAll) left = Math.max(0, left - found.tried);
    areAll &&= found.isAll;
    const takes = Float64Array.from(found.moves);
    known.set(size, { nimValue, takes, leaves: await nimValues(takes.map((take) => heapAfter(size, take))) });
  }
  const answer = solveSum(
    heaps.map((size) => known.get(size) as Heap),
    play,
    mostMoves,
  );
  return areAll ? answer : { ...answer, moreMoves: true };
}

/** Counts the sums of heaps that the previous player wins, with heaps among the positions of some runs of nim-values. */
export async function countSums(
  game: Game,
  runs: AsyncIterable<ValueRun>,
  heaps: number,
  play: Play,
): Promise<bigint> {
  checkPlay(game, play);
  const counts = new Map<number, number>();
  for await (const { values } of runs) {
    for (const value of values) {
      const before = counts.get(value);
      if (before === undefined) checkCounted(value);
      counts.set(value, (before ?? 0) + 1);
    }
  }
  return countPreviousWins(counts, heaps, play);
}

/** Estimates the seconds of one thread for solving the nim-values below `stop`. */
export function estimateNimSeconds({ set }: Game, stop: number): number {
  return nimSeconds(set, { start: 0, stop }, 1);
}
