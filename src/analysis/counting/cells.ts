/** Counts of positions in a grid of positions by values. */
import type { Range } from '../../common/range.js';

export interface Cells {
  /** Positions per column. */
  readonly across: number;
  /** Values per row. */
  readonly up: number;
  /** By column, then by row from value 0 up. */
  readonly counts: readonly (readonly number[])[];
}

/** Grid size: the number of columns, and the maximum of rows, which are joined in pairs when there would be more. */
const COLUMNS = 140;
const MAX_ROWS = 96;

/** Counts positions by cell, doubling the values per row as needed. */
export class CellCounter {
  readonly #start: number;
  readonly #across: number;
  readonly #columns: Float64Array[];
  #up = 1;

  constructor({ start, stop }: Range) {
    this.#start = start;
    this.#across = Math.max(1, Math.ceil((stop - start) / COLUMNS));
    this.#columns = Array.from(
      { length: Math.ceil((stop - start) / this.#across) },
      () => new Float64Array(MAX_ROWS),
    );
  }

  add(start: number, values: ArrayLike<number>): void {
    for (let i = 0; i < values.length; i++) {
      while (values[i] >= this.#up * MAX_ROWS) this.#join();
      const column = this.#columns[Math.floor((start + i - this.#start) / this.#across)];
      column[Math.floor(values[i] / this.#up)]++;
    }
  }

  cells(): Cells {
    return { across: this.#across, up: this.#up, counts: this.#columns.map((column) => Array.from(column)) };
  }

  #join(): void {
    for (const column of this.#columns) {
      for (let row = 0; row < MAX_ROWS; row++) {
        column[row] = row < MAX_ROWS / 2 ? column[2 * row] + column[2 * row + 1] : 0;
      }
    }
    this.#up *= 2;
  }
}
