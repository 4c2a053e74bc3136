/**
 * A subtraction set as bitsets by residue, each once for each remainder of a shift by 8, so that every shift begins with a
 * byte.
 */
import type { Arena } from '../../kernel/arena.js';
import { setBit } from '../../kernel/bitset.js';
import { ShiftSet, TILE } from '../../kernel/layout.js';
import { bytesOf } from '../../kernel/struct.js';
import type { SubtractionSet } from '../../game/sets/subtraction-set.js';

const COPIES = 8;
/** Zeros before bit 0, in bytes: a cache line, of which kernels read 16 bytes. */
const MARGIN = 64;

/** Where the copies lie, as a ShiftJob has it. */
export interface SetCopies {
  readonly modulus: number;
  readonly sets: number;
  readonly stride: number;
}

/**
 * Lays out the numbers of S up to `reach`, with zeros beyond for shifts into a chunk of `chunkLength` positions. Memory: about
 * `reach` bytes.
 */
export function layOutCopies(
  arena: Arena,
  set: SubtractionSet,
  modulus: number,
  reach: number,
  chunkLength: number,
): SetCopies {
  const bytes = Math.ceil((Math.max(reach, chunkLength) / modulus + 2 * TILE) / 8);
  // An odd number of cache lines, or the same place of all copies would be in one set of the cache.
  const stride = (2 * Math.ceil((MARGIN + bytes) / (2 * MARGIN)) + 1) * MARGIN;
  const rows = arena.take(modulus * bytesOf(ShiftSet));
  const { address, u8 } = arena.take(modulus * COPIES * stride).clear();
  const largest = new Int32Array(modulus).fill(-1);
  const first = Array.from(largest, (_, residue) => u8.subarray(residue * COPIES * stride + MARGIN));
  for (const s of set.between(1, reach + 1)) {
    const residue = s % modulus;
    largest[residue] = (s - residue) / modulus;
    setBit(first[residue], largest[residue]);
  }
  for (let residue = 0; residue < modulus; residue++) {
    const place = residue * COPIES * stride;
    rows.u32[residue * ShiftSet.WORDS + ShiftSet.copies] = address + place + MARGIN;
    rows.u32[residue * ShiftSet.WORDS + ShiftSet.largest] = largest[residue];
    if (largest[residue] < 0) continue;
    for (let copy = 1; copy < COPIES; copy++) {
      for (let i = place + MARGIN - 1; i < place + stride - 1; i++) {
        u8[i + copy * stride] = (u8[i] | (u8[i + 1] << 8)) >>> copy;
      }
    }
  }
  return { modulus, sets: rows.address, stride };
}
