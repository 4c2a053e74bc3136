/** `/api/sum` and `/api/match`: sums of heaps, and a match against the computer, whose whole state is in the address. */
import { refuse, TakeawayError } from '../../common/errors.js';
import type { Game } from '../../index.js';
import {
  afterMove,
  chooseMove,
  declaredBy,
  firstOf,
  heapsByChance,
  LEVEL_NAMES,
  mostTaken,
  refuseEndless,
  reviewOf,
  startMatch,
  winnerOfMatch,
  type HeapMove,
  type Match,
  type ReviewedTurn,
} from '../../rim.js';
import { parseNumber } from '../../words/numbers.js';
import type { OpenGame } from '../games/games.js';
import { asText, flag, named, required, usually, type Values } from '../../words/params.js';
import { MAX_LISTED } from '../limits.js';
import { given, numbersUpTo } from '../http/request.js';
import { commandFor, GAME, NUMBER, type AddRoute } from './context.js';

/** Heaps of a match. */
const MAX_HEAPS = 20;
/** Turns of a match that are replayed at once. */
const MAX_TURNS = 1000;
/** Moves that win, as far as they are counted. */
const MAX_MOVES = 2 ** 16;
/** Heaps of a sum. */
const MAX_SUMMED = 1000;

const PLAY = { misere: flag(''), first: usually('you', given(named(['you', 'computer']))) };
const MATCH = {
  ...{ game: GAME, ...PLAY, heaps: required(given(numbersUpTo(MAX_HEAPS))) },
  ...{ moves: usually('', given(asText)), reply: given(named(LEVEL_NAMES)), above: usually(0, NUMBER) },
  ...{ hint: flag(''), review: flag('') },
};

export function heapRoutes(add: AddRoute): void {
  add('sum', async (call) => {
    const { signal } = call;
    const heapsOf = required(given(numbersUpTo(MAX_SUMMED)));
    const { heaps, misere, ...wanted } = call.read({ game: GAME, heaps: heapsOf, misere: flag('') });
    const { game, store } = await call.open(wanted.game);
    const answer = await store.solveSum(game, heaps, { misere, mostMoves: MAX_MOVES, signal });
    const nimValues = [...(await store.nimValues(game, heaps, signal))];
    const command = commandFor(call, 'move', game, ...heaps, ...(misere ? ['--misere'] : []));
    const { moves } = answer;
    return {
      ...answer,
      moves: moves.slice(0, MAX_LISTED),
      winningCount: moves.length,
      heaps,
      nimValues,
      command,
    };
  });

  add('match/new', async ({ read, open, signal, random }) => {
    const { misere, first, ...asked } = read({ game: GAME, ...PLAY });
    const wanted = first === 'you' ? 'next' : 'previous';
    const { game, store } = playable(await open(asked.game));
    const isWanted = async (heaps: readonly number[]): Promise<boolean> =>
      (await store.solveSum(game, heaps, { misere, mostMoves: 1, signal })).winner === wanted;
    return { heaps: await heapsByChance(game.set, random, isWanted) };
  });

  add('match', async (call) => {
    const { signal } = call;
    const wanted = call.read(MATCH);
    const { heaps, misere, above, reply } = wanted;
    const { game, store } = playable(await call.open(wanted.game));
    const answer = async (of: readonly number[]): Promise<readonly HeapMove[]> =>
      (await store.solveSum(game, of, { misere, mostMoves: MAX_LISTED * of.length, signal })).moves;
    let match = matchOf(game, wanted);
    if (reply !== undefined && match.next === 'computer' && winnerOfMatch(match) === undefined)
      match = afterMove(match, chooseMove(match, await answer(match.heaps), reply, call.random));
    const isOver = winnerOfMatch(match) !== undefined;
    const winning = wanted.hint && !isOver ? await answer(match.heaps) : null;
    return {
      heaps: match.heaps,
      next: match.next,
      winner: winnerOfMatch(match) ?? null,
      takes: match.heaps.map((size) => takesOf(game, size, above)),
      takeCounts: match.heaps.map((size) => game.set.approximateCount(mostTaken(game, size) + 1)),
      turns: match.turns,
      winning: winning?.slice(0, MAX_LISTED) ?? null,
      review: wanted.review ? (await reviewOf(match, answer)).map(listed) : null,
      command: commandFor(call, 'play', game, ...heaps, ...(misere ? ['--misere'] : [])),
    };
  });
}

/** The first numbers above `above` that may be taken from a heap. */
function takesOf(game: Game, size: number, above: number): number[] {
  return Array.from(firstOf(game.set, { start: above + 1, stop: mostTaken(game, size) + 1 }, MAX_LISTED));
}

/** The game, when a match of it ends and its nim-values tell who wins. */
function playable(open: OpenGame): OpenGame {
  const declared = declaredBy(open.game);
  if (declared === undefined || open.game.isSink === true) return open;
  refuseEndless(open.game);
}

/**
 * The match after the moves `3:25,1:4`: 25 from heap 3, then 4 from heap 1. Raises for a move that may not be made, and says
 * whose it is.
 */
function matchOf(game: Game, { heaps, misere, first, ...asked }: Values<typeof MATCH>): Match {
  const moves = asked.moves.split(',').filter((word) => word !== '');
  if (moves.length > MAX_TURNS) {
    refuse('The match has {moves} moves. It can have at most {most}.', {
      moves: moves.length,
      most: MAX_TURNS,
    });
  }
  let match = startMatch(game, misere ? 'misere' : 'normal', heaps, first);
  for (const [i, word] of moves.entries()) {
    const [heap, take = ''] = word.split(':');
    const move = { heap: parseNumber(heap, 'The heap'), take: parseNumber(take, 'The number to take') };
    try {
      match = afterMove(match, move);
    } catch (error) {
      if (!(error instanceof TakeawayError)) throw error;
      const whose = match.next === 'you' ? 'yours' : 'the computer’s';
      refuse(`Move ${i + 1}, which is ${whose}, is refused. ${error.text}`, error.facts);
    }
  }
  return match;
}

/** A turn with the first winning moves: the one that was made first where it is among them. */
function listed({ winning, ...turn }: ReviewedTurn): ReviewedTurn {
  const made = winning.filter(({ heap, take }) => heap === turn.move.heap && take === turn.move.take);
  const others = winning.slice(0, MAX_LISTED).filter((move) => !made.includes(move));
  return { ...turn, winning: [...made, ...others] };
}
