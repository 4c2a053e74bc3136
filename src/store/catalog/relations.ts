/**
 * What must hold between rows, each of which is what was written: none belongs to one that is missing, names lead to them, and
 * the blocks of a series cover all positions below its frontier.
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
 * Rows that belong to others, which must be there, and rows that are looked up by a name, to which an index must lead: the problem
 * of the catalog where one is missing, and a query for its number. Cost: a lookup for each game and each series.
 */
export const RELATIONS: readonly (readonly [problem: string, sql: string])[] = [
  ...['series', 'period'].map((table) => {
    const sql = `SELECT game_id FROM ${table} WHERE game_id NOT IN (SELECT id FROM game)`;
    return [`has a ${table} of a game that it lacks, with the number`, sql] as const;
  }),
  [
    'has blocks of a series that it lacks, with the number',
    // From each number to the next one, so that the blocks of a series are not gone through.
    `WITH RECURSIVE used (number) AS (
      SELECT min(series_id) FROM block
      UNION ALL SELECT (SELECT min(series_id) FROM block WHERE series_id > number) FROM used WHERE number IS NOT NULL
    )
    SELECT number FROM used WHERE number IS NOT NULL AND number NOT IN (SELECT id FROM series)`,
  ],
  // A game or a series that a damaged index leaves out would be taken for one that is not stored.
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

/** The numbers of the series of a game, found without the index that leads to them. Cost: one pass over the rows of series. */
export const SERIES_OF_GAME =
  'SELECT id FROM series NOT INDEXED WHERE game_id = (SELECT id FROM game WHERE key = ?)';

/** What is wrong with the frontier of a series, the last block of which ends at `end`. */
export function frontierProblem(
  { gameKey, name, frontier }: StoredSeries,
  end: number,
): RowProblem | undefined {
  if (frontier === end) return undefined;
  const subject = `The catalog's frontier of ${gameKey} ${name}`;
  return { subject, problem: `is ${frontier}, but its last block ends at ${end}` };
}

/** What is wrong where no block holds a position below the frontier of a series. */
export function missingBlock({ gameKey, name, frontier }: StoredSeries, position: number): RowProblem {
  const problem = `has no block with position ${position}, which is below the frontier ${frontier}`;
  return { subject: `The catalog of ${gameKey} ${name}`, problem };
}

/** Where the blocks of a series do not cover the positions below its frontier, each once. */
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

/** Where the counts of cold positions below blocks are not the sums of the counts in those. */
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

/** Raises `corrupt` unless a series and its blocks are what was written, without gap, up to its frontier. */
export function requireSound(series: SeriesSnapshot): void {
  requireIntact(seriesProblem(series), { do: 'rebuild' });
  for (const block of series.blocks) requireIntact(blockProblem(series, block));
  requireIntact([...gapProblems(series), ...sumProblems(series)].at(0));
}
