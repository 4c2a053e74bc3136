/**
 * The content of a block file: an Arrow IPC file with one record batch of one column (docs/FORMAT.md). Encode
 * and decode stand side by side so that each mirrors the other. No file system here.
 */
import { RecordBatchFileWriter, tableFromIPC } from 'apache-arrow';
import { arrowData, arrowType, batchOf, schemaOf } from './arrow-types.js';
import { BLOCK_FORMAT, readLabel, type BlockLabel } from './block-label.js';
import { byteLength, SERIES, type ColumnValues } from './layout.js';

export type { BlockLabel };

/** Where the values begin in every block file: the message in front of them has the same size in all. */
const VALUES_OFFSET = 152;

/** An encoded block: the whole file, and where in it the raw values lie. */
export interface EncodedBlock {
  readonly file: Uint8Array;
  /** Offset of the value buffer in the file, a multiple of 8. */
  readonly valuesOffset: number;
}

/** What a block file holds. */
export interface DecodedBlock {
  readonly label: BlockLabel;
  /** A view of the file's own bytes, from `valuesOffset` on. */
  readonly values: ColumnValues;
  readonly valuesOffset: number;
}

/** Encodes a block. The same input gives the same bytes. */
export function encodeBlock(label: BlockLabel, values: ColumnValues): EncodedBlock {
  const { column } = SERIES[label.series];
  const schema = schemaOf([{ name: column, type: arrowType(values.width) }], {
    'takeaway.format': BLOCK_FORMAT,
    'takeaway.game': label.game,
    'takeaway.series': label.series,
    'takeaway.start': String(label.start),
    'takeaway.stop': String(label.stop),
  });
  const batch = batchOf(schema, [{ name: column, data: arrowData(values) }]);
  const file = RecordBatchFileWriter.writeAll([batch]).toUint8Array(true);
  const valuesOffset = encodedOffset(file, column);
  if (valuesOffset !== VALUES_OFFSET) throw new Error(`encodeBlock: the values begin at ${valuesOffset}`);
  return { file, valuesOffset };
}

/** Where the encoder has put the values. Of its own output alone: damaged metadata can hang Arrow's decoder. */
function encodedOffset(file: Uint8Array, column: string): number {
  const values: unknown = tableFromIPC(file).getChild(column)?.data[0]?.values;
  if (!ArrayBuffer.isView(values)) throw new Error(`encodeBlock: no values in the column ${column}`);
  return values.byteOffset - file.byteOffset;
}

/**
 * Decodes a block file, whatever its bytes are, and returns its label and values. Raises when it is not exactly what
 * `encodeBlock` gives for them: as equal input gives equal bytes, that is a whole check of the file, and no decoder
 * ever sees bytes that nobody has vouched for. Cost: encoding it again.
 */
export function decodeBlock(file: Uint8Array): DecodedBlock {
  const label = readLabel(file);
  const length = label.stop - label.start;
  const { column, isBits } = SERIES[label.series];
  for (const width of isBits ? ([1] as const) : ([8, 16, 32] as const)) {
    const bytes = file.subarray(VALUES_OFFSET, VALUES_OFFSET + byteLength(width, length));
    if (bytes.length < byteLength(width, length)) break;
    const values = { width, length, bytes };
    const { file: expected, valuesOffset } = encodeBlock(label, values);
    if (Buffer.compare(expected, file) !== 0) continue;
    if (hasSpareBits(values)) throw new Error('block file: expected zeros after the last value');
    return { label, values, valuesOffset };
  }
  throw new Error(`block file: expected ${length} values in the column ${column}, and nothing else`);
}

/** Whether a bit after the last value is set: equal values would not have equal bytes. */
function hasSpareBits({ width, length, bytes }: ColumnValues): boolean {
  const used = (length * width) % 8;
  return used !== 0 && bytes[bytes.length - 1] >>> used !== 0;
}
