/**
 * Opening the catalog's SQLite file: pragmas that durability and integrity depend on, schema versions and migrations.
 */
import type Database from 'better-sqlite3';
import { rmSync } from 'node:fs';
import {
  fail,
  fromOldParts,
  type ErrorCode,
  type ErrorParts,
  type TakeawayError,
} from '../../common/errors.js';
import { reasonOf } from '../../common/system-errors.js';
import { admitDatabase } from './admission.js';
import { knownMigrations, migrate, schemaProblem } from './schema.js';
import { isSqliteError, openSqlite } from './sqlite.js';

export type { Database, Statement } from 'better-sqlite3';

/** `application_id` of our catalogs: "take" in ASCII. */
export const APPLICATION_ID = 0x74616b65;

/** How long a reader or the writer waits for the other's transaction, milliseconds; these take a few. */
const BUSY_TIMEOUT = 10_000;

/**
 * Opens the catalog for reading only. Never writes, also not to migrate: an older catalog is refused. One that a
 * writer has begun but not filled reads as empty.
 */
export function openForReading(path: string, migrations = knownMigrations()): Database.Database {
  const db = openDatabase(path, { readonly: true, fileMustExist: true });
  const opened = guarded(db, path, () => {
    const newest = migrations.length;
    const version = withRollBack(path, () => checkedVersion(db, path, migrations));
    if (version > 0 && version < newest) {
      fail('incompatible', `The catalog ${path}`, `version ${newest}`, `version ${version}`, {
        remedy: { do: 'migrate' },
      });
    }
  });
  if (opened.pragma('user_version', { simple: true }) !== 0) return opened;
  opened.close();
  return openEmpty();
}

/**
 * Opens the catalog for writing, creates it when it is new, and migrates an older one in one transaction,
 * after copying it to `<path>.v<version>.backup`.
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

/** Copies the catalog. A file of that name is left from a migration that did not succeed: the copy replaces it. */
function backUp(db: Database.Database, path: string): void {
  admitDatabase(path, 'writing');
  rmSync(path, { force: true });
  db.prepare('VACUUM INTO ?').run(path);
}

/** An empty catalog in memory: what a reader sees where nothing is stored yet. */
export function openEmpty(): Database.Database {
  const db = openDatabase(':memory:', {});
  migrate(db, knownMigrations());
  return db;
}

function openDatabase(path: string, options: Database.Options): Database.Database {
  try {
    const db = openSqlite(path, { timeout: BUSY_TIMEOUT, ...options });
    db.pragma('foreign_keys = ON');
    db.pragma('trusted_schema = OFF');
    // On macOS only this reaches the disk itself; Node's own sync asks for it there too. Elsewhere it changes nothing.
    db.pragma('fullfsync = ON');
    return db;
  } catch (error) {
    throw databaseError(error, path);
  }
}

/**
 * Reads from a connection that may only read. Where a writer was killed in the middle of a commit, SQLite leaves
 * taking it back to a connection that may write, and refuses all others: so one is opened for that moment.
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

/** Whether a file is an SQLite file that some other application has filled. Raises `corrupt` where it is none. */
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

/** Runs `prepare`; on failure closes the database and raises an error that names the file. */
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
 * The catalog's schema version; 0 for a new file. Refuses a foreign one, one of a version that no migration leads to, and
 * one whose tables are not those of its version, untouched.
 */
function checkedVersion(db: Database.Database, path: string, migrations: readonly string[]): number {
  const newest = migrations.length;
  const subject = `The catalog ${path}`;
  const version = db.pragma('user_version', { simple: true }) as number;
  const applicationId = applicationIdOf(db);
  const isNew = version === 0 && applicationId === 0 && tableCount(db) === 0;
  if (!isNew && applicationId !== APPLICATION_ID) {
    const found = `an SQLite file of another application (id ${applicationId})`;
    fail('incompatible', subject, 'a catalog of takeaway', found, { remedy: { do: 'choose-store' } });
  }
  const mode: unknown = db.pragma('journal_mode', { simple: true });
  if (mode !== 'delete') {
    const expected = 'one with a rollback journal, as it is made';
    fail('corrupt', subject, expected, `the journal mode ${String(mode)}`, { remedy: { do: 'rebuild' } });
  }
  if (version > newest) {
    fail('incompatible', subject, `version ${newest} or older`, `version ${version}`, {
      help: 'It was written by a newer takeaway; upgrade to use it. Nothing was changed.',
    });
  }
  const problem = schemaProblem(db, migrations.slice(0, Math.max(0, version)));
  if (problem === undefined && version >= 0) return version;
  const { expected, found } = problem ?? { expected: 'a version of 0 or more', found: `version ${version}` };
  fail('corrupt', subject, expected, found, { remedy: { do: 'rebuild' } });
}

function tableCount(db: Database.Database): number {
  return db.prepare('SELECT count(*) FROM sqlite_schema').pluck().get() as number;
}

function expectPragma(db: Database.Database, path: string, name: string, expected: unknown): void {
  const found: unknown = db.pragma(name, { simple: true });
  if (found !== expected) fail('incompatible', `PRAGMA ${name} of ${path}`, String(expected), String(found));
}

/** Turns what SQLite raises into the error a user sees. `file` says which of the store's files it is. */
export function databaseError(error: unknown, path: string, file = 'catalog'): Error {
  if (!isSqliteError(error)) return error instanceof Error ? error : new Error(String(error));
  const as = (code: ErrorCode, expected: string, more: Partial<ErrorParts>): TakeawayError => {
    const subject = `The ${file} ${path}`;
    return fromOldParts(code, { subject, expected, found: reasonOf(error), cause: error, ...more });
  };
  // Statements are fixed: one that SQLite does not understand finds a table or column missing, and one that a constraint
  // forbids finds a row that cannot be.
  if (/^SQLITE_(NOTADB|ERROR|CORRUPT|CONSTRAINT)/.test(error.code)) {
    return as('corrupt', 'an intact catalog', { remedy: { do: 'rebuild' } });
  }
  if (error.code.startsWith('SQLITE_BUSY')) {
    return as('locked', 'its turn within 10 s', {
      found: 'another process in the middle of a commit',
      help: 'Is a writer stopped (Ctrl-Z, a debugger)? Let it continue, or end it.',
      remedy: { do: 'retry' },
    });
  }
  if (error.code === 'SQLITE_READONLY_DBMOVED') {
    const help = 'Every block announced before was stored. See where the store is now, and open it there.';
    return as('io', 'the file that was opened', { found: 'it removed or moved', help });
  }
  if (isUnfinishedCommit(error)) {
    const help = 'Read the store once where its folder can be written.';
    return as('io', 'no commit that was cut short, or leave to take it back', { help });
  }
  const help = 'Check that the folder exists, is readable and has room.';
  return as('io', 'a readable SQLite file', { help });
}
