/** The WebAssembly kernels for sums against their plain siblings, and both against all pairs. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Views } from '../support/kernels/views.js';
import { countOnes, onesOf } from '../../src/kernel/bitset.js';
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

it('probeSums: positions that lead to a one, and those that do not', () => {
  const OPEN = 4096;
  const cases = fc.record({
    counts: fc.tuple(fc.constantFrom(0, 1, 2, 17, 300), fc.constantFrom(0, 1, 3, 40, 257)),
    length: fc.constantFrom(1, 31, 32, 300, 1000),
    reach: fc.constantFrom(20, 400),
    density: fc.constantFrom(0, 0.01, 0.3, 1),
    // In place, or behind the list.
    left: fc.constantFrom(OPEN, OPEN + 2048),
    drawn: contents,
  });
  fc.assert(
    fc.property(cases, ({ counts, length, reach, density, left, drawn }) => {
      const random = streamOf(drawn);
      const open = randomIncreasing(counts[0], 400, random);
      const right = randomIncreasing(counts[1], length + reach, random);
      const ones = Array.from({ length }, () => random() < density);
      const reached = open.filter((i) => right.some((b) => ones[i + length - b]));
      let memory: Views | undefined;
      expectAlike(
        (views) => {
          memory = views;
          views.u32.set(open, OPEN / 4);
          views.u32.set(right, RIGHT / 4);
          ones.forEach((isOne, i) => isOne && (views.u8[LEFT + (i >>> 3)] |= 1 << (i & 7)));
        },
        (kernels) => {
          const count = kernels.probeSums(OPEN, open.length, RIGHT, right.length, length, LEFT, MARKS, left);
          const missed = open.filter((i) => !reached.includes(i));
          expect(Array.from(memory!.u32.slice(left / 4, left / 4 + count))).toEqual(missed);
          const marks = memory!.u8.slice(MARKS, MARKS + 50);
          expect(open.filter((i) => ((marks[i >>> 3] >>> (i & 7)) & 1) === 1)).toEqual(reached);
          expect(countOnes(marks, 0, 400)).toBe(reached.length);
          return count;
        },
        [[left, left + 4 * open.length + 4]],
      );
    }),
    { numRuns: 300 },
  );
});

it('markValues: the values that positions lead to, of each width', () => {
  const cases = fc.record({
    bytes: fc.constantFrom(1, 2, 4),
    length: fc.constantFrom(1, 7, 100, 600),
    count: fc.constantFrom(1, 16, 33),
    leads: fc.constantFrom(0, 1, 5, 60),
    rowBytes: fc.constantFrom(4, 8, 32),
    bound: fc.constantFrom(2, 40, 300, 70_000),
    drawn: contents,
  });
  fc.assert(
    fc.property(cases, ({ bytes, length, count, leads, rowBytes, bound, drawn }) => {
      const random = streamOf(drawn);
      const right = randomIncreasing(leads, length + count + 3, random);
      const values = Array.from({ length }, () => Math.floor(random() * bound) % 2 ** (8 * bytes));
      let memory: Views | undefined;
      expectAlike(
        (views) => {
          memory = views;
          views.u32.set(right, RIGHT / 4);
          const array = { 1: views.u8, 2: views.u16, 4: views.u32 }[bytes];
          array.set(values, LEFT / bytes);
        },
        (kernels) => {
          kernels.markValues(LEFT, bytes, length, RIGHT, right.length, count, MARKS, rowBytes);
          for (let i = 0; i < count; i++) {
            const options = right.map((b) => values[i + length - b]).filter((value) => value < 8 * rowBytes);
            const row = memory!.u8.slice(MARKS + i * rowBytes, MARKS + (i + 1) * rowBytes);
            expect(Array.from(onesOf(row, 8 * rowBytes))).toEqual(
              [...new Set(options)].sort((a, b) => a - b),
            );
          }
        },
      );
    }),
    { numRuns: 300 },
  );
});
