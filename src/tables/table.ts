/**
 * A table: columns of fixed types, and rows in batches. All output in rows is one: ranges of a series, terms of a sequence,
 * results of analyses and SQL, surveys and sweeps. Formats know only tables.
 */

/** The type of a column. `decimal` is a number as text with all its digits; values of no other type are text, `utf8`. */
export type ColumnType =
  'int64' | 'int32' | 'uint8' | 'uint16' | 'uint32' | 'bool' | 'float64' | 'decimal' | 'utf8';

export interface TableColumn {
  readonly name: string;
  readonly type: ColumnType;
  /** Whether values may be missing. Default false. */
  readonly isNullable?: boolean;
  /** Whether values increase, as positions do, for formats that store them shorter. Default false. */
  readonly isIncreasing?: boolean;
}

/** One value: null if missing; a bigint beyond 2^53. */
export type CellValue =
  number | bigint | boolean | string | null | readonly CellValue[] | { readonly [name: string]: CellValue };

/** The integers `start`, `start` + 1, ... */
export interface Consecutive {
  readonly start: number;
}

/**
 * The values of a column in a batch: memory without nulls for integers (whole numbers for `int64`, packed bits, least
 * significant first, for `bool`) or plain texts, or a list of any values.
 */
export type ColumnData = Integers | Texts | readonly CellValue[];
/** Concatenated ASCII texts; the first begins at 0. */
export interface Texts {
  readonly bytes: Uint8Array;
  /** The beginning of each, and the end of the last. */
  readonly offsets: Int32Array;
}
/** Integers in memory, none missing. */
export type Integers = Consecutive | Float64Array | Int32Array | Uint8Array | Uint16Array | Uint32Array;

/** Some rows: the data of each column, in their order. */
export interface Batch {
  readonly length: number;
  readonly columns: readonly ColumnData[];
}

export interface Table {
  readonly columns: readonly TableColumn[];
  /** Other facts by name, for formats that can hold them. */
  readonly metadata: Readonly<Record<string, string>>;
  /** The number of rows, if known, for formats that begin with it. Cost: at most two blocks. */
  readonly count?: () => Promise<number>;
  /** The rows, in batches of at most `most` if given and the source can choose. Memory: one batch. */
  readonly batches: (most?: number) => AsyncIterable<Batch> | Iterable<Batch>;
}

export interface FilledColumn<Value extends CellValue = CellValue> extends TableColumn {
  readonly values: readonly Value[];
}

/** Makes a small table in memory: one batch, in which any value may be missing. */
export function wholeTable(columns: readonly FilledColumn[], metadata: Table['metadata'] = {}): Table {
  return {
    columns: columns.map(({ name, type }) => ({ name, type, isNullable: true })),
    metadata,
    batches: () => [{ length: columns[0].values.length, columns: columns.map(({ values }) => values) }],
  };
}
