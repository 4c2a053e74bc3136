/** Tables as Arrow: the IPC file, the IPC stream, and record batches. Loaded on demand. */
import { platform } from '../platform/platform.js';
import {
  Bool,
  CompressionType,
  Field,
  Float64,
  Int32,
  Int64,
  makeBuilder,
  makeData,
  RecordBatch,
  RecordBatchFileWriter,
  RecordBatchStreamWriter,
  Schema,
  Struct,
  Uint16,
  Uint32,
  Uint8,
  Utf8,
  type Data,
  type DataType,
} from 'apache-arrow';
import { compressedBody } from '../columnar/compressed-body.js';
import type { CellValue, ColumnData, ColumnType, Table, TableColumn, Texts } from './table.js';
import { areIntegers, areTexts, cellsOf, memoryOf, typedList } from './values.js';

const COMPRESSED = { compressionType: CompressionType.LZ4_FRAME };

class CompressedFileWriter extends RecordBatchFileWriter {
  protected override _compressBodyBuffers(buffers: ArrayBufferView[]): ReturnType<typeof compressedBody> {
    return compressedBody(buffers);
  }
}

class CompressedStreamWriter extends RecordBatchStreamWriter {
  protected override _compressBodyBuffers(buffers: ArrayBufferView[]): ReturnType<typeof compressedBody> {
    return compressedBody(buffers);
  }
}

const WRITERS = {
  arrow: { plain: RecordBatchFileWriter, compressed: CompressedFileWriter },
  'arrow-stream': { plain: RecordBatchStreamWriter, compressed: CompressedStreamWriter },
} as const;

const TYPES: Readonly<Record<ColumnType, () => DataType>> = {
  int64: () => new Int64(),
  int32: () => new Int32(),
  uint8: () => new Uint8(),
  uint16: () => new Uint16(),
  uint32: () => new Uint32(),
  bool: () => new Bool(),
  float64: () => new Float64(),
  decimal: () => new Utf8(),
  utf8: () => new Utf8(),
};

/** Yields an Arrow IPC file or stream batch by batch, with bodies compressed as LZ4_FRAME on request. Memory: one batch. */
export async function* toArrow(
  table: Table,
  format: keyof typeof WRITERS,
  compress: boolean,
): AsyncGenerator<Uint8Array> {
  const { plain, compressed } = WRITERS[format];
  const writer = compress ? new compressed(COMPRESSED) : new plain();
  const output = writer[Symbol.asyncIterator]();
  let pending = output.next();
  const written = async function* (): AsyncGenerator<Uint8Array> {
    for (;;) {
      // Undefined once everything ready has been passed on.
      const result = await Promise.race([pending, platform.nextTurn()]);
      if (result === undefined || result.done === true) return;
      pending = output.next();
      yield result.value;
    }
  };
  const { schema, batches } = recordBatches(table);
  // All batches have this schema: at a different one the writer would end the stream.
  writer.reset(undefined, schema);
  for await (const batch of batches) {
    writer.write(batch);
    yield* written();
  }
  writer.close();
  for (;;) {
    const result = await pending;
    if (result.done === true) return;
    pending = output.next();
    yield result.value;
  }
}

/** Rows in a record batch: 512 KiB of positions. Larger batches cost memory and gain no speed. */
const BATCH_ROWS = 1 << 16;

/** Returns the schema of a table, and record batches that share the memory of its integers. */
export function recordBatches({ columns, metadata, batches }: Table): {
  readonly schema: Schema;
  readonly batches: AsyncGenerator<RecordBatch, void, undefined>;
} {
  const fields = columns.map(
    ({ name, type, isNullable = false }) => new Field(name, TYPES[type](), isNullable),
  );
  const schema = new Schema(fields, new Map(Object.entries(metadata)));
  const made = async function* (): AsyncGenerator<RecordBatch, void, undefined> {
    for await (const { length, columns: all } of batches(BATCH_ROWS)) {
      const children = columns.map((column, i) => dataOf(column, all[i], length));
      yield new RecordBatch(schema, makeData({ type: new Struct(fields), length, nullCount: 0, children }));
    }
  };
  return { schema, batches: made() };
}

function dataOf(column: TableColumn, values: ColumnData, length: number): Data {
  const type = TYPES[column.type]();
  const make = makeData as (props: object) => Data;
  const plain = { type, length, nullCount: 0 };
  if (areIntegers(values)) return make({ ...plain, data: memoryOf(column.type, values, length) });
  const texts = areTexts(values) ? values : asciiOf(column, values);
  if (texts !== undefined) return make({ ...plain, valueOffsets: texts.offsets, data: texts.bytes });
  return builtOf(typedList(column, cellsOf(column.type, values, length), 'Arrow'), type);
}

/** Builds a column value by value. Is explicit about nulls, as the builder finds them by compiled code, which pages may forbid. */
function builtOf(values: readonly unknown[], type: DataType): Data {
  const builder = makeBuilder({ type, nullValues: [] });
  for (const [i, value] of values.entries())
    if (builder.setValid(i, value !== null)) builder.setValue(i, value);
  return builder.finish().flush() as Data;
}

/** Joins texts, at a tenth of the cost of a builder; undefined unless all are plain ASCII. */
function asciiOf({ type }: TableColumn, values: readonly CellValue[]): Texts | undefined {
  if (type !== 'utf8' || !values.every((value) => typeof value === 'string')) return undefined;
  const bytes = new TextEncoder().encode(values.join(''));
  const offsets = new Int32Array(values.length + 1);
  for (const [i, { length }] of values.entries()) offsets[i + 1] = offsets[i] + length;
  return offsets[values.length] === bytes.length ? { bytes, offsets } : undefined;
}
