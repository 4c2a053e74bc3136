/**
 * The nim-value kernels in plain TypeScript: the siblings of assembly/mex.ts, for a runtime without
 * WebAssembly SIMD and for tests. Contracts: kernels.ts. Written for clarity.
 */
import { LANES, type MexKernels } from './kernels.js';
import type { Views } from './views.js';

/** The kernels on the memory that `views` shows. */
export function createPlainMexKernels(views: () => Views): MexKernels {
  return {
    excludeFar(valueBits, values, origin, lanes, before, subtrahends, count, _tables, width, rows) {
      const { u8, u16, u32 } = views();
      const all = valueBits === 16 ? u16 : u8;
      const rounded = Math.ceil(lanes / LANES) * LANES;
      u8.fill(0, rows, rows + (rounded * width) / 8);
      for (let lane = 0; lane < rounded; lane++) {
        const n = origin + lane;
        exclude(
          all,
          values / all.BYTES_PER_ELEMENT + n,
          n + before,
          u32,
          subtrahends / 4,
          count,
          u8,
          rows,
          lane,
          width,
        );
      }
    },

    decideNim(valueBits, values, origin, lanes, before, subtrahends, count, _table, width, rows) {
      const { u8, u16, u32 } = views();
      const all = valueBits === 16 ? u16 : u8;
      const limit = Math.min(width, 2 ** valueBits);
      for (let lane = 0; lane < lanes; lane++) {
        const n = origin + lane;
        const at = values / all.BYTES_PER_ELEMENT + n;
        exclude(all, at, n + before, u32, subtrahends / 4, count, u8, rows, lane, width);
        let mex = 0;
        while (mex < width && ((u8[rows + ((lane * width + mex) >>> 3)] >>> (mex & 7)) & 1) === 1) mex++;
        if (mex >= limit) return lane;
        all[at] = mex;
      }
      return lanes;
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
