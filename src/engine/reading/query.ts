/** Questions about single positions: hot or cold, nim-value, winning moves. */
import { refuse, type TakeawayError } from '../../common/errors.js';
import type { SeriesName } from '../../columnar/layout.js';
import type { Game } from '../../game/game.js';
import { MAX_LISTED_MOVES } from '../../game/heaps.js';
import { givenBelow, reachOf } from '../../game/periods.js';
import { checkCost, MAX_STEPS, STEPS_OF_KEPT_ROW } from '../../common/cost.js';
import { breather, type Breathe } from '../../common/stoppable.js';
import type { Source } from '../views/segments.js';
import { inPlay } from '../views/misere.js';
import type { View } from '../views/view.js';
import type { GameOrText, QueryOptions } from '../series/options.js';
import { MAX_MOVES, movesFrom, movesUpTo, SMALLEST_MOVES } from './moves.js';
import { highest } from './not-stored.js';
import type { Reader } from './reader.js';

/** Positions to read together. */
const PIECE = 2 ** 20;

/** The answer for one position, in numbers or, where they were asked for, in bigints. */
export interface Answer<N extends number | bigint = number> {
  readonly position: N;
  /** Whether the player to move loses: a P-position. */
  readonly cold: boolean;
  /** Null if it is neither known nor cheap to compute, or the game has none. */
  readonly nimValue: N | null;
  /** The number of moves if the winner hurries and the loser delays; absent unless requested. */
  readonly remoteness?: N;
  /**
   * The subtrahends that lead to a cold position, increasing; empty for a cold position. Null unless requested, and for hot positions
   * of a game with a pass.
   */
  readonly winningMoves: readonly N[] | null;
  /** Present if there are more than 2^25 options: `winningMoves` has those among about 2^20 of the smallest subtrahends. */
  readonly moreMoves?: true;
  /** Source of the nim-value, or of the outcome if that is null. */
  readonly source: Source;
}

/**
 * Returns the value of each position in a view that has them (cold: 1 or 0), in the order given. Cost: the blocks that contain
 * them. Raises a usage error for a nim-value of 2^32 or more, which a period with a saltus or a closed form can give.
 */
export async function queryValues(
  game: Game,
  view: View,
  positions: ArrayLike<number>,
): Promise<Uint32Array> {
  const values = await view.valuesAt(positions);
  if (values instanceof Uint32Array) return values;
  const narrow = Uint32Array.from(values);
  const tooLarge = narrow.findIndex((value, i) => value !== values[i]);
  if (tooLarge === -1) return narrow;
  const position = positions[tooLarge];
  refuse(
    `The ${view.series === 'nim' ? 'nim-value' : view.series} of position {position} of {game} is {value}, too large for a column, which holds values below 2^32.`,
    { game: game.key, position, value: values[tooLarge] },
    { remedy: { do: 'query', game: game.definition, positions: [position] } },
  );
}

/**
 * Answers for each position, after computing cheap values. Cost: with winning moves O(abs(S)) values a position, at most 2^28 of
 * them, and up to all blocks below it. Raises `interrupted` when aborted.
 */
export async function query(
  reader: Reader,
  named: GameOrText,
  positions: ArrayLike<number>,
  options: QueryOptions,
): Promise<Answer[]> {
  const { winningMoves: withMoves = true, remoteness: withRemoteness = false, signal } = options;
  const stop = highest(positions) + 1;
  const views = reader.open(named);
  const { game } = views;
  // A pass may win, and is no move of a heap.
  const hasMoves = withMoves && game.pass === undefined;
  await reader.computeNimValues(views, positions, { signal });
  for (const series of seriesFor(options)) await reader.reach(views, series, stop, { signal });
  const viewOf = (series: SeriesName): View => inPlay(game, views.view(series), options);
  const [cold, nim] = [viewOf('cold'), viewOf('nim')];
  const nimValues = await valuesIn(nim, positions);
  // Nim-values are read anyway, and show which positions are cold.
  const coldBits = stop <= nim.reach ? undefined : await cold.valuesAt(positions);
  const lengths = withRemoteness ? await viewOf('remoteness').valuesAt(positions) : undefined;
  const answers: Answer[] = [];
  let listed = 0;
  const breathe = breather(signal);
  if (hasMoves) checkOptions(game, positions);
  for (let i = 0; i < positions.length; i++) {
    await breathe();
    const position = positions[i];
    const nimValue = nimValues(i) ?? null;
    const isCold = coldBits === undefined ? nimValue === 0 : coldBits[i] === 1;
    const moves = isCold
      ? { winningMoves: [] }
      : hasMoves
        ? await winningMovesOf(game, cold, position, breathe)
        : { winningMoves: null };
    listed += moves.winningMoves?.length ?? 0;
    checkListed(listed);
    answers.push({
      position,
      cold: isCold,
      nimValue,
      ...(lengths === undefined ? {} : { remoteness: lengths[i] }),
      ...moves,
      source: (nimValue === null ? cold : nim).sourceOf(position),
    });
  }
  return answers;
}

/** Answers for the positions that are known or cheap to compute. */
export interface KnownAnswers {
  /** In the order of the positions; undefined for unknown ones. */
  readonly answers: readonly (Answer | undefined)[];
  /** The reason why the highest position is unknown; undefined if all are known. */
  readonly refusal: TakeawayError | undefined;
}

/** Returns the series that an answer needs. */
export function seriesFor({ remoteness = false }: QueryOptions): readonly SeriesName[] {
  return remoteness ? ['cold', 'remoteness'] : ['cold'];
}

/** Returns a function from an index to the value of its position, undefined if the view lacks it. */
async function valuesIn(
  view: View,
  positions: ArrayLike<number>,
): Promise<(i: number) => number | undefined> {
  if (view.reach === 0) return () => undefined;
  // Position 0 replaces an unknown one; its value is ignored.
  const known = new Float64Array(positions.length);
  for (let i = 0; i < known.length; i++) known[i] = positions[i] < view.reach ? positions[i] : 0;
  const values = await view.valuesAt(known);
  return (i) => (positions[i] < view.reach ? values[i] : undefined);
}

/** Raises a usage error if all positions together have too many winning moves for memory. */
function checkListed(moves: number): void {
  checkCost(moves * STEPS_OF_KEPT_ROW, `These positions have more than {most} winning moves. ${FEWER}`, {
    most: MAX_STEPS / STEPS_OF_KEPT_ROW,
  });
}

const FEWER = 'Ask about fewer positions at once, or leave winning moves out.';

/** Raises a usage error if all positions together have too many options to try. */
function checkOptions(game: Game, positions: ArrayLike<number>): void {
  if (movesOfCofiniteAreFew(game)) return;
  let options = 0;
  for (let i = 0; i < positions.length; i++) options += Math.min(MAX_MOVES, movesUpTo(game, positions[i]));
  checkCost(options, `These {count} positions have about {options} options, more than {most}. ${FEWER}`, {
    ...{ count: positions.length, options, most: MAX_STEPS },
  });
}

function movesOfCofiniteAreFew({ set, hotspots }: Game): boolean {
  return set.excluded !== undefined && hotspots === undefined;
}

async function winningMovesOf(
  game: Game,
  cold: View,
  position: number,
  breathe: Breathe,
): Promise<Pick<Answer, 'winningMoves' | 'moreMoves'>> {
  if (movesOfCofiniteAreFew(game))
    return { winningMoves: await movesOfCofinite(game, cold, position, breathe) };
  const { moves, isAll } = await movesFrom({
    game,
    position,
    isWanted: (value) => value === 1,
    // A position that is cold in misere play has the nim-value 1.
    nimValues: [cold.play === 'misere' ? 1 : 0],
    valuesAt: (lower) => cold.valuesAt(lower),
    most: MAX_MOVES,
    smallest: SMALLEST_MOVES,
    mostFound: MAX_LISTED_MOVES,
    breathe,
  });
  return isAll ? { winningMoves: moves } : { winningMoves: moves, moreMoves: true };
}

/**
 * Returns the winning moves of a cofinite set, from its cold positions: the first one is at most the end of the seed (in misere
 * play the smallest subtrahend), and every position above it by more than the largest excluded number has the move to it.
 */
async function movesOfCofinite(
  game: Game,
  cold: View,
  position: number,
  breathe: Breathe,
): Promise<number[]> {
  const first = cold.play === 'misere' ? game.set.smallest : givenBelow(game);
  const bound = Math.min(position, first + (reachOf(game) ?? 0) + 1);
  const left = new Set(game.set.excluded);
  const moves: number[] = [];
  // From the highest position down, so that moves increase; in pieces, as an excluded number may be large.
  for (let stop = bound; stop > 0; stop -= PIECE) {
    await breathe();
    const lower = Float64Array.from({ length: Math.min(PIECE, stop) }, (_, i) => stop - 1 - i);
    const bits = await cold.valuesAt(lower);
    lower.forEach((n, i) => {
      if (bits[i] === 1 && !left.has(position - n)) moves.push(position - n);
    });
  }
  return moves;
}
