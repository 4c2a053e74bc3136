/**
 * The kernels on residue classes in plain TypeScript: what a runtime without WebAssembly SIMD uses, and what
 * the fast siblings (assembly/residue-classes/) are tested against. Contracts: kernels.ts.
 */
import type { ClassKernels } from '../../../src/kernel/kernels.js';
import {
  ClassRow,
  FarChunk,
  FarLayout,
  GROUPS,
  NearChunk,
  NearRow,
  ShiftRange,
} from '../../../src/kernel/layout.js';
import type { Views } from './views.js';

/** The kernels on the memory that `views` shows. */
export function createPlainClassKernels(views: () => Views): ClassKernels {
  return {
    scatter(layout, chunk, part, thread) {
      const { u8, u16, u32 } = views();
      const far = layout / 4;
      const modulus = u32[far + FarLayout.modulus];
      const parts = u32[far + FarLayout.parts];
      const source = Math.floor(part / parts);
      const row = classRow(u32[far + FarLayout.classes], source);
      if (u32[row + ClassRow.roomEnd] === 0) return;
      const flags = u32[far + FarLayout.scatterFlags] + source * modulus;
      const all = u8[u32[far + FarLayout.scattersAll] + source] === 1;
      const residues = u32[far + FarLayout.residues] / 2;
      const subtrahends = u32[far + FarLayout.subtrahends] / 4;
      const origin = source - modulus * u32[chunk / 4 + FarChunk.quotient];
      const limit = modulus * u32[chunk / 4 + FarChunk.width];
      const marks = u32[far + FarLayout.marks] + thread * u32[far + FarLayout.stride];
      const selected: number[] = [];
      for (let k = u32[chunk / 4 + FarChunk.least]; k < u32[chunk / 4 + FarChunk.reachable]; k++) {
        if (!all && u8[flags + u16[residues + k]] === 0) continue;
        selected.push(u32[subtrahends + 2 * k] + 2 ** 32 * u32[subtrahends + 2 * k + 1]);
      }
      let first = selected.length;
      const end = u32[u32[far + FarLayout.ends] / 4 + source] / 4;
      const list = u32
        .subarray(u32[row + ClassRow.list] / 4, end)
        .filter((q) => q >= u32[chunk / 4 + FarChunk.sources]);
      const [from, to] = [0, 1].map((more) => Math.floor((list.length * ((part % parts) + more)) / parts));
      for (const quotient of list.subarray(from, to)) {
        const position = origin + quotient * modulus;
        while (first > 0 && selected[first - 1] >= -position) first--;
        for (let k = first; k < selected.length && position + selected[k] < limit; k++) {
          setBit(u8, marks, position + selected[k]);
        }
      }
    },

    shiftOr(layout, chunk, first, thread) {
      const { u32 } = views();
      const modulus = u32[layout / 4 + FarLayout.modulus];
      const stop = Math.min(modulus, first + u32[layout / 4 + FarLayout.together]);
      for (let turn = first; turn < stop; turn++) shiftTarget(views(), layout / 4, chunk, turn, thread);
    },

    gather(layout, chunk, turn, thread) {
      const { u8, u16, u32 } = views();
      const far = layout / 4;
      const target = u16[u32[far + FarLayout.targets] / 2 + turn];
      const window = windowOf(u32, far, turn, thread);
      const starts = u32[far + FarLayout.gatherStarts] / 4 + target;
      const sources = u32[far + FarLayout.gatherSources] / 2;
      for (let k = u32[starts]; k < u32[starts + 1]; k++) {
        const source = u16[sources + k];
        const { first, residue } = findPair(u32, far, chunk, source, target);
        const range = u32[far + FarLayout.ranges] / 4 + residue * ShiftRange.WORDS;
        const shifts = u32[far + FarLayout.shifts] / 4;
        for (const q of listOf(u32, far, source)) {
          for (let at = u32[range + ShiftRange.begin]; at < u32[range + ShiftRange.end]; at++) {
            const bit = q + u32[shifts + at] - first;
            if (bit >= 0 && bit < u32[chunk / 4 + FarChunk.width]) setBit(u8, window, bit);
          }
        }
      }
    },

    settle(layout, chunk, turn, thread) {
      const { u8, u16, u32 } = views();
      const far = layout / 4;
      const modulus = u32[far + FarLayout.modulus];
      const target = u16[u32[far + FarLayout.targets] / 2 + turn];
      const window = windowOf(u32, far, turn, thread);
      const open = u32[far + FarLayout.open] + thread * u32[far + FarLayout.stride];
      const ranges = u32[far + FarLayout.ranges] / 4;
      const shifts = u32[far + FarLayout.shifts] / 4;
      const starts = u32[far + FarLayout.probeStarts] / 4 + target;
      const sources = u32[far + FarLayout.probeSources] / 2;
      const isMarked = (bit: number): boolean => {
        for (let t = 0; t < u32[far + FarLayout.threads]; t++) {
          const marks = u32[far + FarLayout.marks] + t * u32[far + FarLayout.stride];
          if (testBit(u8, marks, bit) === 1) return true;
        }
        return false;
      };
      let candidates: number[] = [];
      for (let i = 0; i < u32[chunk / 4 + FarChunk.width]; i++) {
        if (testBit(u8, window, i) === 0 && !isMarked(i * modulus + target)) candidates.push(i);
      }
      for (let k = u32[starts]; k < u32[starts + 1]; k++) {
        const source = u16[sources + k];
        const { bits, first, residue } = findPair(u32, far, chunk, source, target);
        const coarse = u32[classRow(u32[far + FarLayout.classes], source) + ClassRow.coarse];
        const listed = coarse > 0 ? listOf(u32, far, source) : undefined;
        const isCold = (q: number): boolean =>
          listed === undefined ? testBit(u8, bits, q) === 1 : listed.includes(q);
        const range = ranges + residue * ShiftRange.WORDS;
        const begin = shifts + u32[range + ShiftRange.begin];
        const end = shifts + u32[range + ShiftRange.end];
        candidates = candidates.filter((i) => {
          let at = begin;
          while (at < end && !isCold(first + i - u32[at])) at++;
          return at === end;
        });
      }
      for (const i of candidates) setBit(u8, open, i * modulus + target);
    },

    selectNear(subtrahends, residues, count, flags, selected) {
      const { u8, u16, u32 } = views();
      let out = selected / 4;
      for (let k = 0; k < count; k++) {
        u32[out] = u32[subtrahends / 4 + k];
        out += u8[flags + u16[residues / 2 + k]];
      }
      return out - selected / 4;
    },

    decideNear(chunk, from, to) {
      const { u8, u32 } = views();
      const near = chunk / 4;
      const marks = u32[near + NearChunk.marks];
      const cold = u32[near + NearChunk.cold];
      const limit = u32[near + NearChunk.limit];
      for (let bit = from; bit < to; bit++) {
        if (testBit(u8, u32[near + NearChunk.open], bit) === 0 || testBit(u8, marks, bit) === 1) continue;
        const residue = bit % u32[near + NearChunk.modulus];
        const row = u32[near + NearChunk.lists] / 4 + residue * NearRow.WORDS;
        const probeEnd = u32[row + NearRow.probesEnd] / 4;
        let at = u32[row + NearRow.probes] / 4;
        while (at < probeEnd && u32[at] <= bit && testBit(u8, cold, bit - u32[at]) === 0) at++;
        if (at < probeEnd && u32[at] <= bit) continue;
        setBit(u8, cold, bit);
        const markEnd = u32[row + NearRow.marksEnd] / 4;
        for (at = u32[row + NearRow.marks] / 4; at < markEnd && bit + u32[at] < limit; at++) {
          setBit(u8, marks, bit + u32[at]);
        }
      }
    },

    addToClasses(classes, modulus, bits, first, from, to) {
      const { u8, u32 } = views();
      for (let bit = from; bit < to; bit++) {
        if (testBit(u8, bits, bit) === 0) continue;
        const q = Math.floor((first + bit) / modulus);
        const row = classRow(classes, first + bit - q * modulus);
        if (u32[row + ClassRow.bitset] !== 0)
          setBit(u8, u32[row + ClassRow.bitset], q >>> u32[row + ClassRow.coarse]);
        if (u32[row + ClassRow.end] < u32[row + ClassRow.roomEnd]) u32[u32[row + ClassRow.end] / 4] = q;
        u32[row + ClassRow.end] += 4;
      }
    },

    readClasses(classes, modulus, from, to, bits) {
      const { u8, u32 } = views();
      for (let a = 0; a < modulus; a++) {
        const row = classRow(classes, a);
        const bitset = u32[row + ClassRow.bitset];
        if (bitset !== 0 && u32[row + ClassRow.coarse] === 0) {
          for (let q = from; q < to; q++) {
            if (testBit(u8, bitset, q) === 1) setBit(u8, bits, (q - from) * modulus + a);
          }
          continue;
        }
        const end = Math.min(u32[row + ClassRow.end], u32[row + ClassRow.roomEnd]) / 4;
        for (let at = u32[row + ClassRow.list] / 4; at < end; at++) {
          if (u32[at] >= from && u32[at] < to) setBit(u8, bits, (u32[at] - from) * modulus + a);
        }
      }
    },

    orBytes(target, source, bytes) {
      const { u8 } = views();
      for (let i = 0; i < bytes; i++) u8[target + i] |= u8[source + i];
    },
  };
}

/** The index of a class's row in the table at an address. */
function classRow(classes: number, residue: number): number {
  return classes / 4 + residue * ClassRow.WORDS;
}

/** The list of a class, up to where it ended when the chunk was given out. */
function listOf(u32: Uint32Array, far: number, source: number): Uint32Array {
  const list = u32[classRow(u32[far + FarLayout.classes], source) + ClassRow.list];
  return u32.subarray(list / 4, u32[u32[far + FarLayout.ends] / 4 + source] / 4);
}

/** The address of a thread's scratch space. */
function scratchOf(u32: Uint32Array, far: number, thread: number): number {
  return u32[far + FarLayout.scratch] + thread * u32[far + FarLayout.scratchStride];
}

/** The address of a thread's window of the target whose turn it is. */
function windowOf(u32: Uint32Array, far: number, turn: number, thread: number): number {
  const place = turn % u32[far + FarLayout.together];
  return (
    scratchOf(u32, far, thread) + u32[far + FarLayout.windows] + place * u32[far + FarLayout.windowStride]
  );
}

/** Fills the window of the target whose turn it is. */
function shiftTarget(
  { u8, u16, u32 }: Views,
  far: number,
  chunk: number,
  turn: number,
  thread: number,
): void {
  const bytes = 16 * Math.ceil(u32[chunk / 4 + FarChunk.width] / 128);
  const target = u16[u32[far + FarLayout.targets] / 2 + turn];
  const window = windowOf(u32, far, turn, thread);
  const ranges = u32[far + FarLayout.groupedRanges] / 4;
  const shifts = u32[far + FarLayout.groupedShifts] / 4;
  const starts = u32[far + FarLayout.shiftStarts] / 4 + target;
  const sources = u32[far + FarLayout.shiftSources] / 2;
  u8.fill(0, window, window + bytes);
  for (let k = u32[starts]; k < u32[starts + 1]; k++) {
    const { bits, first, residue } = findPair(u32, far, chunk, u16[sources + k], target);
    for (let group = 0; group < GROUPS; group++) {
      const range = ranges + (GROUPS * residue + group) * ShiftRange.WORDS;
      for (let at = u32[range + ShiftRange.begin]; at < u32[range + ShiftRange.end]; at++) {
        const byte = bits + ((first - u32[shifts + at]) >> 3);
        const low = (first - u32[shifts + at]) & 7;
        for (let i = 0; i < bytes; i++) {
          u8[window + i] |= ((u8[byte + i] | (u8[byte + i + 1] << 8)) >>> low) & 0xff;
        }
      }
    }
  }
}

/** A source's bitset, the quotient that a window's first bit comes from by shift 0, and the residue of shifts. */
function findPair(
  u32: Uint32Array,
  far: number,
  chunk: number,
  source: number,
  target: number,
): { readonly bits: number; readonly first: number; readonly residue: number } {
  const borrow = source > target ? 1 : 0;
  return {
    bits: u32[classRow(u32[far + FarLayout.classes], source) + ClassRow.bitset],
    first: u32[chunk / 4 + FarChunk.quotient] - borrow,
    residue: target - source + borrow * u32[far + FarLayout.modulus],
  };
}

/** Bit i, which may be negative, of the bitset at an address. */
function testBit(u8: Uint8Array, address: number, i: number): number {
  return (u8[address + (i >> 3)] >>> (i & 7)) & 1;
}

function setBit(u8: Uint8Array, address: number, i: number): void {
  u8[address + (i >>> 3)] |= 1 << (i & 7);
}
