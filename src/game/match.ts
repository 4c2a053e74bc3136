/**
 * A match of two players on heaps: whose turn it is, what may be taken, how it went, who has won; and the computer's
 * choice of a move, as strong as its level. Pure: chance and the winning moves are handed in. Separate from heaps.ts,
 * which says what is best in a sum and knows no turns.
 */
import { usageError } from '../common/errors.js';
import type { HeapMove, Play } from './heaps.js';
import type { SubtractionSet } from './sets/subtraction-set.js';

/** Who takes a turn. */
export type Player = 'you' | 'computer';

/** A move that was made, and the heaps it was made from. */
export interface Turn {
  readonly player: Player;
  readonly move: HeapMove;
  readonly before: readonly number[];
}

/** A match at some moment. */
export interface Match {
  readonly set: SubtractionSet;
  readonly play: Play;
  readonly heaps: readonly number[];
  /** Who moves next. */
  readonly next: Player;
  readonly turns: readonly Turn[];
}

/** How often the computer makes a winning move where there is one, by level. */
export const LEVELS = { random: 0, easy: 0.4, medium: 0.7, hard: 0.9, perfect: 1 } as const;
/** How well the computer plays. */
export type Level = keyof typeof LEVELS;
/** The names of the levels, the weakest first. */
export const LEVEL_NAMES = Object.keys(LEVELS) as Level[];

/** A match about to begin. */
export function startMatch(set: SubtractionSet, play: Play, heaps: readonly number[], first: Player): Match {
  return { set, play, heaps, next: first, turns: [] };
}

/** What may be taken from a heap of this size, increasing. */
export function takesFrom({ set }: Match, size: number): Float64Array {
  return set.between(1, size + 1);
}

/** The match after a move of the player whose turn it is. Raises a usage error that explains what may be done. */
export function afterMove(match: Match, move: HeapMove): Match {
  const { heaps, next, turns } = match;
  checkMove(match, move);
  return {
    ...match,
    heaps: heaps.map((size, i) => (i === move.heap - 1 ? size - move.take : size)),
    next: next === 'you' ? 'computer' : 'you',
    turns: [...turns, { player: next, move, before: heaps }],
  };
}

function checkMove(match: Match, { heap, take }: HeapMove): void {
  const { heaps } = match;
  if (!(heap >= 1 && heap <= heaps.length)) {
    throw usageError({
      subject: 'The heap',
      expected: heaps.length === 1 ? 'heap 1, the only one' : `one of the heaps 1 to ${heaps.length}`,
      found: String(heap),
    });
  }
  const size = heaps[heap - 1];
  const takes = takesFrom(match, size);
  if (takes.includes(take)) return;
  throw usageError({
    subject: `From heap ${heap}, which has ${size}`,
    expected: takes.length === 0 ? 'nothing to be taken' : `to take ${listed(takes)}`,
    found: String(take),
  });
}

/** `1, 4, 9 or 16`; of many, the least and the greatest. */
function listed(takes: Float64Array): string {
  if (takes.length > 12) {
    return `${takes.subarray(0, 6).join(', ')}, ... or ${takes[takes.length - 1]} (${takes.length} choices)`;
  }
  return takes.length === 1
    ? String(takes[0])
    : `${takes.subarray(0, -1).join(', ')} or ${takes[takes.length - 1]}`;
}

/** The match before the latest turn of a player and all turns since; undefined when there is none. */
export function beforeTurnOf(match: Match, player: Player): Match | undefined {
  const index = match.turns.findLastIndex((turn) => turn.player === player);
  if (index === -1) return undefined;
  return { ...match, heaps: match.turns[index].before, next: player, turns: match.turns.slice(0, index) };
}

/** Who has won; undefined while a move is left. */
export function winnerOfMatch({ set, play, heaps, next }: Match): Player | undefined {
  if (heaps.some((size) => size >= set.smallest)) return undefined;
  const last = next === 'you' ? 'computer' : 'you';
  return play === 'normal' ? last : next;
}

/**
 * The computer's move, given the winning ones: one of those as often as the level says, else any move. At the level
 * `perfect` a player who cannot win takes as little as possible from the largest heap, to make the match last.
 */
export function chooseMove(
  match: Match,
  winning: readonly HeapMove[],
  level: Level,
  random: () => number,
): HeapMove {
  const pick = <Item>(items: ArrayLike<Item>): Item => items[Math.floor(random() * items.length)];
  if (winning.length > 0 && random() < LEVELS[level]) return pick(winning);
  const { heaps, set } = match;
  if (level === 'perfect') {
    const largest = heaps.reduce((best, size, i) => (size > heaps[best] ? i : best), 0);
    return { heap: largest + 1, take: set.smallest };
  }
  // A heap with many moves is chosen as often as it has moves.
  const counts = heaps.map((size) => takesFrom(match, size).length);
  let index = Math.floor(random() * counts.reduce((sum, count) => sum + count, 0));
  for (const [i, count] of counts.entries()) {
    if (index < count) return { heap: i + 1, take: takesFrom(match, heaps[i])[index] };
    index -= count;
  }
  throw new Error('chooseMove: no move is left');
}
