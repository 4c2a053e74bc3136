/** Sums of heaps, from nim-values: winner, winning moves, and number of P-positions, in normal and misere play. */
import { checkCost, MAX_STEPS, STEPS_OF_KEPT_ROW } from '../common/cost.js';
import { refuse } from '../common/errors.js';
import { checkInteger } from '../common/range.js';

/** The player who makes the last move wins in normal play and loses in misere play. */
export type Play = 'normal' | 'misere';

/** The winner with best play: the player to move, or the one who has just moved. */
export type Winner = 'next' | 'previous';

export interface Heap {
  readonly nimValue: number;
  /** The numbers that may be taken, increasing, and the nim-value that each leaves. */
  readonly takes: ArrayLike<number>;
  readonly leaves: ArrayLike<number>;
}

/** A winning move. Heaps are counted from 1. */
export interface HeapMove<N extends number | bigint = number> {
  readonly heap: number;
  readonly take: N;
}

/** A solved sum of heaps. */
export interface SumAnswer<N extends number | bigint = number> {
  readonly nimSum: N;
  readonly winner: Winner;
  /** The winning moves, by heap and number taken; none if the previous player wins. */
  readonly moves: readonly HeapMove<N>[];
  /**
   * Present if `moves` may be incomplete: more moves win than are listed (2^21 in total by default), or the heaps have too many
   * moves to examine (2^25 in total) and only the smallest are listed for the largest heaps.
   */
  readonly moreMoves?: true;
}

/** Returns the exclusive or of nim-values, each below 2^53. */
export function nimSumOf(nimValues: Iterable<number>): number {
  let sum = 0;
  for (const value of nimValues) sum = exclusiveOr(sum, value);
  return sum;
}

/** The operator of JavaScript takes 32 bits: the higher bits are combined separately. */
function exclusiveOr(a: number, b: number): number {
  const low = (a ^ b) >>> 0;
  if (a < 2 ** 32 && b < 2 ** 32) return low;
  return (Math.floor(a / 2 ** 32) ^ Math.floor(b / 2 ** 32)) * 2 ** 32 + low;
}

/**
 * Decides a sum of heaps of a subtraction game. In normal play the previous player wins exactly if the nim-sum is 0 (Sprague,
 * Grundy). In misere play the condition is a nim-sum of 0 if some nim-value exceeds 1, else of 1: by Ferguson's pairing the
 * misere nim-value has 0 and 1 exchanged (T. S. Ferguson, On sums of graph games with last player losing, 1974).
 */
export function winnerOf(nimValues: Iterable<number>, play: Play): Winner {
  const values = [...nimValues];
  const losing = play === 'misere' && values.every((value) => value <= 1) ? 1 : 0;
  return nimSumOf(values) === losing ? 'previous' : 'next';
}

/** Winning moves that an answer lists: some tens of megabytes. */
export const MAX_LISTED_MOVES = 2 ** 21;

/**
 * Returns a test of the nim-values to which reducing a heap of nim-value `nimValue` wins: the nim-sum of the other heaps, in
 * misere play with 0 and 1 exchanged if no heap above 1 is left.
 */
export function winningLeaves(
  nimValues: readonly number[],
  nimValue: number,
  play: Play,
): (left: number) => boolean {
  const others = exclusiveOr(nimSumOf(nimValues), nimValue);
  const largeHeaps = nimValues.filter((value) => value > 1).length;
  const othersAreSmall = largeHeaps - Number(nimValue > 1) === 0;
  if (play === 'normal' || !othersAreSmall) return (left) => left === others;
  return (left) => (left <= 1 ? exclusiveOr(others, left) === 1 : left === others);
}

/** Solves a sum of heaps. Cost: O(1) for each possible move. */
export function solveSum(heaps: readonly Heap[], play: Play, mostMoves = MAX_LISTED_MOVES): SumAnswer {
  const values = heaps.map(({ nimValue }) => nimValue);
  const answer = { nimSum: nimSumOf(values), winner: winnerOf(values, play) };
  const moves: HeapMove[] = [];
  const winsBy = new Map([...new Set(values)].map((value) => [value, winningLeaves(values, value, play)]));
  // Every heap has the same limit, so that one with many moves does not hide the moves of others.
  const most = Math.floor(mostMoves / Math.max(1, heaps.length));
  let areAll = true;
  for (const [i, { nimValue, takes, leaves }] of heaps.entries()) {
    const wins = winsBy.get(nimValue)!;
    let listed = 0;
    for (let k = 0; k < takes.length; k++) {
      if (!wins(leaves[k])) continue;
      if (listed++ < most) moves.push({ heap: i + 1, take: takes[k] });
      else areAll = false;
    }
  }
  return areAll ? { ...answer, moves } : { ...answer, moves, moreMoves: true };
}

/** Counts are kept for the nim-values below this bound. */
const MAX_NIM_VALUES = MAX_STEPS / STEPS_OF_KEPT_ROW;
/** Cost of one term of a recurrence of large integers, in steps, besides one step per heap. */
const STEPS_OF_TERM = 64;
const MAX_HEAPS = 1000;

/**
 * Counts exactly the multisets of `heaps` positions whose sums the previous player wins. `counts` has the number of positions with
 * each nim-value.
 *
 * For each character of the group of nim-values under exclusive or, the multisets of k positions sum up to the coefficient of
 * t^k in (1 - t)^-p (1 + t)^-q, for p positions with character 1 and q with -1. The mean over all characters is the number of
 * multisets with nim-sum 0. Cost: O(m log m + m k) with big integers, for the next power of two m above the largest nim-value.
 */
export function countPreviousWins(counts: ReadonlyMap<number, number>, heaps: number, play: Play): bigint {
  checkInteger(heaps, 0, MAX_HEAPS, 'The number of heaps');
  const largest = [...counts.keys()].reduce((most, value) => Math.max(most, value), 0);
  checkCounted(largest);
  const characters = walshHadamard(counts, largest);
  const total = characters[0];
  // Characters with equal sums contribute equally, and there are often far fewer different sums.
  const multiplicity = new Map<number, number>();
  for (const sum of characters) multiplicity.set(sum, (multiplicity.get(sum) ?? 0) + 1);
  checkCost(
    multiplicity.size * heaps * (STEPS_OF_TERM + heaps),
    'Counting sums of {heaps} heaps with nim-values up to {largest} takes too long. Count fewer heaps, or a range with fewer nim-values.',
    { heaps, largest },
  );
  let sum = 0n;
  for (const [value, times] of multiplicity) {
    sum += BigInt(times) * signedMultisets((total + value) / 2, (total - value) / 2, heaps);
  }
  const nimSumZero = sum / BigInt(characters.length);
  if (play === 'normal') return nimSumZero;
  // Sums of nim-values 0 and 1 only count if their nim-sum is 1, not 0: the difference is a signed count of multisets.
  return nimSumZero - signedMultisets(counts.get(0) ?? 0, counts.get(1) ?? 0, heaps);
}

/** Raises a usage error for a nim-value too large to be counted. */
export function checkCounted(nimValue: number): void {
  if (nimValue < MAX_NIM_VALUES) return;
  refuse(
    'Sums with the nim-value {nimValue} cannot be counted. Choose a range with nim-values below {most}.',
    { nimValue, most: MAX_NIM_VALUES },
  );
}

/** Returns the coefficient of t^k in (1 - t)^-p (1 + t)^-q: k-multisets, negative if they have an odd number of the q. */
function signedMultisets(p: number, q: number, k: number): bigint {
  // The recurrence of the coefficients: with f = (1 - t)^-p (1 + t)^-q, (1 - t^2) f' = ((p - q) + (p + q) t) f.
  const difference = BigInt(p - q);
  const both = BigInt(p + q);
  let previous = 0n;
  let current = 1n;
  for (let i = 1n; i <= BigInt(k); i++) {
    const next = (difference * current + (both + i - 2n) * previous) / i;
    previous = current;
    current = next;
  }
  return current;
}

/** The Walsh-Hadamard transform of counts that sum to less than 2^53, padded with zeros to a power of two above `largest`. */
function walshHadamard(counts: ReadonlyMap<number, number>, largest: number): Float64Array {
  let length = 1;
  while (length <= largest) length *= 2;
  const sums = new Float64Array(length);
  for (const [value, count] of counts) sums[value] = count;
  for (let half = 1; half < length; half *= 2) {
    for (let start = 0; start < length; start += 2 * half) {
      for (let i = start; i < start + half; i++) {
        const a = sums[i];
        const b = sums[i + half];
        sums[i] = a + b;
        sums[i + half] = a - b;
      }
    }
  }
  return sums;
}
