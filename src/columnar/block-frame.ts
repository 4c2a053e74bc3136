/**
 * The file of a block around its packed values. Arrow's own writer makes the first file of each shape, and later files fill its
 * frame anew, as that writer takes longer than computing the values of a short series. Files of one shape differ only in these
 * places (numbers are 64-bit and little-endian; `body` is `ENCODINGS[...].offset`):
 *
 * | from byte | |
 * | --- | --- |
 * | 0 | `ARROW1` and two zeros; the message of the batch |
 * | 40 | in it the length of the body, with its padding |
 * | `ROWS_AT` | the number of rows |
 * | `body` - 32 | the length of the last buffer: without padding if it is compressed |
 * | `body` - 16 | the number of rows of the column |
 * | `body` | the packed values, and zeros up to a multiple of 8 |
 * | end of the body | end of the stream, 8 bytes; footer, with body length and label texts; its length, 4 bytes; `ARROW1` |
 */
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
import { FlatTables, FOOTER_SCHEMA, PAIR, SCHEMA_METADATA } from './arrow-metadata.js';
import { bodyEndOf, footerIn, type BlockLabel } from './block-label.js';
import { compressedBody } from './compressed-body.js';
import { ENCODINGS, type EncodingName } from './encodings.js';
import { integersOf, SERIES, type ColumnValues, type Width } from './layout.js';

const BODY_LENGTH_AT = 40;
const ROWS_AT = { none: 80, lz4: 88 } as const satisfies Record<EncodingName, number>;

/** The field of batches in a footer (Arrow's File.fbs), the bytes of a batch, and the offset of its body length. */
const FOOTER_BATCHES = 3;
const BATCH = { bytes: 24, bodyLength: 16 } as const;

/** The bytes before and after the body in files of one shape, and the places after it that differ. */
interface Frame {
  readonly head: Uint8Array;
  readonly end: Uint8Array;
  readonly bodyLength: number;
  readonly texts: readonly number[];
}

/** Frames by shape, oldest first. Games with texts of the same lengths share them. */
const FRAMES = new Map<string, Frame>();
const MAX_FRAMES = 256;

export function fileOf(
  label: BlockLabel,
  values: ColumnValues,
  encoding: EncodingName,
  packed: Uint8Array,
): Uint8Array {
  const texts = Object.values(metadataOf(label, encoding)).map((text) => new TextEncoder().encode(text));
  const shape = [label.series, values.width, encoding, ...texts.map(({ length }) => length)].join();
  const frame = FRAMES.get(shape);
  if (frame !== undefined) return filled(frame, values.length, encoding, packed, texts);
  const file = fileByArrow(label, values, encoding, packed);
  if (FRAMES.size === MAX_FRAMES) FRAMES.delete(FRAMES.keys().next().value!);
  FRAMES.set(shape, frameOf(file, ENCODINGS[encoding].offset));
  return file;
}

function frameOf(file: Uint8Array, bodyStart: number): Frame {
  const bodyEnd = bodyEndOf(file);
  const footer = footerIn(file);
  const footerStart = footer.byteOffset - file.byteOffset - bodyEnd;
  const tables = new FlatTables(footer);
  const batches = tables.vector(tables.root(), FOOTER_BATCHES, BATCH.bytes);
  const pairs = tables.tables(tables.field(tables.root(), FOOTER_SCHEMA), SCHEMA_METADATA);
  return {
    head: file.slice(0, bodyStart),
    end: file.slice(bodyEnd),
    bodyLength: footerStart + batches.start + BATCH.bodyLength,
    texts: pairs.map((pair) => footerStart + tables.vector(pair, PAIR.value, 1).start),
  };
}

function filled(
  { head, end, bodyLength, texts: places }: Frame,
  rows: number,
  encoding: EncodingName,
  body: Uint8Array,
  texts: readonly Uint8Array[],
): Uint8Array {
  const padded = 8 * Math.ceil(body.length / 8);
  const endStart = head.length + padded;
  const file = new Uint8Array(endStart + end.length);
  file.set(head);
  file.set(body, head.length);
  file.set(end, endStart);
  for (const [i, text] of texts.entries()) file.set(text, endStart + places[i]);
  const view = new DataView(file.buffer);
  for (const [place, number] of [
    [BODY_LENGTH_AT, padded],
    [ROWS_AT[encoding], rows],
    [head.length - 32, encoding === 'none' ? padded : body.length],
    [head.length - 16, rows],
    [endStart + bodyLength, padded],
  ])
    view.setBigInt64(place, BigInt(number), true);
  return file;
}

function metadataOf(
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

/** Makes the same file as `fileOf`, by Arrow's own writer. */
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
  // The message before the values has a fixed size, so this detects a library that moves the values.
  if (!platform.sameBytes(file.subarray(offset, offset + packed.length), packed)) {
    throw new Error(`fileByArrow: the values do not begin at ${offset}`);
  }
  return file;
}

/** Writes a batch whose only buffer is packed. */
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

/** Arrow data that share the bytes. */
function dataOf(values: ColumnValues): Data {
  const make = makeData as (props: object) => Data;
  const { width, length, bytes } = values;
  return make({ type: TYPES[width](), length, nullCount: 0, data: width === 1 ? bytes : integersOf(values) });
}
