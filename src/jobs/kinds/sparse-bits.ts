/**
 * Bits as they travel, where ones are mostly few: the gaps between ones, seven bits a byte, or the bits as they are where
 * that is shorter. One pass in place of a compressor and of hashing all the zeros.
 */
import type { Range } from '../../common/range.js';
import { lowerBound } from '../../game/sets/subtraction-set.js';
import { countOnes, createBitset, forEachOne, getBit, setBit, sliceBits } from '../../kernel/bitset.js';

/** What the first byte says of the others. */
const AS_BITS = 0;
const AS_GAPS = 1;
/** Beyond this share of ones the bits themselves are shorter. */
const SPARSE = 1 / 16;
/** Bytes of a gap at most: lengths are below 2^32. */
const MOST_GAP_BYTES = 5;

/** The bytes of the bits of a range. */
export function packBits(bits: Uint8Array, { start, stop }: Range): Uint8Array {
  const ones = countOnes(bits, start, stop);
  if (ones > SPARSE * (stop - start)) {
    const own = sliceBits(bits, start, stop);
    const packed = new Uint8Array(1 + own.length);
    packed[0] = AS_BITS;
    packed.set(own, 1);
    return packed;
  }
  const packed = new Uint8Array(1 + MOST_GAP_BYTES * ones);
  packed[0] = AS_GAPS;
  let at = 1;
  let next = start;
  const from = 32 * Math.floor(start / 32);
  forEachOne(bits.subarray(from / 8, Math.ceil(stop / 8)), (bit) => {
    const i = from + bit;
    if (i < start || i >= stop) return;
    let gap = i - next;
    for (; gap > 127; gap >>>= 7) packed[at++] = 128 | (gap & 127);
    packed[at++] = gap;
    next = i + 1;
  });
  return packed.slice(0, at);
}

/** The `length` bits of some bytes. Raises where they are not those of so many bits. */
export function unpackBits(packed: Uint8Array, length: number): Uint8Array {
  const bits = createBitset(length);
  if (packed[0] === AS_BITS) bits.set(plainBits(packed, length));
  else for (const one of onesOfGaps(packed, length)) setBit(bits, one);
  return bits;
}

/** Whether a bit is a one, of the `length` bits of some bytes, which stay packed. Raises as `unpackBits` does. */
export function membership(packed: Uint8Array, length: number): (i: number) => boolean {
  if (packed[0] === AS_BITS) {
    const bits = plainBits(packed, length);
    return (i) => getBit(bits, i) === 1;
  }
  const ones = onesOfGaps(packed, length);
  return (i) => ones[lowerBound(ones, i)] === i;
}

/** Bytes that `length` bits pack to, at most. */
export function mostPackedBytes(length: number): number {
  return 1 + Math.ceil(length / 8);
}

/** The bits after the first byte. */
function plainBits(packed: Uint8Array, length: number): Uint8Array {
  const bits = packed.subarray(1);
  const spare = 8 * bits.length - length;
  const isLong = packed.length !== mostPackedBytes(length);
  if (isLong || (spare > 0 && bits[bits.length - 1] >>> (8 - spare) !== 0)) throw otherBytes(length);
  return bits;
}

/** The ones of bits that travel as gaps, increasing. Some 2 ns each. */
function onesOfGaps(packed: Uint8Array, length: number): Uint32Array {
  if (packed[0] !== AS_GAPS) throw otherBytes(length);
  const ones = new Uint32Array(packed.length);
  let count = 0;
  let i = 0;
  let gap = 0;
  let scale = 1;
  for (let at = 1; at < packed.length; at++) {
    const byte = packed[at];
    if (byte > 127) {
      gap += (byte & 127) * scale;
      scale *= 128;
      if (scale >= 2 ** (7 * MOST_GAP_BYTES)) throw otherBytes(length);
      continue;
    }
    i += gap + byte * scale;
    if (i >= length) throw otherBytes(length);
    ones[count++] = i++;
    gap = 0;
    scale = 1;
  }
  if (scale !== 1) throw otherBytes(length);
  return ones.subarray(0, count);
}

function otherBytes(length: number): TypeError {
  return new TypeError(`other bytes than those of ${length} bits`);
}
