/**
 * SQL over a store, by DuckDB in a thread of its own. Here is the side that reads the store: it hands rows of tables
 * over batch by batch, and takes the result the same way. DuckDB is loaded there, and only when SQL is asked.
 */
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { MessageChannel, Worker, type MessagePort } from 'node:worker_threads';
import { messageOf, TakeawayError, throwIfAborted, usageError } from '../common/errors.js';
import { inBuild } from '../common/package-root.js';
import { checkThreads } from '../common/threads.js';
import type { RangeOptions } from '../engine/series/options.js';
import type { Store } from '../engine/store.js';
import type { Game } from '../game/game.js';
import type {
  Begun,
  Order,
  Report,
  RowsAnswer,
  RowsQuestion,
  Sent,
  SqlColumn,
  SqlValue,
  TableRows,
  WorkerData,
} from './messages.js';
import { refusalOf } from './refusals.js';
import { gameTables, storeTables, type SqlTable } from './tables.js';

export type { SqlColumn, SqlValue };

const SCRIPT = inBuild('sql/worker.js');

/** Memory that a query may use unless told otherwise: a join of two games of 2^24 positions each fits. */
export const DEFAULT_SQL_MEMORY = 2 ** 31;
/** DuckDB needs some of it to begin with. */
const LEAST_MEMORY = 2 ** 24;

/** Names that DuckDB has for schemas of its own. */
const TAKEN_SCHEMAS = ['main', 'temp', 'system', 'pg_catalog', 'information_schema'];

/** What a query is about, and what it may use. */
export interface SqlOptions extends RangeOptions {
  /** The game of the tables `nim`, `cold`, `remoteness` and `positions`. */
  readonly game?: string | Game | undefined;
  /** Games by the name of the schema that has these tables of each. */
  readonly games?: Readonly<Record<string, string | Game>> | undefined;
  /** Threads of DuckDB; default as many as the machine has cores. */
  readonly threads?: number | undefined;
  /** Bytes that DuckDB may use; default 2 GiB. A query that needs more is refused: nothing is written to disk. */
  readonly memoryBytes?: number | undefined;
  /** Let the query read and write files and load extensions. Default false: it sees the store alone. */
  readonly externalAccess?: boolean | undefined;
  /** Stops the query when aborted, with `interrupted`. */
  readonly signal?: AbortSignal | undefined;
  /** Called with the share of the rows that the tables in use have handed over. */
  readonly onProgress?: ((share: number) => void) | undefined;
}

/** Some rows of a result: the values of each column. The first batch comes also where there are no rows. */
export interface SqlBatch {
  readonly columns: readonly SqlColumn[];
  readonly length: number;
  readonly values: readonly (readonly SqlValue[])[];
}

/**
 * The result of a query in DuckDB's SQL, batch by batch. Tables: `games`, `series`, `blocks` and `periods` of the store,
 * and of a game `nim(n, nim_value)`, `cold(n)`, `remoteness(n, remoteness)` and `positions(n, cold, nim_value,
 * remoteness)` in the range of the options. Only columns that the query uses are read; a condition on `n` is not seen
 * before the rows are, so the range is what makes less be read. Raises a usage error for SQL that is refused, with the
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
  if (text.trim() === '') throw usageError({ subject: 'The SQL', expected: 'a query', found: 'nothing' });
  checkMemory(memoryBytes);
  const range = { from: options.from, to: options.to };
  const tables = storeTables(store);
  if (game !== undefined) tables.push(...gameTables(store, undefined, game, range));
  for (const [schema, one] of Object.entries(games)) {
    tables.push(...gameTables(store, checkSchema(schema), one, range));
  }
  throwIfAborted(signal);
  const settings = { threads: checkThreads(threads), memoryBytes, externalAccess };
  const feed = new Feed(tables, onProgress);
  const thread = new DuckDBThread(text, tables, settings, feed);
  const stop = (): void => thread.stop();
  signal?.addEventListener('abort', stop);
  try {
    const columns = await thread.columns();
    for (let isFirst = true; ; isFirst = false) {
      const batch = await thread.batch();
      throwIfAborted(signal);
      if (isFirst || batch.length > 0) yield { columns, length: batch.length, values: batch.values };
      if (batch.isLast) return;
    }
  } catch (error) {
    throwIfAborted(signal);
    throw feed.failure ?? error;
  } finally {
    signal?.removeEventListener('abort', stop);
    await thread.close();
    await feed.close();
  }
}

function checkSchema(name: string): string {
  if (/^[a-z_][a-z0-9_]*$/i.test(name) && !TAKEN_SCHEMAS.includes(name.toLowerCase())) return name;
  throw usageError({
    subject: 'The name of a game in SQL',
    expected: `a word of letters, digits and _, but none of ${TAKEN_SCHEMAS.join(', ')}`,
    found: name,
  });
}

function checkMemory(bytes: number): void {
  if (Number.isSafeInteger(bytes) && bytes >= LEAST_MEMORY) return;
  throw usageError({ subject: 'The memory for SQL', expected: 'at least 16 MiB', found: `${bytes} bytes` });
}

/** The scans of a query, each at its place. */
class Feed {
  /** Why rows could not be had: what the query fails by, whatever DuckDB makes of it. */
  failure: unknown;
  readonly #tables: readonly SqlTable[];
  readonly #onProgress: ((share: number) => void) | undefined;
  readonly #scans = new Map<
    number,
    { readonly rows: AsyncIterator<TableRows>; next: Promise<IteratorResult<TableRows>> }
  >();
  #handed = 0;
  #expected = 0;

  constructor(tables: readonly SqlTable[], onProgress: ((share: number) => void) | undefined) {
    this.#tables = tables;
    this.#onProgress = onProgress;
  }

  /** The next rows of a scan; those after them are being read from then on. */
  async answer({ scan: number, table, columns }: RowsQuestion): Promise<RowsAnswer> {
    let scan = this.#scans.get(number);
    if (scan === undefined) {
      const rows = this.#tables[table].rowsOf(columns)[Symbol.asyncIterator]();
      scan = { rows, next: rows.next() };
      this.#scans.set(number, scan);
      this.#expected += this.#tables[table].rows ?? 0;
    }
    try {
      const result = await scan.next;
      if (result.done === true) return 'end';
      scan.next = scan.rows.next();
      // It is awaited at the next question, or never; a failure waits until then.
      scan.next.catch(() => undefined);
      this.#tell(this.#tables[table].rows === undefined ? 0 : result.value.length);
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

/** DuckDB's thread as this one sees it: what it reports, in the order in which it does. */
class DuckDBThread {
  readonly #worker: Worker;
  readonly #sql: string;
  readonly #tables: readonly SqlTable[];
  readonly #port: MessagePort;
  readonly #reports: Report[] = [];
  #crash: Error | undefined;
  #wake: (() => void) | undefined;
  #hasEnded = false;

  constructor(text: string, tables: readonly SqlTable[], settings: WorkerData['options'], feed: Feed) {
    const { port1, port2 } = new MessageChannel();
    const answers = new Int32Array(new SharedArrayBuffer(4));
    const shapes = tables.map(({ schema, name, columns, rows }) => ({ schema, name, columns, rows }));
    const workerData = { sql: text, tables: shapes, options: settings, port: port2, answers };
    this.#sql = text;
    this.#tables = tables;
    this.#port = port1;
    port1.on('message', (question: RowsQuestion) => {
      void feed.answer(question).then((answer) => {
        port1.postMessage(answer, typeof answer === 'string' ? [] : buffersOf(answer));
        Atomics.add(answers, 0, 1);
        Atomics.notify(answers, 0);
      });
    });
    this.#worker = new Worker(SCRIPT, { workerData, transferList: [port2] });
    this.#worker.on('message', (report: Report) => {
      this.#reports.push(report);
      this.#wake?.();
    });
    const crashed = (reason: string): void => {
      this.#crash ??= crashError(reason);
      this.#wake?.();
    };
    this.#worker.on('error', (error: unknown) => crashed(messageOf(error)));
    this.#worker.on('exit', (code) => crashed(`it ended with code ${code}`));
  }

  /** The columns of the result, once DuckDB has begun. */
  async columns(): Promise<readonly SqlColumn[]> {
    const report = await this.#next();
    if ('columns' in report) return report.columns;
    throw new Error('sql: rows came before their columns');
  }

  /** The next rows of the result. */
  async batch(): Promise<Sent> {
    this.#order('more');
    const report = await this.#next();
    if ('values' in report) return report;
    throw new Error('sql: columns came again');
  }

  /** Interrupts what DuckDB is doing. */
  stop(): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#order('end');
  }

  /** Has the thread end, and waits until it has. */
  async close(): Promise<void> {
    this.stop();
    if (this.#crash === undefined) await once(this.#worker, 'exit').catch(() => undefined);
    this.#port.close();
  }

  #order(order: Order): void {
    this.#worker.postMessage(order);
  }

  async #next(): Promise<Begun | Sent> {
    while (this.#reports.length === 0) {
      if (this.#crash !== undefined) throw this.#crash;
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
    const report = this.#reports.shift()!;
    if (report === 'ended') throw crashError('it ended');
    if ('missing' in report) throw missingError(report.missing);
    if ('refused' in report) throw refusalOf(report.refused, this.#sql, this.#tables.map(nameOf));
    return report;
  }
}

/** A table as a query names it. */
function nameOf({ schema, name }: SqlTable): string {
  return schema === undefined ? name : `${schema}.${name}`;
}

function buffersOf({ columns }: TableRows): ArrayBuffer[] {
  return columns.flatMap((column) => ('buffer' in column ? [column.buffer as ArrayBuffer] : []));
}

function missingError(found: string): TakeawayError {
  return new TakeawayError('incompatible', {
    subject: 'SQL',
    expected: 'DuckDB, the package @duckdb/node-api',
    found,
    remedy: { do: 'install', package: '@duckdb/node-api' },
  });
}

function crashError(found: string): TakeawayError {
  return new TakeawayError('internal', { subject: 'The thread of DuckDB', expected: 'it to answer', found });
}
