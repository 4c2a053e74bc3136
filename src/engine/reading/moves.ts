/** Finds winning moves from a position, in pieces, without listing all moves. */
import { MAX_STEPS } from '../../common/cost.js';
import type { Breathe } from '../../common/stoppable.js';
import { closedFormOf } from '../../game/closed-forms.js';
import { heapAfter, mostTaken, type Game } from '../../game/game.js';
import type { Period } from '../../game/periods.js';
import { countUpTo, has, piecesOf } from '../../game/sets/walking.js';

/** Steps of trying a move: a value is looked up for it. */
const STEPS_OF_MOVE = 8;
/** Maximum number of moves to try for one answer: about a second. */
export const MAX_MOVES = MAX_STEPS / STEPS_OF_MOVE;
/** Approximate number of smallest moves to try if there are more. */
export const SMALLEST_MOVES = 2 ** 20;
/** Moves to try together. */
const PIECE = 2 ** 16;

/** Returns the values of positions, in the order given. */
export type ReadAt = (positions: Float64Array) => Promise<ArrayLike<number>>;

export interface MovesQuestion {
  readonly game: Game;
  readonly position: number;
  /** Whether to find moves to a position of this value. */
  readonly isWanted: (value: number) => boolean;
  /** The nim-values of such positions, by which closed forms and periods find moves. */
  readonly nimValues: readonly number[];
  readonly valuesAt: ReadAt;
  /** The period of the nim-values, if known and `valuesAt` returns these. */
  readonly period?: Period | null | undefined;
  /** Maximum number of moves to try all of, and the number of smallest moves to try otherwise. */
  readonly most: number;
  readonly smallest: number;
  /** Maximum number of moves to find. */
  readonly mostFound: number;
  readonly breathe: Breathe;
}

export interface FoundMoves {
  /** Subtrahends, increasing. */
  readonly moves: readonly number[];
  /** Whether these are all. */
  readonly isAll: boolean;
  /** Number of values read. */
  readonly tried: number;
}

/**
 * Finds moves. Cost: O(log n) if a closed form gives them, the known preperiod and period of a cofinite set, otherwise a value for
 * each move.
 */
export async function movesFrom(question: MovesQuestion): Promise<FoundMoves> {
  const { game, position, nimValues, period, most } = question;
  const moveTo = closedFormOf(game)?.moveTo;
  if (moveTo !== undefined) {
    const named = nimValues.map((value) => moveTo(position, value));
    return { moves: increasing(named.filter((move) => move !== undefined)), isAll: true, tried: 0 };
  }
  if (movesUpTo(game, position) <= most) return triedMoves(question, Infinity);
  const isByPeriod =
    period !== undefined &&
    period !== null &&
    period.saltus > 0 &&
    period.preperiod + period.period <= MAX_MOVES;
  return isByPeriod ? movesByPeriod(question, period) : triedMoves(question, question.smallest);
}

/** Estimates the number of moves from a position. Cost: O(log n). */
export function movesUpTo(game: Game, position: number): number {
  return countUpTo(game.set, mostTaken(game, position)).count;
}

/** Tries all moves, or about `most` of the smallest. */
async function triedMoves(
  { game, position, isWanted, valuesAt, mostFound, breathe }: MovesQuestion,
  most: number,
): Promise<FoundMoves> {
  const found: number[] = [];
  let tried = 0;
  const range = { start: 1, stop: mostTaken(game, position) + 1 };
  for (const moves of piecesOf(game.set, range, Math.min(PIECE, most))) {
    if (tried >= most || found.length >= mostFound)
      return { moves: found.slice(0, mostFound), isAll: false, tried };
    await breathe();
    const values = await valuesAt(moves.map((move) => heapAfter(position, move)));
    for (let i = 0; i < moves.length; i++) if (isWanted(values[i])) found.push(moves[i]);
    tried += moves.length;
  }
  return { moves: found, isAll: true, tried };
}

/**
 * If values grow with each period, each value has finitely many positions: those of the preperiod and period, moved by as many
 * periods as the values differ by saltuses.
 */
async function movesByPeriod(
  { game, position, nimValues, valuesAt, breathe }: MovesQuestion,
  { preperiod, period, saltus }: Period,
): Promise<FoundMoves> {
  const moves: number[] = [];
  const end = Math.min(position, preperiod + period);
  for (let start = 0; start < end; start += PIECE) {
    await breathe();
    const lower = Float64Array.from({ length: Math.min(PIECE, end - start) }, (_, i) => start + i);
    const values = await valuesAt(lower);
    for (let i = 0; i < lower.length; i++) {
      for (const value of nimValues) {
        const periods = (value - values[i]) / saltus;
        const isReached =
          Number.isInteger(periods) && periods >= 0 && (periods === 0 || lower[i] >= preperiod);
        const move = position - (lower[i] + periods * period);
        if (isReached && has(game.set, move)) moves.push(move);
      }
    }
  }
  return { moves: increasing(moves), isAll: true, tried: end };
}

function increasing(moves: readonly number[]): number[] {
  return [...new Set(moves)].sort((a, b) => a - b);
}
