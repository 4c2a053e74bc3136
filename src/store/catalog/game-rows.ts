/**
 * What the rows of a game must be before anyone believes them, those of its blocks apart: its frontiers, its periods,
 * and that no row belongs to one that is missing. Separate from the rows of blocks, of which there may be many: all of
 * this is looked at whenever a store or a game is opened.
 */
import type { PeriodRecord, StoredSeries } from '../records.js';
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
export function frontierProblem(series: StoredSeries, end: number): RowProblem | undefined {
  const { gameKey, name, frontier } = series;
  const subject = `The catalog's frontier of ${gameKey} ${name}`;
  if (!Number.isSafeInteger(frontier) || frontier < 0) {
    return { subject, expected: 'an integer from 0 to 2^53 - 1', found: String(frontier) };
  }
  if (frontier === end) return undefined;
  return { subject, expected: `${end}, where its last block ends`, found: String(frontier) };
}

/** What is wrong with the row of a period by itself, of a game whose series are stored up to `stored`. */
export function periodRowProblem(
  gameKey: string,
  record: PeriodRecord,
  stored: number,
): RowProblem | undefined {
  const { quantity, preperiod, period, saltus, examined, needed, seen } = record;
  const numbers = [preperiod, period, saltus, examined, needed, seen];
  const isSound =
    numbers.every((value) => Number.isSafeInteger(value) && value >= 0) &&
    period > 0 &&
    needed > 0 &&
    seen >= needed &&
    preperiod + period <= examined &&
    examined <= stored;
  if (isSound) return undefined;
  return {
    subject: `The catalog's ${quantity} period of ${gameKey}`,
    expected: `one that ${stored} stored values can prove`,
    found: `preperiod ${preperiod}, period ${period}, saltus ${saltus}, proven by ${seen} of ${examined} values`,
  };
}
