/** Bitset functions against arrays of booleans, at every alignment. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  complement,
  copyBits,
  countOnes,
  createBitset,
  getBit,
  onesOf,
  setBit,
  sliceBits,
} from '../../src/kernel/bitset.js';

const booleans = fc.array(fc.boolean(), { maxLength: 300 });

function pack(values: readonly boolean[]): Uint8Array {
  const bits = createBitset(values.length);
  values.forEach((value, i) => value && setBit(bits, i));
  return bits;
}

function unpack(bits: Uint8Array, length: number): boolean[] {
  return Array.from({ length }, (_, i) => getBit(bits, i) === 1);
}

describe('bitsets', () => {
  it('are least significant bit first', () => {
    expect(pack([true, false, false, false, false, false, false, false, false, true])).toEqual(
      Uint8Array.of(0b1, 0b10),
    );
  });

  it('are inverted with clean unused bits', () => {
    fc.assert(
      fc.property(booleans, (values) => {
        const inverted = complement(pack(values), values.length);
        expect(inverted).toEqual(pack(values.map((value) => !value)));
      }),
    );
  });

  it('are copied between any offsets without touching other bits', () => {
    fc.assert(
      fc.property(booleans, booleans, fc.nat(), fc.nat(), fc.nat(), (source, target, a, b, c) => {
        const from = a % (source.length + 1);
        const to = b % (target.length + 1);
        const length = c % (Math.min(source.length - from, target.length - to) + 1);
        const bits = pack(target);
        copyBits(pack(source), from, bits, to, length);
        const expected = [...target];
        for (let i = 0; i < length; i++) expected[to + i] = source[from + i];
        expect(bits).toEqual(pack(expected));
        expect(sliceBits(pack(source), from, from + length)).toEqual(pack(source.slice(from, from + length)));
      }),
      { numRuns: 500 },
    );
  });

  it('are counted and listed over any range', () => {
    fc.assert(
      fc.property(booleans, fc.nat(), fc.nat(), fc.nat(7), (values, a, b, offset) => {
        const [start, stop] = [a % (values.length + 1), b % (values.length + 1)].sort((x, y) => x - y);
        const packed = pack(values);
        const bits = new Uint8Array(packed.length + offset).subarray(offset);
        bits.set(packed);
        expect(countOnes(bits, start, stop)).toBe(values.slice(start, stop).filter(Boolean).length);
        const ones = values.flatMap((value, i) => (value ? [i + 7] : []));
        expect(Array.from(onesOf(bits, values.length, 7))).toEqual(ones);
        // A slice of a Buffer is a view of it.
        const buffer = Buffer.concat([Buffer.alloc(offset), packed]).subarray(offset);
        expect(Array.from(onesOf(buffer, values.length, 7))).toEqual(ones);
        expect(unpack(bits, values.length)).toEqual(values);
      }),
    );
  });
});
