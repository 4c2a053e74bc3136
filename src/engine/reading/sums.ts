/** Sums of heaps of a stored game: winner, winning moves, and counts. */
import { platform } from '../../platform/platform.js';
import { refuse, usageError } from '../../common/errors.js';
import { declaredBy, heapAfter, type Game } from '../../game/game.js';
import {
  checkCounted,
  countPreviousWins,
  MOST_LISTED,
  nimSumOf,
  solveSum,
  winningLeaves,
  type Heap,
  type Play,
  type SumAnswer,
} from '../../game/heaps.js';
import { columnOfIntegers, integersOf } from '../../columnar/layout.js';
import { checkPosition } from '../../common/range.js';
import { breather } from '../../common/stoppable.js';
import type { Period } from '../../game/periods.js';
import { nimSeconds } from '../../solver/planner.js';
import { createIntegers, narrowest } from '../../solver/task/integers.js';
import { checkSeriesOf } from '../series/declared.js';
import type { ValueRun } from '../series/options.js';
import { DESCRIPTIONS } from '../series/descriptions.js';
import { MOST_MOVES, movesFrom, SMALLEST_MOVES } from './moves.js';
import { solve } from '../extending/solve.js';

/** Heaps in a sum, at most. */
const MOST_HEAPS = 1000;
/** The nim-value of each position, in the order given. */
export type ReadNimValues = (positions: Float64Array) => Promise<Uint32Array | Float64Array>;

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
    expected: 'a game of a set alone, whose nim-values 0 and 1 come in pairs',
    found: `one with ${declaredBy(game) ?? ''}`,
  });
}

/** What else helps to solve a sum. */
export interface SolveOptions {
  /** The period of the nim-values, where it is known. */
  readonly period?: Period | null | undefined;
  /** Winning moves that are listed at most. */
  readonly mostMoves?: number | undefined;
  /** Raises `interrupted` when aborted. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Solves a sum of heaps. Cost: a nim-value for each move of each different heap, up to 2^25 of them together; O(log n) a
 * heap where a closed form names moves.
 */
export async function solveHeaps(
  game: Game,
  heaps: readonly number[],
  play: Play,
  nimValues: ReadNimValues,
  { period, mostMoves = MOST_LISTED, signal }: SolveOptions = {},
): Promise<SumAnswer> {
  checkHeaps(heaps);
  checkPlay(game, play);
  // The largest first, whose error names what is missing for all.
  const sizes = Float64Array.from(new Set(heaps)).sort().reverse();
  const values = await nimValues(sizes);
  const valueOf = new Map(Array.from(sizes, (size, i) => [size, values[i]]));
  const sum = heaps.map((size) => valueOf.get(size) as number);
  const breathe = breather(signal);
  const known = new Map<number, Heap>();
  let areAll = true;
  let left = MOST_MOVES;
  // The smallest first: how many moves are looked through does not depend on the order of heaps.
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
      smallest: Math.min(SMALLEST_MOVES, Math.ceil(MOST_MOVES / sizes.length)),
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
    for (const value of values) {
      const before = counts.get(value);
      if (before === undefined) checkCounted(value);
      counts.set(value, (before ?? 0) + 1);
    }
  }
  return countPreviousWins(counts, heaps, play);
}

/** About how many seconds the nim-values of a range take to solve, on one machine. */
export function estimateNimSeconds(
  { set }: Game,
  from: number,
  to: number,
  threads = platform.threads,
): number {
  return from >= to ? 0 : nimSeconds(set, { start: from, stop: to }, threads);
}

/** Nim-values that are solved in memory at most. */
const MOST_SOLVED = 2 ** 30;

/** The nim-values of [0, to), to at most 2^30, solved in memory: four bytes a position at most. Raises `interrupted` when aborted. */
export async function solveNimValues(
  game: Game,
  to: number,
  {
    threads = platform.threads,
    signal,
  }: { threads?: number | undefined; signal?: AbortSignal | undefined } = {},
): Promise<Uint8Array | Uint16Array | Uint32Array> {
  if (!Number.isSafeInteger(to) || to < 0 || to > MOST_SOLVED)
    refuse('The end', `an integer from 0 to ${MOST_SOLVED}`, String(to));
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
