/**
 * What must hold between the rows of games, series and blocks: a frontier is where the last block ends, and no row
 * belongs to one that is missing.
 */
import type { StoredSeries } from '../records.js';
import type { RowProblem } from './block-rows.js';

/** A row that belongs to another one, which must be there. Each query gives those that are missing, at the cost of a few lookups. */
export interface Relation {
  readonly subject: string;
  readonly expected: string;
  /** Gives the numbers of the missing rows. */
  readonly sql: string;
}

export const RELATIONS: readonly Relation[] = [
  {
    subject: 'The catalog of a series',
    expected: 'the game it is of',
    sql: 'SELECT game_id FROM series WHERE game_id NOT IN (SELECT id FROM game)',
  },
  {
    subject: 'The catalog of a period',
    expected: 'the game it is of',
    sql: 'SELECT game_id FROM period WHERE game_id NOT IN (SELECT id FROM game)',
  },
  {
    subject: 'The catalog of some blocks',
    expected: 'the series they are of',
    // From each number to the next one, so that the blocks of a series are not gone through.
    sql: `WITH RECURSIVE used (number) AS (
        SELECT min(series_id) FROM block
        UNION ALL SELECT (SELECT min(series_id) FROM block WHERE series_id > number) FROM used WHERE number IS NOT NULL
      )
      SELECT number FROM used WHERE number IS NOT NULL AND number NOT IN (SELECT id FROM series)`,
  },
];

/** What is wrong with a frontier, where the last block of its series ends at `end`; undefined when nothing is. */
export function frontierProblem(
  { gameKey, name, frontier }: StoredSeries,
  end: number,
): RowProblem | undefined {
  if (frontier === end) return undefined;
  const subject = `The catalog's frontier of ${gameKey} ${name}`;
  return { subject, expected: `${end}, where its last block ends`, found: String(frontier) };
}
