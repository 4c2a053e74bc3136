/** A small table as a Parquet file. Separate from the series' exports, which stream row groups without nulls. */
import { writeParquet, type ParquetColumn, type ParquetValues } from './parquet.js';
import type { Table, TableColumn, TextColumn } from './table.js';

const TYPES: Readonly<Record<(TableColumn | TextColumn)['type'], Omit<ParquetColumn, 'name'>>> = {
  int64: { type: 'INT64' },
  float64: { type: 'DOUBLE' },
  bool: { type: 'BOOLEAN' },
  utf8: { type: 'BYTE_ARRAY', converted: 'UTF8' },
};

/** The bytes of a Parquet file of one row group, with the table's metadata. Columns may have nulls. */
export function tableToParquet({ columns, metadata }: Table): AsyncGenerator<Uint8Array> {
  const schema = columns.map(({ name, type }) => ({ name, ...TYPES[type], isNullable: true }));
  const groups = columns[0].values.length === 0 ? [] : [columns.map(parquetValues)];
  return writeParquet(schema, metadata, groups);
}

/** The library takes 64-bit integers as BigInt. */
function parquetValues({ type, values }: TableColumn | TextColumn): ParquetValues {
  return type === 'int64' ? values.map((value) => (value === null ? null : BigInt(value))) : [...values];
}
