/** Series as plain data, for programs without a catalog: rows with their digests, checked as a catalog's are. */
import { fail } from '../common/errors.js';
import type { Blocks } from './blocks.js';
import { requireSound } from './catalog/relations.js';
import {
  BLOCK,
  blockOf,
  GAME,
  gameProblem,
  knownSeries,
  PERIOD,
  periodProblem,
  requireIntact,
  rowIn,
  rowOfBlock,
  rowOfPeriod,
  withDigest,
  SERIES,
  type PeriodRow,
} from './catalog/rows.js';
import type { WithDigest, SeriesSnapshot, StoredGame } from './records.js';

/** A series as plain data, each row with its digest. `MemoryBlocks.adopt` reads it with the values. */
export interface SeriesRows {
  readonly game: WithDigest<StoredGame>;
  readonly series: SeriesSnapshot;
  readonly periods: readonly WithDigest<PeriodRow>[];
}

/**
 * Checks plain data from any source as the rows of a catalog. Raises `corrupt`, or a type error, for rows that are not as written.
 */
export function soundRows(found: unknown): SeriesRows {
  const given = found as SeriesRows;
  const game = rowIn(GAME, given.game);
  const blocks = given.series.blocks.map((block) => blockOf(rowIn(BLOCK, rowOfBlock(block))));
  const series = { ...knownSeries(rowIn(SERIES, given.series)), blocks };
  const periods = given.periods.map((row) => rowIn(PERIOD, row));
  requireIntact(gameProblem(game));
  requireSound(series);
  for (const row of periods) requireIntact(periodProblem(row));
  for (const { gameKey } of [series, ...periods]) {
    if (gameKey !== game.key)
      fail('corrupt', 'The rows of {game} have one of {other}. Make them again from the store.', {
        ...{ game: game.key, other: gameKey },
      });
  }
  return { game, series, periods };
}

/** Returns the rows of one game or of all. Series and blocks are of one moment; periods may be newer. */
export function rowsIn(
  catalog: Pick<Blocks['catalog'], 'snapshot' | 'games' | 'allPeriods'>,
  gameKey?: string,
): SeriesRows[] {
  const all = catalog.snapshot(gameKey);
  // Read after the series, so that the game of each exists.
  const games = new Map(catalog.games(gameKey).map(({ key, definition }) => [key, definition]));
  const recorded = catalog.allPeriods(gameKey);
  return all.map((series) => {
    const { gameKey: key } = series;
    const game = withDigest(GAME, { key, definition: games.get(key) ?? key });
    const periods = Object.entries(recorded.get(key) ?? {}).map(([quantity, period]) =>
      withDigest(PERIOD, rowOfPeriod(key, quantity, period)),
    );
    return { game, series, periods };
  });
}
