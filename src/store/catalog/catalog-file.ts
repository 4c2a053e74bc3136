/**
 * The catalog's file as a whole: opening the one of a store, refusing one that cannot be that of the block files beside
 * it, and keeping an old one aside. Separate from the rows in it, and from SQLite's own pragmas and versions: the
 * question here is whether this file belongs to this folder.
 */
import { basename, join } from 'node:path';
import { TakeawayError } from '../../common/errors.js';
import type { StoredSeries } from '../records.js';
import {
  databaseError,
  isForeign,
  openEmpty,
  openForReading,
  openForWriting,
  type Database,
} from './database.js';
import type { FileSystem } from '../files/file-system.js';
import type { Leftovers } from '../files/leftovers.js';

export const CATALOG_FILE = 'catalog.sqlite';

/** A catalog that is being made from the block files. */
export const REBUILT_FILE = 'catalog.sqlite.rebuilt';

/**
 * Opens the catalog of a store. A missing one is created for a writer and reads as empty; where block files lie beside
 * it, or beside one of another application, `corrupt` is raised.
 */
export async function openCatalog(
  path: string,
  fs: FileSystem,
  leftovers: Leftovers,
  use: 'reading' | 'writing',
): Promise<Database> {
  const isMissing = (await fs.kind(path)) === 'missing';
  if (use === 'writing') {
    if (isMissing) await refuseLost(path, 'none', leftovers);
    return orForeign(path, leftovers, () => openForWriting(path));
  }
  const db = isMissing ? openEmpty() : await orForeign(path, leftovers, () => openForReading(path));
  if (!isEmpty(db, path)) return db;
  db.close();
  // Looked at in this order, as a first writer may be at work: it has a series before it has a block.
  const hasBlocks = (await leftovers.blockFiles()).length > 0;
  const again = (await fs.kind(path)) === 'missing' ? openEmpty() : openForReading(path);
  if (hasBlocks && isEmpty(again, path)) {
    again.close();
    throw lost(path, isMissing ? 'none' : 'an empty one');
  }
  return again;
}

/** Raises `corrupt` when there are block files that a catalog like this cannot be of. */
export async function refuseLost(path: string, found: string, leftovers: Leftovers): Promise<void> {
  if ((await leftovers.blockFiles()).length > 0) throw lost(path, found);
}

function lost(path: string, found: string): TakeawayError {
  return new TakeawayError('corrupt', {
    subject: `The catalog ${path}`,
    expected: 'the catalog of the block files beside it',
    found,
    help: 'Nothing was changed.',
    remedy: { do: 'rebuild' },
  });
}

/** Raises `corrupt` when the files of the store say that its series are others than the catalog says. */
export async function refuseForeign(
  path: string,
  series: readonly StoredSeries[],
  leftovers: Leftovers,
): Promise<void> {
  await Promise.all(
    series.map(async ({ id, gameKey, name }) => {
      const file = await leftovers.seriesFile(id);
      // One that is missing or damaged says nothing; `verify` names it.
      if (file === undefined || file === null || (file.game === gameKey && file.series === name)) return;
      throw lost(path, `that of another store, where series ${id} is ${gameKey} ${name}`);
    }),
  );
}

/** Moves a catalog, with the journal it may have, to a name that nothing has; returns that, or undefined. */
export async function setCatalogAside(
  fs: FileSystem,
  root: string,
  path: string,
): Promise<string | undefined> {
  const names = new Set(await fs.list(root));
  let aside = '';
  for (let k = 1; aside === '' || names.has(basename(aside)); k++) aside = `${path}.${k}.old`;
  const journal = `${basename(path)}-journal`;
  const isThere = names.has(basename(path));
  if (isThere) await fs.rename(path, aside);
  // After the catalog: SQLite would take the journal of another file back into a new one.
  if (names.has(journal)) await fs.rename(join(root, journal), `${aside}-journal`);
  return isThere ? aside : undefined;
}

/** Opens a catalog. Where it is of another application, and block files lie beside it, that is `corrupt`. */
async function orForeign(path: string, leftovers: Leftovers, open: () => Database): Promise<Database> {
  try {
    return open();
  } catch (error) {
    const isRefused = error instanceof TakeawayError && error.code === 'incompatible';
    if (isRefused && isForeign(path)) await refuseLost(path, 'one of another application', leftovers);
    throw error;
  }
}

/** Whether a catalog knows no series. */
function isEmpty(db: Database, path: string): boolean {
  try {
    return db.prepare('SELECT count(*) FROM series').pluck().get() === 0;
  } catch (error) {
    throw databaseError(error, path);
  }
}
