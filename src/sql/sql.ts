/** SQL over a store, by DuckDB in its own process, loaded on demand. This side reads the store and exchanges batches of rows. */
import { availableParallelism } from 'node:os';
import { refuse, throwIfAborted } from '../common/errors.js';
import { checkThreads } from '../common/threads.js';
import type { WalkOptions } from '../engine/series/options.js';
import type { Store } from '../engine/store.js';
import type { Game } from '../game/game.js';
import { DuckDBProcess } from './duckdb-process.js';
import type { Batch, CellValue } from '../tables/table.js';
import type { RowsAnswer, RowsQuestion, SqlColumn } from './messages.js';
import { gameTables, storeTables, type SqlTable } from './tables.js';

export type { SqlColumn };

/** Enough for a join of two games of 2^24 positions each. */
const DEFAULT_MEMORY_BYTES = 2 ** 31;
const MIN_MEMORY_BYTES = 2 ** 24;

const RESERVED_SCHEMAS = ['main', 'temp', 'system', 'pg_catalog', 'information_schema'];

/** The tables and resources of a query. Progress counts the rows of the tables in use. */
export interface SqlOptions extends WalkOptions {
  /** The game of the tables `nim`, `cold`, `remoteness` and `positions`. */
  readonly game?: string | Game | undefined;
  /** Games by the names of the schemas with their tables. */
  readonly games?: Readonly<Record<string, string | Game>> | undefined;
  /** @internal Number of positions of a series that is not stored; by default none. */
  readonly usual?: number | undefined;
  /** Threads of DuckDB; default the number of cores. */
  readonly threads?: number | undefined;
  /** Memory of DuckDB; default 2 GiB. A query that needs more is refused: nothing is written to disk. */
  readonly memoryBytes?: number | undefined;
  /** Whether the query may read and write files and load extensions. Default false: it sees only the store. */
  readonly externalAccess?: boolean | undefined;
}

/** Some rows of a result: the values of each column. The first batch may be empty. */
export interface SqlBatch {
  readonly columns: readonly SqlColumn[];
  readonly length: number;
  readonly values: readonly (readonly CellValue[])[];
}

/**
 * Runs a query in DuckDB's SQL and yields its result batch by batch. Tables: `games`, `series`, `blocks` and `periods` of the
 * store, and for a game `nim(n, nim_value)`, `cold(n)`, `remoteness(n, remoteness)` and `positions(n, cold, nim_value,
 * remoteness)` in the range of the options. Reads only columns in use, positions that conditions on `n` allow, and rows of a
 * game named in a condition (`pushdown.ts`). Raises a usage error with the place for refused SQL, and `incompatible` if DuckDB
 * is not installed. Memory: a batch of each table, a batch of the result, and up to `memoryBytes` for the query.
 */
export async function* sql(
  store: Store,
  text: string,
  options: SqlOptions = {},
): AsyncGenerator<SqlBatch, void, undefined> {
  const { game, games = {}, threads = availableParallelism(), signal, onProgress } = options;
  const { memoryBytes = DEFAULT_MEMORY_BYTES, externalAccess = false } = options;
  if (text.trim() === '') refuse('The SQL is empty. Write a query, such as SELECT 1.');
  if (!Number.isSafeInteger(memoryBytes) || memoryBytes < MIN_MEMORY_BYTES) {
    refuse('SQL needs at least 16 MiB of memory, not {memory} bytes. Allow it more.', {
      memory: memoryBytes,
    });
  }
  const range = { from: options.from, to: options.to, usual: options.usual };
  const tables = storeTables(store);
  if (game !== undefined) tables.push(...gameTables(store, undefined, game, range));
  for (const [schema, one] of Object.entries(games)) {
    tables.push(...gameTables(store, checkSchema(schema), one, range));
  }
  throwIfAborted(signal);
  const settings = { threads: checkThreads(threads), memoryBytes, externalAccess };
  const feed = new Feed(tables, onProgress);
  const shapes = tables.map(({ schema, name, columns, rows }) => ({ schema, name, columns, rows }));
  const setup = { sql: text, tables: shapes, options: settings };
  const duckdb = new DuckDBProcess(setup, tables.map(nameOf), (question) => feed.answer(question), signal);
  try {
    const columns = await duckdb.columns();
    for (let isFirst = true; ; isFirst = false) {
      const batch = await duckdb.batch();
      throwIfAborted(signal);
      if (isFirst || batch.length > 0) yield { columns, length: batch.length, values: batch.values };
      if (batch.isLast) return;
    }
  } catch (error) {
    throwIfAborted(signal);
    throw feed.failure ?? error;
  } finally {
    await duckdb.close();
    await feed.close();
  }
}

function checkSchema(name: string): string {
  if (/^[a-z_][a-z0-9_]*$/i.test(name) && !RESERVED_SCHEMAS.includes(name.toLowerCase())) return name;
  refuse('{name} cannot name a game in SQL. Use letters, digits and _, but none of {taken}.', {
    name,
    taken: RESERVED_SCHEMAS,
  });
}

/** The remaining rows of a table, with the next ones already requested. */
interface Scan {
  readonly rows: AsyncIterator<Batch>;
  next: Promise<IteratorResult<Batch>>;
  /** Remaining rows of the table. */
  left: number;
}

class Feed {
  /** The cause of failed reads. It is the error of the query, whatever DuckDB reports. */
  failure: unknown;
  readonly #tables: readonly SqlTable[];
  readonly #onProgress: ((share: number) => void) | undefined;
  readonly #scans = new Map<number, Scan>();
  #handed = 0;
  #expected = 0;

  constructor(tables: readonly SqlTable[], onProgress: ((share: number) => void) | undefined) {
    this.#tables = tables;
    this.#onProgress = onProgress;
  }

  async answer({ scan: number, table, columns, range, game }: RowsQuestion): Promise<RowsAnswer> {
    let scan = this.#scans.get(number);
    if (scan === undefined) {
      const rows = this.#tables[table].rowsOf(columns, range, game)[Symbol.asyncIterator]();
      const { rows: left = 0 } = this.#tables[table];
      scan = { rows, next: rows.next(), left };
      this.#scans.set(number, scan);
      this.#expected += left;
    }
    try {
      const result = await scan.next;
      if (result.done === true) {
        this.#report(scan.left);
        return 'end';
      }
      scan.next = scan.rows.next();
      // The next question awaits this, if any; a failure waits until then.
      scan.next.catch(() => undefined);
      const reported = Math.min(scan.left, result.value.length);
      scan.left -= reported;
      this.#report(reported);
      return result.value;
    } catch (error) {
      this.failure ??= error;
      return 'failed';
    }
  }

  async close(): Promise<void> {
    for (const { rows, next } of this.#scans.values()) {
      await next.catch(() => undefined);
      await rows.return?.();
    }
  }

  #report(rows: number): void {
    this.#handed += rows;
    if (this.#expected > 0) this.#onProgress?.(this.#handed / this.#expected);
  }
}

function nameOf({ schema, name }: SqlTable): string {
  return schema === undefined ? name : `${schema}.${name}`;
}
