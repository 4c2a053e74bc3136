/** A subtraction set as bitsets by residue, with a copy for each shift modulo 8, so that every shift begins at a byte. */
import type { Arena } from '../../kernel/arena.js';
import { setBit } from '../../kernel/bitset.js';
import { ShiftSet, TILE } from '../../kernel/layout.js';
import { structBytes } from '../../kernel/struct.js';
import type { SubtractionSet } from '../../game/sets/subtraction-set.js';

const COPIES = 8;
/** Zero bytes before bit 0: a cache line, of which kernels read 16 bytes. */
const MARGIN = 64;

/** Addresses of the copies, as in a ShiftJob. */
export interface SetCopies {
  readonly modulus: number;
  readonly sets: number;
  readonly stride: number;
}

/** Lays out the numbers of S below `bound`, with zeros beyond for chunks of `chunkLength`. Memory: about `bound` bytes. */
export function layOutCopies(
  arena: Arena,
  set: SubtractionSet,
  modulus: number,
  bound: number,
  chunkLength: number,
): SetCopies {
  const bytes = Math.ceil((Math.max(bound, chunkLength) / modulus + 2 * TILE) / 8);
  // An odd number of cache lines, as the copies of one place would otherwise share a cache set.
  const stride = (2 * Math.ceil((MARGIN + bytes) / (2 * MARGIN)) + 1) * MARGIN;
  const rows = arena.take(modulus * structBytes(ShiftSet));
  const { address, u8, u32 } = arena.take(modulus * COPIES * stride).clear();
  const largest = new Int32Array(modulus).fill(-1);
  const first = Array.from(largest, (_, residue) => u8.subarray(residue * COPIES * stride + MARGIN));
  for (const s of set.between(1, bound)) {
    const quotient = Math.floor(s / modulus);
    const residue = s - quotient * modulus;
    largest[residue] = quotient;
    setBit(first[residue], quotient);
  }
  for (let residue = 0; residue < modulus; residue++) {
    const place = residue * COPIES * stride;
    const word = (place + MARGIN) / 4;
    rows.u32[residue * ShiftSet.WORDS + ShiftSet.copies] = address + place + MARGIN;
    rows.u32[residue * ShiftSet.WORDS + ShiftSet.largest] = largest[residue];
    if (largest[residue] < 0) continue;
    for (let copy = 1; copy < COPIES; copy++) {
      const to = (copy * stride) / 4;
      for (let i = word - 1; i < (place + stride) / 4 - 1; i++) {
        u32[i + to] = (u32[i] >>> copy) | (u32[i + 1] << (32 - copy));
      }
    }
  }
  return { modulus, sets: rows.address, stride };
}
