/**
 * The nim-value kernels in plain TypeScript: the siblings of assembly/mex.ts. Contracts: kernels.ts. Written for clarity.
 */
import type { MexKernels } from '../../../src/kernel/kernels.js';
import { LANES, MexJob } from '../../../src/kernel/layout.js';
import type { Views } from './views.js';

/** The kernels on the memory that `views` shows. */
export function createPlainMexKernels(views: () => Views): MexKernels {
  return {
    excludeFar(job, share) {
      const memory = views();
      const { u8, u32 } = memory;
      const at = job / 4;
      const first = share * u32[at + MexJob.share];
      const lanes = Math.min(u32[at + MexJob.share], u32[at + MexJob.lanes] - first);
      const last = first + Math.ceil(lanes / LANES) * LANES;
      const laneBytes = u32[at + MexJob.width] / 8;
      const rows = u32[at + MexJob.rows];
      u8.fill(0, rows + first * laneBytes, rows + last * laneBytes);
      for (let lane = first; lane < last; lane++) exclude(memory, job, lane);
    },

    decideNim(job) {
      const memory = views();
      const { u32 } = memory;
      const at = job / 4;
      const lanes = u32[at + MexJob.lanes];
      const width = u32[at + MexJob.width];
      const limit = Math.min(width, 2 ** u32[at + MexJob.valueBits]);
      const { all, first } = valuesOf(memory, job);
      for (let lane = 0; lane < lanes; lane++) {
        exclude(memory, job, lane);
        const rows = rowsOf(memory, job, lane);
        let mex = 0;
        while (mex < limit && has(memory, rows, mex)) mex++;
        if (mex >= limit) return lane;
        all[first + lane] = mex;
      }
      return lanes;
    },
  };
}

/** The values, and the index among them of the job's first position. */
function valuesOf(
  { u8, u16, u32 }: Views,
  job: number,
): { readonly all: Uint8Array | Uint16Array; readonly first: number } {
  const all = u32[job / 4 + MexJob.valueBits] === 16 ? u16 : u8;
  return {
    all,
    first: u32[job / 4 + MexJob.values] / all.BYTES_PER_ELEMENT + u32[job / 4 + MexJob.origin],
  };
}

/** The rows of a lane's group. */
interface Rows {
  readonly start: number;
  readonly lane: number;
  /** Whether each lane has an octet for eight values, or each value a bit for each lane. */
  readonly areSets: boolean;
}

function rowsOf({ u32 }: Views, job: number, lane: number): Rows {
  const at = job / 4;
  return {
    start: u32[at + MexJob.rows] + 2 * Math.floor(lane / LANES) * u32[at + MexJob.width],
    lane: lane % LANES,
    areSets: u32[at + MexJob.valueBits] <= 6,
  };
}

/** The byte in the rows, and the bit in it, that say whether the lane has an option of a value. */
function placeOf({ start, lane, areSets }: Rows, value: number): { byte: number; bit: number } {
  return areSets
    ? { byte: start + LANES * (value >>> 3) + lane, bit: 1 << (value & 7) }
    : { byte: start + 2 * value + (lane >>> 3), bit: 1 << (lane & 7) };
}

function has({ u8 }: Views, rows: Rows, value: number): boolean {
  const { byte, bit } = placeOf(rows, value);
  return (u8[byte] & bit) !== 0;
}

/** Sets in the rows of a lane's group the value of each of its options. */
function exclude(memory: Views, job: number, lane: number): void {
  const { u8, u32 } = memory;
  const at = job / 4;
  const { all, first } = valuesOf(memory, job);
  const position = u32[at + MexJob.origin] + lane;
  const subtrahends = u32[at + MexJob.subtrahends] / 4;
  const stop = subtrahends + u32[at + MexJob.count];
  const rows = rowsOf(memory, job, lane);
  for (let k = subtrahends; k < stop && u32[k] <= position; k++) {
    const { byte, bit } = placeOf(rows, all[first + lane - u32[k]]);
    u8[byte] |= bit;
  }
}
