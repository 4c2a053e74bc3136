/**
 * Tables of a few columns, and their CSV: small ones whole in memory, as analyses give them, and long ones in batches.
 */

import type { BatchTable } from './batch.js';

/** A column: `int64` numbers are whole, `float64` any; null where a value is missing. */
export interface TableColumn {
  readonly name: string;
  readonly type: 'int64' | 'float64' | 'bool';
  readonly values: readonly (number | boolean | null)[];
}

/** A column of texts. */
export interface TextColumn {
  readonly name: string;
  readonly type: 'utf8';
  readonly values: readonly string[];
}

/** Columns of the same length, and what else is known of them, for formats that can say it. */
export interface Table {
  readonly columns: readonly (TableColumn | TextColumn)[];
  readonly metadata: Readonly<Record<string, string>>;
}

/** A text as a field of CSV. An empty one is quoted, so that it differs from none. */
export function csvText(text: string): string {
  return text === '' || /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function fieldOf(value: string | number | boolean | null): string {
  return value === null ? '' : csvText(String(value));
}

/** CSV of a table in batches, with a header line; columns of bits are not for it. Memory: one batch. */
export async function* batchesToCsv({ columns, batches }: BatchTable): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  yield encoder.encode(`${columns.map(({ name }) => name).join()}\n`);
  for await (const { length, columns: arrays } of batches) {
    for (let start = 0; start < length; start += CHUNK_ROWS) {
      let text = '';
      for (let row = start; row < Math.min(length, start + CHUNK_ROWS); row++) {
        text += `${arrays.map((values) => values[row]).join()}\n`;
      }
      yield encoder.encode(text);
    }
  }
}

/** Rows of a CSV text handed on together. */
const CHUNK_ROWS = 4096;

/** CSV with a header line; missing values are empty. Lines end in LF. */
export function* tableToCsv({ columns }: Table): Generator<Uint8Array> {
  const encoder = new TextEncoder();
  yield encoder.encode(`${columns.map(({ name }) => name).join()}\n`);
  const rows = columns[0].values.length;
  for (let start = 0; start < rows; start += CHUNK_ROWS) {
    let text = '';
    for (let row = start; row < Math.min(rows, start + CHUNK_ROWS); row++) {
      text += `${columns.map(({ values }) => fieldOf(values[row])).join()}\n`;
    }
    yield encoder.encode(text);
  }
}
