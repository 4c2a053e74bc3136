/**
 * The writer lock of a store: an exclusive transaction held open on a tiny SQLite file. Separate from the
 * catalog so that readers never meet it. The kernel frees it when the process dies, however it dies.
 * Never open this file or the catalog through node:fs: closing any descriptor of a file drops its POSIX locks.
 */
import type Database from 'better-sqlite3';
import { TakeawayError } from '../common/errors.js';
import { databaseError } from './database.js';
import { isSqliteError, openSqlite } from './sqlite.js';

/** A held lock. */
export interface WriterLock {
  release(): void;
}

/** Takes the writer lock of the store at `root`, whose lock file is `path`; raises `locked` at once if it is held. */
export function takeWriterLock(path: string, root: string): WriterLock {
  let db: Database.Database | undefined;
  try {
    db = openSqlite(path, { timeout: 0 });
    db.exec('BEGIN EXCLUSIVE');
    const held = db;
    return { release: () => held.close() };
  } catch (error) {
    db?.close();
    if (isSqliteError(error) && error.code.startsWith('SQLITE_BUSY')) {
      throw new TakeawayError('locked', {
        subject: `The store ${root}`,
        expected: 'no other writer',
        found: 'another process writing to it',
        help: 'Wait until it has finished; queries and exports work meanwhile.',
        cause: error,
      });
    }
    throw databaseError(error, path);
  }
}
