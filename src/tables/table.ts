/**
 * A table: columns of fixed types, and their rows in batches. Everything that is written in rows is one: ranges of a
 * series, terms of a sequence, results of analyses and of SQL, surveys and sweeps. A format knows tables alone.
 */

/** The type of a column. `decimal` is a number as text with all its digits; what has no other type is text, `utf8`. */
export type ColumnType =
  'int64' | 'int32' | 'uint8' | 'uint16' | 'uint32' | 'bool' | 'float64' | 'decimal' | 'utf8';

/** A column of a table. */
export interface TableColumn {
  readonly name: string;
  readonly type: ColumnType;
  /** Whether a value may be missing. Default false. */
  readonly isNullable?: boolean;
  /** Whether values only increase, as positions do: formats that can store them shorter. Default false. */
  readonly isIncreasing?: boolean;
}

/** One value: null where it is missing; whole numbers beyond 2^53 as bigint. */
export type CellValue =
  number | bigint | boolean | string | null | readonly CellValue[] | { readonly [name: string]: CellValue };

/** The integers `start`, `start` + 1, ... */
export interface Consecutive {
  readonly start: number;
}

/**
 * The values of a column in a batch: memory without nulls where they are integers (of `int64` whole numbers, of `bool`
 * packed bits, least significant first) or plain texts, or a list of any values.
 */
export type ColumnData = Integers | Texts | readonly CellValue[];
/** Texts of ASCII characters in one piece: each begins where the one before it ends, the first at 0. */
export interface Texts {
  readonly bytes: Uint8Array;
  /** Where each begins, and where the last ends. */
  readonly offsets: Int32Array;
}
/** Integers in memory, none missing. */
export type Integers = Consecutive | Float64Array | Int32Array | Uint8Array | Uint16Array | Uint32Array;

/** Some rows: the data of each column, in their order. */
export interface Batch {
  readonly length: number;
  readonly columns: readonly ColumnData[];
}

/** Rows of some columns, however many. */
export interface Table {
  readonly columns: readonly TableColumn[];
  /** What else is known, by name, for formats that can say it. */
  readonly metadata: Readonly<Record<string, string>>;
  /** The number of rows, where it is known; formats that begin with it ask for it. Cost: at most two blocks. */
  readonly count?: () => Promise<number>;
  /** The rows, in batches of at most `most` where that is given and the source can choose. Memory: one batch. */
  readonly batches: (most?: number) => AsyncIterable<Batch> | Iterable<Batch>;
}

/** A column with all its values. */
export interface FilledColumn<Value extends CellValue = CellValue> extends TableColumn {
  readonly values: readonly Value[];
}

/** A small table, whole in memory: one batch, in which any value may be missing. */
export function wholeTable(columns: readonly FilledColumn[], metadata: Table['metadata'] = {}): Table {
  return {
    columns: columns.map(({ name, type }) => ({ name, type, isNullable: true })),
    metadata,
    batches: () => [{ length: columns[0].values.length, columns: columns.map(({ values }) => values) }],
  };
}
