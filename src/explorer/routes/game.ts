/** `/api/games`, `/api/game` and `/api/positions`: what there is, what a game is, and its positions as rows. */
import type { Hono } from 'hono';
import { listGames, type Game } from '../../index.js';
import { SERIES_NAMES } from '../../rim.js';
import type { GameFacts, GamesAnswer, PositionRow, PositionsAnswer } from '../contract.js';
import { factsOf } from '../games/facts.js';
import type { OpenGame } from '../games/games.js';
import { Asked } from '../http/request.js';
import { commandFor, type World } from './context.js';
import { PARAMETERS } from './parameters.js';

/** Rows of one answer. */
const MOST_ROWS = 500;
/** Options of a position that are looked through for winning moves; more are left out of tables. */
const MOST_OPTIONS = 2 ** 14;
/** Winning moves in a row of a table. */
const LISTED_MOVES = 12;

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
    const open = await world.games.open(asked.text('game'));
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
