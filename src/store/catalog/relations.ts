/**
 * Checks between rows that are sound by themselves: each row's parent exists, indexes lead to all rows, and the blocks of a series
 * cover all positions below its frontier.
 */
import type { SeriesSnapshot, StoredSeries } from '../records.js';
import {
  blockName,
  blockProblem,
  MAX_TEXT_BYTES,
  requireIntact,
  seriesProblem,
  type RowProblem,
} from './rows.js';

/**
 * Queries for the number of a row without its parent, or one that an index does not lead to, each with the catalog's problem. Cost:
 * a lookup for each game and each series.
 */
export const RELATIONS: readonly (readonly [problem: string, sql: string])[] = [
  ...['series', 'period'].map((table) => {
    const sql = `SELECT game_id FROM ${table} WHERE game_id NOT IN (SELECT id FROM game)`;
    return [`has a ${table} of a game that it lacks, with the number`, sql] as const;
  }),
  [
    'has blocks of a series that it lacks, with the number',
    // Skips from each number to the next, instead of visiting all blocks of a series.
    `WITH RECURSIVE used (number) AS (
      SELECT min(series_id) FROM block
      UNION ALL SELECT (SELECT min(series_id) FROM block WHERE series_id > number) FROM used WHERE number IS NOT NULL
    )
    SELECT number FROM used WHERE number IS NOT NULL AND number NOT IN (SELECT id FROM series)`,
  ],
  // A game or series missing from a damaged index would seem not stored.
  [
    'has an index of games by their keys that does not lead to game',
    `SELECT id FROM game AS one NOT INDEXED
     WHERE octet_length(key) <= ${MAX_TEXT_BYTES} AND (SELECT id FROM game WHERE key = one.key) IS NOT id`,
  ],
  [
    'has an index of series by their games that does not lead to series',
    `SELECT id FROM series AS one NOT INDEXED WHERE octet_length(name) <= ${MAX_TEXT_BYTES}
     AND (SELECT id FROM series WHERE game_id = one.game_id AND name = one.name) IS NOT id`,
  ],
];

/** Selects the series of a game without the index on them. Cost: one pass over the rows of series. */
export const SERIES_OF_GAME =
  'SELECT id FROM series NOT INDEXED WHERE game_id = (SELECT id FROM game WHERE key = ?)';

/** Returns the problem of a series' frontier whose last block ends at `end`. */
export function frontierProblem(
  { gameKey, name, frontier }: StoredSeries,
  end: number,
): RowProblem | undefined {
  if (frontier === end) return undefined;
  const subject = `The catalog's frontier of ${gameKey} ${name}`;
  return { subject, problem: `is ${frontier}, but its last block ends at ${end}` };
}

/** Returns the problem of a position below the frontier that no block holds. */
export function missingBlock({ gameKey, name, frontier }: StoredSeries, position: number): RowProblem {
  const problem = `has no block with position ${position}, which is below the frontier ${frontier}`;
  return { subject: `The catalog of ${gameKey} ${name}`, problem };
}

/** Returns the gaps and overlaps between the blocks of a series up to its frontier. */
export function gapProblems(series: SeriesSnapshot): RowProblem[] {
  const problems: RowProblem[] = [];
  let end = 0;
  for (const block of series.blocks) {
    const problem = `starts at ${block.start}, but the one below it ends at ${end}`;
    if (block.start !== end) problems.push({ subject: blockName(series, block), problem });
    end = block.stop;
  }
  return [...problems, frontierProblem(series, end) ?? []].flat();
}

/** Returns the problems of cold counts below blocks that are not the sums of the counts in them. */
export function sumProblems(series: SeriesSnapshot): RowProblem[] {
  const problems: RowProblem[] = [];
  let cold = 0;
  for (const block of series.blocks) {
    if (block.coldBefore !== cold) {
      const problem = `has ${block.coldBefore} cold positions below it, but the blocks there have ${cold}`;
      problems.push({ subject: blockName(series, block), problem });
    }
    cold += block.coldCount;
  }
  return problems;
}

/** Raises `corrupt` unless the rows of a series and its blocks are as written, without gaps up to its frontier. */
export function requireSound(series: SeriesSnapshot): void {
  requireIntact(seriesProblem(series), { do: 'rebuild' });
  for (const block of series.blocks) requireIntact(blockProblem(series, block));
  requireIntact([...gapProblems(series), ...sumProblems(series)].at(0));
}
