/** A small table as an Arrow IPC file. Separate from the series' exports, which stream batches without nulls. */
import {
  Bool,
  Field,
  Float64,
  Int64,
  makeData,
  RecordBatch,
  RecordBatchFileWriter,
  Schema,
  Struct,
  Utf8,
  vectorFromArray,
  type DataType,
} from 'apache-arrow';
import type { Table, TableColumn, TextColumn } from './table.js';

/** The bytes of an Arrow IPC file of one batch, with the table's metadata in its schema. Columns may have nulls. */
export function tableToArrow({ columns, metadata }: Table): Uint8Array {
  const vectors = columns.map((column) => vectorFromArray(arrowValues(column), arrowTypeOf(column)));
  const fields = columns.map((column) => new Field(column.name, arrowTypeOf(column), true));
  const schema = new Schema(fields, new Map(Object.entries(metadata)));
  const children = vectors.map(({ data }) => data[0]);
  const length = columns[0].values.length;
  const batch = new RecordBatch(
    schema,
    makeData({ type: new Struct(fields), length, nullCount: 0, children }),
  );
  return RecordBatchFileWriter.writeAll([batch]).toUint8Array(true);
}

const ARROW_TYPES: Readonly<Record<(TableColumn | TextColumn)['type'], () => DataType>> = {
  int64: () => new Int64(),
  float64: () => new Float64(),
  bool: () => new Bool(),
  utf8: () => new Utf8(),
};

function arrowTypeOf({ type }: TableColumn | TextColumn): DataType {
  return ARROW_TYPES[type]();
}

/** The library takes 64-bit integers as BigInt. */
function arrowValues({ type, values }: TableColumn | TextColumn): unknown[] {
  return type === 'int64' ? values.map((value) => (value === null ? null : BigInt(value))) : [...values];
}
