/**
 * The open catalog of a store: every read and every commit goes through here. Separate from `catalog.ts`, which knows
 * the rows, because this alone knows what a failed transaction leaves behind.
 */
import { TakeawayError } from '../../common/errors.js';
import { Catalog } from './catalog.js';
import { databaseError, openForWriting, withRollBack, type Database } from './database.js';
import type { WriterLock } from './lock.js';

export class CatalogConnection {
  readonly #root: string;
  readonly #lock: WriterLock | undefined;
  #path: string;
  #catalog: Catalog;
  #isClosed = false;

  /** `db` is the open database at `path`; a connection without the writer lock is for reading. */
  constructor(root: string, path: string, db: Database, lock: WriterLock | undefined) {
    this.#root = root;
    this.#path = path;
    this.#catalog = new Catalog(db);
    this.#lock = lock;
  }

  /** What a query finds at one moment. Raises `usage` on a closed store. */
  read<Result>(query: (catalog: Catalog) => Result): Result {
    if (this.#isClosed) {
      throw new TakeawayError('usage', {
        subject: `The store ${this.#root}`,
        expected: 'an open store',
        found: 'a closed one',
      });
    }
    const path = this.#path;
    try {
      return withRollBack(path, () => query(this.#catalog));
    } catch (error) {
      throw databaseError(error, path);
    }
  }

  /** As `read`, for a query that writes rows which no promise rests on. Raises `usage` on a store opened for reading. */
  write<Result>(query: (catalog: Catalog) => Result): Result {
    this.requireWriter();
    return this.read(query);
  }

  /**
   * Runs a committing transaction. When it errs, whether it took effect, and for how long, is unknown: the catalog
   * is opened again, the error is raised, and nothing is announced or removed. The next writer finds what is there.
   */
  commit(transaction: (catalog: Catalog) => void): void {
    this.requireWriter();
    this.#lock?.check();
    try {
      transaction(this.#catalog);
    } catch (error) {
      if (error instanceof TakeawayError) throw error;
      this.#catalog.close();
      this.#catalog = new Catalog(openForWriting(this.#path));
      throw databaseError(error, this.#path);
    }
  }

  requireWriter(): void {
    if (this.#lock !== undefined) return;
    throw new TakeawayError('usage', {
      subject: `The store ${this.#root}`,
      expected: 'a store opened for writing',
      found: 'one opened with readOnly',
    });
  }

  /** Closes the file, has it moved to `path`, and opens it there. */
  async moveTo(path: string, move: (from: string) => Promise<void>): Promise<void> {
    this.requireWriter();
    this.#catalog.close();
    await move(this.#path);
    this.#path = path;
    this.#catalog = new Catalog(openForWriting(path));
  }

  close(): void {
    this.#isClosed = true;
    this.#catalog.close();
  }
}
