/** What a sweep has found, as a table: one row a game. */
import { usageError } from '../../common/errors.js';
import type { Table, TableColumn } from '../../export/table.js';
import type { Period } from '../../game/periods.js';
import { nodeFileSystem, type FileSystem } from '../../store/files/file-system.js';
import { writeNewFile } from '../../store/files/new-file.js';

/** What is stored and known of a game. */
export interface SweptGame {
  readonly game: string;
  /** All positions below this are stored. */
  readonly frontier: number;
  /** Cold positions below the frontier, and their share; null where neither cold positions nor nim-values are stored. */
  readonly coldCount: number | null;
  readonly density: number | null;
  readonly largestNimValue: number | null;
  /** The periods that are recorded. */
  readonly nim: Period | null;
  readonly outcome: Period | null;
}

/** The games as columns. */
export function sweptTable(games: readonly SweptGame[]): Table {
  const int64 = (name: string, of: (game: SweptGame) => number | null | undefined): TableColumn => ({
    name,
    type: 'int64',
    values: games.map((game) => of(game) ?? null),
  });
  return {
    columns: [
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
    ],
    metadata: {},
  };
}

/** Raises a usage error where there is something at a path already: a table is never written over a file. */
export async function checkMissing(path: string, fileSystem: FileSystem = nodeFileSystem): Promise<void> {
  if ((await fileSystem.kind(path)) === 'missing') return;
  throw usageError({
    subject: `The output ${path}`,
    expected: 'a file that does not exist yet',
    found: 'one that does',
    help: 'Choose another name, or remove it first.',
  });
}

/** Writes what a sweep has found as one Arrow file, which must not exist; returns its bytes. */
export async function writeSwept(
  path: string,
  games: readonly SweptGame[],
  fileSystem: FileSystem = nodeFileSystem,
): Promise<number> {
  const { tableToArrow } = await import('../../export/arrow-table.js');
  const bytes = async function* (): AsyncGenerator<Uint8Array> {
    yield await Promise.resolve(tableToArrow(sweptTable(games)));
  };
  return writeNewFile(fileSystem, path, bytes());
}
