/** Opens the catalog's file, refuses one that does not belong to the block files, and moves an old one aside. */
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
 * Opens the catalog of a store. A missing one is created for a writer and reads as empty. Raises `corrupt` if block files exist but
 * the catalog is missing or of another application.
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
  // Files first, then the catalog again: a first writer that is at work commits a series before its first block.
  const hasBlocks = (await folder.blockFiles()).length > 0;
  const again = folder.fs.look(path).kind === 'missing' ? openEmpty() : openForReading(path);
  if (hasBlocks && isEmpty(again, path)) {
    again.close();
    throw lost(path, isMissing ? 'is missing' : 'is empty');
  }
  return again;
}

/** Raises `corrupt` if there are block files. */
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
 * Raises `corrupt` if a series' description names another series than the catalog does. `verify` reports missing and damaged
 * descriptions.
 */
export function refuseForeign(
  path: string,
  { id, gameKey, name }: StoredSeries,
  file: SeriesFile | null | undefined,
): void {
  if (file === undefined || file === null || (file.game === gameKey && file.series === name)) return;
  throw lost(path, `is that of another store, where series ${id} is ${gameKey} ${name}`);
}

/**
 * Opens a new, empty catalog for a rebuild. Removes that of a killed rebuild first: SQLite would roll its journal back into the new
 * file.
 */
export async function openRebuilt(path: string, { fs }: StoreFolder): Promise<Database> {
  for (const end of [...COMPANIONS, '']) await fs.remove(`${path}${end}`);
  return openForWriting(path);
}

/**
 * Moves a catalog and its SQLite companions to an unused name, without opening them. Returns that name, or undefined if there is no
 * catalog.
 */
export async function setCatalogAside({ fs, root }: StoreFolder, path: string): Promise<string | undefined> {
  const names = new Set(await fs.list(root));
  const ends = ['', ...COMPANIONS];
  let k = 1;
  while (ends.some((end) => names.has(`${basename(path)}.${k}.old${end}`))) k++;
  const aside = `${path}.${k}.old`;
  // The catalog first: SQLite would roll the journal of another file back into a new one.
  for (const end of ends) {
    if (names.has(`${basename(path)}${end}`)) await fs.rename(`${path}${end}`, `${aside}${end}`);
  }
  return names.has(basename(path)) ? aside : undefined;
}

/** Opens a catalog. Raises `corrupt` if it is of another application and block files exist. */
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
