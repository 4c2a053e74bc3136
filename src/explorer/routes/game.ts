/** `/api/games`, `/api/game`, `/api/positions` and more: the list of games, the facts of a game, and positions as rows. */
import { oneOf } from '../../common/one-of.js';
import { listGames, type Game } from '../../index.js';
import { SERIES_NAMES } from '../../rim.js';
import type { Estimate, GameFacts, GamesAnswer, PositionRow, PositionsAnswer, Why } from '../contract.js';
import { SERIES_CHOICES } from '../games/extend.js';
import { factsOf, worksheetFor } from '../games/facts.js';
import type { OpenGame } from '../games/games.js';
import { fileWords } from '../../words/text.js';
import { bytesAnswer, commandFor, type AddRoute } from './context.js';

const MAX_ROWS = 500;
/** Options of a position that are checked for winning moves; tables leave out more. */
const MAX_OPTIONS = 2 ** 14;
/** Winning moves in a row of a table. */
const LISTED_MOVES = 12;

export function gameRoutes(add: AddRoute): void {
  add<GamesAnswer>('/api/games', async ({ games, canWrite }) => {
    const { version } = await games.source.version();
    const main = await games.main();
    const listed = listGames(main.info(), await games.source.names());
    return {
      ...{ store: main.folder, version, canWrite },
      games: listed.map(({ game, description, stored }) => ({ game, description, stored })),
    };
  });

  add<GameFacts>('/api/game', async ({ games, open, givenStore }) => {
    // Before reading, so that a later commit is another version.
    const { version } = await games.source.version();
    return factsOf(await open(SERIES_NAMES), await games.source.names(), version, givenStore);
  });

  add<Estimate>('/api/estimate', async ({ params, open, signal }) => {
    const { game, store } = await open([]);
    const series = oneOf(params.optional('series') ?? 'both', SERIES_CHOICES, 'The series');
    const { seconds = null, bytes = null } =
      (await store.price(game, { series, to: params.number('to') }, signal)) ?? {};
    return { seconds, bytes };
  });

  add<PositionsAnswer>('/api/positions', async (call) => {
    const { params, signal } = call;
    const from = params.number('from', 0);
    const count = params.count('count', 100, MAX_ROWS);
    const open = await call.open(SERIES_NAMES);
    const { reach } = open.reading('cold');
    const rows = await rowsOf(open, from, Math.min(count, Math.max(0, reach - from)), signal);
    const command = commandFor(call, 'query', open.game, from);
    return { game: open.game.key, reach, rows, command };
  });

  add<Why>('/api/why', async ({ params, open, signal }) => {
    const position = params.number('position');
    const { game, store } = await open();
    return store.why(game, position, signal);
  });

  add('/api/worksheet', async ({ open }) => {
    const known = await open();
    const page = new TextEncoder().encode(await worksheetFor(known));
    return bytesAnswer(page, 'text/html; charset=utf-8', `${fileWords(known.game.key)}-worksheet.html`);
  });
}

async function rowsOf(
  { game, store, reading }: OpenGame,
  from: number,
  count: number,
  signal: AbortSignal,
): Promise<PositionRow[]> {
  if (count === 0) return [];
  const positions = Array.from({ length: count }, (_, i) => from + i);
  const answers = await store.query(game, positions, {
    winningMoves: hasFewOptions(game, from + count),
    remoteness: from + count <= reading('remoteness').reach,
    signal,
  });
  return answers.map(({ position, cold, nimValue, winningMoves, remoteness }) => {
    return {
      position,
      cold,
      nimValue,
      remoteness: remoteness ?? null,
      moves: winningMoves?.slice(0, LISTED_MOVES) ?? null,
      moveCount: winningMoves?.length ?? null,
    };
  });
}

function hasFewOptions({ set, hotspots }: Game, bound: number): boolean {
  return (set.excluded !== undefined && hotspots === undefined) || set.approximateCount(bound) <= MAX_OPTIONS;
}
