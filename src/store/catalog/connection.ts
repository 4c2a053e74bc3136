/** The open SQLite file of a catalog: its statements, transactions and errors. The queries are in `catalog.ts`. */
import { refuse, TakeawayError } from '../../common/errors.js';
import { unsound } from './rows.js';
import { databaseError, openForWriting, withRollBack, type Database, type Statement } from './database.js';
import type { WriterLock } from './lock.js';

/** Maximum number of memoized results, of some hundred bytes each. */
const MAX_KNOWN = 1024;

export class CatalogConnection {
  readonly #root: string;
  readonly #lock: WriterLock;
  #path: string;
  #db: Database;
  readonly #statements = new Map<string, Statement>();
  #isClosed = false;
  /** Results of `memoized` by name, valid for one version of the file. */
  readonly #known = new Map<string, unknown>();
  #version: unknown;
  /** Runs a query in a transaction. Made once, as making it takes longer than a short query. */
  #transaction: ((query: () => unknown) => unknown) | undefined;

  /** `db` is the open database at `path`. @internal The package's declarations show no type of a dependency. */
  constructor(root: string, path: string, db: Database, lock: WriterLock) {
    this.#root = root;
    this.#path = path;
    this.#db = db;
    this.#lock = lock;
  }

  /** Defers fsync to `sync`, for a file that is not in use yet. */
  deferSync(): void {
    this.#db.pragma('synchronous = OFF');
  }

  /** Makes all commits so far durable: fsync covers the whole file. */
  sync(): void {
    this.#db.pragma('synchronous = EXTRA');
    this.commit(() => {
      this.#db.pragma(`user_version = ${this.#db.pragma('user_version', { simple: true }) as number}`);
    });
  }

  /** Closes the file, calls `move`, and opens the file at `path`. */
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

  /** Returns a query's result. Raises `usage` on a closed store. */
  read<Result>(query: () => Result): Result {
    if (this.#isClosed) refuse('The store {store} is closed. Open it again.', { store: this.#root });
    try {
      return withRollBack(this.#path, query);
    } catch (error) {
      throw databaseError(error, this.#path);
    }
  }

  /** As `read`, for queries on one snapshot. Many short queries take less time in one transaction. */
  inReadTransaction<Result>(query: () => Result): Result {
    return this.read(() => {
      if (this.#db.inTransaction) return query();
      this.#transaction ??= this.#db.transaction((read: () => unknown) => read());
      return this.#transaction(query) as Result;
    });
  }

  /** As `inReadTransaction`, but returns the same result for a name until anyone commits. Cost: one pragma. */
  memoized<Result>(name: string, query: () => Result): Result {
    return this.read(() => {
      // Commits of other connections change it; `commit` clears the results itself.
      const version = this.prepared('PRAGMA data_version').pluck().get();
      if (version !== this.#version || this.#known.size === MAX_KNOWN) this.#known.clear();
      this.#version = version;
      if (!this.#known.has(name)) this.#known.set(name, this.inReadTransaction(query));
      return this.#known.get(name) as Result;
    });
  }

  /**
   * Runs a committing transaction. After an error, its effect and durability are unknown: reopens the catalog and raises the error,
   * and nothing is announced or removed. The next writer finds the state.
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

  /** Changes one row. Raises `corrupt` if SQLite reports another number, so that the transaction rolls back. */
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
