/** Kept aggregates: what analyses have computed from whole blocks, in an SQLite file of its own beside the catalog. */
import { rmSync } from 'node:fs';
import type Database from 'better-sqlite3';
import type { Range } from '../common/range.js';
import { fail, hasCode } from '../common/errors.js';
import { sha256 } from '../common/sha256.js';
import { isSqliteError, openSqlite } from './catalog/sqlite.js';
import { COMPANIONS } from './files/names.js';

/** The layout of the file: older ones are emptied. What is kept in it carries the version of its own aggregate. */
const VERSION = 3;
/** As SQLite keeps it. */
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
/** Longest wait for another process, milliseconds: what is not kept is computed again, so waiting must be cheap. */
const BUSY_TIMEOUT_MS = 200;
/** Uses that are left out after one that found the file busy: an analysis of many blocks would wait at each. */
const SKIPS_WHEN_BUSY = 64;
/** Text longer than this is not kept: a block is then read about as fast. */
const MAX_TEXT_LENGTH = 1 << 18;

/** What an aggregate is of: the values of a block and where they lie, and what was computed from them. */
export interface AggregateKey extends Range {
  /** SHA-256 of the raw values. */
  readonly source: string;
  /** Names the aggregate with its version and all its parameters. */
  readonly name: string;
}

/** The aggregates kept in one file, which is opened when first needed. */
export class KeptAggregates {
  readonly #path: string;
  readonly #liveSources: () => ReadonlySet<string>;
  /** Undefined before the first use, null when the file cannot be used. */
  #db: Database.Database | null | undefined;
  /** Uses that are left out, as the file was busy. */
  #skips = 0;
  #select: Database.Statement | undefined;
  #insert: Database.Statement | undefined;
  #isPruned = false;

  /** `liveSources` gives the value hashes of all blocks: aggregates of others are removed when one is added. */
  constructor(path: string, liveSources: () => ReadonlySet<string>) {
    this.#path = path;
    this.#liveSources = liveSources;
  }

  /** The text kept under a key; undefined when there is none, or it is damaged. */
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

  /** Keeps a text under a key, if that is possible. */
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
   * Runs an action on the file. While another process is busy with it, there is no result, and it is left alone for a while; after another failure the file is not
   * used again. A damaged or hostile one is removed.
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

/** The hash of an entry: of what it is of as well as of what it says, so that no text passes under another key. */
function digestOf({ source, start, stop, name }: AggregateKey, text: string): string {
  return sha256(Buffer.from(JSON.stringify([source, start, stop, name, text])));
}

/** Opens or creates the file; null when it is another program's or a newer version's. */
function open(path: string): Database.Database | null {
  const db = openSqlite(path, { timeout: BUSY_TIMEOUT_MS });
  try {
    // Nothing here is worth waiting for the disk: each text carries its hash, and a damaged file is removed.
    db.pragma('synchronous = OFF');
    db.pragma('trusted_schema = OFF');
    const version = db.pragma('user_version', { simple: true }) as number;
    const isOurs = db.pragma('application_id', { simple: true }) === APPLICATION_ID;
    const [table, ...others] = db.prepare('SELECT sql FROM sqlite_schema LIMIT 2').pluck().all();
    if (isOurs && version === VERSION) {
      if (table === TABLE && others.length === 0) return db;
      // A view or a trigger would act when results are read or kept.
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

/** Removes the aggregates of blocks that are no longer there. */
function prune(db: Database.Database, live: ReadonlySet<string>): void {
  const sources = db.prepare('SELECT DISTINCT source FROM aggregate').pluck().all() as string[];
  const remove = db.prepare('DELETE FROM aggregate WHERE source = ?');
  for (const source of sources) if (!live.has(source)) remove.run(source);
}

function removeFile(path: string): void {
  try {
    // The file last: without it a journal would be taken back into the next one.
    for (const end of [...COMPANIONS, '']) rmSync(`${path}${end}`, { force: true });
  } catch {
    // A folder that cannot be written to keeps it; it stays unused.
  }
}
