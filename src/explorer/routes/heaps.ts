/** `/api/sum` and `/api/match`: sums of heaps, and a match against the computer, whose whole state is in the address. */
import type { Hono } from 'hono';
import { usageError } from '../../common/errors.js';
import {
  afterMove,
  chooseMove,
  LEVEL_NAMES,
  startMatch,
  takesFrom,
  winnerOfMatch,
  type Game,
  type HeapMove,
  type Match,
} from '../../index.js';
import { parseNumber } from '../../cli/words/numbers.js';
import type { MatchAnswer, NewMatch, ReviewedTurn, SumReport } from '../contract.js';
import type { OpenGame } from '../games/games.js';
import { Asked } from '../http/request.js';
import { commandFor, inTurn, type World } from './context.js';

/** Heaps of a match. */
const MOST_HEAPS = 20;
/** Turns of a match that are replayed at once. */
const MOST_TURNS = 1000;
/** What may be taken from a heap, as far as it is listed. */
const LISTED_TAKES = 1000;
/** Tries to find heaps by chance from which the person can win. */
const TRIES = 200;
const PLAYERS = ['you', 'computer'] as const;

export function heapRoutes(app: Hono, world: World): void {
  app.get('/api/sum', (c) => {
    const asked = new Asked(c.req.url, ['game', 'heaps', 'misere']);
    return inTurn(world, c, async () => {
      const { game, store } = await world.games.open(asked.text('game'));
      const heaps = asked.numbers('heaps');
      const misere = asked.flag('misere');
      const answer = await store.solveSum(game, heaps, { misere });
      const nimValues = [...(await store.nimValues(game, heaps))];
      const command = commandFor(world, 'move', game, ...heaps, ...(misere ? ['--misere'] : []));
      return c.json<SumReport>({ ...answer, nimValues, command });
    });
  });

  app.get('/api/match/new', (c) => {
    const asked = new Asked(c.req.url, ['game', 'misere', 'first']);
    return inTurn(world, c, async () => {
      const { game, store } = playable(await world.games.open(asked.text('game')));
      const misere = asked.flag('misere');
      const wanted = asked.choice('first', PLAYERS, 'you') === 'you' ? 'next' : 'previous';
      const { smallest } = game.set;
      const draw = (): number => smallest + Math.floor(world.random() * (20 + smallest));
      let heaps: number[] = [];
      for (let i = 0; i < TRIES; i++) {
        heaps = [draw(), draw(), draw()];
        if ((await store.solveSum(game, heaps, { misere })).winner === wanted) break;
      }
      return c.json<NewMatch>({ heaps });
    });
  });

  app.get('/api/match', (c) => {
    const asked = new Asked(c.req.url, [
      'game',
      'heaps',
      'misere',
      'first',
      'moves',
      'reply',
      'hint',
      'review',
    ]);
    return inTurn(world, c, async () => {
      const { game, store } = playable(await world.games.open(asked.text('game')));
      const misere = asked.flag('misere');
      const answer = (heaps: readonly number[]): Promise<readonly HeapMove[]> =>
        store.solveSum(game, heaps, { misere }).then(({ moves }) => moves);
      let match = matchOf(game, asked);
      if (
        asked.optional('reply') !== undefined &&
        match.next === 'computer' &&
        winnerOfMatch(match) === undefined
      ) {
        const level = asked.choice('reply', LEVEL_NAMES);
        match = afterMove(match, chooseMove(match, await answer(match.heaps), level, world.random));
      }
      const isOver = winnerOfMatch(match) !== undefined;
      const heaps = asked.numbers('heaps');
      return c.json<MatchAnswer>({
        heaps: match.heaps,
        next: match.next,
        winner: winnerOfMatch(match) ?? null,
        takes: match.heaps.map((size) => [...takesFrom(match, size).subarray(0, LISTED_TAKES)]),
        turns: match.turns,
        winning: asked.flag('hint') && !isOver ? await answer(match.heaps) : null,
        review: asked.flag('review') ? await reviewOf(match, answer) : null,
        command: commandFor(world, 'play', game, ...heaps, ...(misere ? ['--misere'] : [])),
      });
    });
  });
}

/** The game, when a match of it ends and its nim-values tell who wins. */
function playable(open: OpenGame): OpenGame {
  const { seed, hotspots, key } = open.game;
  if (seed === undefined && hotspots === undefined) return open;
  throw usageError({
    subject: `A match of ${key}`,
    expected: 'a game without a seed and without hotspots',
    found: seed === undefined ? 'one with hotspots' : 'one with a seed',
  });
}

/** The match after the moves `3:25,1:4`: 25 from heap 3, then 4 from heap 1. Raises for a move that may not be made. */
function matchOf(game: Game, asked: Asked): Match {
  const heaps = asked.numbers('heaps');
  const moves = (asked.optional('moves') ?? '').split(',').filter((word) => word !== '');
  for (const [what, count, most] of [
    ['heaps', heaps.length, MOST_HEAPS],
    ['moves', moves.length, MOST_TURNS],
  ] as const) {
    if (count > most) {
      throw usageError({
        subject: `The ${what} of a match`,
        expected: `at most ${most}`,
        found: String(count),
      });
    }
  }
  const play = asked.flag('misere') ? 'misere' : 'normal';
  let match = startMatch(game.set, play, heaps, asked.choice('first', PLAYERS, 'you'));
  for (const move of moves) {
    const [heap, take = ''] = move.split(':');
    match = afterMove(match, {
      heap: parseNumber(heap, 'The heap'),
      take: parseNumber(take, 'The number to take'),
    });
  }
  return match;
}

async function reviewOf(
  { turns }: Match,
  answer: (heaps: readonly number[]) => Promise<readonly HeapMove[]>,
): Promise<ReviewedTurn[]> {
  const reviewed: ReviewedTurn[] = [];
  for (const turn of turns) reviewed.push({ ...turn, winning: await answer(turn.before) });
  return reviewed;
}
