/** The names inside a store. Other names there are ignored. */

export const CATALOG_FILE = 'catalog.sqlite';
/** A catalog that a rebuild is making. */
export const REBUILT_FILE = 'catalog.sqlite.rebuilt';
export const LOCK_FILE = 'lock.sqlite';
export const AGGREGATES_FILE = 'aggregates.sqlite';
/** Names given to games. */
export const NAMES_FILE = 'names.json';

/** Descriptions of the series. */
export const SERIES_FOLDER = 'series';
/** States from which the values of long periods are computed, and searches for periods. */
export const STATES_FOLDER = 'periods';
/** Files that are being written. */
export const TEMPORARY_FOLDER = 'tmp';
/** Files that cannot be used. */
export const ORPHANS_FOLDER = 'orphans';

/** Suffixes of files that SQLite may open with a database: its journal, and those of WAL mode. */
export const COMPANIONS = ['-journal', '-wal', '-shm'] as const;

/** At most 15 digits, so that every number is exact. */
export const MAX_SERIES_NUMBER = 999_999_999_999_999;

/** Whether a name is that of a series' folder: its number. */
export function isSeriesFolder(name: string): boolean {
  return /^[1-9]\d{0,14}$/.test(name);
}

/** Whether a name directly inside a store is one of its own, also on a case-insensitive file system. */
export function isOwnName(name: string): boolean {
  const folders = [SERIES_FOLDER, STATES_FOLDER, TEMPORARY_FOLDER, ORPHANS_FOLDER];
  const files = [CATALOG_FILE, LOCK_FILE, AGGREGATES_FILE, NAMES_FILE];
  const plain = name.toLowerCase();
  return isSeriesFolder(plain) || folders.includes(plain) || files.some((file) => plain.startsWith(file));
}
