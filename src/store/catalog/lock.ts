/**
 * The writer lock of a store: an exclusive transaction held open on a tiny SQLite file. The kernel frees it when the process dies,
 * however it dies. Never open this file or the catalog through node:fs: closing any descriptor of a file drops its POSIX locks.
 */
import type Database from 'better-sqlite3';
import { lstatSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fail, failure, refuse, type TakeawayError } from '../../common/errors.js';
import { LOCK_FILE } from '../files/names.js';
import { LOCK_ADVICE, LOCK_PROBLEM } from './admission.js';
import { databaseError, REMOVED } from './database.js';
import { isSqliteError, openSqlite } from './sqlite.js';

export interface WriterLock {
  /**
   * Raises `locked` if the lock's file is gone or replaced, as another process may then hold the lock. Raises `io` if the store is
   * gone, and `usage` on a store opened for reading.
   */
  check(): void;
  release(): void;
}

/** The lock of a store opened for reading: never held. */
export function readerLock(root: string): WriterLock {
  return {
    check: () => refuse('The store {store} is open for reading only. Open it for writing.', { store: root }),
    release: () => undefined,
  };
}

/** Takes the writer lock of the store at `root`; raises `locked` at once if it is held. */
export function takeWriterLock(root: string): WriterLock {
  const path = join(root, LOCK_FILE);
  let db: Database.Database | undefined;
  try {
    db = openSqlite(path, { timeout: 0 });
    db.exec('BEGIN EXCLUSIVE');
    const held = db;
    const isOurs = sameFile(path);
    return {
      check: () => {
        if (isOurs()) return;
        const isStoreThere = statSync(root, { throwIfNoEntry: false }) !== undefined;
        throw isStoreThere ? lockRemoved(path) : storeRemoved(root);
      },
      release: () => held.close(),
    };
  } catch (error) {
    db?.close();
    if (isSqliteError(error) && error.code.startsWith('SQLITE_BUSY')) {
      fail(
        'locked',
        'Another process is writing to the store {store}. Wait until it has finished; queries and exports work meanwhile.',
        { store: root },
        { cause: error },
      );
    }
    if (isSqliteError(error) && /^SQLITE_(NOTADB|CORRUPT)/.test(error.code)) {
      fail('corrupt', `The lock {path} ${LOCK_PROBLEM}. ${LOCK_ADVICE}`, { path }, { cause: error });
    }
    throw databaseError(error, path, 'lock');
  }
}

/** Whether some process holds the writer lock of the store at `root`. Takes no lock and creates nothing. */
export function isLocked(root: string): boolean {
  const path = join(root, LOCK_FILE);
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return false;
  let db: Database.Database | undefined;
  try {
    db = openSqlite(path, { timeout: 0, readonly: true, fileMustExist: true });
    db.prepare('SELECT count(*) FROM sqlite_schema').get();
    return false;
  } catch (error) {
    return isSqliteError(error) && error.code.startsWith('SQLITE_BUSY');
  } finally {
    db?.close();
  }
}

/** Returns a function that checks whether a path still names the present file. Uses lstat only and opens nothing. */
function sameFile(path: string): () => boolean {
  const identity = (): string | undefined => {
    const stats = lstatSync(path, { bigint: true, throwIfNoEntry: false });
    return stats === undefined ? undefined : `${stats.dev} ${stats.ino}`;
  };
  const first = identity();
  return () => first !== undefined && identity() === first;
}

export function storeRemoved(root: string): TakeawayError {
  return failure('io', `The store {store} ${REMOVED}`, { store: root });
}

function lockRemoved(path: string): TakeawayError {
  return failure(
    'locked',
    'The lock {path} was removed or replaced, so another process may be writing, and nothing more was stored. Never remove this file; run the command again.',
    { path },
  );
}
