/** Messages between the client, DuckDB's process, and its thread. */
import type { MessagePort } from 'node:worker_threads';
import type { Range } from '../common/range.js';
import type { Batch, CellValue } from '../tables/table.js';

/** The type of a column of a table, in SQL's words. */
export type SqlType = 'BIGINT' | 'UINTEGER' | 'BOOLEAN' | 'VARCHAR';

export interface ColumnShape {
  readonly name: string;
  readonly type: SqlType;
}

/** A table as declared to DuckDB. */
export interface TableShape {
  /** Undefined for the default schema. */
  readonly schema: string | undefined;
  readonly name: string;
  readonly columns: readonly ColumnShape[];
  /** The number of rows, if known. */
  readonly rows: number | undefined;
}

export interface Setup {
  readonly sql: string;
  readonly tables: readonly TableShape[];
  readonly options: SqlSettings;
}

export interface WorkerData extends Setup {
  /** Requests rows of tables, one answer per question. */
  readonly port: MessagePort;
  /** Counts the answers, so that the worker can sleep until the next. */
  readonly answers: Int32Array;
}

export interface SqlSettings {
  readonly threads: number;
  readonly memoryBytes: number;
  readonly externalAccess: boolean;
}

/** Requests the next rows of a scan: some columns of a table, and only its relevant positions or games. */
export interface RowsQuestion {
  readonly scan: number;
  readonly table: number;
  /** Empty if rows are only counted. */
  readonly columns: readonly number[];
  readonly range: Range;
  /** The only relevant game, if any. */
  readonly game: string | undefined;
}

/**
 * Rows of the columns, BOOLEAN as a byte each. Values missing at the end of a column are null. `end` follows the last rows;
 * `failed` means that reading failed, for a reason known to the other thread.
 */
export type RowsAnswer = Batch | 'end' | 'failed';

/** Asks for the next rows of the result, or ends the query. */
export type Order = 'more' | 'end';

/** A column of a result, with DuckDB's name of its type. */
export interface SqlColumn {
  readonly name: string;
  readonly type: string;
}

export interface Begun {
  readonly columns: readonly SqlColumn[];
}

export interface Sent {
  readonly values: readonly (readonly CellValue[])[];
  readonly length: number;
  readonly isLast: boolean;
}

export const MAX_ROW_BYTES = 2 ** 24;

/** A row above the limit: its number, from 1, and its largest column. */
export interface LargeRow {
  readonly row: number;
  readonly column: string;
}

export type Report =
  | Begun
  | Sent
  | { readonly missing: string }
  /** DuckDB refuses the SQL, in its words. */
  | { readonly refused: string }
  | { readonly tooLarge: LargeRow }
  /** The thread ended, for a reason. */
  | { readonly crash: string }
  | 'ended';

/** Requests to DuckDB's process, the query first, and its answers. */
export interface SqlTalk {
  readonly request: Setup | Order;
  /** A report of the thread, serialized by node:v8 and forwarded unchanged. */
  readonly result: Uint8Array;
  readonly question: RowsQuestion;
  readonly answer: RowsAnswer;
}
