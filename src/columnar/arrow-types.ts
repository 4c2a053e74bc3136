/**
 * Arrow types and batches for our columns. Separate because block files and exports share them, and because
 * this room is the only one that knows apache-arrow.
 */
import {
  Bool,
  Field,
  Int64,
  makeData,
  RecordBatch,
  Schema,
  Struct,
  Uint16,
  Uint32,
  Uint8,
  type Data,
  type DataType,
} from 'apache-arrow';
import { integersOf, type ColumnValues, type Width } from './layout.js';
import { consecutivePositions } from './positions.js';

/** The Arrow type of values of a width. */
export function arrowType(width: Width): DataType {
  switch (width) {
    case 1:
      return new Bool();
    case 8:
      return new Uint8();
    case 16:
      return new Uint16();
    case 32:
      return new Uint32();
  }
}

/** Arrow data over the bytes of a run, without copying. */
export function arrowData(values: ColumnValues): Data {
  const { width, length } = values;
  const common = { length, nullCount: 0 };
  switch (width) {
    case 1:
      return makeData({ ...common, type: new Bool(), data: values.bytes });
    case 8:
      return makeData({ ...common, type: new Uint8(), data: integersOf(values) as Uint8Array });
    case 16:
      return makeData({ ...common, type: new Uint16(), data: integersOf(values) as Uint16Array });
    case 32:
      return makeData({ ...common, type: new Uint32(), data: integersOf(values) as Uint32Array });
  }
}

/** Arrow data of the positions start, start + 1, ... as 64-bit integers. */
export function positionData(start: number, length: number): Data<Int64> {
  return makeData({ type: new Int64(), length, nullCount: 0, data: consecutivePositions(start, length) });
}

/** A schema of non-null columns. */
export function schemaOf(
  columns: readonly { name: string; type: DataType }[],
  metadata: Readonly<Record<string, string>> = {},
): Schema {
  const fields = columns.map(({ name, type }) => new Field(name, type, false));
  return new Schema(fields, new Map(Object.entries(metadata)));
}

/** A record batch of the data of each column, all as long as the first, in the order of the schema. */
export function batchOf(schema: Schema, children: readonly Data[]): RecordBatch {
  const [{ length }] = children;
  return new RecordBatch(
    schema,
    makeData({ type: new Struct(schema.fields), length, nullCount: 0, children: [...children] }),
  );
}
