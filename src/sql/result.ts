/**
 * The result of a query as it leaves DuckDB: values as JSON or a table can hold them, so many rows at a time that little
 * memory is taken and an order to end is heard.
 */
import type * as DuckDB from '@duckdb/node-api';
import { breather } from '../common/stoppable.js';
import type { CellValue } from '../tables/table.js';
import { MOST_ROW_BYTES, type LargeRow, type Sent, type SqlColumn } from './messages.js';
import { forget, weighing, type Weigh } from './vectors.js';

const SENT_ROWS = 1 << 14;
/** Bytes of them, or fewer rows are sent; and bytes that are made before signals are heard: some milliseconds. */
const SENT_BYTES = 1 << 22;
const BYTES_BETWEEN_BREATHS = 1 << 19;
/** Bytes of rows that were sent, at most, before the chunks that they came in are collected. */
const MOST_HELD = 1 << 26;

/** The result of a query, whose rows are made as they are asked for. */
export class Result {
  readonly #result: DuckDB.DuckDBResult;
  readonly #convert: DuckDB.DuckDBValueConverter<CellValue>;
  readonly #columns: number;
  readonly #duckdb: typeof DuckDB;
  /** The chunk at hand with its vectors and what weighs their values, and the next row of it; undefined where all of it was sent. */
  #chunk: DuckDB.DuckDBDataChunk | undefined;
  #isAtEnd = false;
  #vectors: readonly DuckDB.DuckDBVector[] = [];
  #weights: readonly (Weigh | number)[] = [];
  #at = 0;
  /** Bytes of the rows that were sent since chunks were collected. */
  #held = 0;
  #row = 0;

  constructor(duckdb: typeof DuckDB, result: DuckDB.DuckDBResult) {
    // It makes a value of what it is handed for the parts of one: here these are whole numbers, too.
    const toJson = duckdb.JsonDuckDBValueConverter as unknown as DuckDB.DuckDBValueConverter<CellValue>;
    this.#duckdb = duckdb;
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
      const rows = Math.min(this.#alike(), SENT_ROWS - length);
      const made = rows * this.#weigh(this.#at);
      this.#make(rows, values);
      length += rows;
      weight += made;
      sinceBreath += made;
      if (sinceBreath < BYTES_BETWEEN_BREATHS) continue;
      sinceBreath = 0;
      this.#vectors.forEach(forget);
      await breathe();
      if (hasEnded()) return undefined;
    }
    this.#letGo(weight);
    return { values, length, isLast: this.#isAtEnd };
  }

  /** The rows from the next one on that weigh as much, as far as they are made at a time. */
  #alike(): number {
    const rest = this.#chunk!.rowCount - this.#at;
    return this.#weights.every((weigh) => typeof weigh === 'number') ? rest : 1;
  }

  #make(rows: number, values: readonly CellValue[][]): void {
    const first = this.#at;
    for (const [i, vector] of this.#vectors.entries()) {
      const { type } = vector;
      for (let row = first; row < first + rows; row++)
        values[i].push(this.#convert(vector.getItem(row), type, this.#convert));
    }
    this.#at += rows;
    this.#row += rows;
    if (this.#at === this.#chunk!.rowCount) this.#chunk = undefined;
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
    this.#weights = this.#vectors.map((vector) => weighing(this.#duckdb, vector));
    return true;
  }

  /** The weight of a row of the chunk. Raises for one that is too large. */
  #weigh(index: number): number {
    let [total, largest, heaviest] = [0, 0, 0];
    for (const [i, weigh] of this.#weights.entries()) {
      const weight = typeof weigh === 'number' ? weigh : weigh(index, MOST_ROW_BYTES);
      total += weight;
      if (weight > heaviest) [heaviest, largest] = [weight, i];
    }
    if (total <= MOST_ROW_BYTES) return total;
    throw new TooLarge({ row: this.#row + 1, column: this.#result.columnName(largest) });
  }
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
