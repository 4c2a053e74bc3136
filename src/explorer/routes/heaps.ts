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
import type { MatchAnswer, NewMatch, SumReport } from '../contract.js';
import type { OpenGame } from '../games/games.js';
import type { Params } from '../http/request.js';
import { commandFor, type AddRoute } from './context.js';

const MAX_HEAPS = 20;
/** Turns of a match, all of which are replayed. */
const MAX_TURNS = 1000;
/** Listed numbers to take and winning moves; and winning moves that are counted. */
const LISTED = 1000;
const MAX_MOVES = 2 ** 16;
const MAX_SUMMED = 1000;
const PLAYERS = ['you', 'computer'] as const;

export function heapRoutes(add: AddRoute): void {
  add<SumReport>('/api/sum', async (call) => {
    const { params, signal } = call;
    const heaps = params.numbers('heaps', MAX_SUMMED);
    const misere = params.flag('misere');
    const { game, store } = await call.open();
    const answer = await store.solveSum(game, heaps, { misere, mostMoves: MAX_MOVES, signal });
    const nimValues = [...(await store.nimValues(game, heaps, signal))];
    const command = commandFor(call, 'move', game, ...heaps, ...(misere ? ['--misere'] : []));
    const { moves } = answer;
    return { ...answer, moves: moves.slice(0, LISTED), moveCount: moves.length, heaps, nimValues, command };
  });

  add<NewMatch>('/api/match/new', async ({ params, open, signal, random }) => {
    const misere = params.flag('misere');
    const wanted = params.choice('first', PLAYERS, 'you') === 'you' ? 'next' : 'previous';
    const { game, store } = playable(await open());
    const isWanted = async (heaps: readonly number[]): Promise<boolean> =>
      (await store.solveSum(game, heaps, { misere, mostMoves: 1, signal })).winner === wanted;
    return { heaps: await heapsByChance(game.set, random, isWanted) };
  });

  add<MatchAnswer>('/api/match', async (call) => {
    const { params, signal } = call;
    const heaps = params.numbers('heaps', MAX_HEAPS);
    const misere = params.flag('misere');
    const above = params.number('above', 0);
    const { game, store } = playable(await call.open());
    const answer = async (of: readonly number[]): Promise<readonly HeapMove[]> =>
      (await store.solveSum(game, of, { misere, mostMoves: LISTED * of.length, signal })).moves;
    let match = matchOf(game, heaps, params);
    if (
      params.optional('reply') !== undefined &&
      match.next === 'computer' &&
      winnerOfMatch(match) === undefined
    ) {
      const level = params.choice('reply', LEVEL_NAMES);
      match = afterMove(match, chooseMove(match, await answer(match.heaps), level, call.random));
    }
    const isOver = winnerOfMatch(match) !== undefined;
    const winning = params.flag('hint') && !isOver ? await answer(match.heaps) : null;
    return {
      heaps: match.heaps,
      next: match.next,
      winner: winnerOfMatch(match) ?? null,
      takes: match.heaps.map((size) => takesOf(game, size, above)),
      takeCounts: match.heaps.map((size) => game.set.approximateCount(mostTaken(game, size) + 1)),
      turns: match.turns,
      winning: winning?.slice(0, LISTED) ?? null,
      review: params.flag('review') ? (await reviewOf(match, answer)).map(listed) : null,
      command: commandFor(call, 'play', game, ...heaps, ...(misere ? ['--misere'] : [])),
    };
  });
}

/** Returns the first numbers above `above` that may be taken from a heap. */
function takesOf(game: Game, size: number, above: number): number[] {
  return Array.from(firstOf(game.set, { start: above + 1, stop: mostTaken(game, size) + 1 }, LISTED));
}

/** Refuses a game whose matches do not end, or whose nim-values do not decide them. */
function playable(open: OpenGame): OpenGame {
  const declared = declaredBy(open.game);
  if (declared === undefined || open.game.isSink === true) return open;
  refuseEndless(open.game);
}

/**
 * Returns the match after the moves `3:25,1:4`: 25 from heap 3, then 4 from heap 1. Raises for a move that is not allowed, and
 * names its player.
 */
function matchOf(game: Game, heaps: readonly number[], params: Params): Match {
  const moves = (params.optional('moves') ?? '').split(',').filter((word) => word !== '');
  if (moves.length > MAX_TURNS) {
    refuse('The match has {moves} moves. It can have at most {most}.', {
      moves: moves.length,
      most: MAX_TURNS,
    });
  }
  const play = params.flag('misere') ? 'misere' : 'normal';
  let match = startMatch(game, play, heaps, params.choice('first', PLAYERS, 'you'));
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

/** Returns a turn with the first winning moves, beginning with the move made if it is one. */
function listed({ winning, ...turn }: ReviewedTurn): ReviewedTurn {
  const made = winning.filter(({ heap, take }) => heap === turn.move.heap && take === turn.move.take);
  const others = winning.slice(0, LISTED).filter((move) => !made.includes(move));
  return { ...turn, winning: [...made, ...others] };
}
