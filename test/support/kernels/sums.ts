/**
 * Marks of sums in plain TypeScript: the sibling of assembly/sums.ts. Contract: kernels.ts. Written for clarity.
 */
import type { SumKernels } from '../../../src/kernel/kernels.js';
import type { Views } from './views.js';

/** The kernels on the memory that `views` shows. */
export function createPlainSumKernels(views: () => Views): SumKernels {
  return {
    markSums(left, leftCount, right, rightCount, from, length, marks) {
      const { u32 } = views();
      const ones = u32.subarray(left / 4, left / 4 + leftCount);
      const others = u32.subarray(right / 4, right / 4 + rightCount);
      const words = u32.subarray(marks / 4, marks / 4 + Math.ceil(length / 32));
      // Those on the right that lead into the range; both ends fall as the one on the left rises.
      let first = rightCount;
      let stop = rightCount;
      for (let i = 0; i < leftCount; i++) {
        const one = ones[i];
        while (first > 0 && others[first - 1] + one >= from) first--;
        while (stop > 0 && others[stop - 1] + one >= from + length) stop--;
        for (let k = first; k < stop; k++) {
          const sum = others[k] + one - from;
          words[sum >>> 5] |= 1 << sum;
        }
      }
    },
  };
}
