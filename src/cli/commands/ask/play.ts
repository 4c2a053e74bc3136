/** `takeaway play`: a match against the computer, with its effects: the terminal or pipe, randomness, and the store. */
import { refuse } from '../../../common/errors.js';
import { readGame, type Game, type SumAnswer } from '../../../index.js';
import {
  heapsByChance,
  largestByChance,
  LEVEL_NAMES,
  refuseEndless,
  startMatch,
  type Level,
  type Play,
  type Player,
} from '../../../rim.js';
import { defineCommand, GAME, MISERE, repeated } from '../../command.js';
import { choice, optional, type Values } from '../../../words/params.js';
import { openLines } from '../../terminal/lines.js';
import { parseHeap, parseNumber } from '../../../words/numbers.js';
import { dataWidth, sayLines, writeData, writeJson } from '../../terminal/output.js';
import { playMatch, TWO_PERSONS, type PlayWorld } from '../../match/session.js';
import { describeMoves } from '../../match/board.js';
import { randomStream } from '../../../common/random.js';
import { answering, sayReading, withStore } from '../../store.js';
import { wrapped } from '../../../words/text.js';
import { shownGame } from '../../shown-games.js';

/** Width of a line without a terminal. */
const PLAIN_COLUMNS = 80;

/** The level of a match between two people. */
const PERSON = 'person';

const OPTIONS = {
  level: choice('How well the computer plays, default medium; person is a second player at this terminal', [
    ...LEVEL_NAMES,
    PERSON,
  ]),
  misere: MISERE,
  first: choice('Who begins; default you', ['you', 'computer']),
  'random-seed': optional('N', 'Seed of the random choices; the same number repeats a match', parseNumber),
};

type Args = Values<typeof OPTIONS> & {
  readonly game: string;
  readonly store: string | undefined;
  readonly heaps: readonly number[];
  readonly json: boolean;
  readonly quiet: boolean;
};

export const command = defineCommand({
  examples: [
    ['play squares', 'three random heaps; type help in the match'],
    ['play squares 30 --level perfect --first computer', 'one heap, against a perfect player'],
    ['play "{1,3,4}" 7 12 --misere', 'the player who makes the last move loses'],
    ['play squares --level person', 'two players at one terminal'],
    ['play squares 7 15 < moves.txt', 'moves from a file, one per line'],
  ],
  positionals: {
    game: GAME,
    heaps: repeated('Heap sizes; default three random heaps from which you can win', parseHeap),
  },
  options: OPTIONS,
  run: async (args) => {
    if (args.level === PERSON && args.first !== undefined)
      refuse('--first is for a match against the computer. Leave it out, or choose another --level.');
    const game = playable(args.game);
    sayReading(args.game, args);
    const { 'random-seed': seed } = args;
    const random = seed === undefined ? Math.random : randomStream(seed);
    await withStore(args, answering(args), async (store) => {
      const solve = (heaps: readonly number[]): Promise<SumAnswer> => store.solveSum(game, heaps, args);
      const heaps = await chooseHeaps(solve, game, args, random);
      // Computes the values for the match before it begins.
      await solve(heaps);
      await runMatch(game, heaps, solve, args, random);
    });
  },
});

/** Returns the game. Raises a usage error if its matches need not end. */
function playable(text: string): Game {
  const game = readGame(text);
  if (game.seed === undefined || game.isSink === true) return game;
  refuseEndless(game);
}

function playOf(misere: boolean): Play {
  return misere ? 'misere' : 'normal';
}

/** Returns the given heaps, or random ones from which the person can win. */
async function chooseHeaps(
  solve: PlayWorld['solve'],
  game: Game,
  args: Args,
  random: () => number,
): Promise<readonly number[]> {
  if (args.heaps.length > 0) return args.heaps;
  // Computes the values for any random heaps at once.
  await solve([largestByChance(game.set)]);
  const wanted = args.first === 'computer' ? 'previous' : 'next';
  return heapsByChance(game.set, random, async (heaps) => (await solve(heaps)).winner === wanted);
}

/** Plays the match on this terminal or pipe. */
async function runMatch(
  game: Game,
  heaps: readonly number[],
  solve: PlayWorld['solve'],
  args: Args,
  random: () => number,
): Promise<void> {
  const { level: chosen = 'medium', first = 'you', misere, json, quiet } = args;
  const isPlain = !(process.stdin.isTTY && process.stdout.isTTY);
  const level = chosen === PERSON ? undefined : chosen;
  const match = startMatch(game, playOf(misere), heaps, first);
  const person = openLines(isPlain);
  const width = (): number => (dataWidth() === Infinity ? PLAIN_COLUMNS : dataWidth());
  // With --json the record alone goes to stdout.
  const write = async (text: string): Promise<void> => {
    const lines = wrapped(text, width());
    if (json) sayLines(lines.trimEnd());
    else await writeData(lines);
  };
  const ask = async (prompt: string): Promise<string | undefined> => {
    const line = await person.ask(isPlain ? '' : prompt);
    if (isPlain && line !== undefined) await write(`${prompt}${line}\n`);
    return line;
  };
  try {
    if (!quiet) await write(`${greeting(game, misere, level, first)}\n${describeMoves(match)}\n`);
    const world = { ask, write, solve, random, width };
    const played = await playMatch(match, level, world);
    if (json) {
      const called = (player: Player): string => (level === undefined ? TWO_PERSONS[player] : player);
      await writeJson({
        ...{ game: game.key, misere, level: level ?? null, first: called(first), heaps: played.heaps },
        turns: played.turns.map((turn) => ({ ...turn, player: called(turn.player) })),
        winner: played.winner === null ? null : called(played.winner),
      });
    }
  } finally {
    person.close();
  }
}

function greeting(game: Game, misere: boolean, level: Level | undefined, first: Player): string {
  const name = shownGame(game.key);
  const rule = misere ? `${name}, misere: the last move loses` : `${name}: the last move wins`;
  const begins =
    level === undefined
      ? 'Player 1 begins'
      : `Level ${level}. ${first === 'you' ? 'You begin' : 'The computer begins'}`;
  return `${rule}. ${begins}; type help for help.\nWhat may be taken:`;
}
