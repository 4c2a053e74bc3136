/** The WebAssembly kernel for sums against its plain sibling, and both against all pairs. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Views } from '../support/kernels/views.js';
import { contents, expectAlike, randomIncreasing, streamOf } from '../support/kernels/pair.js';

const LEFT = 64;
const RIGHT = 16_384;
const MARKS = 32_768;

const shapes = fc.record({
  counts: fc.tuple(fc.constantFrom(0, 1, 2, 17, 300), fc.constantFrom(0, 1, 3, 40, 257)),
  // The least number of each list; the last leads to sums just below 2^32.
  least: fc.constantFrom(0, 1, 2 ** 31 - 5100),
  spread: fc.constantFrom(300, 4000),
  // Where the range begins, counted from the least sum.
  ahead: fc.constantFrom(-50, 0, 1, 299, 3000, 5000),
  length: fc.constantFrom(1, 31, 32, 33, 4000),
  drawn: contents,
});

it('markSums: pairs that lead below, into and above the range', () => {
  fc.assert(
    fc.property(shapes, ({ counts, least, spread, ahead, length, drawn }) => {
      const random = streamOf(drawn);
      const [left, right] = counts.map((count) => {
        return randomIncreasing(count, spread, random).map((one) => least + one);
      });
      const from = Math.max(0, 2 * least + ahead);
      const expected = new Uint32Array(Math.ceil(length / 32));
      for (const a of left) {
        for (const b of right) {
          const bit = a + b - from;
          if (bit >= 0 && bit < length) expected[bit >>> 5] |= 1 << bit;
        }
      }
      let memory: Views | undefined;
      expectAlike(
        (views) => {
          memory = views;
          views.u32.set(left, LEFT / 4);
          views.u32.set(right, RIGHT / 4);
        },
        (kernels) => {
          kernels.markSums(LEFT, left.length, RIGHT, right.length, from, length, MARKS);
          expect(memory?.u32.slice(MARKS / 4, MARKS / 4 + expected.length)).toEqual(expected);
        },
      );
    }),
    { numRuns: 300 },
  );
});
