/** Opens the catalog's SQLite file: pragmas for durability and integrity, schema versions and migrations. */
import type Database from 'better-sqlite3';
import { rmSync } from 'node:fs';
import { fail, failure, type ErrorCode } from '../../common/errors.js';
import type { Remedy } from '../../common/remedies.js';
import { reasonOf } from '../../common/system-errors.js';
import { admitDatabase } from './admission.js';
import { knownMigrations, migrate, schemaProblem } from './schema.js';
import { isSqliteError, openSqlite } from './sqlite.js';

export type { Database, Statement } from 'better-sqlite3';

/** `application_id` of our catalogs: "take" in ASCII. */
export const APPLICATION_ID = 0x74616b65;

/** Milliseconds that a reader or the writer waits for the other's transaction, which takes a few. */
const BUSY_TIMEOUT_MS = 10_000;

/**
 * Opens the catalog for reading. Never writes, not even to migrate: refuses an older catalog. One that a writer has created but not
 * filled reads as empty.
 */
export function openForReading(path: string, migrations = knownMigrations()): Database.Database {
  const db = openDatabase(path, { readonly: true, fileMustExist: true });
  const opened = guarded(db, path, () => {
    const newest = migrations.length;
    const version = withRollBack(path, () => checkedVersion(db, path, migrations));
    if (version > 0 && version < newest) {
      fail(
        'incompatible',
        'The catalog {path} has the old version {version}, and reading needs version {newest}.',
        { path, version, newest },
        { remedy: { do: 'migrate' } },
      );
    }
  });
  if (opened.pragma('user_version', { simple: true }) !== 0) return opened;
  opened.close();
  return openEmpty();
}

/**
 * Opens the catalog for writing. Creates a new one, or migrates an older one in one transaction after copying it to
 * `<path>.v<version>.backup`.
 */
export function openForWriting(path: string, migrations = knownMigrations()): Database.Database {
  const db = openDatabase(path, {});
  return guarded(db, path, () => {
    const version = checkedVersion(db, path, migrations);
    db.pragma('journal_mode = DELETE');
    db.pragma('synchronous = EXTRA');
    expectPragma(db, path, 'journal_mode', 'delete');
    expectPragma(db, path, 'synchronous', 3);
    expectPragma(db, path, 'fullfsync', 1);
    const pending = migrations.slice(version);
    if (pending.length === 0) return;
    if (version > 0) backUp(db, `${path}.v${version}.backup`);
    db.transaction(() => {
      migrate(db, pending);
      db.pragma(`application_id = ${APPLICATION_ID}`);
      db.pragma(`user_version = ${migrations.length}`);
    }).exclusive();
  });
}

/** Copies the catalog, over a copy that a failed migration left. */
function backUp(db: Database.Database, path: string): void {
  admitDatabase(path, 'writing');
  rmSync(path, { force: true });
  db.prepare('VACUUM INTO ?').run(path);
}

/** Opens an empty catalog in memory: the view of a reader of an empty store. */
export function openEmpty(): Database.Database {
  const db = openDatabase(':memory:', {});
  migrate(db, knownMigrations());
  return db;
}

function openDatabase(path: string, options: Database.Options): Database.Database {
  try {
    const db = openSqlite(path, { timeout: BUSY_TIMEOUT_MS, ...options });
    db.pragma('foreign_keys = ON');
    db.pragma('trusted_schema = OFF');
    // On macOS only F_FULLFSYNC reaches the disk; Node's own fsync uses it there. No effect elsewhere.
    db.pragma('fullfsync = ON');
    return db;
  } catch (error) {
    throw databaseError(error, path);
  }
}

/**
 * Reads from a read-only connection. If a killed writer left a hot journal, SQLite refuses read-only connections until a writable
 * one rolls it back: opens one for that.
 */
export function withRollBack<Result>(path: string, read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    if (!isUnfinishedCommit(error)) throw error;
    const db = openDatabase(path, { fileMustExist: true });
    try {
      tableCount(db);
    } finally {
      db.close();
    }
    return read();
  }
}

function isUnfinishedCommit(error: unknown): boolean {
  return isSqliteError(error) && error.code === 'SQLITE_READONLY_ROLLBACK';
}

/** Whether a file is an SQLite file that another application has filled. Raises `corrupt` if it is not an SQLite file. */
export function isForeign(path: string): boolean {
  const db = openDatabase(path, { readonly: true, fileMustExist: true });
  try {
    return withRollBack(path, () => applicationIdOf(db) !== APPLICATION_ID && tableCount(db) > 0);
  } catch (error) {
    throw databaseError(error, path);
  } finally {
    db.close();
  }
}

function applicationIdOf(db: Database.Database): number {
  return db.pragma('application_id', { simple: true }) as number;
}

/** Runs `prepare`. On failure closes the database and raises an error that names the file. */
function guarded(db: Database.Database, path: string, prepare: () => void): Database.Database {
  try {
    expectPragma(db, path, 'foreign_keys', 1);
    expectPragma(db, path, 'trusted_schema', 0);
    prepare();
    return db;
  } catch (error) {
    db.close();
    throw databaseError(error, path);
  }
}

/**
 * Returns the catalog's schema version, 0 for a new file. Refuses, unchanged, a foreign file, an unknown version, and tables that
 * differ from those of the version.
 */
function checkedVersion(db: Database.Database, path: string, migrations: readonly string[]): number {
  const newest = migrations.length;
  const version = db.pragma('user_version', { simple: true }) as number;
  const applicationId = applicationIdOf(db);
  const isNew = version === 0 && applicationId === 0 && tableCount(db) === 0;
  if (!isNew && applicationId !== APPLICATION_ID) {
    const facts = { path, id: String(applicationId) };
    fail('incompatible', 'The catalog {path} is an SQLite file of another application (id {id}).', facts, {
      remedy: { do: 'choose-store' },
    });
  }
  const damaged = (problem: string): never =>
    fail('corrupt', 'The catalog {path} {problem}.', { path, problem }, { remedy: { do: 'rebuild' } });
  const mode: unknown = db.pragma('journal_mode', { simple: true });
  if (mode !== 'delete') damaged(`has the journal mode ${String(mode)} instead of a rollback journal`);
  if (version > newest)
    fail(
      'incompatible',
      'The catalog {path} has version {version}, written by a newer takeaway than this one, which knows {newest}. Upgrade takeaway to use it.',
      { path, version, newest },
    );
  const problem = schemaProblem(db, migrations.slice(0, Math.max(0, version)));
  if (problem === undefined && version >= 0) return version;
  return damaged(problem ?? `has version ${version}`);
}

function tableCount(db: Database.Database): number {
  return db.prepare('SELECT count(*) FROM sqlite_schema').pluck().get() as number;
}

function expectPragma(db: Database.Database, path: string, name: string, expected: unknown): void {
  const found: unknown = db.pragma(name, { simple: true });
  if (found !== expected)
    fail('incompatible', 'SQLite has {name} = {found} for {path}, not {expected}. Install takeaway again.', {
      ...{ name, found: String(found), path, expected: String(expected) },
    });
}

/** Converts an error of SQLite into one for users. `file` names the kind of file. */
export function databaseError(error: unknown, path: string, file = 'catalog'): Error {
  if (!isSqliteError(error)) return error instanceof Error ? error : new Error(String(error));
  const as = (code: ErrorCode, problem: string, remedy?: Remedy): Error =>
    failure(
      code,
      `The {file} {path} ${problem}`,
      { file, path, reason: reasonOf(error) },
      { remedy, cause: error },
    );
  // Statements are fixed, so an SQL error means a missing table or column, and a violated constraint means an invalid row.
  if (/^SQLITE_(NOTADB|ERROR|CORRUPT|CONSTRAINT)/.test(error.code))
    return as('corrupt', 'is damaged: {reason}.', { do: 'rebuild' });
  if (error.code.startsWith('SQLITE_BUSY'))
    return as(
      'locked',
      'is locked: another process has been in the middle of a commit for 10 s. If a writer is stopped (Ctrl-Z, a debugger), let it continue, or end it.',
      { do: 'retry' },
    );
  if (error.code === 'SQLITE_READONLY_DBMOVED') return as('io', REMOVED);
  if (isUnfinishedCommit(error))
    return as(
      'io',
      'has a commit that was cut short, which cannot be taken back: {reason}. Read the store once where its folder can be written.',
    );
  return as('io', 'cannot be used: {reason}. Check that the folder exists, is readable and has room.');
}

/** The problem of a file that was removed while open. */
export const REMOVED =
  'was removed or moved. Every block announced so far is stored; see where the store is now, and open it there.';
