/**
 * Columns of integers and bits on their way out, as every binary format takes them. Separate from the formats, so
 * that what is written is chosen once and a format knows neither series nor stores.
 */

/** The type of a column without nulls. */
export type ColumnType = 'int64' | 'int32' | 'bool' | 'uint8' | 'uint16' | 'uint32';

export interface BatchColumn {
  readonly name: string;
  readonly type: ColumnType;
}

/** The values of a column by its type; `bool` is packed bits, least significant first. */
export type ColumnArray = BigInt64Array | Int32Array | Uint8Array | Uint16Array | Uint32Array;

/** Some rows: one array for each column, in their order. */
export interface Batch {
  readonly length: number;
  readonly columns: readonly ColumnArray[];
}

/** What a binary format is given: columns of fixed types, batches of them, and what else is known, by name. */
export interface BatchTable {
  readonly columns: readonly BatchColumn[];
  readonly metadata: Readonly<Record<string, string>>;
  readonly batches: AsyncIterable<Batch>;
}
