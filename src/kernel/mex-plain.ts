/**
 * The nim-value kernels in plain TypeScript: the siblings of assembly/mex.ts, for a runtime without
 * WebAssembly SIMD and for tests. Contracts: kernels.ts. Written for clarity.
 */
import { LANES, type MexKernels } from './kernels.js';
import type { Views } from './views.js';

/** The kernels on the memory that `views` shows. */
export function createPlainMexKernels(views: () => Views): MexKernels {
  return {
    excludeFar(valueBytes, values, origin, lanes, before, subtrahends, count, _table, width, rows) {
      const { u8, u16, u32 } = views();
      const all = valueBytes === 1 ? u8 : u16;
      const rounded = Math.ceil(lanes / LANES) * LANES;
      u8.fill(0, rows, rows + (rounded * width) / 8);
      for (let lane = 0; lane < rounded; lane++) {
        const n = origin + lane;
        exclude(all, values / valueBytes + n, n + before, u32, subtrahends / 4, count, u8, rows, lane, width);
      }
    },

    decideNim(valueBytes, values, origin, from, to, before, subtrahends, count, width, rows) {
      const { u8, u16, u32 } = views();
      const all = valueBytes === 1 ? u8 : u16;
      const limit = Math.min(width, 2 ** (8 * valueBytes));
      for (let lane = from; lane < to; lane++) {
        const n = origin + lane;
        const at = values / valueBytes + n;
        exclude(all, at, n + before, u32, subtrahends / 4, count, u8, rows, lane, width);
        let mex = 0;
        while (mex < width && ((u8[rows + ((lane * width + mex) >>> 3)] >>> (mex & 7)) & 1) === 1) mex++;
        if (mex >= limit) return lane;
        all[at] = mex;
      }
      return to;
    },
  };
}

/** Sets in a position's row the value of each option; index `at` of `all` is the position's own value. */
function exclude(
  all: Uint8Array | Uint16Array,
  at: number,
  position: number,
  u32: Uint32Array,
  subtrahends: number,
  count: number,
  u8: Uint8Array,
  rows: number,
  lane: number,
  width: number,
): void {
  for (let k = 0; k < count && u32[subtrahends + k] <= position; k++) {
    const bit = lane * width + all[at - u32[subtrahends + k]];
    u8[rows + (bit >>> 3)] |= 1 << (bit & 7);
  }
}
