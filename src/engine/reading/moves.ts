/**
 * The moves from one position that are looked through for winning ones. Separate because queries and sums of heaps look
 * through the same: the one move that a closed form names, every move, or where these are too many the smallest.
 */
import { closedFormOf } from '../../game/closed-forms.js';
import type { Game } from '../../game/game.js';

/** Where there are too many, about so many of the smallest are: some tenths of a second. */
const SMALLEST_MOVES = 2 ** 20;

/** Moves to look through. */
export interface Candidates {
  /** Subtrahends, increasing. */
  readonly moves: Float64Array;
  /** Whether no other move leads to a position of the nim-values asked for. */
  readonly isAll: boolean;
}

/**
 * Moves from a position among which are those to positions of the given nim-values: all of these, or where there are more
 * than `most` moves those among the smallest. Cost: O(log n) where a closed form names them, else the moves.
 */
export function candidatesFor(
  game: Game,
  position: number,
  nimValues: readonly number[],
  most: number,
): Candidates {
  const { set } = game;
  const moveTo = closedFormOf(game)?.moveTo;
  if (moveTo !== undefined) {
    const named = nimValues.map((value) => moveTo(position, value)).filter((move) => move !== undefined);
    return { moves: Float64Array.from(new Set(named)).sort(), isAll: true };
  }
  if (set.approximateCount(position + 1) <= most) {
    return { moves: set.between(1, position + 1), isAll: true };
  }
  let bound = SMALLEST_MOVES;
  while (bound <= position && set.approximateCount(bound) < SMALLEST_MOVES) bound *= 2;
  const smallest = set.between(1, Math.min(bound, position + 1));
  // Where nearly every number may be taken, small nim-values are at small positions: the largest moves lead there.
  if (set.excluded === undefined) return { moves: smallest, isAll: false };
  // Put together here: a set that remembers its elements would list all of those between too.
  const left = new Set(set.excluded);
  const from = Math.max(bound, position + 1 - bound);
  const largest = Float64Array.from({ length: position + 1 - from }, (_, i) => from + i).filter(
    (s) => !left.has(s),
  );
  const moves = new Float64Array(smallest.length + largest.length);
  moves.set(smallest);
  moves.set(largest, smallest.length);
  return { moves, isAll: false };
}
