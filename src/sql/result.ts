/** The result of a query, converted to values of JSON or a table in batches of bounded size, between which a query can be ended. */
import type * as DuckDB from '@duckdb/node-api';
import { breather } from '../common/stoppable.js';
import type { CellValue } from '../tables/table.js';
import { MAX_ROW_BYTES, type LargeRow, type Sent, type SqlColumn } from './messages.js';

const SENT_ROWS = 1 << 14;
/** Bytes of a batch, and bytes between yields to the event loop: some milliseconds. */
const SENT_BYTES = 1 << 22;
const BYTES_BETWEEN_BREATHS = 1 << 19;
/** Bytes of sent rows before their chunks are collected. */
const MAX_HELD_BYTES = 1 << 26;
/** A number and its place. */
const MIN_VALUE_BYTES = 16;

export class Result {
  readonly #result: DuckDB.DuckDBResult;
  readonly #convert: DuckDB.DuckDBValueConverter<CellValue>;
  readonly #columns: number;
  /** The current chunk, with `#vectors` and the next row `#at`; undefined after its last row. */
  #chunk: DuckDB.DuckDBDataChunk | undefined;
  #isAtEnd = false;
  #vectors: readonly DuckDB.DuckDBVector[] = [];
  #at = 0;
  /** Bytes of rows sent since the last collection. */
  #held = 0;
  #row = 0;

  constructor(duckdb: typeof DuckDB, result: DuckDB.DuckDBResult) {
    // The converter calls back for the parts of a value: here these may also be whole numbers.
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

  /** Returns more rows, or undefined once `hasEnded` is true. Raises `TooLarge` for a row above the limit. */
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
    this.#collect(weight);
    return { values, length, isLast: this.#isAtEnd };
  }

  /** Adds the next row to the values of each column and returns its bytes. Raises for a row above the limit. */
  #makeRow(values: readonly CellValue[][]): number {
    let [total, largest, heaviest] = [0, 0, 0];
    for (const [i, vector] of this.#vectors.entries()) {
      const value = this.#convert(vector.getItem(this.#at), vector.type, this.#convert);
      values[i].push(value);
      const bytes = sizeOf(value);
      total += bytes;
      if (bytes > heaviest) [heaviest, largest] = [bytes, i];
    }
    this.#row++;
    if (total > MAX_ROW_BYTES)
      throw new TooLarge({ row: this.#row, column: this.#result.columnName(largest) });
    if (++this.#at === this.#chunk!.rowCount) this.#chunk = undefined;
    return total;
  }

  /** Collects garbage. DuckDB's memory of a chunk is freed only then, and a small heap gives no cause for it. */
  #collect(weight: number): void {
    this.#held += weight;
    if (this.#held < MAX_HELD_BYTES) return;
    this.#held = 0;
    globalThis.gc?.();
  }

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

function sizeOf(value: CellValue): number {
  if (typeof value === 'string') return MIN_VALUE_BYTES + value.length;
  if (typeof value !== 'object' || value === null) return MIN_VALUE_BYTES;
  return Object.values(value).reduce((sum: number, part: CellValue) => sum + sizeOf(part), MIN_VALUE_BYTES);
}

/** A number if exact. */
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
