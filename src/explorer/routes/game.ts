/** `/api/games`, `/api/game` and `/api/positions`: what there is, what a game is, and its positions as rows. */
import type { Hono } from 'hono';
import { listGames, type Game } from '../../index.js';
import { SERIES_NAMES } from '../../rim.js';
import type {
  GameFacts,
  GamesAnswer,
  MoveFacts,
  PositionRow,
  PositionsAnswer,
  WhyAnswer,
} from '../contract.js';
import { factsOf } from '../games/facts.js';
import type { OpenGame } from '../games/games.js';
import { pageOfTakes } from '../games/takes.js';
import { Asked } from '../http/request.js';
import { commandFor, type World } from './context.js';
import { PARAMETERS } from './parameters.js';

/** Rows of one answer. */
const MOST_ROWS = 500;
/** Options of a position that are looked through for winning moves; more are left out of tables. */
const MOST_OPTIONS = 2 ** 14;
/** Winning moves in a row of a table. */
const LISTED_MOVES = 12;
/** Moves of a position that are listed whatever they do, that win, and nim-values that moves lead to. */
const FIRST_MOVES = 40;
const FIRST_WINNING = 20;
const FIRST_VALUES = 100;

export function gameRoutes(app: Hono, world: World): void {
  app.get('/api/games', async (c) => {
    new Asked(c.req.url, PARAMETERS['/api/games']);
    const main = await world.games.main();
    const games = listGames(main.info()).map(({ game, description, stored }) => ({
      game,
      description,
      stored,
    }));
    return c.json<GamesAnswer>({ store: main.folder, canWrite: world.canWrite, games });
  });

  app.get('/api/game', async (c) => {
    const asked = new Asked(c.req.url, PARAMETERS['/api/game']);
    // Before what is read: what is stored meanwhile is then another version.
    const version = await world.games.version();
    const open = await world.games.open(asked.text('game'), SERIES_NAMES);
    return c.json<GameFacts>(await factsOf(open, version, world.givenStore));
  });

  app.get('/api/positions', async (c) => {
    const asked = new Asked(c.req.url, PARAMETERS['/api/positions']);
    const from = asked.number('from', 0);
    const count = asked.count('count', 100, MOST_ROWS);
    const open = await world.games.open(asked.text('game'), SERIES_NAMES);
    const { reach } = open.reading('cold');
    const rows = await rowsOf(open, from, Math.min(count, Math.max(0, reach - from)));
    const command = commandFor(world, 'query', open.game, from);
    return c.json<PositionsAnswer>({ game: open.game.key, reach, rows, command });
  });

  app.get('/api/why', async (c) => {
    const asked = new Asked(c.req.url, PARAMETERS['/api/why']);
    const position = asked.number('position');
    return c.json<WhyAnswer>(await whyOf(await world.games.open(asked.text('game')), position));
  });
}

/** Why a position is what it is: the values of the positions that moves lead to. Cost: at most 2^14 of these are read. */
async function whyOf({ game, store }: OpenGame, position: number): Promise<WhyAnswer> {
  const { set, hotspots, seed } = game;
  const [{ hot, nimValue }] = await store.query(game, [position], { winningMoves: false });
  const count = set.approximateCount(position + 1);
  const isWhole = count <= MOST_OPTIONS;
  const takes = isWhole ? set.between(1, position + 1) : pageOfTakes(set, position, 0, FIRST_MOVES);
  const to = Array.from(takes, (take) => position - take);
  const answers = to.length === 0 ? [] : await store.query(game, to, { winningMoves: false });
  const moves = answers.map((answer, i): MoveFacts => {
    return { take: takes[i], to: to[i], cold: !answer.hot, nimValue: answer.nimValue };
  });
  const seen = new Set<number>();
  let winning = 0;
  const isListed = ({ cold, nimValue: value }: MoveFacts, i: number): boolean => {
    const isNew = value !== null && seen.size < FIRST_VALUES && seen.size < seen.add(value).size;
    return i < FIRST_MOVES || (cold && winning < FIRST_WINNING) || isNew;
  };
  const listed = moves.filter((move, i) => {
    const isShown = isListed(move, i);
    if (move.cold) winning++;
    return isShown;
  });
  const values = moves.map((move) => move.nimValue);
  const isHotspot = hotspots !== undefined && hotspots.between(position, position + 1).length > 0;
  return {
    ...{ position, cold: !hot, nimValue, moves: listed },
    declared: isHotspot ? 'hot' : position < (seed?.length ?? 0) ? 'value' : null,
    moveCount: isWhole ? moves.length : count,
    winningCount: isWhole ? winning : null,
    reached:
      isWhole && !values.includes(null)
        ? [...new Set(values as number[])].sort((a, b) => a - b).slice(0, FIRST_VALUES)
        : null,
  };
}

async function rowsOf(
  { game, store, reading }: OpenGame,
  from: number,
  count: number,
): Promise<PositionRow[]> {
  if (count === 0) return [];
  const positions = Array.from({ length: count }, (_, i) => from + i);
  const answers = await store.query(game, positions, {
    winningMoves: hasFewOptions(game, from + count),
    remoteness: from + count <= reading('remoteness').reach,
  });
  return answers.map(({ position, hot, nimValue, winningMoves, remoteness }) => {
    return {
      position,
      cold: !hot,
      nimValue,
      remoteness: remoteness ?? null,
      moves: winningMoves?.slice(0, LISTED_MOVES) ?? null,
      moveCount: winningMoves?.length ?? null,
    };
  });
}

function hasFewOptions({ set, hotspots }: Game, bound: number): boolean {
  return (
    (set.excluded !== undefined && hotspots === undefined) || set.approximateCount(bound) <= MOST_OPTIONS
  );
}
