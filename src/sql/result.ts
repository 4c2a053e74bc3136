/**
 * The result of a query as it leaves DuckDB: values as JSON or a table can hold them, so many rows at a time that little
 * memory is taken and an order to end is heard.
 */
import type * as DuckDB from '@duckdb/node-api';
import { breather } from '../common/stoppable.js';
import type { CellValue } from '../tables/table.js';
import { MOST_ROW_BYTES, type LargeRow, type Sent, type SqlColumn } from './messages.js';

const SENT_ROWS = 1 << 14;
/** Bytes of them, or fewer rows are sent; and bytes that are made before signals are heard: some milliseconds. */
const SENT_BYTES = 1 << 22;
const BYTES_BETWEEN_BREATHS = 1 << 19;
/** Bytes of rows that were sent, at most, before the chunks that they came in are collected. */
const MOST_HELD = 1 << 26;
/** Bytes that a value takes at least: a number and its place. */
const MIN_VALUE_BYTES = 16;

/** The result of a query, whose rows are made as they are asked for. */
export class Result {
  readonly #result: DuckDB.DuckDBResult;
  readonly #convert: DuckDB.DuckDBValueConverter<CellValue>;
  readonly #columns: number;
  /** The chunk at hand with its vectors, and the next row of it; undefined where all of it was sent. */
  #chunk: DuckDB.DuckDBDataChunk | undefined;
  #isAtEnd = false;
  #vectors: readonly DuckDB.DuckDBVector[] = [];
  #at = 0;
  /** Bytes of the rows that were sent since chunks were collected. */
  #held = 0;
  #row = 0;

  constructor(duckdb: typeof DuckDB, result: DuckDB.DuckDBResult) {
    // It makes a value of what it is handed for the parts of one: here these are whole numbers, too.
    const toJson = duckdb.JsonDuckDBValueConverter as unknown as DuckDB.DuckDBValueConverter<CellValue>;
    this.#result = result;
    this.#columns = result.columnCount;
    const nested: DuckDB.DuckDBValueConverter<CellValue> = (value, type) =>
      typeof value === 'bigint' ? whole(value) : toJson(value, type, nested);
    this.#convert = (value, type) => {
      if (typeof value === 'bigint') return whole(value);
      return typeof value === 'object' && value !== null ? toJson(value, type, nested) : value;
    };
  }

  get columns(): SqlColumn[] {
    const types = this.#result.columnTypes();
    return this.#result.deduplicatedColumnNames().map((name, i) => ({ name, type: String(types[i]) }));
  }

  /**
   * Some rows more. Gives way while it makes them, so that an order to end is heard; `hasEnded` then says so, and there are
   * none. Raises `TooLarge` at a row that is.
   */
  async next(hasEnded: () => boolean): Promise<Sent | undefined> {
    const values: CellValue[][] = Array.from({ length: this.#columns }, () => []);
    const breathe = breather(undefined);
    let [length, weight, sinceBreath] = [0, 0, 0];
    while (length < SENT_ROWS && weight < SENT_BYTES) {
      if (this.#chunk === undefined && !(await this.#fetch())) break;
      const made = this.#makeRow(values);
      length++;
      weight += made;
      sinceBreath += made;
      if (sinceBreath < BYTES_BETWEEN_BREATHS) continue;
      sinceBreath = 0;
      await breathe();
      if (hasEnded()) return undefined;
    }
    this.#letGo(weight);
    return { values, length, isLast: this.#isAtEnd };
  }

  /** Adds the next row to the values of each column, and returns its bytes. Raises for a row that is too large. */
  #makeRow(values: readonly CellValue[][]): number {
    let [total, largest, heaviest] = [0, 0, 0];
    for (const [i, vector] of this.#vectors.entries()) {
      const value = this.#convert(vector.getItem(this.#at), vector.type, this.#convert);
      values[i].push(value);
      const bytes = bytesOf(value);
      total += bytes;
      if (bytes > heaviest) [heaviest, largest] = [bytes, i];
    }
    this.#row++;
    if (total > MOST_ROW_BYTES)
      throw new TooLarge({ row: this.#row, column: this.#result.columnName(largest) });
    if (++this.#at === this.#chunk!.rowCount) this.#chunk = undefined;
    return total;
  }

  /** DuckDB's memory of a chunk is given back when the chunk is collected, which a small heap gives no reason for. */
  #letGo(weight: number): void {
    this.#held += weight;
    if (this.#held < MOST_HELD) return;
    this.#held = 0;
    globalThis.gc?.();
  }

  /** Goes on to the next chunk; false at the end of the result. */
  async #fetch(): Promise<boolean> {
    const chunk = await this.#result.fetchChunk();
    this.#isAtEnd = chunk === null || chunk.rowCount === 0;
    if (chunk === null || this.#isAtEnd) return false;
    this.#chunk = chunk;
    this.#at = 0;
    this.#vectors = Array.from({ length: this.#columns }, (_, i) => chunk.getColumnVector(i));
    return true;
  }
}

/** Bytes that a value takes in memory, about. */
function bytesOf(value: CellValue): number {
  if (typeof value === 'string') return MIN_VALUE_BYTES + value.length;
  if (typeof value !== 'object' || value === null) return MIN_VALUE_BYTES;
  return Object.values(value).reduce((sum: number, part: CellValue) => sum + bytesOf(part), MIN_VALUE_BYTES);
}

/** A number where it is exact. */
function whole(value: bigint): number | bigint {
  return Number.isSafeInteger(Number(value)) ? Number(value) : value;
}

export class TooLarge extends Error {
  readonly found: LargeRow;

  constructor(found: LargeRow) {
    super('a row is too large');
    this.found = found;
  }
}
