/** The results of a sweep as a table: one row a game. */
import { formatForFile } from '../common/formats.js';
import { encode, TABLE_FORMATS, type TableFileFormat } from '../tables/formats.js';
import { wholeTable, type FilledColumn, type Table } from '../tables/table.js';
import type { Period } from '../game/periods.js';
import { checkOutput, writeOutput } from '../store/files/new-file.js';

/** The stored facts of a game. */
export interface SweptGame {
  readonly game: string;
  /** The largest frontier of its stored series. */
  readonly frontier: number;
  /** Cold positions of the first stored series (cold, nim, remoteness), and their share; null if none is stored. */
  readonly coldCount: number | null;
  readonly density: number | null;
  readonly largestNimValue: number | null;
  readonly nim: Period | null;
  readonly outcome: Period | null;
}

function sweptTable(games: readonly SweptGame[]): Table {
  const int64 = (name: string, of: (game: SweptGame) => number | null | undefined): FilledColumn => ({
    name,
    type: 'int64',
    values: games.map((game) => of(game) ?? null),
  });
  return wholeTable([
    { name: 'game', type: 'utf8', values: games.map(({ game }) => game) },
    int64('frontier', ({ frontier }) => frontier),
    int64('cold_count', ({ coldCount }) => coldCount),
    { name: 'density', type: 'float64', values: games.map(({ density }) => density) },
    int64('largest_nim_value', ({ largestNimValue }) => largestNimValue),
    int64('nim_preperiod', ({ nim }) => nim?.preperiod),
    int64('nim_period', ({ nim }) => nim?.period),
    int64('nim_saltus', ({ nim }) => nim?.saltus),
    int64('outcome_preperiod', ({ outcome }) => outcome?.preperiod),
    int64('outcome_period', ({ outcome }) => outcome?.period),
  ]);
}

/**
 * Checks the path of a sweep's table, and returns a function that writes it: to a new file in the format of its ending, or with
 * `force` over an existing one. Raises before any work if the ending names no format, or the file cannot be made.
 */
export async function sweptOutput(
  path: string,
  force: boolean,
): Promise<(games: readonly SweptGame[]) => Promise<unknown>> {
  const format = formatForFile<TableFileFormat>(TABLE_FORMATS, path);
  await checkOutput(path, force);
  return (games) => writeOutput(path, encode(sweptTable(games), format), { force });
}
