/** Bits that travel as gaps come back as they were, and nothing else comes back as bits. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { membership, mostPackedBytes, packBits, unpackBits } from '../../src/jobs/kinds/sparse-bits.js';
import { createBitset, getBit, setBit, sliceBits } from '../../src/kernel/bitset.js';

it('come back, whether they are few or many', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 60_000 }),
      fc.array(fc.nat(1_000_000), { maxLength: 4000 }),
      fc.nat(100),
      (length, ones, start) => {
        const bits = createBitset(start + length + 7);
        for (const one of ones) setBit(bits, one % (start + length + 7));
        const range = { start, stop: start + length };
        const packed = packBits(bits, range);
        const found = unpackBits(packed, length);
        expect(Buffer.compare(found, sliceBits(bits, start, start + length))).toBe(0);
        expect(packed.length).toBeLessThanOrEqual(mostPackedBytes(length));
        const isOne = membership(packed, length);
        for (const i of [0, length - 1, ...ones.slice(0, 100).map((one) => one % length)])
          expect(isOne(i)).toBe(getBit(found, i) === 1);
      },
    ),
    { numRuns: 200 },
  );
});

it('few ones take few bytes, wherever they are', () => {
  const length = 2 ** 26;
  const bits = createBitset(length);
  for (const one of [0, 1, 5000, length - 1]) setBit(bits, one);
  const packed = packBits(bits, { start: 0, stop: length });
  // 0, then gaps of 0, 4998 and 67,103,862: one, one, two and four bytes after the first.
  expect(packed).toHaveLength(9);
  expect(Buffer.compare(unpackBits(packed, length), bits)).toBe(0);
});

it.each([
  ['nothing', []],
  ['another kind', [2, 0]],
  ['a one past the end', [1, 99, 0]],
  ['an end within a gap', [1, 128]],
  ['a gap without an end', [1, 128, 128, 128, 128, 128, 128, 0]],
  ['too few bits', [0, 1, 2, 3]],
  ['too many bits', [0, ...new Array<number>(14).fill(0)]],
  ['a bit after the last', [0, ...new Array<number>(12).fill(0), 0xf0]],
])('%s is refused', (_, bytes) => {
  expect(() => unpackBits(Uint8Array.from(bytes), 100)).toThrow(TypeError);
  expect(() => membership(Uint8Array.from(bytes), 100)).toThrow(TypeError);
});
