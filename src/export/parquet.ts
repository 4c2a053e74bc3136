/**
 * Parquet: typed columns in row groups with statistics, by which readers skip what they need not. Separate because
 * this alone knows the library that writes it, which is loaded only when it is used.
 */
import { ByteWriter, ParquetWriter, type ColumnSource, type SchemaElement } from 'hyparquet-writer';
import { unpackBits } from '../columnar/layout.js';
import type { BatchTable, ColumnArray, ColumnType } from './batch.js';

/** Rows in a row group: some 4 MiB before they are encoded, and some 0.1 s of encoding. */
export const GROUP_ROWS = 1 << 18;

type Statistics = NonNullable<
  NonNullable<ParquetWriter['row_groups'][number]['columns'][number]['meta_data']>['statistics']
>;

/** A column as the schema has it. */
export interface ParquetColumn {
  readonly name: string;
  readonly type: 'INT64' | 'INT32' | 'BOOLEAN' | 'DOUBLE' | 'BYTE_ARRAY';
  readonly converted?: 'UINT_8' | 'UINT_16' | 'UINT_32' | 'UTF8';
  readonly isNullable?: boolean;
  /** Whether values are stored as differences: right for positions, which increase. */
  readonly increases?: boolean;
}

/** The values of a column in a row group. */
export type ParquetValues = ColumnSource['data'];

const COLUMNS: Readonly<Record<ColumnType, Omit<ParquetColumn, 'name'>>> = {
  int64: { type: 'INT64', increases: true },
  int32: { type: 'INT32', increases: true },
  bool: { type: 'BOOLEAN' },
  uint8: { type: 'INT32', converted: 'UINT_8' },
  uint16: { type: 'INT32', converted: 'UINT_16' },
  uint32: { type: 'INT32', converted: 'UINT_32' },
};

/** The bytes of a Parquet file in which each batch is a row group. */
export function toParquet({ columns, metadata, batches }: BatchTable): AsyncGenerator<Uint8Array> {
  const schema = columns.map(({ name, type }): ParquetColumn => ({ name, ...COLUMNS[type] }));
  const groups = async function* (): AsyncGenerator<ParquetValues[]> {
    for await (const { length, columns: arrays } of batches) {
      yield columns.map(({ type }, i) => valuesOf(type, arrays[i], length));
    }
  };
  return writeParquet(schema, metadata, groups());
}

/**
 * The bytes of a Parquet file of row groups. Memory: one row group, and some hundred bytes for each that was written.
 * Values are stored as differences or by a dictionary where that is shorter; compressing what is left took as long
 * again and gained nothing.
 */
export async function* writeParquet(
  columns: readonly ParquetColumn[],
  metadata: Readonly<Record<string, string>>,
  groups: AsyncIterable<readonly ParquetValues[]> | Iterable<readonly ParquetValues[]>,
): AsyncGenerator<Uint8Array> {
  const output = new Output();
  const writer = new ParquetWriter({
    writer: output,
    schema: [{ name: 'schema', num_children: columns.length }, ...columns.map(elementOf)],
    codec: 'UNCOMPRESSED',
    kvMetadata: Object.entries(metadata).map(([key, value]) => ({ key, value })),
    createdBy: 'takeaway',
  });
  for await (const group of groups) {
    const columnData = columns.map(({ name, increases }, i): ColumnSource => {
      const ofIncreasing = { encoding: 'DELTA_BINARY_PACKED', statistics: false } as const;
      return { name, data: group[i], ...(increases === true ? ofIncreasing : {}) };
    });
    await writer.write({ columnData, rowGroupSize: group[0].length });
    const written = writer.row_groups.at(-1)!;
    for (const [i, { increases }] of columns.entries()) {
      // Its ends are known: comparing 64-bit integers one by one takes a quarter of the whole time.
      if (increases === true) written.columns[i].meta_data!.statistics = rangeOf(group[i]);
    }
    yield output.take();
  }
  await writer.finish();
  yield output.take();
}

/** The statistics of increasing values. */
function rangeOf(values: ParquetValues): Statistics {
  return { min_value: values[0] as bigint, max_value: values[values.length - 1] as bigint, null_count: 0n };
}

function elementOf({ name, type, converted, isNullable }: ParquetColumn): SchemaElement {
  const repetition_type = isNullable === true ? 'OPTIONAL' : 'REQUIRED';
  return { name, type, repetition_type, ...(converted === undefined ? {} : { converted_type: converted }) };
}

/** Gathers what the library writes until it is taken. */
class Output extends ByteWriter {
  take(): Uint8Array {
    const taken = this.getBytes().slice();
    this.index = 0;
    return taken;
  }
}

/** The values as the library takes them. */
function valuesOf(type: ColumnType, values: ColumnArray, length: number): ParquetValues {
  if (type === 'bool') return Array.from(unpackBits(values as Uint8Array, length), (bit) => bit === 1);
  if (values instanceof BigInt64Array) return values;
  // Of typed arrays the library refuses values of 2^31 or more.
  return type === 'uint32' ? Array.from(values) : Int32Array.from(values);
}
