/**
 * Packed bitsets in Arrow's layout, least significant bit first: bit i is bit (i & 7) of byte (i >> 3). Lengths are in bits and
 * below 2^32. Every function keeps the unused bits of the last byte zero.
 */

export function createBitset(length: number): Uint8Array {
  return new Uint8Array(bytesFor(length));
}

function bytesFor(length: number): number {
  return Math.ceil(length / 8);
}

/** Bit i, 0 or 1. */
export function getBit(bits: Uint8Array, i: number): number {
  return (bits[i >>> 3] >>> (i & 7)) & 1;
}

/** Sets bit i to 1. */
export function setBit(bits: Uint8Array, i: number): void {
  bits[i >>> 3] |= 1 << (i & 7);
}

/** A bitset of the indices whose value is `value`. */
export function indicesOf(values: ArrayLike<number>, value: number): Uint8Array {
  const bits = createBitset(values.length);
  for (let i = 0; i < values.length; i++) if (values[i] === value) setBit(bits, i);
  return bits;
}

/** Copies `length` bits, from bit `from` of `source` to bit `to` of `target`; no other bit changes. */
export function copyBits(
  source: Uint8Array,
  from: number,
  target: Uint8Array,
  to: number,
  length: number,
): void {
  let done = 0;
  // Bit by bit up to a byte boundary of the target, then byte by byte, then the rest bit by bit.
  while (done < length && ((to + done) & 7) !== 0) copyBit(source, from + done, target, to + done++);
  const wholeBytes = Math.floor((length - done) / 8);
  const sourceByte = (from + done) >>> 3;
  const targetByte = (to + done) >>> 3;
  const shift = (from + done) & 7;
  if (shift === 0) {
    target.set(source.subarray(sourceByte, sourceByte + wholeBytes), targetByte);
  } else {
    const rest = 8 - shift;
    for (let i = 0; i < wholeBytes; i++) {
      target[targetByte + i] = (source[sourceByte + i] >>> shift) | (source[sourceByte + i + 1] << rest);
    }
  }
  done += wholeBytes * 8;
  while (done < length) copyBit(source, from + done, target, to + done++);
}

function copyBit(source: Uint8Array, from: number, target: Uint8Array, to: number): void {
  const mask = 1 << (to & 7);
  if (getBit(source, from) === 1) target[to >>> 3] |= mask;
  else target[to >>> 3] &= ~mask;
}

/** Bits [start, stop) as a new bitset. */
export function sliceBits(bits: Uint8Array, start: number, stop: number): Uint8Array {
  const slice = createBitset(stop - start);
  copyBits(bits, start, slice, 0, stop - start);
  return slice;
}

/** The first `length` bits inverted, as a new bitset. */
export function complement(bits: Uint8Array, length: number): Uint8Array {
  const result = new Uint8Array(bytesFor(length));
  for (let i = 0; i < result.length; i++) result[i] = ~bits[i];
  if ((length & 7) !== 0) result[result.length - 1] &= (1 << (length & 7)) - 1;
  return result;
}

/** Number of ones in [start, stop). Reads four bytes at a time, as ones are often few. */
export function countOnes(bits: Uint8Array, start: number, stop: number): number {
  let count = 0;
  let i = start;
  for (; i < stop && (8 * bits.byteOffset + i) % 32 !== 0; i++) count += getBit(bits, i);
  const whole = Math.max(0, Math.floor((stop - i) / 32));
  const words =
    whole === 0 ? new Uint32Array() : new Uint32Array(bits.buffer, bits.byteOffset + i / 8, whole);
  // By index, as for-of takes seven times as long.
  for (let w = 0; w < whole; w++) if (words[w] !== 0) count += onesIn(words[w]);
  for (i += 32 * whole; i < stop; i++) count += getBit(bits, i);
  return count;
}

/** Number of ones of a word, summed in pairs, nibbles and bytes. */
function onesIn(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const nibbles = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((nibbles + (nibbles >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** Calls `visit` with the index of each one, increasing. Reads four bytes at a time, as ones are often few. */
export function forEachOne(bits: Uint8Array, visit: (i: number) => void): void {
  const whole = bits.length >>> 2;
  const aligned = bits.byteOffset % 4 === 0 ? bits : new Uint8Array(bits);
  const words = new Uint32Array(aligned.buffer, aligned.byteOffset, whole);
  for (let w = 0; w < whole; w++) {
    for (let rest = words[w]; rest !== 0; rest &= rest - 1) visit(32 * w + 31 - Math.clz32(rest & -rest));
  }
  for (let byte = 4 * whole; byte < bits.length; byte++) {
    for (let rest = bits[byte]; rest !== 0; rest &= rest - 1) visit(8 * byte + 31 - Math.clz32(rest & -rest));
  }
}

/** Increasing indices of the ones among the first `length` bits, each plus `base`. */
export function onesOf(bits: Uint8Array, length: number, base = 0): Float64Array {
  const indices = new Float64Array(countOnes(bits, 0, length));
  let count = 0;
  forEachOne(bits.subarray(0, bytesFor(length)), (i) => {
    if (i < length) indices[count++] = base + i;
  });
  return indices;
}
