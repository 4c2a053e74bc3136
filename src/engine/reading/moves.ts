/**
 * The winning moves from one position. Separate because queries and sums of heaps look for the same: the one move that a
 * closed form names, those that a period tells, every move, or where these are too many the smallest. Moves are walked
 * piece by piece, and never listed.
 */
import { MOST_STEPS } from '../../common/cost.js';
import type { Breathe } from '../../common/stoppable.js';
import { closedFormOf } from '../../game/closed-forms.js';
import type { Game } from '../../game/game.js';
import type { Period } from '../../game/periods.js';
import { countUpTo, has, piecesOf } from '../../game/sets/walking.js';

/** Steps that a move which is tried counts for: a value is looked up for it. */
const STEPS_OF_MOVE = 8;
/** Moves that are tried for one answer, at most: about a second. */
export const MOST_MOVES = MOST_STEPS / STEPS_OF_MOVE;
/** Of more, about so many of the smallest are tried. */
const SMALLEST_MOVES = 2 ** 20;
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
  /** Moves to try at most; where there are more only the smallest are. */
  readonly most: number;
  readonly breathe: Breathe;
}

/** Moves that are wanted. */
export interface FoundMoves {
  /** Subtrahends, increasing. */
  readonly moves: readonly number[];
  /** Whether these are all. */
  readonly isAll: boolean;
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
    return { moves: increasing(named.filter((move) => move !== undefined)), isAll: true };
  }
  if (movesUpTo(game, position) <= most)
    return { moves: await triedMoves(question, position + 1), isAll: true };
  if (
    period !== undefined &&
    period !== null &&
    period.saltus > 0 &&
    period.preperiod + period.period <= most
  )
    return { moves: await movesByPeriod(question, period), isAll: true };
  return { moves: await triedMoves(question, position + 1, SMALLEST_MOVES), isAll: false };
}

/** About how many moves there are from a position. Cost: O(log n). */
export function movesUpTo({ set }: Game, position: number): number {
  return countUpTo(set, position).count;
}

/** The wanted moves below a bound, or among the first `most`. */
async function triedMoves(
  { game, position, isWanted, valuesAt, breathe }: MovesQuestion,
  stop: number,
  most = Infinity,
): Promise<number[]> {
  const found: number[] = [];
  let tried = 0;
  for (const moves of piecesOf(game.set, { start: 1, stop }, PIECE)) {
    await breathe();
    const values = await valuesAt(moves.map((move) => position - move));
    for (let i = 0; i < moves.length; i++) if (isWanted(values[i])) found.push(moves[i]);
    tried += moves.length;
    if (tried >= most) break;
  }
  return found;
}

/**
 * Where values grow with each period, each value is at finitely many positions: those of the preperiod and period, moved
 * by as many periods as their values differ by saltuses.
 */
async function movesByPeriod(
  { game, position, nimValues, valuesAt, breathe }: MovesQuestion,
  { preperiod, period, saltus }: Period,
): Promise<number[]> {
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
  return increasing(moves);
}

function increasing(moves: readonly number[]): number[] {
  return [...new Set(moves)].sort((a, b) => a - b);
}
