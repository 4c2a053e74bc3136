/** Explains why a position is hot or cold and has its nim-value: its moves and their results. */
import { heapAfter, mostTaken, requireHeaps, type Game } from '../../game/game.js';
import { firstOf } from '../../game/sets/walking.js';
import type { QueryOptions } from '../series/options.js';
import type { Answer } from './query.js';

/** Maximum number of options to read; more are only counted. */
const MAX_OPTIONS = 2 ** 14;
/** Maximum numbers of listed moves: the first ones, winning ones, and the first to each nim-value. */
const MAX_FIRST = 40;
const MAX_WINNING = 20;
const MAX_VALUES = 100;

/** A move from a position, and the position that it leads to. */
export interface WhyMove<N extends number | bigint = number> {
  readonly take: N;
  readonly to: N;
  readonly cold: boolean;
  readonly nimValue: N | null;
}

/** The reasons of a position's outcome: its moves, and the nim-values that they lead to. */
export interface Why<N extends number | bigint = number> {
  readonly position: N;
  readonly cold: boolean;
  readonly nimValue: N | null;
  /** A declaration that follows from no move: `hot` for a hotspot, `value` for a value of the seed. */
  readonly declared: 'hot' | 'value' | null;
  /**
   * The number of moves; an estimate if they are too many to look through, and `moves` has the first. Null if only those below 2^53
   * are known, which can happen from 2^53 - 1 on.
   */
  readonly moveCount: N extends bigint ? N | null : N;
  /** The number of winning moves; null if there are too many moves to look through. */
  readonly winningCount: N | null;
  /** Some moves, increasing: the first, the first that win, and the first to each of a hundred nim-values. */
  readonly moves: readonly WhyMove<N>[];
  /** The nim-values that moves lead to, increasing; null if not all are known. */
  readonly reached: readonly N[] | null;
}

/** The queries that it needs of a store. */
interface Answering {
  query(game: Game, positions: ArrayLike<number>, options: QueryOptions): Promise<Answer[]>;
  isCold(game: Game, positions: ArrayLike<number>, signal?: AbortSignal): Promise<Uint32Array>;
}

/** Reads the moves of a position. Cost: the values of at most 2^14 positions. Raises as `query` does. */
export async function whyOf(
  store: Answering,
  game: Game,
  position: number,
  signal?: AbortSignal,
): Promise<Why> {
  requireHeaps(game);
  const { set, hotspots, seed, isSink } = game;
  const [{ cold, nimValue }] = await store.query(game, [position], { winningMoves: false, signal });
  const most = mostTaken(game, position);
  const count = set.approximateCount(most + 1);
  const isWhole = count <= MAX_OPTIONS;
  const takes = isWhole ? set.between(1, most + 1) : firstOf(set, { start: 1, stop: most + 1 }, MAX_FIRST);
  const to = Array.from(takes, (take) => heapAfter(position, take));
  // If its own nim-value is expensive, those of its options are not requested either.
  const isNim = nimValue !== null;
  const values = isNim
    ? (await store.query(game, to, { winningMoves: false, signal })).map((answer) => answer.nimValue!)
    : await store.isCold(game, to, signal);
  const moves = to.map((lower, i): WhyMove => {
    return isNim
      ? { take: takes[i], to: lower, cold: values[i] === 0, nimValue: values[i] }
      : { take: takes[i], to: lower, cold: values[i] === 1, nimValue: null };
  });
  const seen = new Set<number>();
  let winning = 0;
  const isListed = ({ cold, nimValue: value }: WhyMove, i: number): boolean => {
    const isNew = value !== null && seen.size < MAX_VALUES && seen.size < seen.add(value).size;
    return i < MAX_FIRST || (cold && winning < MAX_WINNING) || isNew;
  };
  const listed = moves.filter((move, i) => {
    const isShown = isListed(move, i);
    if (move.cold) winning++;
    return isShown;
  });
  const isHotspot = hotspots !== undefined && hotspots.between(position, position + 1).length > 0;
  return {
    ...{ position, cold, nimValue, moves: listed },
    declared: isHotspot ? 'hot' : isSink !== true && position < (seed?.length ?? 0) ? 'value' : null,
    moveCount: isWhole ? moves.length : count,
    winningCount: isWhole ? winning : null,
    reached: isWhole && (isNim || to.length === 0) ? [...new Set(values)].sort((a, b) => a - b) : null,
  };
}
