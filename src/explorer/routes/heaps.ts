/** `/api/sum` and `/api/match`: sums of heaps, and a match against the computer, whose whole state is in the address. */
import type { Hono } from 'hono';
import { refuse, TakeawayError, usageError } from '../../common/errors.js';
import type { Game } from '../../index.js';
import {
  afterMove,
  chooseMove,
  declaredBy,
  heapsByChance,
  LEVEL_NAMES,
  mostTaken,
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
import { countTakes, pageOfTakes } from '../games/takes.js';
import { Asked } from '../http/request.js';
import { commandFor, type World } from './context.js';
import { PARAMETERS } from './parameters.js';

/** Heaps of a match. */
const MOST_HEAPS = 20;
/** Turns of a match that are replayed at once. */
const MOST_TURNS = 1000;
/** Numbers that may be taken, and moves that win, as far as they are listed; and moves that win, as far as they are counted. */
const LISTED = 1000;
const MOST_MOVES = 2 ** 16;
/** Heaps of a sum. */
const MOST_SUMMED = 1000;
const PLAYERS = ['you', 'computer'] as const;

export function heapRoutes(app: Hono, world: World): void {
  app.get('/api/sum', async (c) => {
    const asked = new Asked(c.req.url, PARAMETERS['/api/sum']);
    const heaps = asked.numbers('heaps', MOST_SUMMED);
    const misere = asked.flag('misere');
    const { signal } = c.req.raw;
    const { game, store } = await world.games.open(asked.text('game'), undefined, signal);
    const answer = await store.solveSum(game, heaps, { misere, mostMoves: MOST_MOVES, signal });
    const nimValues = [...(await store.nimValues(game, heaps, signal))];
    const command = commandFor(world, 'move', game, ...heaps, ...(misere ? ['--misere'] : []));
    const { moves } = answer;
    return c.json<SumReport>({
      ...{ ...answer, moves: moves.slice(0, LISTED), moveCount: moves.length },
      ...{ nimValues, command },
    });
  });

  app.get('/api/match/new', async (c) => {
    const asked = new Asked(c.req.url, PARAMETERS['/api/match/new']);
    const misere = asked.flag('misere');
    const wanted = asked.choice('first', PLAYERS, 'you') === 'you' ? 'next' : 'previous';
    const { game, store } = playable(await world.games.open(asked.text('game'), undefined, c.req.raw.signal));
    const isWanted = async (heaps: readonly number[]): Promise<boolean> =>
      (await store.solveSum(game, heaps, { misere, mostMoves: 1 })).winner === wanted;
    return c.json<NewMatch>({ heaps: await heapsByChance(game.set, world.random, isWanted) });
  });

  app.get('/api/match', async (c) => {
    const asked = new Asked(c.req.url, PARAMETERS['/api/match']);
    const heaps = asked.numbers('heaps', MOST_HEAPS);
    const misere = asked.flag('misere');
    const above = asked.number('above', 0);
    const { game, store } = playable(await world.games.open(asked.text('game'), undefined, c.req.raw.signal));
    const answer = (of: readonly number[]): Promise<readonly HeapMove[]> =>
      store
        .solveSum(game, of, { misere, mostMoves: LISTED * of.length, signal: c.req.raw.signal })
        .then(({ moves }) => moves);
    let match = matchOf(game, heaps, asked);
    if (
      asked.optional('reply') !== undefined &&
      match.next === 'computer' &&
      winnerOfMatch(match) === undefined
    ) {
      const level = asked.choice('reply', LEVEL_NAMES);
      match = afterMove(match, chooseMove(match, await answer(match.heaps), level, world.random));
    }
    const isOver = winnerOfMatch(match) !== undefined;
    const winning = asked.flag('hint') && !isOver ? await answer(match.heaps) : null;
    return c.json<MatchAnswer>({
      heaps: match.heaps,
      next: match.next,
      winner: winnerOfMatch(match) ?? null,
      takes: match.heaps.map((size) => pageOfTakes(game.set, mostTaken(game, size), above, LISTED)),
      takeCounts: match.heaps.map((size) => countTakes(game.set, mostTaken(game, size))),
      turns: match.turns,
      winning: winning?.slice(0, LISTED) ?? null,
      review: asked.flag('review') ? (await reviewOf(match, answer)).map(listed) : null,
      command: commandFor(world, 'play', game, ...heaps, ...(misere ? ['--misere'] : [])),
    });
  });
}

/** The game, when a match of it ends and its nim-values tell who wins. */
function playable(open: OpenGame): OpenGame {
  const { key, isSink } = open.game;
  const declared = declaredBy(open.game);
  if (declared === undefined || isSink === true) return open;
  throw usageError({
    subject: `A match of ${key}`,
    expected: 'a game without a seed and without hotspots',
    found: `one with ${declared}`,
  });
}

/**
 * The match after the moves `3:25,1:4`: 25 from heap 3, then 4 from heap 1. Raises for a move that may not be made, and says
 * whose it is.
 */
function matchOf(game: Game, heaps: readonly number[], asked: Asked): Match {
  const moves = (asked.optional('moves') ?? '').split(',').filter((word) => word !== '');
  if (moves.length > MOST_TURNS) {
    refuse('The moves of a match', `at most ${MOST_TURNS}`, String(moves.length));
  }
  const play = asked.flag('misere') ? 'misere' : 'normal';
  let match = startMatch(game, play, heaps, asked.choice('first', PLAYERS, 'you'));
  for (const [i, word] of moves.entries()) {
    const [heap, take = ''] = word.split(':');
    const move = { heap: parseNumber(heap, 'The heap'), take: parseNumber(take, 'The number to take') };
    try {
      match = afterMove(match, move);
    } catch (error) {
      if (!(error instanceof TakeawayError)) throw error;
      const { subject, expected, found, help } = error;
      const whose = match.next === 'you' ? 'yours' : 'the computer’s';
      throw usageError({ subject: `Move ${i + 1}, which is ${whose}: ${subject}`, expected, found, help });
    }
  }
  return match;
}

/** A turn with the first winning moves: the one that was made first where it is among them. */
function listed({ winning, ...turn }: ReviewedTurn): ReviewedTurn {
  const made = winning.filter(({ heap, take }) => heap === turn.move.heap && take === turn.move.take);
  const others = winning.slice(0, LISTED).filter((move) => !made.includes(move));
  return { ...turn, winning: [...made, ...others] };
}
