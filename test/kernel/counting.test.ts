/** The WebAssembly kernels that look through integers, against their plain siblings and against numbers that are known. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countWithout, largestOf } from '../../src/kernel/counting.js';
import { contents, expectAlike, streamOf } from '../support/kernels/pair.js';
import { effort } from '../support/seed.js';

const VALUES = 1024;

describe.each([1, 2, 4])('integers of %i bytes', (bytes) => {
  const shapes = fc.record({
    // Kernels are given values that begin anywhere, and not only whole vectors of them.
    first: fc.nat({ max: 20 }),
    count: fc.nat({ max: 100 }),
    most: fc.constantFrom(0, 1, 200, 2 ** 15, 2 ** 32 - 1),
    bits: fc.constantFrom(0, 1, 6, 2 ** 32 - 1),
    drawn: contents,
  });

  it('the largest, and how many have none of some bits', () => {
    fc.assert(
      fc.property(shapes, ({ first, count, most, bits, drawn }) => {
        const address = VALUES + first * bytes;
        expectAlike(
          ({ u8, u16, u32 }) => {
            const random = streamOf(drawn);
            const all = bytes === 1 ? u8 : bytes === 2 ? u16 : u32;
            const limit = Math.min(most, 2 ** (8 * bytes) - 1) + 1;
            for (let i = -8; i < count + 8; i++) all[address / bytes + i] = random() * limit;
          },
          (kernels) => [
            kernels.largestIn(address, bytes, count) >>> 0,
            kernels.countWithout(address, bytes, count, bits),
          ],
        );
      }),
      { numRuns: effort(100, 400) },
    );
  });
});

it.each([Uint8Array, Uint16Array, Uint32Array])(
  'a %O of several pieces, from its second value on',
  (Integers) => {
    const length = 300_000;
    const all = new Integers(length + 1).map((_, i) => i % 7);
    all[0] = 200;
    all[length] = 9;
    const values = all.subarray(1);
    expect(largestOf(values)).toBe(9);
    expect(largestOf(values.subarray(0, length - 1))).toBe(6);
    expect(largestOf(all)).toBe(200);
    // Of 1 to 300,000 every seventh is 0 modulo 7; the last has the 9 instead of its remainder.
    expect(countWithout(values, 2 ** 32 - 1)).toBe(Math.floor((length - 1) / 7));
    expect(largestOf(values.subarray(0, 0))).toBe(0);
    expect(countWithout(values.subarray(0, 0), 1)).toBe(0);
  },
);
