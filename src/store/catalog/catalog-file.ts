/**
 * The catalog's file as a whole: opening the one of a store, refusing one that cannot be that of the block files
 * beside it, and keeping an old one aside.
 */
import { basename } from 'node:path';
import { failure, hasCode, type TakeawayError } from '../../common/errors.js';
import type { StoredSeries } from '../records.js';
import {
  databaseError,
  isForeign,
  openEmpty,
  openForReading,
  openForWriting,
  type Database,
} from './database.js';
import { COMPANIONS } from '../files/names.js';
import type { SeriesFile } from '../files/series-files.js';
import type { StoreFolder } from '../files/store-folder.js';

/**
 * Opens the catalog of a store. A missing one is created for a writer and reads as empty; where block files lie beside
 * it, or beside one of another application, `corrupt` is raised.
 */
export async function openCatalog(
  path: string,
  folder: StoreFolder,
  use: 'reading' | 'writing',
): Promise<Database> {
  const isMissing = folder.fs.look(path).kind === 'missing';
  if (use === 'writing') {
    if (isMissing) await refuseLost(path, 'is missing', folder);
    return orForeign(path, folder, () => openForWriting(path));
  }
  const db = isMissing ? openEmpty() : await orForeign(path, folder, () => openForReading(path));
  if (!isEmpty(db, path)) return db;
  db.close();
  // Looked at in this order, as a first writer may be at work: it has a series before it has a block.
  const hasBlocks = (await folder.blockFiles()).length > 0;
  const again = folder.fs.look(path).kind === 'missing' ? openEmpty() : openForReading(path);
  if (hasBlocks && isEmpty(again, path)) {
    again.close();
    throw lost(path, isMissing ? 'is missing' : 'is empty');
  }
  return again;
}

/** Raises `corrupt` when there are block files that a catalog like this cannot be of. */
export async function refuseLost(path: string, problem: string, folder: StoreFolder): Promise<void> {
  if ((await folder.blockFiles()).length > 0) throw lost(path, problem);
}

function lost(path: string, problem: string): TakeawayError {
  return failure(
    'corrupt',
    'The catalog {path} {problem}, but there are block files. Nothing was changed.',
    { path, problem },
    { remedy: { do: 'rebuild' } },
  );
}

/**
 * Raises `corrupt` when the file of a series says that it is another one than the catalog says. A file that is missing or damaged
 * says nothing; `verify` names it.
 */
export function refuseForeign(
  path: string,
  { id, gameKey, name }: StoredSeries,
  file: SeriesFile | null | undefined,
): void {
  if (file === undefined || file === null || (file.game === gameKey && file.series === name)) return;
  throw lost(path, `is that of another store, where series ${id} is ${gameKey} ${name}`);
}

/** Opens a new, empty catalog for a rebuild; one that was killed had begun it, and its journal would be taken back into the new file. */
export async function openRebuilt(path: string, { fs }: StoreFolder): Promise<Database> {
  for (const end of [...COMPANIONS, '']) await fs.remove(`${path}${end}`);
  return openForWriting(path);
}

/**
 * Moves a catalog, with what lies beside it for SQLite, to a name that nothing has; returns that, or undefined. Whatever
 * they are, they are only moved.
 */
export async function setCatalogAside({ fs, root }: StoreFolder, path: string): Promise<string | undefined> {
  const names = new Set(await fs.list(root));
  const ends = ['', ...COMPANIONS];
  let k = 1;
  while (ends.some((end) => names.has(`${basename(path)}.${k}.old${end}`))) k++;
  const aside = `${path}.${k}.old`;
  // The catalog first: SQLite would take the journal of another file back into a new one.
  for (const end of ends) {
    if (names.has(`${basename(path)}${end}`)) await fs.rename(`${path}${end}`, `${aside}${end}`);
  }
  return names.has(basename(path)) ? aside : undefined;
}

/** Opens a catalog. Where it is of another application, and block files lie beside it, that is `corrupt`. */
async function orForeign(path: string, folder: StoreFolder, open: () => Database): Promise<Database> {
  try {
    return open();
  } catch (error) {
    if (hasCode(error, 'incompatible') && isForeign(path))
      await refuseLost(path, 'is of another application', folder);
    throw error;
  }
}

function isEmpty(db: Database, path: string): boolean {
  try {
    return db.prepare('SELECT count(*) FROM series').pluck().get() === 0;
  } catch (error) {
    throw databaseError(error, path);
  }
}
