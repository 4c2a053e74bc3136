/**
 * Arrow formats: the IPC file and the IPC stream, from record batches to bytes. Separate so that text exports
 * do not load Arrow.
 */
import {
  Bool,
  Int32,
  Int64,
  makeData,
  RecordBatchFileWriter,
  RecordBatchStreamWriter,
  Uint16,
  Uint32,
  Uint8,
  type Data,
  type DataType,
  type RecordBatch,
  type Schema,
} from 'apache-arrow';
import { batchOf, schemaOf } from '../columnar/arrow-types.js';
import { CompressedFileWriter, CompressedStreamWriter } from '../columnar/compressed-writer.js';
import type { BatchTable, ColumnArray, ColumnType } from './batch.js';

/** The writers of each format. */
const WRITERS = {
  arrow: { plain: RecordBatchFileWriter, compressed: CompressedFileWriter },
  'arrow-stream': { plain: RecordBatchStreamWriter, compressed: CompressedStreamWriter },
} as const;

const TYPES: Readonly<Record<ColumnType, () => DataType>> = {
  int64: () => new Int64(),
  int32: () => new Int32(),
  bool: () => new Bool(),
  uint8: () => new Uint8(),
  uint16: () => new Uint16(),
  uint32: () => new Uint32(),
};

/** The bytes of an Arrow IPC file or stream of batches of columns. Memory: one batch. */
export function tableInArrow(
  { columns, metadata, batches }: BatchTable,
  format: keyof typeof WRITERS,
  compress: boolean,
): AsyncGenerator<Uint8Array> {
  const schema = schemaOf(
    columns.map(({ name, type }) => ({ name, type: TYPES[type]() })),
    metadata,
  );
  const recordBatches = async function* (): AsyncGenerator<RecordBatch> {
    for await (const { length, columns: arrays } of batches) {
      yield batchOf(
        schema,
        columns.map(({ type }, i) => dataOf(type, arrays[i], length)),
      );
    }
  };
  return toArrow(recordBatches(), schema, format, compress);
}

/** Arrow data over the values, without copying: those of a column are what its type asks for. */
function dataOf(type: ColumnType, data: ColumnArray, length: number): Data {
  const make = makeData as (props: {
    readonly type: DataType;
    readonly length: number;
    readonly nullCount: number;
    readonly data: ColumnArray;
  }) => Data;
  return make({ type: TYPES[type](), length, nullCount: 0, data });
}

/**
 * The bytes of an Arrow IPC file or stream, batch by batch, with bodies compressed as LZ4_FRAME on request. Memory: one batch. All batches have `schema`: the
 * writer would end the stream at one that does not.
 */
async function* toArrow(
  batches: AsyncIterable<RecordBatch>,
  schema: Schema,
  format: keyof typeof WRITERS,
  compress: boolean,
): AsyncGenerator<Uint8Array> {
  const { plain, compressed } = WRITERS[format];
  const writer = compress ? new compressed() : new plain();
  const output = writer[Symbol.asyncIterator]();
  let pending = output.next();
  const written = async function* (): AsyncGenerator<Uint8Array> {
    for (;;) {
      const result = await Promise.race([pending, nextTurn()]);
      if (result === undefined || result.done === true) return;
      pending = output.next();
      yield result.value;
    }
  };
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

/** Resolves to undefined once everything that was ready has been handed out. */
function nextTurn(): Promise<undefined> {
  return new Promise((resolve) => setImmediate(resolve, undefined));
}
