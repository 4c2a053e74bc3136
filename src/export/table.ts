/**
 * Small tables whole in memory, as analyses give them, and their CSV. Separate from the rows of a series, which are
 * too many for that and have fixed columns.
 */

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
      text += `${columns.map(({ values }) => values[row] ?? '').join()}\n`;
    }
    yield encoder.encode(text);
  }
}
