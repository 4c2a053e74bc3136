/**
 * SQL over a store, by DuckDB in a process of its own. Here is the side that reads the store: it hands rows of tables
 * over batch by batch, and takes the result the same way. DuckDB is loaded there, and only when SQL is asked.
 */
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

/** Memory that a query may use unless told otherwise: a join of two games of 2^24 positions each fits. */
const DEFAULT_SQL_MEMORY = 2 ** 31;
/** DuckDB needs some of it to begin with. */
const LEAST_MEMORY = 2 ** 24;

/** Names that DuckDB has for schemas of its own. */
const TAKEN_SCHEMAS = ['main', 'temp', 'system', 'pg_catalog', 'information_schema'];

/** What a query is about, and what it may use; progress is that of the rows of the tables in use. */
export interface SqlOptions extends WalkOptions {
  /** The game of the tables `nim`, `cold`, `remoteness` and `positions`. */
  readonly game?: string | Game | undefined;
  /** Games by the name of the schema that has these tables of each. */
  readonly games?: Readonly<Record<string, string | Game>> | undefined;
  /** @internal Positions of a series of which nothing is stored; without it such a series has none. */
  readonly usual?: number | undefined;
  /** Threads of DuckDB; default as many as the machine has cores. */
  readonly threads?: number | undefined;
  /** Bytes that DuckDB may use; default 2 GiB. A query that needs more is refused: nothing is written to disk. */
  readonly memoryBytes?: number | undefined;
  /** Let the query read and write files and load extensions. Default false: it sees the store alone. */
  readonly externalAccess?: boolean | undefined;
}

/** Some rows of a result: the values of each column. The first batch comes also where there are no rows. */
export interface SqlBatch {
  readonly columns: readonly SqlColumn[];
  readonly length: number;
  readonly values: readonly (readonly CellValue[])[];
}

/**
 * The result of a query in DuckDB's SQL, batch by batch. Tables: `games`, `series`, `blocks` and `periods` of the store,
 * and of a game `nim(n, nim_value)`, `cold(n)`, `remoteness(n, remoteness)` and `positions(n, cold, nim_value,
 * remoteness)` in the range of the options. Only columns that the query uses are read, only positions that its conditions on `n`
 * allow, and only rows of a game that a condition names (`pushdown.ts`). Raises a usage error for SQL that is refused, with the
 * place in it, and `incompatible` where DuckDB is not installed. Memory: a batch of each table that is read, the query's
 * own up to `memoryBytes`, and a batch of the result.
 */
export async function* sql(
  store: Store,
  text: string,
  options: SqlOptions = {},
): AsyncGenerator<SqlBatch, void, undefined> {
  const { game, games = {}, threads = availableParallelism(), signal, onProgress } = options;
  const { memoryBytes = DEFAULT_SQL_MEMORY, externalAccess = false } = options;
  if (text.trim() === '') refuse('The SQL is empty. Write a query, such as SELECT 1.');
  if (!Number.isSafeInteger(memoryBytes) || memoryBytes < LEAST_MEMORY) {
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
  if (/^[a-z_][a-z0-9_]*$/i.test(name) && !TAKEN_SCHEMAS.includes(name.toLowerCase())) return name;
  refuse('{name} cannot name a game in SQL. Use letters, digits and _, but none of {taken}.', {
    name,
    taken: TAKEN_SCHEMAS,
  });
}

/** The rows of a table that are still to come, the next ones of which are being read. */
interface Scan {
  readonly rows: AsyncIterator<Batch>;
  next: Promise<IteratorResult<Batch>>;
  /** Rows of the table that were not handed over. */
  left: number;
}

/** The scans of a query, each at its place. */
class Feed {
  /** Why rows could not be had: what the query fails by, whatever DuckDB makes of it. */
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

  /** The next rows of a scan. */
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
        this.#tell(scan.left);
        return 'end';
      }
      scan.next = scan.rows.next();
      // It is awaited at the next question, or never; a failure waits until then.
      scan.next.catch(() => undefined);
      const told = Math.min(scan.left, result.value.length);
      scan.left -= told;
      this.#tell(told);
      return result.value;
    } catch (error) {
      this.failure ??= error;
      return 'failed';
    }
  }

  /** Leaves scans that the query did not read to their end. */
  async close(): Promise<void> {
    for (const { rows, next } of this.#scans.values()) {
      await next.catch(() => undefined);
      await rows.return?.();
    }
  }

  #tell(rows: number): void {
    this.#handed += rows;
    if (this.#expected > 0) this.#onProgress?.(this.#handed / this.#expected);
  }
}

function nameOf({ schema, name }: SqlTable): string {
  return schema === undefined ? name : `${schema}.${name}`;
}
