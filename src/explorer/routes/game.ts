/** `/api/games`, `/api/game`, `/api/positions` and more: what there is, what a game is, and its positions as rows. */
import { oneOf } from '../../common/one-of.js';
import { listGames, type Game } from '../../index.js';
import { firstOf, heapAfter, mostTaken, SERIES_NAMES } from '../../rim.js';
import type {
  Estimate,
  GameFacts,
  GamesAnswer,
  MoveFacts,
  PositionRow,
  PositionsAnswer,
  WhyAnswer,
} from '../contract.js';
import { SERIES_CHOICES } from '../games/extend.js';
import { factsOf, worksheetFor } from '../games/facts.js';
import type { OpenGame } from '../games/games.js';
import { fileWords } from '../../words/text.js';
import { bytesAnswer, commandFor, type AddRoute } from './context.js';

/** Rows of one answer. */
const MOST_ROWS = 500;
/** Options of a position that are looked through for winning moves; more are left out of tables. */
const MOST_OPTIONS = 2 ** 14;
/** Winning moves in a row of a table. */
const LISTED_MOVES = 12;
/** Moves of a position that are listed whatever they do, that win, and that each lead to another nim-value. */
const FIRST_MOVES = 40;
const FIRST_WINNING = 20;
const FIRST_VALUES = 100;

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
    // Before what is read: what is stored meanwhile is then another version.
    const { version } = await games.source.version();
    return factsOf(await open(SERIES_NAMES), await games.source.names(), version, givenStore);
  });

  add<Estimate>('/api/estimate', async ({ asked, open, signal }) => {
    const { game, store } = await open([]);
    const series = oneOf(asked.optional('series') ?? 'both', SERIES_CHOICES, 'The series');
    const { seconds = null, bytes = null } =
      (await store.price(game, { series, to: asked.number('to') }, signal)) ?? {};
    return { seconds, bytes };
  });

  add<PositionsAnswer>('/api/positions', async (call) => {
    const { asked, signal } = call;
    const from = asked.number('from', 0);
    const count = asked.count('count', 100, MOST_ROWS);
    const open = await call.open(SERIES_NAMES);
    const { reach } = open.reading('cold');
    const rows = await rowsOf(open, from, Math.min(count, Math.max(0, reach - from)), signal);
    const command = commandFor(call, 'query', open.game, from);
    return { game: open.game.key, reach, rows, command };
  });

  add<WhyAnswer>('/api/why', async ({ asked, open, signal }) => {
    const position = asked.number('position');
    return whyOf(await open(), position, signal);
  });

  add('/api/worksheet', async ({ open }) => {
    const known = await open();
    const page = new TextEncoder().encode(await worksheetFor(known));
    return bytesAnswer(page, 'text/html; charset=utf-8', `${fileWords(known.game.key)}-worksheet.html`);
  });
}

/** Why a position is what it is: the values of the positions that moves lead to. Cost: at most 2^14 of these are read. */
async function whyOf({ game, store }: OpenGame, position: number, signal: AbortSignal): Promise<WhyAnswer> {
  const { set, hotspots, seed, isSink } = game;
  const [{ hot, nimValue }] = await store.query(game, [position], { winningMoves: false, signal });
  const most = mostTaken(game, position);
  const count = set.approximateCount(most + 1);
  const isWhole = count <= MOST_OPTIONS;
  const takes = isWhole ? set.between(1, most + 1) : firstOf(set, { start: 1, stop: most + 1 }, FIRST_MOVES);
  const to = Array.from(takes, (take) => heapAfter(position, take));
  // Where its own nim-value is dear those below are not asked for: not all of them could be told.
  const isNim = nimValue !== null;
  const values = isNim
    ? (await store.query(game, to, { winningMoves: false, signal })).map((answer) => answer.nimValue!)
    : await store.isCold(game, to, signal);
  const moves = to.map((lower, i): MoveFacts => {
    return isNim
      ? { take: takes[i], to: lower, cold: values[i] === 0, nimValue: values[i] }
      : { take: takes[i], to: lower, cold: values[i] === 1, nimValue: null };
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
  const isHotspot = hotspots !== undefined && hotspots.between(position, position + 1).length > 0;
  return {
    ...{ position, cold: !hot, nimValue, moves: listed },
    declared: isHotspot ? 'hot' : isSink !== true && position < (seed?.length ?? 0) ? 'value' : null,
    moveCount: isWhole ? moves.length : count,
    winningCount: isWhole ? winning : null,
    reached: isWhole && (isNim || to.length === 0) ? [...new Set(values)].sort((a, b) => a - b) : null,
  };
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
