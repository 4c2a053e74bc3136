/** `/api/games`, `/api/game` and `/api/positions`: what there is, what a game is, and its positions as rows. */
import type { Hono } from 'hono';
import { listGames } from '../../cli/words/listed-games.js';
import { SERIES_NAMES, type Answer, type Game, type Store } from '../../index.js';
import type { GamesAnswer, PositionRow, PositionsAnswer } from '../contract.js';
import { factsOf } from '../games/facts.js';
import type { OpenGame } from '../games/games.js';
import { Asked } from '../http/request.js';
import { commandFor, inTurn, type World } from './context.js';

/** Rows of one answer. */
const MOST_ROWS = 500;
/** Options of a position that are looked through for winning moves; more are left out of tables. */
const MOST_OPTIONS = 2 ** 14;
/** Winning moves in a row of a table. */
const LISTED_MOVES = 12;

export function gameRoutes(app: Hono, world: World): void {
  app.get('/api/games', async (c) => {
    new Asked(c.req.url, []);
    const main = await world.games.main();
    const games = listGames(main.info()).map(({ game, description, stored }) => ({
      game,
      description,
      stored,
    }));
    return c.json<GamesAnswer>({ store: main.folder, canWrite: world.canWrite, games });
  });

  app.get('/api/game', (c) => {
    const asked = new Asked(c.req.url, ['game']);
    return inTurn(world, c, async () =>
      c.json(await factsOf(await world.games.open(asked.text('game')), world.givenStore)),
    );
  });

  app.get('/api/positions', (c) => {
    const asked = new Asked(c.req.url, ['game', 'from', 'count']);
    return inTurn(world, c, async () => {
      const open = await world.games.open(asked.text('game'), SERIES_NAMES);
      const from = asked.number('from', 0);
      const count = asked.count('count', 100, MOST_ROWS);
      const { reach } = open.reading('cold');
      const rows = await rowsOf(open, from, Math.min(count, Math.max(0, reach - from)));
      const command = commandFor(world, 'query', open.game, from);
      return c.json<PositionsAnswer>({ game: open.game.key, reach, rows, command });
    });
  });
}

async function rowsOf({ game, reading }: OpenGame, from: number, count: number): Promise<PositionRow[]> {
  const positions = Array.from({ length: count }, (_, i) => from + i);
  if (count === 0) return [];
  const { store } = reading('cold');
  const answers: readonly Row[] = hasFewOptions(game, from + count)
    ? await store.query(game, positions)
    : await withoutMoves(game, store, positions);
  const nim = await valuesOf(positions, reading('nim'), store, (at) =>
    reading('nim').store.nimValues(game, at),
  );
  const remoteness = await valuesOf(positions, reading('remoteness'), store, (at) =>
    reading('remoteness').store.remotenesses(game, at),
  );
  return answers.map(({ position, hot, nimValue, winningMoves, remoteness: here }, i) => ({
    position,
    cold: !hot,
    nimValue: nimValue ?? nim.at(i) ?? null,
    remoteness: here ?? remoteness.at(i) ?? null,
    moves: winningMoves?.slice(0, LISTED_MOVES) ?? null,
    moveCount: winningMoves?.length ?? null,
  }));
}

function hasFewOptions({ set, hotspots }: Game, bound: number): boolean {
  return (
    (set.excluded !== undefined && hotspots === undefined) || set.approximateCount(bound) <= MOST_OPTIONS
  );
}

/** An answer whose winning moves may not have been looked for. */
type Row = Pick<Answer, 'position' | 'hot' | 'nimValue' | 'remoteness'> & {
  readonly winningMoves: readonly number[] | null;
};

async function withoutMoves(game: Game, store: Store, positions: readonly number[]): Promise<Row[]> {
  const cold = await store.isCold(game, positions);
  return positions.map((position, i) => {
    const hot = cold[i] === 0;
    return { position, hot, nimValue: hot ? null : 0, winningMoves: hot ? null : [] };
  });
}

/** The values of the positions that another store than `asked` knows; nothing where it is the same. */
async function valuesOf(
  positions: readonly number[],
  { reach, store }: { readonly reach: number; readonly store: Store },
  asked: Store,
  read: (positions: readonly number[]) => Promise<ArrayLike<number>>,
): Promise<readonly number[]> {
  const known = positions.filter((position) => position < reach);
  if (known.length === 0) return [];
  try {
    return Array.from(await read(known));
  } catch (error) {
    // Single values can be larger than a column holds; the answers of the same store have them.
    if (store === asked) return [];
    throw error;
  }
}
