/**
 * Sums of heaps, from the nim-values of their heaps: who wins, by which moves, and how many sums the previous player
 * wins, under normal and misere play.
 */
import { checkCost, MOST_STEPS, STEPS_OF_KEPT_ROW } from '../common/cost.js';
import { refuse } from '../common/errors.js';
import { checkInteger } from '../common/range.js';

/** In normal play who makes the last move wins, in misere play who makes it loses. */
export type Play = 'normal' | 'misere';

/** Who wins with best play: who moves next, or who has moved. */
export type Winner = 'next' | 'previous';

/** A heap and what can be done with it. */
export interface Heap {
  readonly nimValue: number;
  /** The numbers that may be taken, increasing, and the nim-value that each leaves. */
  readonly takes: ArrayLike<number>;
  readonly leaves: ArrayLike<number>;
}

/** A winning move: how much to take from which heap; heaps are counted from 1. */
export interface HeapMove {
  readonly heap: number;
  readonly take: number;
}

/** What there is to know of a sum of heaps. */
export interface SumAnswer {
  /** The exclusive or of the nim-values. */
  readonly nimSum: number;
  readonly winner: Winner;
  /** Every winning move, by heap and by what is taken; none when the previous player wins. */
  readonly moves: readonly HeapMove[];
  /**
   * Present where there may be more winning moves than `moves` has: they are more than are listed (2^21 together, where no other number is given), or the heaps have too many
   * moves to look through (2^25 together), and those from the largest heaps are among the smallest.
   */
  readonly moreMoves?: true;
}

/** The exclusive or of nim-values, each below 2^53. */
export function nimSumOf(nimValues: Iterable<number>): number {
  let sum = 0;
  for (const value of nimValues) sum = exclusiveOr(sum, value);
  return sum;
}

/** The machine's own takes 32 bits: the higher ones apart. */
function exclusiveOr(a: number, b: number): number {
  const low = (a ^ b) >>> 0;
  if (a < 2 ** 32 && b < 2 ** 32) return low;
  return (Math.floor(a / 2 ** 32) ^ Math.floor(b / 2 ** 32)) * 2 ** 32 + low;
}

/**
 * Who wins a sum of heaps of a subtraction game with these nim-values. Normal play: the previous player exactly when
 * the nim-sum is 0 (Sprague, Grundy). Misere play: exactly when some nim-value is above 1 and the nim-sum is 0, or
 * none is and it is 1; for by Ferguson's pairing the misere nim-value is the nim-value with 0 and 1 exchanged
 * (T. S. Ferguson, On sums of graph games with last player losing, 1974).
 */
export function winnerOf(nimValues: Iterable<number>, play: Play): Winner {
  const values = [...nimValues];
  const losing = play === 'misere' && values.every((value) => value <= 1) ? 1 : 0;
  return nimSumOf(values) === losing ? 'previous' : 'next';
}

/** Winning moves that an answer lists at most: some tens of megabytes of them. */
export const MOST_LISTED = 2 ** 21;

/**
 * The nim-values to leave of a heap of some nim-value, one of a sum of heaps with these, so that the other player loses:
 * that of the other heaps together; in misere play with 0 and 1 exchanged where no heap above 1 is left.
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

/** Solves a sum of heaps. Cost: O(1) for each thing that can be taken. */
export function solveSum(heaps: readonly Heap[], play: Play, mostMoves = MOST_LISTED): SumAnswer {
  const values = heaps.map(({ nimValue }) => nimValue);
  const answer = { nimSum: nimSumOf(values), winner: winnerOf(values, play) };
  const moves: HeapMove[] = [];
  const winsBy = new Map([...new Set(values)].map((value) => [value, winningLeaves(values, value, play)]));
  // The same for each heap, so that one with many does not hide those of others.
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

/** Nim-values from here on are not counted: the counts of those below are kept. */
const MOST_NIM_VALUES = MOST_STEPS / STEPS_OF_KEPT_ROW;
/** Steps that one term of a recurrence of large integers counts for, besides one for each heap. */
const STEPS_OF_TERM = 64;
/** Heaps in a sum that is counted, at most. */
const MOST_HEAPS = 1000;

/**
 * How many sums of `heaps` heaps the previous player wins, when each heap is one of some positions, `counts` says how
 * many of them have each nim-value, and the order of heaps does not matter. Exact.
 *
 * For each character of the group of nim-values under exclusive or, the multisets of k positions sum up to the
 * coefficient of t^k in (1 - t)^-p (1 + t)^-q, with p positions where it is 1 and q where it is -1; the mean over all
 * characters is the number of multisets with nim-sum 0. Cost O(m log m + m k) for the next power of two m above the
 * largest nim-value, with big integers.
 */
export function countPreviousWins(counts: ReadonlyMap<number, number>, heaps: number, play: Play): bigint {
  checkInteger(heaps, 0, MOST_HEAPS, 'The number of heaps');
  const largest = [...counts.keys()].reduce((most, value) => Math.max(most, value), 0);
  checkCounted(largest);
  const characters = walshHadamard(counts, largest);
  const total = characters[0];
  // Characters with the same number of positions contribute the same: there are often far fewer of those.
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
  // Of sums with nim-values 0 and 1 alone, those of nim-sum 1 count instead of those of 0: a signed count of multisets.
  return nimSumZero - signedMultisets(counts.get(0) ?? 0, counts.get(1) ?? 0, heaps);
}

/** Raises a usage error for a nim-value too large to be counted. */
export function checkCounted(nimValue: number): void {
  if (nimValue < MOST_NIM_VALUES) return;
  refuse(
    'Sums with the nim-value {nimValue} cannot be counted. Choose a range with nim-values below {most}.',
    { nimValue, most: MOST_NIM_VALUES },
  );
}

/** The coefficient of t^k in (1 - t)^-p (1 + t)^-q: multisets of k things, those with oddly many of the q negative. */
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

/** The Walsh-Hadamard transform of counts that sum to less than 2^53, with zeros up to a power of two above `largest`. */
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
