/**
 * What is left open of a chunk, class by class. Where most of a chunk is closed already, as when a few more sources come to
 * those that have marked it, looking at what is still open takes far less than looking at all of it.
 */
import { countOnes, forEachOne } from '../../../kernel/bitset.js';
import type { Arena } from '../../../kernel/arena.js';
import type { Space } from '../../../kernel/space.js';
import { residueOf } from '../chunk-shape.js';

/** Lists have room for this share of the bits of a bitmap: beyond it, all positions are looked at. */
const LISTED_SHARE = 1 / 16;

/** The lists of a chunk's classes in memory. */
export class OpenLists {
  readonly #modulus: number;
  readonly #listed: Space;
  readonly #starts: Space;

  /** Takes room for chunks whose bitmaps have up to `bytes` bytes. */
  constructor(arena: Arena, modulus: number, bytes: number) {
    this.#modulus = modulus;
    this.#listed = arena.take(4 * Math.ceil(8 * bytes * LISTED_SHARE));
    this.#starts = arena.take(4 * (modulus + 1));
  }

  /** Lists the ones of some bits, bit 0 of which is bit `offset` of the chunk's bitmap. Undefined where they are too many. */
  list(
    open: Uint8Array,
    offset: number,
  ): { readonly listed: number; readonly listedStarts: number } | undefined {
    const modulus = this.#modulus;
    const listed = this.#listed.u32;
    const count = countOnes(open, 0, 8 * open.length);
    if (count > listed.length) return undefined;
    const bits = new Uint32Array(count);
    const next = new Uint32Array(modulus + 1);
    let filled = 0;
    forEachOne(open, (bit) => {
      bits[filled++] = bit + offset;
      next[residueOf(bit + offset, modulus) + 1]++;
    });
    for (let residue = 0; residue < modulus; residue++) next[residue + 1] += next[residue];
    this.#starts.u32.set(next);
    for (let i = 0; i < count; i++) {
      const bit = bits[i];
      const quotient = Math.floor(bit / modulus);
      listed[next[bit - modulus * quotient]++] = quotient;
    }
    return { listed: this.#listed.address, listedStarts: this.#starts.address };
  }
}
