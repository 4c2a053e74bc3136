/**
 * Sums of heaps of a stored game: winner, winning moves, and counts. Separate from the mathematics of sums
 * (game/heaps.ts), which is given nim-values; here they are looked up, or solved where nothing is stored.
 */
import { availableParallelism } from 'node:os';
import { usageError } from '../../common/errors.js';
import type { Game } from '../../game/game.js';
import {
  countPreviousWins,
  nimSumOf,
  solveSum,
  type Heap,
  type Play,
  type SumAnswer,
} from '../../game/heaps.js';
import { columnOfIntegers, integersOf } from '../../columnar/layout.js';
import { checkPosition } from '../../common/range.js';
import { nimSeconds } from '../../solver/planner.js';
import { createIntegers, narrowest } from '../../solver/task/integers.js';
import { checkSeriesOf } from '../series/declared.js';
import type { ValueRun } from '../series/options.js';
import { DESCRIPTIONS } from '../series/descriptions.js';
import { candidatesFor } from './moves.js';
import { solve } from '../extending/solve.js';

/** Heaps in a sum, at most. */
const MOST_HEAPS = 1000;
/** Moves from a heap that are all looked through, at most: some hundred megabytes of them. */
const MOST_MOVES = 2 ** 22;
/** The nim-value of each position, in the order given. */
export type ReadNimValues = (positions: ArrayLike<number>) => Promise<Uint32Array | Float64Array>;

/** Returns the heaps when they can be a sum; else raises a usage error. */
function checkHeaps(heaps: readonly number[]): readonly number[] {
  if (heaps.length === 0 || heaps.length > MOST_HEAPS) {
    throw usageError({
      subject: 'The heaps',
      expected: `from 1 to ${MOST_HEAPS} of them`,
      found: heaps.length === 0 ? 'none' : String(heaps.length),
    });
  }
  for (const heap of heaps) checkPosition(heap, 'The heap');
  return heaps;
}

/** Raises a usage error where the nim-values of a game do not tell who wins sums, or not in misere play. */
function checkPlay(game: Game, play: Play): void {
  checkSeriesOf(game, 'nim');
  if (play === 'normal' || game.seed === undefined) return;
  throw usageError({
    subject: `Misere play of ${game.key}`,
    expected: 'a game without a seed, whose nim-values 0 and 1 come in pairs',
    found: 'one with a seed',
  });
}

/** Solves a sum of heaps. Cost: O(abs(S)) nim-values for each different heap, or O(log n) where a closed form names moves. */
export async function solveHeaps(
  game: Game,
  heaps: readonly number[],
  play: Play,
  nimValues: ReadNimValues,
): Promise<SumAnswer> {
  checkHeaps(heaps);
  checkPlay(game, play);
  // The largest first, whose error names what is missing for all.
  const sizes = [...new Set(heaps)].sort((a, b) => b - a);
  const values = await nimValues(sizes);
  const valueOf = new Map(sizes.map((size, i) => [size, values[i]]));
  const nimSum = nimSumOf(heaps.map((size) => valueOf.get(size) as number));
  const known = new Map<number, Heap>();
  let areAll = true;
  for (const [size, nimValue] of valueOf) {
    // A winning move leaves the nim-value of the other heaps, or in misere play that with 0 and 1 exchanged.
    const others = nimSumOf([nimSum, nimValue]);
    const { moves: takes, isAll } = candidatesFor(game, size, [others, nimSumOf([others, 1])], MOST_MOVES);
    areAll &&= isAll;
    known.set(size, { nimValue, takes, leaves: await nimValues(takes.map((take) => size - take)) });
  }
  const answer = solveSum(
    heaps.map((size) => known.get(size) as Heap),
    play,
  );
  return areAll || answer.winner === 'previous' ? answer : { ...answer, moreMoves: true };
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
    for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return countPreviousWins(counts, heaps, play);
}

/** About how many seconds the nim-values of a range take to solve, on one machine. */
export function estimateNimSeconds(
  { set }: Game,
  from: number,
  to: number,
  threads = availableParallelism(),
): number {
  return from >= to ? 0 : nimSeconds(set, { start: from, stop: to }, threads);
}

/** The nim-values of [0, to), solved in memory: four bytes a position at most. Raises `interrupted` when aborted. */
export async function solveNimValues(
  game: Game,
  to: number,
  {
    threads = availableParallelism(),
    signal,
  }: { threads?: number | undefined; signal?: AbortSignal | undefined } = {},
): Promise<Uint8Array | Uint16Array | Uint32Array> {
  const values = createIntegers(to, 2 ** 32 - 1);
  const parts = solve({
    game,
    series: 'nim',
    range: { start: 0, stop: to },
    method: 'auto',
    pieceLength: DESCRIPTIONS.nim.pieceLength,
    read: ({ start, stop }) => Promise.resolve(columnOfIntegers(narrowest(values.subarray(start, stop)))),
    solver: { threads },
    signal,
  });
  for await (const part of parts) values.set(integersOf(part.values), part.start);
  return narrowest(values);
}
