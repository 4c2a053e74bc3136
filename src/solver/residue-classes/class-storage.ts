/**
 * The known cold positions of the residue-class method, class by class: a bitset over quotients for classes
 * that are shifted or probed, a sorted list of quotients for classes that are scattered, or both. Separate
 * because it is the method's whole memory: n / 8 bytes when every class has a bitset, far less when most are
 * sparse, which is what lets it reach past 2^35.
 */
import { Arena } from '../../kernel/arena.js';
import type { KernelContext } from '../../kernel/context.js';
import { BITSET_MARGIN, CLASS_ROW_BYTES } from '../../kernel/kernels.js';
import type { Range } from '../../common/range.js';
import { residueOf } from './chunk-shape.js';

/** How the classes of an epoch are stored. */
export interface StorageLayout {
  readonly modulus: number;
  /** One past the largest position that will be stored. */
  readonly stop: number;
  /** Quotients that a shifted window reaches past either end of a bitset. */
  readonly window: number;
  readonly hasBitset: Uint8Array;
  /** Quotients that each class's list has room for; 0 for no list. */
  readonly room: Float64Array;
}

/** Bits of a bitmap in memory: bit i of `address` is position `first` + i. */
export interface Bitmap {
  readonly address: number;
  readonly first: number;
}

/** The cold positions below some bound, by residue class. */
export class ClassStorage {
  readonly modulus: number;
  readonly #context: KernelContext;
  readonly #layout: StorageLayout;
  #begin: number;
  #end: number;

  /** An empty storage from address `begin` on. */
  constructor(context: KernelContext, layout: StorageLayout, begin: number) {
    const { modulus, stop, window, hasBitset, room } = layout;
    this.#context = context;
    this.#layout = layout;
    this.modulus = modulus;
    const arena = new Arena(context.memory, begin);
    const quotients = Math.ceil(stop / modulus);
    const margin = 8 * Math.ceil((window + BITSET_MARGIN) / 64);
    this.#begin = arena.take(modulus * CLASS_ROW_BYTES);
    const rows = new Uint32Array(4 * modulus);
    for (let a = 0; a < modulus; a++) {
      if (hasBitset[a] === 1) rows[4 * a] = arena.take(8 * Math.ceil(quotients / 64) + 2 * margin) + margin;
      if (room[a] === 0) continue;
      const list = arena.take(4 * room[a]);
      rows.set([list, list, list + 4 * room[a]], 4 * a + 1);
    }
    this.#end = arena.next;
    const { u8, u32 } = context.views();
    u8.fill(0, this.#begin, this.#end);
    u32.set(rows, this.classes / 4);
  }

  /** The address of the class table (kernels.ts). */
  get classes(): number {
    return this.#begin;
  }

  /** The first address after the storage. */
  get end(): number {
    return this.#end;
  }

  /** Adds the cold positions of a range, given as ones of a bitmap. Ranges are added in increasing order. */
  add({ address, first }: Bitmap, range: Range): void {
    const residue = residueOf(first, this.modulus);
    const quotient = (first - residue) / this.modulus;
    const { kernels } = this.#context;
    kernels.addToClasses(
      address,
      range.start - first,
      range.stop - first,
      residue,
      quotient,
      this.modulus,
      this.classes,
    );
  }

  /** Whether a list was too short for what was added last; it then lacks the latest positions. */
  get overflowed(): boolean {
    const { u32 } = this.#context.views();
    const { hasBitset, room } = this.#layout;
    for (let a = 0, row = this.classes / 4; a < this.modulus; a++, row += 4) {
      if (u32[row + 2] > u32[row + 3] && (hasBitset[a] === 0 || room[a] > 0)) return true;
    }
    return false;
  }

  /** The cold positions of a range as a bitmap in `arena`'s space. Bits outside the range are unspecified. */
  read(range: Range, arena: Arena): Bitmap {
    const { kernels, views } = this.#context;
    const { modulus } = this;
    const from = Math.floor(range.start / modulus);
    const to = Math.ceil(range.stop / modulus);
    const bytes = 8 * Math.ceil(((to - from) * modulus) / 64);
    const address = arena.take(bytes);
    const { u8, u32 } = views();
    u8.fill(0, address, address + bytes);
    for (let a = 0, row = this.classes / 4; a < modulus; a++, row += 4) {
      const count = (Math.min(u32[row + 2], u32[row + 3]) - u32[row + 1]) / 4;
      if (u32[row] !== 0) kernels.spreadBits(u32[row], from, to, a, modulus, address);
      else kernels.spreadList(u32[row + 1], count, from, to, a, modulus, address);
    }
    return { address, first: from * modulus };
  }

  /** Moves the storage down to begin at `address`. */
  moveTo(address: number): void {
    const { u8, u32 } = this.#context.views();
    const distance = this.#begin - address;
    u8.copyWithin(address, this.#begin, this.#end);
    this.#begin -= distance;
    this.#end -= distance;
    for (let i = this.classes / 4; i < this.classes / 4 + 4 * this.modulus; i++) {
      if (u32[i] !== 0) u32[i] -= distance;
    }
  }
}
