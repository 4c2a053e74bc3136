/** Record batches by columns, without apache-arrow types. At run time each is an apache-arrow 21 RecordBatch, as a test checks. */

/** The type of a value of each column. */
export interface ColumnTypes {
  readonly n: bigint;
  readonly cold: boolean;
  readonly nim_value: number;
  readonly remoteness: number;
}

/** The name of a column of a game's rows. */
export type ColumnName = keyof ColumnTypes;

/** The memory that `toArray` returns; of `cold` packed bits, least significant first. */
export interface ColumnArrays {
  readonly n: BigInt64Array;
  readonly cold: Uint8Array;
  readonly nim_value: Uint8Array | Uint16Array | Uint32Array;
  readonly remoteness: Uint8Array | Uint16Array | Uint32Array;
}

/** A column of a batch; no value is missing. */
export interface ColumnVector<Name extends ColumnName> extends Iterable<ColumnTypes[Name]> {
  readonly length: number;
  /** Returns the value of row i, 0 <= i < length. */
  get(i: number): ColumnTypes[Name];
  /** Returns all values as a typed array, without copying if possible. */
  toArray(): ColumnArrays[Name];
}

/** Consecutive rows of some columns. */
export interface RowBatch<Names extends ColumnName = ColumnName> {
  readonly numRows: number;
  readonly numCols: number;
  /** Returns a column by name. */
  getChild<Name extends Names>(name: Name): ColumnVector<Name>;
}
