/** The file of a block by Arrow's own writer: the first of each shape, and what those that are made from its frame are tested against. */
import {
  Bool,
  CompressionType,
  Field,
  makeData,
  RecordBatch,
  RecordBatchFileWriter,
  Schema,
  Struct,
  Uint16,
  Uint32,
  Uint8,
  type Data,
  type DataType,
} from 'apache-arrow';
import { platform } from '../platform/platform.js';
import type { BlockLabel } from './block-label.js';
import { compressedBody } from './compressed-body.js';
import { ENCODINGS, type EncodingName } from './encodings.js';
import { integersOf, SERIES, type ColumnValues, type Width } from './layout.js';

/** The metadata of the schema of a block file. */
export function metadataOf(
  { game, series, start, stop }: BlockLabel,
  encoding: EncodingName,
): Readonly<Record<string, string>> {
  return {
    'takeaway.format': ENCODINGS[encoding].format,
    'takeaway.game': game,
    'takeaway.series': series,
    'takeaway.start': String(start),
    'takeaway.stop': String(stop),
  };
}

/** The file of a block whose values are packed already. */
export function fileByArrow(
  label: BlockLabel,
  values: ColumnValues,
  encoding: EncodingName,
  packed: Uint8Array,
): Uint8Array {
  const { column } = SERIES[label.series];
  const { offset } = ENCODINGS[encoding];
  const fields = [new Field(column, TYPES[values.width](), false)];
  const rows = { length: values.length, nullCount: 0 };
  const schema = new Schema(fields, new Map(Object.entries(metadataOf(label, encoding))));
  const data = makeData({ ...rows, type: new Struct(fields), children: [dataOf(values)] });
  const batch = new RecordBatch(schema, data);
  const writer = encoding === 'none' ? new RecordBatchFileWriter() : new PackedFileWriter(packed);
  const file = writer.writeAll([batch]).toUint8Array(true);
  // The message in front has no part that varies in size, so a library that moves the values is noticed here.
  if (!platform.sameBytes(file.subarray(offset, offset + packed.length), packed)) {
    throw new Error(`fileByArrow: the values do not begin at ${offset}`);
  }
  return file;
}

/** Writes a batch whose one buffer is packed already. */
class PackedFileWriter extends RecordBatchFileWriter {
  readonly #packed: Uint8Array;

  constructor(packed: Uint8Array) {
    super({ compressionType: CompressionType.LZ4_FRAME });
    this.#packed = packed;
  }

  protected override _compressBodyBuffers(buffers: ArrayBufferView[]): ReturnType<typeof compressedBody> {
    return compressedBody(buffers, () => this.#packed);
  }
}

const TYPES: Readonly<Record<Width, () => DataType>> = {
  1: () => new Bool(),
  8: () => new Uint8(),
  16: () => new Uint16(),
  32: () => new Uint32(),
};

/** Arrow data over the bytes of a run, without copying. */
function dataOf(values: ColumnValues): Data {
  const make = makeData as (props: object) => Data;
  const { width, length, bytes } = values;
  return make({ type: TYPES[width](), length, nullCount: 0, data: width === 1 ? bytes : integersOf(values) });
}
