/**
 * Record batches as the public interface types them: by their columns, without a type of apache-arrow. At run time
 * each is a RecordBatch of apache-arrow 21. A test holds that the two agree.
 */

/** What a value of each column is. */
export interface ColumnTypes {
  /** Positions, as 64-bit integers. */
  readonly n: bigint;
  readonly cold: boolean;
  readonly nim_value: number;
  readonly remoteness: number;
}

/** The name of a column of a game's rows. */
export type ColumnName = keyof ColumnTypes;

/** The memory that `toArray` gives: of `cold` the packed bits, least significant first. */
export interface ColumnArrays {
  readonly n: BigInt64Array;
  readonly cold: Uint8Array;
  readonly nim_value: Uint8Array | Uint16Array | Uint32Array;
  readonly remoteness: Uint8Array | Uint16Array | Uint32Array;
}

/** A column of a batch; no value is missing. */
export interface ColumnVector<Name extends ColumnName> extends Iterable<ColumnTypes[Name]> {
  readonly length: number;
  /** The value of row i, 0 <= i < length. */
  get(i: number): ColumnTypes[Name];
  /** All values as a typed array, without copying where that can be. */
  toArray(): ColumnArrays[Name];
}

/** Consecutive rows of some columns. */
export interface RowBatch<Names extends ColumnName = ColumnName> {
  readonly numRows: number;
  readonly numCols: number;
  /** A column by its name. */
  getChild<Name extends Names>(name: Name): ColumnVector<Name>;
}
