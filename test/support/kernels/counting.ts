/** Looking through integers in plain TypeScript: the sibling of assembly/counting.ts. Contract: kernels.ts. Written for clarity. */
import type { CountKernels } from '../../../src/kernel/kernels.js';
import type { Views } from './views.js';

/** The kernels on the memory that `views` shows. */
export function createPlainCountKernels(views: () => Views): CountKernels {
  const integersAt = (address: number, bytes: number, count: number): number[] => {
    const { u8, u16, u32 } = views();
    const all = bytes === 1 ? u8 : bytes === 2 ? u16 : u32;
    return Array.from(all.subarray(address / bytes, address / bytes + count));
  };
  return {
    largestIn: (values, bytes, count) => Math.max(0, ...integersAt(values, bytes, count)),
    countWithout: (values, bytes, count, bits) =>
      integersAt(values, bytes, count).filter((value) => (value & bits) === 0).length,
  };
}
