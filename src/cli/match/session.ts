/** A match line by line: reads moves and words of a person, moves for the computer, and ends with a review. */
import { hasCode, refuse } from '../../common/errors.js';
import { didYouMean } from '../../common/one-of.js';
import type { SumAnswer } from '../../index.js';
import {
  AGAINST_COMPUTER,
  afterMove,
  beforeTurnOf,
  chooseMove,
  winnerOfMatch,
  type HeapMove,
  type Level,
  type Match,
  type Names,
  reviewOf,
  type Player,
  type ReviewedTurn,
} from '../../rim.js';
import { parseNumber } from '../../words/numbers.js';
import { describeChoices, describeMove, describeMoves, describeReview, drawBoard } from './board.js';

/** Effects of a match. */
export interface PlayWorld {
  /** Returns the next line of input; undefined at its end. */
  readonly ask: (prompt: string) => Promise<string | undefined>;
  readonly write: (text: string) => Promise<void>;
  /** Returns the width of a line in columns. */
  readonly width: () => number;
  /** Random numbers 0 <= r < 1. */
  readonly random: () => number;
  /** Returns the winner of some heaps, and the winning moves. */
  readonly solve: (heaps: readonly number[]) => Promise<SumAnswer>;
}

/** A match that has ended, won or left. */
export interface PlayedMatch {
  readonly heaps: readonly number[];
  readonly turns: readonly ReviewedTurn[];
  /** Null if it was left unfinished. */
  readonly winner: Player | null;
}

const HELP = `  take 4 from 2   take 4 from heap 2; "2 4" for short, "4" where there is one heap
  hint            a winning move, where there is one
  moves           what may be taken
  undo            take back your last move, and the answer to it
  board           show the heaps again
  quit            leave the match
`;

/** The players of a match between two persons. */
export const TWO_PERSONS: Names = { you: 'player 1', computer: 'player 2' };

/** Words other than moves, and their abbreviations. */
const WORDS = ['help', 'hint', 'moves', 'undo', 'board', 'quit'] as const;
type Word = (typeof WORDS)[number];
const SHORT: Readonly<Partial<Record<string, Word>>> = {
  '?': 'help',
  h: 'hint',
  u: 'undo',
  q: 'quit',
  exit: 'quit',
  '': 'board',
};

/** Plays a match until it ends or is left: against the computer at `level`, or between two persons without one. */
export async function playMatch(
  start: Match,
  level: Level | undefined,
  world: PlayWorld,
): Promise<PlayedMatch> {
  const { ask, write, solve } = world;
  const names = level === undefined ? TWO_PERSONS : AGAINST_COMPUTER;
  let match = start;
  await write(`${drawBoard(match.heaps, world.width())}\n`);
  while (winnerOfMatch(match) === undefined) {
    if (match.next === 'computer' && level !== undefined) {
      const { moves } = await solve(match.heaps);
      const move = chooseMove(match, moves, level, world.random);
      match = afterMove(match, move);
      await write(`The computer plays: ${describeMove(move)}.\n\n${drawBoard(match.heaps, world.width())}\n`);
      continue;
    }
    const line = await ask(level === undefined ? `${names[match.next]}: ` : 'Your move: ');
    if (line === undefined) break;
    try {
      const said = understand(line, match.heaps.length);
      if (said === 'quit') break;
      if (typeof said === 'string') {
        const { text, match: next } = await answer(said, match, world, level === undefined);
        match = next;
        await write(text);
      } else {
        match = afterMove(match, said, match.next, names);
        await write(`\n${drawBoard(match.heaps, world.width())}\n`);
      }
    } catch (error) {
      if (!hasCode(error, 'usage')) throw error;
      await write(`${error.message}\n`);
    }
  }
  const turns = await reviewOf(match, async (heaps) => (await solve(heaps)).moves);
  const winner = winnerOfMatch(match) ?? null;
  await write(ending(match, winner, turns, names));
  return { heaps: start.heaps, turns, winner };
}

/** Length of a line of input at most. */
const MAX_LINE_CHARACTERS = 200;

const HELP_ADVICE = 'Type help to see all commands.';

/** Returns the move or the word of a line. Raises a usage error for any other line. */
function understand(line: string, heaps: number): HeapMove | Word {
  if (line.length > MAX_LINE_CHARACTERS)
    refuse(`This line has {length} characters. ${HELP_ADVICE}`, { length: line.length });
  const text = line.trim().toLowerCase();
  const word = SHORT[text] ?? WORDS.find((known) => known === text);
  if (word !== undefined) return word;
  const sentence = /^(?:take\s+)?(\S+)\s+from\s+(?:heap\s+)?(\S+)$/.exec(text);
  if (sentence !== null && sentence.slice(1).every(isNumber)) return moveOf(sentence[2], sentence[1]);
  const numbers = text.replace(/^take\s+/, '').split(/[\s,]+/);
  if (numbers.every(isNumber)) {
    if (numbers.length === 2 && !text.startsWith('take')) return moveOf(numbers[0], numbers[1]);
    if (numbers.length === 1 && heaps === 1) return moveOf('1', numbers[0]);
  }
  const example =
    heaps === 1 ? 'a number to take, such as 4' : 'one such as "take 4 from 2", or "2 4" for short';
  refuse(
    '"{move}" is not a move.',
    { move: line.trim() },
    { remedy: didYouMean(text, WORDS), otherwise: `Type ${example}. ${HELP_ADVICE}` },
  );
}

const isNumber = (text: string): boolean => /^\d[\d_^e.]*$/.test(text);

function moveOf(heap: string, take: string): HeapMove {
  return { heap: parseNumber(heap, 'The heap'), take: parseNumber(take, 'The number to take') };
}

/** Returns the answer to a word, and the match after it. */
async function answer(
  word: Exclude<Word, 'quit'>,
  match: Match,
  { width, solve }: PlayWorld,
  isForTwo: boolean,
): Promise<{ text: string; match: Match }> {
  switch (word) {
    case 'help':
      return { text: HELP, match };
    case 'moves':
      return { text: describeMoves(match), match };
    case 'board':
      return { text: `${drawBoard(match.heaps, width())}\n`, match };
    case 'hint': {
      const { moves } = await solve(match.heaps);
      const text =
        moves.length === 0
          ? 'No move wins against best play. Take little, and wait for a mistake.\n'
          : `You can win: ${describeChoices(moves)}.\n`;
      return { text, match };
    }
    case 'undo': {
      const before = beforeTurnOf(match, (isForTwo ? match.turns.at(-1)?.player : undefined) ?? 'you');
      if (before === undefined)
        return { text: `There is no move ${isForTwo ? '' : 'of yours '}to take back.\n`, match };
      return { text: `Taken back.\n\n${drawBoard(before.heaps, width())}\n`, match: before };
    }
  }
}

function ending(match: Match, winner: Player | null, turns: readonly ReviewedTurn[], names: Names): string {
  const head =
    winner === null ? 'You left the match before it ended. Goodbye.\n' : `${outcome(match, winner, names)}\n`;
  return turns.length === 0 ? head : `${head}\nHow it went:\n${describeReview(turns, names)}`;
}

/** Returns `You win: the computer has no move left.` In misere play the player without a move wins. */
function outcome({ play, next }: Match, winner: Player, names: Names): string {
  const isPerson = (player: Player): boolean => names[player] === 'you';
  const stuck = `${names[next]} ${isPerson(next) ? 'have' : 'has'} no move left`;
  const rule = play === 'misere' ? ', and in misere play that wins' : '';
  const name = names[winner];
  return `${name[0].toUpperCase()}${name.slice(1)} ${isPerson(winner) ? 'win' : 'wins'}: ${stuck}${rule}.`;
}
