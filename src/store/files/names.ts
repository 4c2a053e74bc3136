/** The names inside a store: what the program makes there, and reads. Anything else there is of no concern. */

export const CATALOG_FILE = 'catalog.sqlite';
/** A catalog that is being made from the block files. */
export const REBUILT_FILE = 'catalog.sqlite.rebuilt';
export const LOCK_FILE = 'lock.sqlite';
export const AGGREGATES_FILE = 'aggregates.sqlite';
/** The names that games have been given. */
export const NAMES_FILE = 'names.json';

/** The folder of the files that say what each series is. */
export const SERIES_FOLDER = 'series';
/** The folder of states from which the values of long periods are computed. */
export const STATES_FOLDER = 'periods';
/** Where files are written before they get their names. */
export const TEMPORARY_FOLDER = 'tmp';
/** Where files go that cannot be used. */
export const ORPHANS_FOLDER = 'orphans';

/** What SQLite may open beside a file, by the ends of their names: its journal, and what the mode WAL has. */
export const COMPANIONS = ['-journal', '-wal', '-shm'] as const;

/** The number of a series has at most as many digits as this, so that every number is exact. */
export const MAX_SERIES_NUMBER = 999_999_999_999_999;

/** Whether the folder of a series may have a name: its number. */
export function isSeriesFolder(name: string): boolean {
  return /^[1-9]\d{0,14}$/.test(name);
}

/** Whether a name directly inside a store is one of its own, also where the system does not tell case. */
export function isOwnName(name: string): boolean {
  const folders = [SERIES_FOLDER, STATES_FOLDER, TEMPORARY_FOLDER, ORPHANS_FOLDER];
  const files = [CATALOG_FILE, LOCK_FILE, AGGREGATES_FILE, NAMES_FILE];
  const plain = name.toLowerCase();
  return isSeriesFolder(plain) || folders.includes(plain) || files.some((file) => plain.startsWith(file));
}
