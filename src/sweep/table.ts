/** What a sweep has found, as a table: one row a game. */
import { formatForFile } from '../common/formats.js';
import { encode, TABLE_FORMATS, type TableFileFormat } from '../tables/formats.js';
import { wholeTable, type FilledColumn, type Table } from '../tables/table.js';
import type { Period } from '../game/periods.js';
import { checkOutput, writeOutput } from '../store/files/new-file.js';

/** What is stored and known of a game. */
export interface SweptGame {
  readonly game: string;
  /** All positions below this are stored, of the series that goes furthest. */
  readonly frontier: number;
  /** Cold positions of the first series that is stored (cold, nim, remoteness), and their share; null where none is. */
  readonly coldCount: number | null;
  readonly density: number | null;
  readonly largestNimValue: number | null;
  /** The periods that are recorded. */
  readonly nim: Period | null;
  readonly outcome: Period | null;
}

/** The games as columns. */
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
 * Where the table of a sweep goes: a new file of the format of its ending, or with `force` in the place of one. Raises before any
 * work where the ending says no format and where the file cannot be made; what comes back writes it.
 */
export async function sweptOutput(
  path: string,
  force: boolean,
): Promise<(games: readonly SweptGame[]) => Promise<unknown>> {
  const format = formatForFile<TableFileFormat>(TABLE_FORMATS, path);
  await checkOutput(path, force);
  return (games) => writeOutput(path, encode(sweptTable(games), format), { force });
}
