/**
 * LZ4 frames (lz4_Frame_format.md of the LZ4 project) of bytes in memory, as in Arrow's LZ4_FRAME. The kernels compress single
 * blocks. A frame is a header, which depends only on the content size, independent blocks of 4 MiB of content, and an end mark.
 * Nothing is left to interpret: hostile bytes are compared with what would be written.
 */
import { platform } from '../platform/platform.js';
import { concatenated } from '../platform/bytes.js';
import { Arena } from '../kernel/arena.js';
import { OWN_BASE, ownContext } from '../kernel/context.js';
import { LZ4_TABLE_BYTES } from '../kernel/layout.js';

/** Content of a block except the last: the largest that frames allow. */
const BLOCK_BYTES = 2 ** 22;
/** Flag in a block's size: its content is not compressed. */
const IS_RAW = 0x80000000;
const MAGIC = 0x184d2204;
/** Version 1, independent blocks, no checksums (Arrow has none either; SHA-256 covers the file), with the content size. */
const FLAGS = 0b0110_1000;
const BLOCK_DESCRIPTOR = 0x70;
const HEADER_BYTES = 15;
const SIZE_BYTES = 4;
/** Content bytes per byte of a frame: a byte of a match's length stands for 255. */
export const MAX_LZ4_RATIO = 255;

function lz4Bound(length: number): number {
  return length + Math.ceil(length / 255) + 16;
}

/** Compresses bytes to a frame; equal bytes give equal frames. Cost: some 2 ms a megabyte, less for a sparse bitset. */
export function lz4Frame(bytes: Uint8Array): Uint8Array {
  const { memory, kernels } = ownContext();
  const arena = new Arena(memory, OWN_BASE);
  const room = Math.min(bytes.length, BLOCK_BYTES);
  const source = arena.take(room);
  const target = arena.take(lz4Bound(room));
  const tables = arena.take(LZ4_TABLE_BYTES);
  const parts = [headerOf(bytes.length)];
  for (let start = 0; start < bytes.length; start += BLOCK_BYTES) {
    const piece = bytes.subarray(start, start + BLOCK_BYTES);
    source.u8.set(piece);
    const length = kernels.compressBlock(source.address, piece.length, target.address, tables.address);
    const isRaw = length >= piece.length;
    parts.push(word(isRaw ? piece.length + IS_RAW : length), isRaw ? piece : target.u8.slice(0, length));
  }
  return concatenated(Uint8Array, [...parts, word(0)]);
}

/** Receives some bytes and their offset. The bytes are overwritten afterwards. */
export type TakePiece = (piece: Uint8Array, start: number) => void;

/**
 * Passes on the `length` bytes of the frame at the beginning of `frame` in pieces, and returns its end. Raises for any frame
 * that `lz4Frame` does not write. Takes at most 255 times the memory of `frame`. Cost: some 0.2 ms a megabyte.
 */
export function lz4Pieces(frame: Uint8Array, length: number, take: TakePiece): number {
  const { memory, kernels } = ownContext();
  const header = headerOf(length);
  if (length > MAX_LZ4_RATIO * frame.length || !platform.sameBytes(header, frame.subarray(0, HEADER_BYTES))) {
    throw notAFrame(length);
  }
  const view = new DataView(frame.buffer, frame.byteOffset, frame.byteLength);
  const arena = new Arena(memory, OWN_BASE);
  const target = arena.take(Math.min(length, BLOCK_BYTES));
  const source = arena.take(Math.min(frame.length, BLOCK_BYTES));
  let at = HEADER_BYTES;
  const nextSize = (): number => {
    if (at + SIZE_BYTES > frame.length) throw notAFrame(length);
    at += SIZE_BYTES;
    return view.getUint32(at - SIZE_BYTES, true);
  };
  for (let start = 0; start < length; start += BLOCK_BYTES) {
    const expected = Math.min(BLOCK_BYTES, length - start);
    const field = nextSize();
    const isRaw = field >= IS_RAW;
    const size = isRaw ? field - IS_RAW : field;
    if (size > expected || at + size > frame.length || (isRaw && size !== expected)) throw notAFrame(length);
    const block = frame.subarray(at, at + size);
    at += size;
    if (isRaw) {
      take(block, start);
      continue;
    }
    source.u8.set(block);
    const found = kernels.expandBlock(source.address, size, target.address, expected);
    if (found !== expected) throw notAFrame(length);
    take(target.u8.subarray(0, expected), start);
  }
  if (nextSize() !== 0) throw notAFrame(length);
  return at;
}

function notAFrame(length: number): Error {
  return new Error(`no LZ4 frame of ${length} bytes`);
}

/** The header of a frame: magic, descriptor, and a byte of the descriptor's hash. */
function headerOf(length: number): Uint8Array {
  const header = new Uint8Array(HEADER_BYTES);
  const view = new DataView(header.buffer);
  view.setUint32(0, MAGIC, true);
  header[4] = FLAGS;
  header[5] = BLOCK_DESCRIPTOR;
  view.setBigUint64(6, BigInt(length), true);
  header[14] = (shortHash(header.subarray(4, 14)) >>> 8) & 255;
  return header;
}

function word(value: number): Uint8Array {
  const bytes = new Uint8Array(SIZE_BYTES);
  new DataView(bytes.buffer).setUint32(0, value, true);
  return bytes;
}

const PRIMES = [0x9e3779b1, 0x85ebca77, 0xc2b2ae3d, 0x27d4eb2f, 0x165667b1] as const;

/** XXH32 (xxhash_spec.md of the xxHash project) with seed 0, for fewer than 16 bytes. */
function shortHash(bytes: Uint8Array): number {
  const [first, second, third, fourth, fifth] = PRIMES;
  const rotated = (x: number, by: number): number => (x << by) | (x >>> (32 - by));
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let hash = (fifth + bytes.length) | 0;
  let at = 0;
  for (; at + 4 <= bytes.length; at += 4) {
    hash = Math.imul(rotated((hash + Math.imul(view.getUint32(at, true), third)) | 0, 17), fourth);
  }
  for (; at < bytes.length; at++)
    hash = Math.imul(rotated((hash + Math.imul(bytes[at], fifth)) | 0, 11), first);
  hash = Math.imul(hash ^ (hash >>> 15), second);
  hash = Math.imul(hash ^ (hash >>> 13), third);
  return (hash ^ (hash >>> 16)) >>> 0;
}
