/**
 * Questions about single positions: hot or cold, nim-value, winning moves. Separate from scans because the
 * cost is in finding single values in many blocks, not in reading blocks through.
 */
import { TakeawayError } from '../errors.js';
import type { Game } from '../game/game.js';
import { checkPosition } from '../range.js';
import type { SeriesView } from './series-view.js';

/** The answer for one position. */
export interface Answer {
  readonly position: number;
  readonly hot: boolean;
  /** Null where only cold positions are stored. */
  readonly nimValue: number | null;
  /** The number of moves when the winner hurries and the loser delays; absent where it is not stored. */
  readonly remoteness?: number;
  /** Every subtrahend that leads to a cold position, increasing; empty when the position is cold. */
  readonly winningMoves: readonly number[];
}

/** The views that answers come from. */
export interface Views {
  readonly cold: SeriesView;
  readonly nim: SeriesView;
  readonly remoteness: SeriesView;
}

/** Raises `not-stored` unless every position below `stop` is stored, naming the command that stores it. */
export function requireStored(game: Game, view: SeriesView, stop: number): void {
  if (stop <= view.frontier) return;
  throw new TakeawayError('not-stored', {
    subject: `${game.key} ${view.series}`,
    expected: view.frontier === 0 ? 'something stored' : `positions below ${view.frontier}, which are stored`,
    found: `position ${stop - 1}`,
    help: `Run 'takeaway extend ${shellName(game)} --series ${view.series} --to ${stop}' to store it.`,
  });
}

/** A game as a shell takes it; a placeholder for a set of thousands, whose text would bury the message. */
function shellName({ key, definition }: Game): string {
  if (key !== definition) return '<game>';
  return /^[\w-]+$/.test(definition) ? definition : `"${definition}"`;
}

/** The value of each position in the view's series (cold: 1 or 0), in the order given. Cost: the blocks they lie in. */
export async function queryValues(
  game: Game,
  view: SeriesView,
  positions: ArrayLike<number>,
): Promise<Uint32Array> {
  requireStored(game, view, highest(positions) + 1);
  return view.valuesAt(positions);
}

/** Everything about each position. Cost: O(abs(S)) values a position, and up to all blocks below it. */
export async function query(
  game: Game,
  { cold, nim, remoteness }: Views,
  positions: readonly number[],
): Promise<Answer[]> {
  const coldBits = await queryValues(game, cold, positions);
  const answers: Answer[] = [];
  for (let i = 0; i < positions.length; i++) {
    const position = positions[i];
    const hot = coldBits[i] === 0;
    const nimValue = await valueIn(nim, position);
    const moves = await valueIn(remoteness, position);
    const winningMoves = hot ? await winningMovesOf(game, cold, position) : [];
    answers.push({
      position,
      hot,
      nimValue: nimValue ?? null,
      ...(moves === undefined ? {} : { remoteness: moves }),
      winningMoves,
    });
  }
  return answers;
}

/** The value of a position that the view has; undefined for others. */
async function valueIn(view: SeriesView, position: number): Promise<number | undefined> {
  return position < view.frontier ? (await view.valuesAt([position]))[0] : undefined;
}

async function winningMovesOf(game: Game, cold: SeriesView, position: number): Promise<number[]> {
  const subtrahends = game.set.between(1, position + 1);
  const options = await cold.valuesAt(subtrahends.map((s) => position - s));
  return Array.from(subtrahends.filter((_, i) => options[i] === 1));
}

function highest(positions: ArrayLike<number>): number {
  let highestYet = -1;
  for (let i = 0; i < positions.length; i++) {
    if (checkPosition(positions[i], 'The position') > highestYet) highestYet = positions[i];
  }
  return highestYet;
}
