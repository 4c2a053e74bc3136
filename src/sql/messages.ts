/**
 * What the process that asks, the one of DuckDB and the thread in which that runs say to each other.
 */
import type { MessagePort } from 'node:worker_threads';
import type { Range } from '../common/range.js';
import type { Batch, CellValue } from '../tables/table.js';

/** The type of a column of a table that SQL sees, as SQL calls it. */
export type SqlType = 'BIGINT' | 'UINTEGER' | 'BOOLEAN' | 'VARCHAR';

export interface ColumnShape {
  readonly name: string;
  readonly type: SqlType;
}

/** A table as DuckDB is told of it. */
export interface TableShape {
  /** The schema it is in; undefined for the one that needs no name. */
  readonly schema: string | undefined;
  readonly name: string;
  readonly columns: readonly ColumnShape[];
  /** The number of its rows, where that is known. */
  readonly rows: number | undefined;
}

/** A query with what it may see and use. */
export interface Setup {
  readonly sql: string;
  readonly tables: readonly TableShape[];
  readonly options: SqlSettings;
}

export interface WorkerData extends Setup {
  /** Where rows of tables are asked for, one answer for each question. */
  readonly port: MessagePort;
  /** Counts the answers, so that the worker can sleep until there is one. */
  readonly answers: Int32Array;
}

export interface SqlSettings {
  readonly threads: number;
  readonly memoryBytes: number;
  readonly externalAccess: boolean;
}

/** Asks for the next rows of a scan: some columns of a table, and of its positions or games those that are of use. */
export interface RowsQuestion {
  readonly scan: number;
  readonly table: number;
  /** None where rows are counted alone. */
  readonly columns: readonly number[];
  readonly range: Range;
  /** The game whose rows alone are of use; undefined where others may be. */
  readonly game: string | undefined;
}

/**
 * Rows of these columns, BOOLEAN as a byte each; where a column has fewer values than there are rows, the last are missing.
 * `end` after the last rows; `failed` where they cannot be had, for a reason that the other thread keeps.
 */
export type RowsAnswer = Batch | 'end' | 'failed';

/** What the worker is told: to send some of the result, or to end. */
export type Order = 'more' | 'end';

/** A column of a result, with its type as DuckDB names it. */
export interface SqlColumn {
  readonly name: string;
  readonly type: string;
}

export interface Begun {
  readonly columns: readonly SqlColumn[];
}

/** Some rows of the result, by column. */
export interface Sent {
  readonly values: readonly (readonly CellValue[])[];
  readonly length: number;
  readonly isLast: boolean;
}

/** Bytes of a row of a result, at most. */
export const MOST_ROW_BYTES = 2 ** 24;

/** A row that takes more: its number, counted from 1, and its largest column. */
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
  /** Its thread ended, for a reason. */
  | { readonly crash: string }
  | 'ended';

/** Requests to DuckDB's process, the query first, and its answers. */
export interface SqlTalk {
  readonly request: Setup | Order;
  /** A report of its thread, as `serialize` of node:v8 writes it: it is handed on as it is. */
  readonly result: Uint8Array;
  readonly question: RowsQuestion;
  readonly answer: RowsAnswer;
}
