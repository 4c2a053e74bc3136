/**
 * How the values of a block lie in its file: as they are, or compressed in Arrow's own way. Point queries
 * unpack them without an Arrow decoder.
 */
import { platform } from '../platform/platform.js';
import { concatenated } from '../platform/bytes.js';
import { lz4Frame, lz4Pieces, type TakePiece } from './lz4-frame.js';

export interface ValueEncoding {
  /** What the metadata of a block file calls it: `takeaway.format`. */
  readonly format: string;
  /** Where the packed values begin in every block file: the message in front of them has the same size in all. */
  readonly offset: number;
  /**
   * The `length` bytes that are packed at the beginning of `packed`, and where they end there. Raises for anything that
   * is not packed as `packBest` does, and takes no more memory than 255 times what it is given.
   */
  unpack(packed: Uint8Array, length: number): Unpacked;
  /** Hands over the same bytes in pieces, for which no memory is taken; returns where they end. Raises as `unpack` does. */
  pieces(packed: Uint8Array, length: number, take: TakePiece): number;
}

export interface Unpacked {
  readonly bytes: Uint8Array;
  readonly end: number;
}

/** Arrow's prefix of a compressed buffer: the bytes that it holds, as a 64-bit integer (Message.fbs, BodyCompression). */
const PREFIX_BYTES = 8;

/** Every encoding, by the name that the catalog has. */
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

/** Values are compressed where that saves a third: else reading them would cost more than it saves. */
const WORTHWHILE = 2 / 3;
/** Where the first bytes save less than a quarter, the others are not looked at: 20 ms a megabyte for many nim-values. */
const FIRST_BYTES = 2 ** 16;
const HOPELESS = 3 / 4;

/** Values as they lie in a block file. */
export interface Packed {
  readonly encoding: EncodingName;
  readonly packed: Uint8Array;
}

/** Values packed the better way, and which that is. */
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

/** A compressed buffer as Arrow has it: LZ4_FRAME, whatever it saves. */
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
    // Not before the frame is known to be one.
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
