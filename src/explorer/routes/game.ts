/** `/api/games`, `/api/game`, `/api/positions` and more: what there is, what a game is, and its positions as rows. */
import { listGames, type Game } from '../../index.js';
import { SERIES_NAMES } from '../../rim.js';
import type { PositionRow } from '../contract.js';
import { SERIES_CHOICES } from '../games/extend.js';
import { factsOf, worksheetFor } from '../games/facts.js';
import type { OpenGame } from '../games/games.js';
import { fileWords } from '../../words/text.js';
import { numberFrom } from '../../words/numbers.js';
import { named, required, usually } from '../../words/params.js';
import { given } from '../http/request.js';
import { bytesAnswer, commandFor, GAME, NUMBER, type AddRoute } from './context.js';

/** Rows of one answer. */
const MAX_ROWS = 500;
/** Options of a position that are looked through for winning moves; more are left out of tables. */
const MAX_OPTIONS = 2 ** 14;
/** Winning moves in a row of a table. */
const LISTED_MOVES = 12;

export function gameRoutes(add: AddRoute): void {
  add('games', async ({ read, games, canWrite }) => {
    read({});
    const { version } = await games.source.version();
    const main = await games.main();
    const listed = listGames(main.info(), await games.source.names());
    return {
      ...{ store: main.folder, version, canWrite },
      games: listed.map(({ game, description, stored }) => ({ game, description, stored })),
    };
  });

  add('game', async ({ read, games, open, givenStore }) => {
    const { game } = read({ game: GAME });
    // Before what is read: what is stored meanwhile is then another version.
    const { version } = await games.source.version();
    return factsOf(await open(game, SERIES_NAMES), await games.source.names(), version, givenStore);
  });

  add('estimate', async ({ read, open, signal }) => {
    const series = usually('both', given(named(SERIES_CHOICES)));
    const wanted = read({ game: GAME, series, to: required(NUMBER) });
    const { game, store } = await open(wanted.game, []);
    const { seconds = null, bytes = null } = (await store.price(game, wanted, signal)) ?? {};
    return { seconds, bytes };
  });

  add('positions', async (call) => {
    const { signal } = call;
    const count = usually(100, given(numberFrom(1, MAX_ROWS)));
    const { from, ...wanted } = call.read({ game: GAME, from: usually(0, NUMBER), count });
    const open = await call.open(wanted.game, SERIES_NAMES);
    const { reach } = open.reading('cold');
    const rows = await rowsOf(open, from, Math.min(wanted.count, Math.max(0, reach - from)), signal);
    const command = commandFor(call, 'query', open.game, from);
    return { game: open.game.key, reach, rows, command };
  });

  add('why', async ({ read, open, signal }) => {
    const { position, ...wanted } = read({ game: GAME, position: required(NUMBER) });
    const { game, store } = await open(wanted.game);
    return store.why(game, position, signal);
  });

  add('worksheet', async ({ read, open }) => {
    const known = await open(read({ game: GAME }).game);
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
      winningMoves: winningMoves?.slice(0, LISTED_MOVES) ?? null,
      winningCount: winningMoves?.length ?? null,
    };
  });
}

function hasFewOptions({ set, hotspots }: Game, bound: number): boolean {
  return (set.excluded !== undefined && hotspots === undefined) || set.approximateCount(bound) <= MAX_OPTIONS;
}
