/**
 * The open SQLite file of a catalog: its statements, and what becomes of an error. The queries are in `catalog.ts`; this
 * alone knows what a failed transaction leaves behind.
 */
import { refuse, TakeawayError } from '../../common/errors.js';
import { unsound } from './rows.js';
import { databaseError, openForWriting, withRollBack, type Database, type Statement } from './database.js';
import type { WriterLock } from './lock.js';

/** Answers of `memoized` that are kept: some hundred bytes each. */
const MAX_KNOWN = 1024;

export class CatalogConnection {
  readonly #root: string;
  readonly #lock: WriterLock;
  #path: string;
  #db: Database;
  /** Statements by their text: each is prepared once. */
  readonly #statements = new Map<string, Statement>();
  #isClosed = false;
  /** Results of `memoized` by name, valid for one version of the file. */
  readonly #known = new Map<string, unknown>();
  #version: unknown;
  /** Runs a query in a transaction. Made once, as making it takes longer than a short query. */
  #transaction: ((query: () => unknown) => unknown) | undefined;

  /**
   * `db` is the open database at `path`.
   * @internal The declarations of the package show no type of a dependency.
   */
  constructor(root: string, path: string, db: Database, lock: WriterLock) {
    this.#root = root;
    this.#path = path;
    this.#db = db;
    this.#lock = lock;
  }

  /** Leaves syncing to `sync`, for a file on which nothing rests yet. */
  deferSync(): void {
    this.#db.pragma('synchronous = OFF');
  }

  /** Makes all commits so far durable: an fsync is of the whole file, whichever commit asks for it. */
  sync(): void {
    this.#db.pragma('synchronous = EXTRA');
    this.commit(() => {
      this.#db.pragma(`user_version = ${this.#db.pragma('user_version', { simple: true }) as number}`);
    });
  }

  /** Closes the file, has it moved to `path`, and opens it there. */
  async moveTo(path: string, move: (from: string) => Promise<void>): Promise<void> {
    this.#db.close();
    await move(this.#path);
    this.#path = path;
    this.#reopen();
  }

  close(): void {
    this.#isClosed = true;
    this.#db.close();
  }

  /** Returns the problems that SQLite finds in the file and between its tables. */
  problems(): string[] {
    return this.read(() => {
      const damaged = (this.#db.pragma('integrity_check') as { integrity_check: string }[])
        .map((row) => row.integrity_check)
        .filter((line) => line !== 'ok');
      const lost = (
        this.#db.pragma('foreign_key_check') as { table: string; rowid: number; parent: string }[]
      ).map(
        ({ table, rowid, parent }) => `row ${rowid} of the table ${table} belongs to no row of ${parent}`,
      );
      return [...damaged, ...lost];
    });
  }

  /** What a query finds. Raises `usage` on a closed store. */
  read<Result>(query: () => Result): Result {
    if (this.#isClosed) refuse('The store {store} is closed. Open it again.', { store: this.#root });
    try {
      return withRollBack(this.#path, query);
    } catch (error) {
      throw databaseError(error, this.#path);
    }
  }

  /** As `read`, for queries that are to see one moment. Many short ones take less time together than each by itself. */
  inReadTransaction<Result>(query: () => Result): Result {
    return this.read(() => {
      if (this.#db.inTransaction) return query();
      this.#transaction ??= this.#db.transaction((read: () => unknown) => read());
      return this.#transaction(query) as Result;
    });
  }

  /** As `inReadTransaction`. What was found under a name is given again until somebody commits: then the cost is a look at that. */
  memoized<Result>(name: string, query: () => Result): Result {
    return this.read(() => {
      // It changes with the commits of others; those of this connection forget all.
      const version = this.prepared('PRAGMA data_version').pluck().get();
      if (version !== this.#version || this.#known.size === MAX_KNOWN) this.#known.clear();
      this.#version = version;
      if (!this.#known.has(name)) this.#known.set(name, this.inReadTransaction(query));
      return this.#known.get(name) as Result;
    });
  }

  /**
   * Runs a committing transaction. When it errs, whether it took effect, and for how long, is unknown: the catalog
   * is opened again, the error is raised, and nothing is announced or removed. The next writer finds what is there.
   */
  commit(change: () => void): void {
    this.#lock.check();
    this.#known.clear();
    try {
      this.#db.transaction(change)();
    } catch (error) {
      if (error instanceof TakeawayError) throw error;
      this.#db.close();
      this.#reopen();
      throw databaseError(error, this.#path);
    }
  }

  /** @internal As the constructor. */
  prepared(sql: string): Statement {
    let statement = this.#statements.get(sql);
    if (statement === undefined) {
      statement = this.#db.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement;
  }

  /** Changes one row. Raises `corrupt` where SQLite says that it changed another number of them: nothing is announced then. */
  change(sql: string, ...values: readonly unknown[]): void {
    const { changes } = this.prepared(sql).run(...values);
    if (changes === 1) return;
    throw unsound(
      { subject: 'The catalog', problem: `has ${changes} rows where one is to be changed` },
      { do: 'rebuild' },
    );
  }

  #reopen(): void {
    this.#statements.clear();
    this.#transaction = undefined;
    this.#db = openForWriting(this.#path);
  }
}
