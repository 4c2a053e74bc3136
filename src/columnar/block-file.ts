/** The content of a block file: an Arrow IPC file with one record batch of one column (docs/FORMAT.md). No file system here. */
import { platform } from '../platform/platform.js';
import { fileOf } from './block-frame.js';
import { bodyEndOf, readLabel, type BlockLabel } from './block-label.js';
import { ENCODINGS, packBest, type EncodingName, type Unpacked } from './encodings.js';
import { byteLength, hasSpareBits, SERIES, type ColumnValues } from './layout.js';

export type { BlockLabel };

export interface EncodedBlock {
  readonly file: Uint8Array;
  readonly encoding: EncodingName;
  /** A multiple of 8. */
  readonly valuesOffset: number;
}

export interface DecodedBlock {
  readonly label: BlockLabel;
  /** If not compressed, a view of the file's own bytes from `valuesOffset` on. */
  readonly values: ColumnValues;
  readonly encoding: EncodingName;
  readonly valuesOffset: number;
}

/** Encodes a block, compressed if that pays, unless its values come packed. Equal input gives equal bytes. */
export function encodeBlock(label: BlockLabel, values: ColumnValues): EncodedBlock {
  const { encoding, packed } = values.packed ?? packBest(values.bytes);
  return {
    file: fileOf(label, values, encoding, packed),
    encoding,
    valuesOffset: ENCODINGS[encoding].offset,
  };
}

/**
 * Decodes untrusted bytes. Raises unless they are exactly what `encodeBlock` writes around the packed values. As equal input
 * gives equal bytes, this checks all, and no Arrow decoder sees untrusted bytes. Cost: encoding without compression.
 */
export function decodeBlock(file: Uint8Array): DecodedBlock {
  const { label, encoding } = readLabel(file);
  const length = label.stop - label.start;
  const { column, isBits } = SERIES[label.series];
  const { offset, unpack } = ENCODINGS[encoding];
  const packed = file.subarray(offset, bodyEndOf(file));
  for (const width of isBits ? ([1] as const) : ([8, 16, 32] as const)) {
    let unpacked: Unpacked;
    try {
      unpacked = unpack(packed, byteLength(width, length));
    } catch {
      continue;
    }
    const values = { width, length, bytes: unpacked.bytes };
    const expected = fileOf(label, values, encoding, packed.subarray(0, unpacked.end));
    if (!platform.sameBytes(expected, file)) continue;
    if (hasSpareBits(values)) throw new Error('block file: bits after the last value');
    return { label, values, encoding, valuesOffset: offset };
  }
  throw new Error(`block file: not ${length} values in the column ${column}, or something else as well`);
}
