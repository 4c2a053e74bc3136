/** The winning moves from one position. Moves are walked piece by piece, and never listed. */
import { MOST_STEPS } from '../../common/cost.js';
import type { Breathe } from '../../common/stoppable.js';
import { closedFormOf } from '../../game/closed-forms.js';
import { heapAfter, mostTaken, type Game } from '../../game/game.js';
import type { Period } from '../../game/periods.js';
import { countUpTo, has, piecesOf } from '../../game/sets/walking.js';

/** Steps that a move which is tried counts for: a value is looked up for it. */
const STEPS_OF_MOVE = 8;
/** Moves that are tried for one answer, at most: about a second. */
export const MAX_MOVES = MOST_STEPS / STEPS_OF_MOVE;
/** Of more, about so many of the smallest are tried. */
export const SMALLEST_MOVES = 2 ** 20;
/** Moves that are tried together. */
const PIECE = 2 ** 16;

/** Gives the values of positions, in the order given. */
export type ReadAt = (positions: Float64Array) => Promise<ArrayLike<number>>;

/** Which moves are wanted from a position. */
export interface MovesQuestion {
  readonly game: Game;
  readonly position: number;
  /** Whether a move to a position of this value is wanted. */
  readonly isWanted: (value: number) => boolean;
  /** The nim-values of wanted positions, by which closed forms and periods find moves. */
  readonly nimValues: readonly number[];
  readonly valuesAt: ReadAt;
  /** The period of the nim-values, where it is known and `valuesAt` gives these. */
  readonly period?: Period | null | undefined;
  /** Moves to try at most; where there are more only so many of the smallest are. */
  readonly most: number;
  readonly smallest: number;
  /** Wanted moves to find at most. */
  readonly mostFound: number;
  readonly breathe: Breathe;
}

/** Moves that are wanted. */
export interface FoundMoves {
  /** Subtrahends, increasing. */
  readonly moves: readonly number[];
  /** Whether these are all. */
  readonly isAll: boolean;
  /** How many values were looked at for them. */
  readonly tried: number;
}

/**
 * The wanted moves. Cost: O(log n) where a closed form names them, the preperiod and period of a cofinite set where these
 * are known, else a value for each move.
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

/** About how many moves there are from a position. Cost: O(log n). */
export function movesUpTo(game: Game, position: number): number {
  return countUpTo(game.set, mostTaken(game, position)).count;
}

/** The wanted moves among all, or among about so many of the smallest. */
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
 * Where values grow with each period, each value is at finitely many positions: those of the preperiod and period, moved
 * by as many periods as their values differ by saltuses.
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
