/** Encodings of values in a block file: raw, or compressed as Arrow does. Point queries unpack them without an Arrow decoder. */
import { platform } from '../platform/platform.js';
import { concatenated } from '../platform/bytes.js';
import { lz4Frame, lz4Pieces, type TakePiece } from './lz4-frame.js';

export interface ValueEncoding {
  /** The value of `takeaway.format` in the metadata. */
  readonly format: string;
  /** Offset of the packed values in every block file: the message before them has a fixed size. */
  readonly offset: number;
  /**
   * Unpacks `length` bytes from the beginning of `packed` and returns the end of the packed ones. Raises for anything that
   * `packBest` does not write. Takes at most 255 times the memory of `packed`.
   */
  unpack(packed: Uint8Array, length: number): Unpacked;
  /** Passes on the same bytes in pieces, without memory for all, and returns the end. Raises as `unpack` does. */
  pieces(packed: Uint8Array, length: number, take: TakePiece): number;
}

export interface Unpacked {
  readonly bytes: Uint8Array;
  readonly end: number;
}

/** Arrow's prefix of a compressed buffer: its uncompressed length as a 64-bit integer (Message.fbs, BodyCompression). */
const PREFIX_BYTES = 8;

export const ENCODINGS = {
  none: {
    format: '1',
    offset: 152,
    unpack: unpackRaw,
    pieces: (packed, length, take) => {
      const { bytes, end } = unpackRaw(packed, length);
      take(bytes, 0);
      return end;
    },
  },
  lz4: { format: '2', offset: 168, unpack: unpackLz4, pieces: piecesOfLz4 },
} as const satisfies Record<string, ValueEncoding>;

export type EncodingName = keyof typeof ENCODINGS;

export const ENCODING_NAMES = Object.keys(ENCODINGS) as EncodingName[];

/** Compression must save a third, else reading the values costs more than it saves. */
const WORTHWHILE = 2 / 3;
/** If the first bytes save less than a quarter, the others are not tried: 20 ms a megabyte for many nim-values. */
const FIRST_BYTES = 2 ** 16;
const HOPELESS = 3 / 4;

/** Values as they lie in a block file. */
export interface Packed {
  readonly encoding: EncodingName;
  readonly packed: Uint8Array;
}

export function packBest(bytes: Uint8Array): Packed {
  const first = bytes.subarray(0, FIRST_BYTES);
  if (first.length < bytes.length && packLz4(first).length > HOPELESS * first.length) {
    return { encoding: 'none', packed: bytes };
  }
  const packed = packLz4(bytes);
  return packed.length <= WORTHWHILE * bytes.length
    ? { encoding: 'lz4', packed }
    : { encoding: 'none', packed: bytes };
}

/** Packs an Arrow buffer as LZ4_FRAME, even if that saves nothing. */
export function packLz4(bytes: Uint8Array): Uint8Array {
  return concatenated(Uint8Array, [prefixOf(bytes.length), lz4Frame(bytes)]);
}

function unpackRaw(packed: Uint8Array, length: number): Unpacked {
  if (packed.length < length) throw new Error(`${packed.length} bytes instead of ${length}`);
  return { bytes: packed.subarray(0, length), end: length };
}

function unpackLz4(
  packed: Uint8Array,
  length: number,
): Unpacked & { readonly bytes: Uint8Array<ArrayBuffer> } {
  let bytes: Uint8Array<ArrayBuffer> | undefined;
  const end = piecesOfLz4(packed, length, (piece, start) => {
    // Not before the frame is known to be valid.
    bytes ??= new Uint8Array(length);
    bytes.set(piece, start);
  });
  return { bytes: bytes ?? new Uint8Array(), end };
}

function piecesOfLz4(packed: Uint8Array, length: number, take: TakePiece): number {
  if (!platform.sameBytes(packed.subarray(0, PREFIX_BYTES), prefixOf(length)))
    throw new Error(`not ${length} compressed bytes`);
  return PREFIX_BYTES + lz4Pieces(packed.subarray(PREFIX_BYTES), length, take);
}

function prefixOf(length: number): Uint8Array {
  const prefix = new Uint8Array(PREFIX_BYTES);
  new DataView(prefix.buffer).setBigInt64(0, BigInt(length), true);
  return prefix;
}
