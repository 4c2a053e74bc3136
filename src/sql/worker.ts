/** DuckDB's thread. DuckDB requests rows synchronously, but stores are read asynchronously: the thread sleeps until they arrive. */
import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { serialize } from 'node:v8';
import type * as DuckDB from '@duckdb/node-api';
import { messageOf } from '../common/errors.js';
import type { CellValue, ColumnData } from '../tables/table.js';
import { areIntegers, cellsOf, memoryOf } from '../tables/values.js';
import type { Order, Report, RowsAnswer, RowsQuestion, SqlSettings, WorkerData } from './messages.js';
import { ALL, neededBy, type Needed } from './pushdown.js';
import { Result, TooLarge } from './result.js';

const CHUNK_ROWS = 2048;
const { sql, tables, options, port, answers } = workerData as WorkerData;
const parent = parentPort!;

interface Scan {
  readonly number: number;
  /** Indices into the columns of the table. The query uses no others, which stay unfilled. */
  readonly columns: readonly number[];
  readonly within: Pick<Needed, 'range' | 'game'>;
  rows: { readonly length: number; readonly columns: readonly VectorData[] } | undefined;
  /** The next row of `rows`. */
  at: number;
}

/** Needed rows of tables, by the names of their functions. */
let needed: ReadonlyMap<string, Needed> = new Map();
let scans = 0;
let answered = 0;

/** Requests rows from the other thread and sleeps until they arrive. */
function ask(question: RowsQuestion): RowsAnswer {
  port.postMessage(question);
  while (Atomics.load(answers, 0) === answered) Atomics.wait(answers, 0, answered);
  answered++;
  return (receiveMessageOnPort(port) as { message: RowsAnswer }).message;
}

function report(message: Report): void {
  // In its final form, which the process forwards unchanged.
  parent.postMessage(serialize(message));
}

/** Registers a table in DuckDB: a function that yields its rows, with only the columns in use. */
async function addTable(
  duckdb: typeof DuckDB,
  connection: DuckDB.DuckDBConnection,
  table: number,
): Promise<void> {
  const { schema, name, columns, rows } = tables[table];
  const source = functionOf(table);
  connection.registerTableFunction(
    duckdb.DuckDBTableFunction.create({
      name: source,
      bindFunction: (info) => {
        for (const column of columns) info.addResultColumn(column.name, duckdb[column.type]);
        if (rows !== undefined) info.setCardinality(rows, true);
      },
      initFunction: (info) => {
        const { isCounted, ...within } = needed.get(source) ?? ALL;
        const columns = isCounted ? [] : info.getColumnIndexes();
        const scan: Scan = { number: scans++, columns, within, rows: undefined, at: 0 };
        info.setInitData(scan);
        info.setMaxThreads(1);
      },
      mainFunction: (info, chunk) => {
        const isThere = fillChunk(info.initData as Scan, table, chunk);
        if (!isThere) info.setError('the rows cannot be had');
      },
      supportsProjectionPushdown: true,
    }),
  );
  if (schema !== undefined) await connection.run(`CREATE SCHEMA IF NOT EXISTS ${quoted(schema)}`);
  const place = schema === undefined ? quoted(name) : `${quoted(schema)}.${quoted(name)}`;
  await connection.run(`CREATE VIEW ${place} AS SELECT * FROM ${source}()`);
}

function functionOf(table: number): string {
  return `takeaway_table_${table}`;
}

/** Returns the needed rows of tables for one SELECT; for anything else, all. */
async function needsOf(connection: DuckDB.DuckDBConnection): Promise<ReadonlyMap<string, Needed>> {
  // EXPLAIN runs no statement, whatever begins like this.
  const isSelect = /^\s*(?:select|with|from)\b/i.test(sql);
  if (!isSelect) return new Map();
  try {
    if ((await connection.extractStatements(sql)).count !== 1) return new Map();
    const rows = (await connection.runAndReadAll(`EXPLAIN (FORMAT json) ${sql}`)).getRows();
    return neededBy(String(rows[0][1]), [...tables.keys()].map(functionOf));
  } catch {
    // Running the query reports the error.
    return new Map();
  }
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** Fills in the next rows of a scan, or none at its end. False if reading failed. */
function fillChunk(scan: Scan, table: number, chunk: DuckDB.DuckDBDataChunk): boolean {
  // An empty chunk is the end for DuckDB: batches without rows are skipped.
  while (scan.rows === undefined || scan.at === scan.rows.length) {
    const { range, game } = scan.within;
    const answer = ask({ scan: scan.number, table, columns: scan.columns, range, game });
    if (answer === 'failed') return false;
    if (answer === 'end') {
      chunk.rowCount = 0;
      return true;
    }
    const dataOf = (data: ColumnData, i: number): VectorData => {
      const isBigint = tables[table].columns[scan.columns[i]].type === 'BIGINT';
      if (!areIntegers(data)) return cellsOf('utf8', data, answer.length);
      return memoryOf(isBigint ? 'int64' : 'uint32', data, answer.length);
    };
    scan.rows = { length: answer.length, columns: answer.columns.map(dataOf) };
    scan.at = 0;
  }
  const { rows, at } = scan;
  const length = Math.min(CHUNK_ROWS, rows.length - at);
  chunk.rowCount = length;
  rows.columns.forEach((values, i) => {
    fillVector(chunk.getColumnVector(i), values, at, length);
  });
  scan.at += length;
  return true;
}

/** The values of a column: numbers and bits as in DuckDB's memory, with a byte per bit, or a list. */
type VectorData = ReturnType<typeof memoryOf> | readonly CellValue[];

/** The private memory of a vector of plain values: setting them one by one is ten times slower. */
interface PlainVector {
  readonly items?: Uint32Array | BigInt64Array;
  readonly dataView: DataView;
}

function fillVector(vector: DuckDB.DuckDBVector, values: VectorData, at: number, length: number): void {
  const filled = Math.max(0, Math.min(length, values.length - at));
  if (ArrayBuffer.isView(values)) {
    const { items, dataView } = vector as unknown as PlainVector;
    const memory = items ?? new Uint8Array(dataView.buffer, dataView.byteOffset);
    (memory as Uint8Array).set(values.subarray(at, at + filled) as Uint8Array);
  } else {
    for (let i = 0; i < filled; i++) vector.setItem(i, values[at + i] as DuckDB.DuckDBValue);
  }
  for (let i = filled; i < length; i++) vector.setItem(i, null);
  vector.flush();
}

/** Disables access beyond the tables, then locks the settings. */
async function settle(connection: DuckDB.DuckDBConnection, settings: SqlSettings): Promise<void> {
  const { threads, memoryBytes, externalAccess } = settings;
  for (const setting of [
    `threads = ${threads}`,
    `max_memory = '${memoryBytes}B'`,
    `temp_directory = ''`,
    'autoinstall_known_extensions = false',
    'autoload_known_extensions = false',
    ...(externalAccess ? [] : ['enable_external_access = false']),
    'lock_configuration = true',
  ]) {
    await connection.run(`SET ${setting}`);
  }
}

async function loadDuckDB(): Promise<typeof DuckDB | undefined> {
  try {
    return await import('@duckdb/node-api');
  } catch (error) {
    report({ missing: messageOf(error) });
    return undefined;
  }
}

async function serve(): Promise<void> {
  let connection: DuckDB.DuckDBConnection | undefined;
  let instance: DuckDB.DuckDBInstance | undefined;
  let result: Result | undefined;
  let hasEnded = false;
  // Serial queue: an order to end comes after the present step, which it interrupts.
  let work = Promise.resolve();
  const doing = (step: () => Promise<void>): void => {
    work = work.then(async () => {
      if (hasEnded) return;
      try {
        await step();
      } catch (error) {
        report(error instanceof TooLarge ? { tooLarge: error.found } : { refused: messageOf(error) });
      }
    });
  };
  parent.on('message', (order: Order) => {
    if (order === 'more') {
      doing(async () => {
        const rows = await result?.next(() => hasEnded);
        if (rows !== undefined) report(rows);
      });
      return;
    }
    hasEnded = true;
    connection?.interrupt();
    void work.then(() => {
      connection?.closeSync();
      instance?.closeSync();
      port.close();
      report('ended');
      parent.close();
    });
  });
  const duckdb = await loadDuckDB();
  if (duckdb === undefined) return;
  doing(async () => {
    instance = await duckdb.DuckDBInstance.create(':memory:');
    connection = await instance.connect();
    for (const table of tables.keys()) await addTable(duckdb, connection, table);
    await settle(connection, options);
    needed = await needsOf(connection);
    if (hasEnded) return;
    result = new Result(duckdb, await connection.stream(sql));
    report({ columns: result.columns });
  });
}

await serve();
