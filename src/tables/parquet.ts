/** Tables as Parquet: typed columns, in row groups with statistics. Only this module uses its library, loaded on demand. */
import { ByteWriter, ParquetWriter, type ColumnSource, type SchemaElement } from 'hyparquet-writer';
import type { ColumnData, ColumnType, Table, TableColumn } from './table.js';
import { areIntegers, cellsOf, memoryOf, typedList } from './values.js';

type Statistics = NonNullable<
  NonNullable<ParquetWriter['row_groups'][number]['columns'][number]['meta_data']>['statistics']
>;

type GroupValues = ColumnSource['data'];

type Type = Required<Pick<SchemaElement, 'type'>> & Pick<SchemaElement, 'converted_type'>;

const INTEGER: Type = { type: 'INT32' };
const TEXT: Type = { type: 'BYTE_ARRAY', converted_type: 'UTF8' };
const TYPES: Readonly<Record<ColumnType, Type>> = {
  int64: { type: 'INT64' },
  int32: INTEGER,
  uint8: { ...INTEGER, converted_type: 'UINT_8' },
  uint16: { ...INTEGER, converted_type: 'UINT_16' },
  uint32: { ...INTEGER, converted_type: 'UINT_32' },
  bool: { type: 'BOOLEAN' },
  float64: { type: 'DOUBLE' },
  decimal: TEXT,
  utf8: TEXT,
};

/**
 * Yields a Parquet file with a row group per batch. Memory: one row group, and some hundred bytes per written group. Values are
 * stored as differences or by a dictionary if that is shorter; compression on top took as long again and gained nothing.
 */
export async function* toParquet(
  { columns, metadata, batches }: Table,
  groupRows: number,
): AsyncGenerator<Uint8Array> {
  const output = new Output();
  const writer = new ParquetWriter({
    writer: output,
    schema: [{ name: 'schema', num_children: columns.length }, ...columns.map(elementOf)],
    codec: 'UNCOMPRESSED',
    kvMetadata: Object.entries(metadata).map(([key, value]) => ({ key, value })),
    createdBy: 'takeaway',
  });
  for await (const batch of batches(groupRows)) {
    if (batch.length === 0) continue;
    const group = columns.map((column, i) => valuesOf(column, batch.columns[i], batch.length));
    const columnData = columns.map(({ name, isIncreasing }, i): ColumnSource => {
      const ofIncreasing = { encoding: 'DELTA_BINARY_PACKED', statistics: false } as const;
      return { name, data: group[i], ...(isIncreasing === true ? ofIncreasing : {}) };
    });
    await writer.write({ columnData, rowGroupSize: batch.length });
    const written = writer.row_groups.at(-1)!;
    for (const [i, { isIncreasing }] of columns.entries()) {
      // The ends are known: comparing 64-bit integers one by one takes a quarter of the whole time.
      if (isIncreasing === true) written.columns[i].meta_data!.statistics = rangeOf(group[i]);
    }
    yield output.take();
  }
  await writer.finish();
  yield output.take();
}

function rangeOf(values: GroupValues): Statistics {
  return { min_value: values[0] as bigint, max_value: values[values.length - 1] as bigint, null_count: 0n };
}

function elementOf({ name, type, isNullable = false }: TableColumn): SchemaElement {
  return { name, ...TYPES[type], repetition_type: isNullable ? 'OPTIONAL' : 'REQUIRED' };
}

/** Returns values for the library, which refuses packed bits, and values of 2^31 or more in typed arrays. */
function valuesOf(column: TableColumn, data: ColumnData, length: number): GroupValues {
  const { type } = column;
  if (!areIntegers(data)) return typedList(column, cellsOf(type, data, length), 'Parquet');
  if (type === 'bool') return cellsOf(type, data, length) as GroupValues;
  if (type === 'uint32') return Array.from(data as Uint32Array);
  return memoryOf(type === 'int64' ? 'int64' : 'int32', data, length) as GroupValues;
}

/** Buffers the library's output until it is taken. */
class Output extends ByteWriter {
  take(): Uint8Array {
    const taken = this.getBytes().slice();
    this.index = 0;
    return taken;
  }
}
