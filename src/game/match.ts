/** A match of two players on heaps, and the computer's moves by level. Pure: callers pass randomness and winning moves. */
import { refuse } from '../common/errors.js';
import { checkPosition, POSITION_LIMIT } from '../common/range.js';
import { declaredBy, heapAfter, mostTaken, requireHeaps, type Game } from './game.js';
import type { HeapMove, Play } from './heaps.js';
import type { SubtractionSet } from './sets/subtraction-set.js';
import { countUpTo, elementAt, firstOf, has, largestUpTo } from './sets/walking.js';

export type Player = 'you' | 'computer';

/** Names of the players, in lower case. */
export type Names = Readonly<Record<Player, string>>;

export const AGAINST_COMPUTER: Names = { you: 'you', computer: 'the computer' };

export interface Turn {
  readonly player: Player;
  readonly move: HeapMove;
  readonly before: readonly number[];
}

export interface ReviewedTurn extends Turn {
  readonly winning: readonly HeapMove[];
}

export interface Match extends Pick<Game, 'set' | 'isSink'> {
  readonly play: Play;
  readonly heaps: readonly number[];
  readonly next: Player;
  readonly turns: readonly Turn[];
}

/** The probability that the computer makes a winning move if one exists, by level. */
export const LEVELS = { random: 0, easy: 0.4, medium: 0.7, hard: 0.9, perfect: 1 } as const;
export type Level = keyof typeof LEVELS;
export const LEVEL_NAMES = Object.keys(LEVELS) as Level[];

/** Raises the usage error for a game whose matches need not end where no move is left. */
export function refuseEndless(game: Game): never {
  requireHeaps(game);
  refuse('{game} has {declared}, so a match of it does not end where no move is left. Choose another game.', {
    ...{ game: game.key, declared: declaredBy(game) },
  });
}

/** Starts a match. Raises a usage error for heaps that are no positions. */
export function startMatch(
  { set, isSink }: Pick<Game, 'set' | 'isSink'>,
  play: Play,
  heaps: readonly number[],
  first: Player,
): Match {
  const { completeBelow = POSITION_LIMIT } = set;
  for (const heap of heaps) {
    if (checkPosition(heap, 'The heap') >= completeBelow)
      refuse('The set is complete below {completeBelow} only. Choose a heap below that, not {heap}.', {
        completeBelow,
        heap,
      });
  }
  return { set, isSink, play, heaps, next: first, turns: [] };
}

/** A page of the possible moves from a heap, which are as many as the set has elements up to its size. */
export interface TakesPage {
  /** The least number on the page; default 1. */
  readonly from?: number | undefined;
  /** At most 2^16; default 1000. */
  readonly most?: number | undefined;
}

const USUAL_PAGE_TAKES = 1000;
const MAX_PAGE_TAKES = 2 ** 16;

/** Returns a page of the numbers that may be taken from a heap of this size, increasing; the first page by default. */
export function takesFrom(
  match: Match,
  size: number,
  { from = 1, most = USUAL_PAGE_TAKES }: TakesPage = {},
): Float64Array {
  const stop = mostTaken(match, size) + 1;
  return firstOf(match.set, { start: from, stop }, Math.min(most, MAX_PAGE_TAKES));
}

export interface TakesSummary {
  /** Exact, or within a few percent. */
  readonly count: number;
  readonly isExact: boolean;
  /** Undefined if nothing may be taken. */
  readonly largest: number | undefined;
}

/** Counts the numbers that may be taken from a heap of this size and returns the largest. Lists none. */
export function summarizeTakes(match: Match, size: number): TakesSummary {
  const most = mostTaken(match, size);
  return { ...countUpTo(match.set, most), largest: largestUpTo(match.set, most) };
}

export function mayTake(match: Match, size: number, take: number): boolean {
  return take <= mostTaken(match, size) && has(match.set, take);
}

/**
 * Applies a move. Raises a usage error with the legal choices if the move is illegal, the match is over, or it is not the turn
 * of `player` (default: the player to move). `names` is for errors.
 */
export function afterMove(
  match: Match,
  move: HeapMove,
  player: Player = match.next,
  names: Names = AGAINST_COMPUTER,
): Match {
  const { heaps, next, turns } = match;
  if (player !== next) {
    refuse('This move is {next}, not {player}.', { next: whose(names[next]), player: whose(names[player]) });
  }
  checkMove(match, move, names);
  return {
    ...match,
    heaps: heaps.map((size, i) => (i === move.heap - 1 ? heapAfter(size, move.take) : size)),
    next: next === 'you' ? 'computer' : 'you',
    turns: [...turns, { player: next, move, before: heaps }],
  };
}

/** An error lists up to this many numbers, or else the first six. */
const MAX_LISTED_TAKES = 12;

function checkMove(match: Match, { heap, take }: HeapMove, names: Names): void {
  const { heaps } = match;
  const turn = whoseTurn(match, names);
  if (!(Number.isInteger(heap) && heap >= 1 && heap <= heaps.length)) {
    refuse(
      `There is no heap {heap}. ${heaps.length === 1 ? 'The only heap is heap 1.' : 'Choose one of the heaps 1 to {heaps}.'} ${turn}`,
      { heap, heaps: heaps.length },
    );
  }
  const size = heaps[heap - 1];
  if (mayTake(match, size, take)) return;
  refuse(
    `{take} cannot be taken from heap {heap}, which has {size}. ${mostTaken(match, size) < match.set.smallest ? 'Nothing can be taken from it.' : 'Take {takes}.'} ${turn}`,
    { take, heap, size, takes: listedTakes(match, size) },
  );
}

function whose(name: string): string {
  return name === 'you' ? 'yours' : `${name}'s`;
}

/** A sentence that says who is to move, or who has won. */
function whoseTurn(match: Match, names: Names): string {
  const winner = winnerOfMatch(match);
  const turn = `Move ${match.turns.length + 1} is ${whose(names[match.next])}.`;
  if (winner === undefined) return turn;
  const name = names[winner];
  return `The match is over: ${name} ${name === 'you' ? 'have' : 'has'} won.`;
}

/** `1, 4, 9 or 16`; the first and the last of many. */
function listedTakes(match: Match, size: number): string {
  const { count, isExact, largest } = summarizeTakes(match, size);
  const takes = takesFrom(match, size, { most: MAX_LISTED_TAKES + 1 });
  if (takes.length > MAX_LISTED_TAKES) {
    return `${takes.subarray(0, 6).join(', ')}, ... or ${largest ?? ''} (${isExact ? '' : 'about '}${count} choices)`;
  }
  return takes.length === 1
    ? String(takes[0])
    : `${takes.subarray(0, -1).join(', ')} or ${takes[takes.length - 1]}`;
}

/** Undoes the latest turn of a player and all later ones; undefined if there is none. */
export function beforeTurnOf(match: Match, player: Player): Match | undefined {
  const index = match.turns.findLastIndex((turn) => turn.player === player);
  if (index === -1) return undefined;
  return { ...match, heaps: match.turns[index].before, next: player, turns: match.turns.slice(0, index) };
}

export function winnerOfMatch(match: Match): Player | undefined {
  const { set, play, heaps, next } = match;
  if (heaps.some((size) => mostTaken(match, size) >= set.smallest)) return undefined;
  const last = next === 'you' ? 'computer' : 'you';
  return play === 'normal' ? last : next;
}

/**
 * Chooses the computer's move: a winning one with the probability of the level, else any. At level `perfect`, a player who
 * cannot win takes as little as possible from the largest heap, to prolong the match.
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
  // The probability of a heap is proportional to its number of moves.
  const counts = heaps.map((size) => countUpTo(set, mostTaken(match, size)).count);
  let index = Math.floor(random() * counts.reduce((sum, count) => sum + count, 0));
  const last = counts.findLastIndex((count) => count > 0);
  for (let i = 0; i <= last; i++) {
    // Sums above 2^53 are rounded: the last heap takes the remainder.
    if (index < counts[i] || i === last)
      return {
        heap: i + 1,
        take: elementAt(set, Math.min(index, counts[i] - 1), mostTaken(match, heaps[i])),
      };
    index -= counts[i];
  }
  throw new Error('chooseMove: no move is left');
}

/** Adds to each turn the moves that would have won, as `winningMoves` finds them. */
export async function reviewOf(
  { turns }: Match,
  winningMoves: (heaps: readonly number[]) => Promise<readonly HeapMove[]>,
): Promise<ReviewedTurn[]> {
  const reviewed: ReviewedTurn[] = [];
  for (const turn of turns) reviewed.push({ ...turn, winning: await winningMoves(turn.before) });
  return reviewed;
}

/** A random match has three heaps, and many are tried for one that the person can win. */
const RANDOM_HEAPS = 3;
const TRIES = 1000;

export function largestByChance({ smallest, completeBelow = POSITION_LIMIT }: SubtractionSet): number {
  return Math.min(20 + 2 * smallest, completeBelow - 1);
}

/** Draws random heaps that satisfy `isWanted`, or any others if none are found. */
export async function heapsByChance(
  set: SubtractionSet,
  random: () => number,
  isWanted: (heaps: readonly number[]) => Promise<boolean>,
): Promise<readonly number[]> {
  const { smallest } = set;
  const amount = largestByChance(set) - smallest + 1;
  let heaps: number[] = [];
  for (let i = 0; i < TRIES; i++) {
    heaps = Array.from({ length: RANDOM_HEAPS }, () => smallest + Math.floor(random() * amount));
    if (await isWanted(heaps)) break;
  }
  return heaps;
}
