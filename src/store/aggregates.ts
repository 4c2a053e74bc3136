/** Results of analyses of whole blocks, in an SQLite file of their own alongside the catalog. */
import { rmSync } from 'node:fs';
import type Database from 'better-sqlite3';
import type { Range } from '../common/range.js';
import { fail, hasCode } from '../common/errors.js';
import { sha256 } from '../common/sha256.js';
import { isSqliteError, openSqlite } from './catalog/sqlite.js';
import { COMPANIONS } from './files/names.js';

/** Version of the layout: older files are emptied. An entry's name carries the version of its aggregate. */
const VERSION = 3;
/** As SQLite stores it. */
const TABLE = `CREATE TABLE aggregate (
  source TEXT NOT NULL,
  start INTEGER NOT NULL,
  stop INTEGER NOT NULL,
  name TEXT NOT NULL,
  text TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  PRIMARY KEY (source, start, stop, name)
) STRICT, WITHOUT ROWID`;
/** `application_id` of these files: "taka" in ASCII. */
const APPLICATION_ID = 0x74616b61;
/** Milliseconds to wait for another process. Short, as a missing result is computed again. */
const BUSY_TIMEOUT_MS = 200;
/** Uses to skip after one that found the file busy: an analysis of many blocks would wait at each. */
const SKIPS_WHEN_BUSY = 64;
/** Maximum length of a stored text: reading the block takes about as long as reading a longer one. */
const MAX_TEXT_LENGTH = 1 << 18;

/** The key of an aggregate: a block, by its values and range, and a computation. */
export interface AggregateKey extends Range {
  /** SHA-256 of the raw values. */
  readonly source: string;
  /** The computation with its version and all its parameters. */
  readonly name: string;
}

/** The aggregates in one file, which is opened at first use. */
export class KeptAggregates {
  readonly #path: string;
  readonly #liveSources: () => ReadonlySet<string>;
  /** Undefined before the first use; null once the file proves unusable. */
  #db: Database.Database | null | undefined;
  #skips = 0;
  #select: Database.Statement | undefined;
  #insert: Database.Statement | undefined;
  #isPruned = false;

  /** `liveSources` returns the value hashes of all blocks. The first `set` removes aggregates of all others. */
  constructor(path: string, liveSources: () => ReadonlySet<string>) {
    this.#path = path;
    this.#liveSources = liveSources;
  }

  /** Returns the text stored under a key, or undefined if it is missing or damaged. */
  get(key: AggregateKey): string | undefined {
    return this.#use((db) => {
      const query = `SELECT text, sha256 FROM aggregate
        WHERE source = @source AND start = @start AND stop = @stop AND name = @name
          AND octet_length(text) <= ${4 * MAX_TEXT_LENGTH} AND octet_length(sha256) = 64`;
      this.#select ??= db.prepare(query);
      const row = this.#select.get(key) as { text: string; sha256: string } | undefined;
      return row !== undefined && digestOf(key, row.text) === row.sha256 ? row.text : undefined;
    });
  }

  /** Stores a text under a key, if possible. */
  set(key: AggregateKey, text: string): void {
    if (text.length > MAX_TEXT_LENGTH) return;
    this.#use((db) => {
      if (!this.#isPruned) prune(db, this.#liveSources());
      this.#isPruned = true;
      const insert =
        'INSERT OR REPLACE INTO aggregate VALUES (@source, @start, @stop, @name, @text, @sha256)';
      this.#insert ??= db.prepare(insert);
      this.#insert.run({ ...key, text, sha256: digestOf(key, text) });
    });
  }

  close(): void {
    this.#db?.close();
    this.#db = null;
  }

  /**
   * Runs an action on the file. If another process is busy with it, returns undefined and skips the next uses. After any other
   * failure the file is not used again; a damaged or hostile one is removed.
   */
  #use<Result>(action: (db: Database.Database) => Result): Result | undefined {
    if (this.#skips > 0) {
      this.#skips--;
      return undefined;
    }
    try {
      if (this.#db === undefined) this.#db = open(this.#path);
      return this.#db === null ? undefined : action(this.#db);
    } catch (error) {
      const isRefused = hasCode(error, 'corrupt');
      if (!isRefused && !isSqliteError(error)) throw error;
      if (!isRefused && error.code.startsWith('SQLITE_BUSY')) {
        this.#skips = SKIPS_WHEN_BUSY;
        return undefined;
      }
      this.close();
      if (isRefused || /^SQLITE_(NOTADB|CORRUPT)/.test(error.code)) removeFile(this.#path);
      return undefined;
    }
  }
}

/** Returns the hash of an entry. It covers the key too, so that no text passes under another key. */
function digestOf({ source, start, stop, name }: AggregateKey, text: string): string {
  return sha256(Buffer.from(JSON.stringify([source, start, stop, name, text])));
}

/** Opens or creates the file. Returns null if it belongs to another program or a newer version. */
function open(path: string): Database.Database | null {
  const db = openSqlite(path, { timeout: BUSY_TIMEOUT_MS });
  try {
    // No fsync: each text carries its hash, and a damaged file is removed.
    db.pragma('synchronous = OFF');
    db.pragma('trusted_schema = OFF');
    const version = db.pragma('user_version', { simple: true }) as number;
    const isOurs = db.pragma('application_id', { simple: true }) === APPLICATION_ID;
    const [table, ...others] = db.prepare('SELECT sql FROM sqlite_schema LIMIT 2').pluck().all();
    if (isOurs && version === VERSION) {
      if (table === TABLE && others.length === 0) return db;
      // A view or a trigger would act on every read or write.
      fail('corrupt', 'The file {path} has more than its one table. Remove it.', { path });
    }
    if (table === undefined || (isOurs && version < VERSION)) {
      create(db);
      return db;
    }
    db.close();
    return null;
  } catch (error) {
    db.close();
    throw error;
  }
}

function create(db: Database.Database): void {
  db.transaction(() => {
    db.exec(`DROP TABLE IF EXISTS aggregate; ${TABLE}`);
    db.pragma(`application_id = ${APPLICATION_ID}`);
    db.pragma(`user_version = ${VERSION}`);
  }).immediate();
}

/** Removes the aggregates of blocks that no longer exist. */
function prune(db: Database.Database, live: ReadonlySet<string>): void {
  const sources = db.prepare('SELECT DISTINCT source FROM aggregate').pluck().all() as string[];
  const remove = db.prepare('DELETE FROM aggregate WHERE source = ?');
  for (const source of sources) if (!live.has(source)) remove.run(source);
}

function removeFile(path: string): void {
  try {
    // The file goes last: SQLite would roll an orphaned journal back into the next file.
    for (const end of [...COMPANIONS, '']) rmSync(`${path}${end}`, { force: true });
  } catch {
    // The folder is read-only. The file remains and stays unused.
  }
}
