/**
 * The kernels on residue classes in plain TypeScript: what a runtime without WebAssembly SIMD uses, and what
 * the fast siblings (assembly/far.ts, assembly/classes.ts) are tested against. Contracts: kernels.ts.
 */
import type { ClassKernels } from './kernels.js';
import type { Views } from './views.js';

/** The kernels on the memory that `views` shows. */
export function createPlainClassKernels(views: () => Views): ClassKernels {
  return {
    shiftOr(window, bytes, _sums, target, modulus, quotient, sources, count, classes, ranges, shifts) {
      const { u8, u16, u32 } = views();
      u8.fill(0, window, window + bytes);
      for (let k = 0; k < count; k++) {
        const source = u16[sources / 2 + k];
        const { bits, first, residue } = findPair(u32, source, target, modulus, quotient, classes);
        for (let range = ranges / 4 + 16 * residue; range < ranges / 4 + 16 * (residue + 1); range += 2) {
          for (let at = shifts / 4 + u32[range]; at < shifts / 4 + u32[range + 1]; at++) {
            const byte = bits + ((first - u32[at]) >> 3);
            const low = (first - u32[at]) & 7;
            for (let i = 0; i < bytes; i++) {
              u8[window + i] |= ((u8[byte + i] | (u8[byte + i + 1] << 8)) >>> low) & 0xff;
            }
          }
        }
      }
    },

    dropMarked(window, width, target, modulus, marks, stride, threads, candidates) {
      const { u8, u32 } = views();
      let count = 0;
      for (let i = 0; i < width; i++) {
        let closed = testBit(u8, window, i);
        for (let t = 0; t < threads; t++) closed |= testBit(u8, marks + t * stride, i * modulus + target);
        if (closed === 0) u32[candidates / 4 + count++] = i;
      }
      return count;
    },

    probe(candidates, open, target, modulus, quotient, sources, count, classes, ranges, shifts) {
      const { u8, u16, u32 } = views();
      const list = candidates / 4;
      let kept = open;
      for (let k = 0; k < count && kept > 0; k++) {
        const source = u16[sources / 2 + k];
        const { bits, first, residue } = findPair(u32, source, target, modulus, quotient, classes);
        const begin = shifts / 4 + u32[ranges / 4 + 2 * residue];
        const end = shifts / 4 + u32[ranges / 4 + 2 * residue + 1];
        const before = kept;
        kept = 0;
        for (let c = 0; c < before; c++) {
          const i = u32[list + c];
          let at = begin;
          while (at < end && testBit(u8, bits, first + i - u32[at]) === 0) at++;
          if (at === end) u32[list + kept++] = i;
        }
      }
      return kept;
    },

    selectSubtrahends(subtrahends, residues, count, flags, selected) {
      const { u8, u16, u32 } = views();
      let out = selected / 4;
      for (let k = 0; k < count; k++) {
        u32[out] = u32[subtrahends / 4 + 2 * k];
        u32[out + 1] = u32[subtrahends / 4 + 2 * k + 1];
        out += 2 * u8[flags + u16[residues / 2 + k]];
      }
      u32[out] = 0xffffffff;
      u32[out + 1] = 0x7fffffff;
      return (out - selected / 4) / 2;
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

    markFromList(list, count, modulus, origin, selected, selectedCount, marks, limit) {
      const { u8, u32 } = views();
      const subtrahend = (k: number): number =>
        u32[selected / 4 + 2 * k] + 2 ** 32 * u32[selected / 4 + 2 * k + 1];
      let first = selectedCount;
      for (let i = 0; i < count; i++) {
        const position = origin + u32[list / 4 + i] * modulus;
        while (first > 0 && subtrahend(first - 1) >= -position) first--;
        for (let k = first; k < selectedCount && position + subtrahend(k) < limit; k++) {
          setBit(u8, marks, position + subtrahend(k));
        }
      }
    },

    decideNear(open, marks, cold, from, to, limit, modulus, lists) {
      const { u8, u32 } = views();
      for (let bit = from; bit < to; bit++) {
        if (testBit(u8, open, bit) === 0 || testBit(u8, marks, bit) === 1) continue;
        const row = lists / 4 + (bit % modulus) * 4;
        const probeEnd = u32[row + 1] / 4;
        let at = u32[row] / 4;
        while (at < probeEnd && u32[at] <= bit && testBit(u8, cold, bit - u32[at]) === 0) at++;
        if (at < probeEnd && u32[at] <= bit) continue;
        setBit(u8, cold, bit);
        const markEnd = u32[row + 3] / 4;
        for (at = u32[row + 2] / 4; at < markEnd && bit + u32[at] < limit; at++) {
          setBit(u8, marks, bit + u32[at]);
        }
      }
    },

    addToClasses(bits, from, to, residue, quotient, modulus, classes) {
      const { u8, u32 } = views();
      for (let bit = from; bit < to; bit++) {
        if (testBit(u8, bits, bit) === 0) continue;
        const q = quotient + Math.floor((residue + bit) / modulus);
        const row = classes / 4 + ((residue + bit) % modulus) * 4;
        if (u32[row] !== 0) setBit(u8, u32[row], q);
        if (u32[row + 2] < u32[row + 3]) u32[u32[row + 2] / 4] = q;
        u32[row + 2] += 4;
      }
    },

    spreadBits(bits, from, to, residue, modulus, target) {
      const { u8 } = views();
      for (let q = from; q < to; q++) {
        if (testBit(u8, bits, q) === 1) setBit(u8, target, (q - from) * modulus + residue);
      }
    },

    spreadList(list, count, from, to, residue, modulus, target) {
      const { u8, u32 } = views();
      for (let i = 0; i < count; i++) {
        const q = u32[list / 4 + i];
        if (q >= from && q < to) setBit(u8, target, (q - from) * modulus + residue);
      }
    },

    orBytes(target, source, bytes) {
      const { u8 } = views();
      for (let i = 0; i < bytes; i++) u8[target + i] |= u8[source + i];
    },
  };
}

/** A source's bitset, the quotient that a window's first bit comes from by shift 0, and the residue of shifts. */
function findPair(
  u32: Uint32Array,
  source: number,
  target: number,
  modulus: number,
  quotient: number,
  classes: number,
): { readonly bits: number; readonly first: number; readonly residue: number } {
  const borrow = source > target ? 1 : 0;
  return {
    bits: u32[classes / 4 + source * 4],
    first: quotient - borrow,
    residue: target - source + borrow * modulus,
  };
}

/** Bit i, which may be negative, of the bitset at an address. */
function testBit(u8: Uint8Array, address: number, i: number): number {
  return (u8[address + (i >> 3)] >>> (i & 7)) & 1;
}

function setBit(u8: Uint8Array, address: number, i: number): void {
  u8[address + (i >>> 3)] |= 1 << (i & 7);
}
