/**
 * Marks of sums in plain TypeScript: the sibling of assembly/sums.ts. Contract: kernels.ts. Written for clarity.
 */
import type { SumKernels } from '../../../src/kernel/kernels.js';
import type { Views } from './views.js';

/** The kernels on the memory that `views` shows. */
export function createPlainSumKernels(views: () => Views): SumKernels {
  const listAt = (address: number, count: number): Uint32Array =>
    views().u32.slice(address / 4, address / 4 + count);
  const isOne = (bits: number, i: number): boolean => ((views().u8[bits + (i >>> 3)] >>> (i & 7)) & 1) === 1;
  const mark = (bits: number, i: number): void => {
    views().u8[bits + (i >>> 3)] |= 1 << (i & 7);
  };
  return {
    markSums(left, leftCount, right, rightCount, from, length, marks) {
      const others = listAt(right, rightCount);
      for (const one of listAt(left, leftCount)) {
        for (const other of others) {
          const sum = one + other - from;
          if (sum >= 0 && sum < length) mark(marks, sum);
        }
      }
    },
    probeSums(positions, count, right, rightCount, length, bits, marks, left) {
      const others = listAt(right, rightCount);
      const isReached = (i: number): boolean =>
        others.some((one) => one > i && one <= i + length && isOne(bits, i + length - one));
      const all = Array.from(listAt(positions, count));
      for (const i of all.filter(isReached)) mark(marks, i);
      const missed = all.filter((i) => !isReached(i));
      views().u32.set(missed, left / 4);
      return missed.length;
    },
    markValues(values, bytes, length, right, rightCount, count, rows, rowBytes) {
      const memory = { 1: views().u8, 2: views().u16, 4: views().u32 }[bytes]!;
      for (const one of listAt(right, rightCount)) {
        for (let i = 0; i < count; i++) {
          const index = i + length - one;
          if (index < 0 || index >= length) continue;
          const value = memory[values / bytes + index];
          if (value < 8 * rowBytes) mark(rows + i * rowBytes, value);
        }
      }
    },
  };
}
