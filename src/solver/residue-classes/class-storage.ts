/**
 * The known cold positions of the residue-class method by class: a bitset over quotients for classes that are shifted or
 * probed, a sorted list of quotients for classes that are scattered or gathered, or both. If the bitsets of all probed classes
 * do not fit into memory, the rarer classes have a list and a coarse bitset, with a bit for several quotients.
 */
import { onesOf, setBit } from '../../kernel/bitset.js';
import { lowerBound } from '../../game/sets/subtraction-set.js';
import { Arena } from '../../kernel/arena.js';
import type { KernelContext } from '../../kernel/context.js';
import { ClassRow } from '../../kernel/layout.js';
import type { Space } from '../../kernel/space.js';
import { structBytes } from '../../kernel/struct.js';
import type { Range } from '../../common/range.js';
import { frameOf } from './chunk-shape.js';
import { bitsetOf, type StorageLayout } from './storage-layout.js';

/** Bytes copied before other work gets a turn: some milliseconds. */
const COPIED_AT_ONCE = 2 ** 24;

/** A bitmap in kernel memory: bit i of `space` is position `first` + i. */
export interface Bitmap {
  readonly space: Space;
  readonly first: number;
}

export class ClassStorage {
  readonly modulus: number;
  readonly #context: KernelContext;
  readonly #layout: StorageLayout;
  /** The class table, at the start of the storage. */
  #table: Space;
  #end: number;

  /** Lays out an empty storage from address `begin` on. */
  constructor(context: KernelContext, layout: StorageLayout, begin: number) {
    const { modulus, hasBitset, coarse, room } = layout;
    this.#context = context;
    this.#layout = layout;
    this.modulus = modulus;
    const arena = new Arena(context.memory, begin);
    this.#table = arena.take(modulus * structBytes(ClassRow));
    const rows = this.#table.clear().u32;
    for (let a = 0, row = 0; a < modulus; a++, row += ClassRow.WORDS) {
      if (hasBitset[a] === 1 || coarse[a] > 0) {
        const { bytes, margin } = bitsetOf(layout, coarse[a]);
        const bitset = arena.take(bytes).clear();
        rows[row + ClassRow.bitset] = bitset.address + margin;
        rows[row + ClassRow.coarse] = coarse[a];
      }
      if (room[a] === 0) continue;
      const list = arena.take(4 * room[a]);
      rows[row + ClassRow.list] = list.address;
      rows[row + ClassRow.end] = list.address;
      rows[row + ClassRow.roomEnd] = list.address + list.bytes;
    }
    this.#end = arena.next;
  }

  /** Address of the class table (kernel/layout.ts). */
  get classes(): number {
    return this.#table.address;
  }

  get end(): number {
    return this.#end;
  }

  /** Adds the cold positions of a range, the ones of a bitmap. Callers add ranges in increasing order. */
  add({ space, first }: Bitmap, { start, stop }: Range): void {
    const { kernels } = this.#context;
    kernels.addToClasses(this.classes, this.modulus, space.address, first, start - first, stop - first);
  }

  /** Copies an older storage of the same modulus, below a bound, into this empty one: ten times as fast as adding positions. */
  async copy(older: ClassStorage, bound: number, breathe: () => Promise<void>): Promise<void> {
    const rows = this.#table.u32;
    let copied = 0;
    for (let a = 0, row = 0; a < this.modulus; a++, row += ClassRow.WORDS) {
      const quotients = Math.max(0, Math.ceil((bound - a) / this.modulus));
      const hadBitset = older.#layout.hasBitset[a] === 1;
      const bits = hadBitset ? older.#bitsOf(a).subarray(0, 8 * Math.ceil(quotients / 64)) : undefined;
      const listed = older.#layout.room[a] > 0 ? older.#listedBelow(a, quotients) : undefined;
      if (this.#layout.hasBitset[a] === 1) {
        const own = this.#bitsOf(a);
        if (bits !== undefined) own.set(bits);
        else listed?.forEach((quotient) => setBit(own, quotient));
      }
      if (this.#layout.room[a] > 0) {
        const entries = listed ?? onesOf(bits!, quotients);
        const list = this.#listOf(a);
        list.set(entries.subarray(0, list.length));
        const coarse = this.#layout.coarse[a];
        const own = coarse > 0 ? this.#bitsOf(a) : undefined;
        if (own !== undefined) entries.forEach((quotient) => setBit(own, quotient >>> coarse));
        // An end past the room marks a list that is too short.
        rows[row + ClassRow.end] = rows[row + ClassRow.list] + 4 * entries.length;
      }
      copied += (bits?.length ?? 0) + 4 * (listed?.length ?? 0);
      if (copied < COPIED_AT_ONCE) continue;
      copied = 0;
      await breathe();
    }
  }

  /** The listed quotients below a bound of a class with a list. */
  #listedBelow(residue: number, quotients: number): Uint32Array {
    const rows = this.#table.u32;
    const row = residue * ClassRow.WORDS;
    const list = this.#listOf(residue);
    const filled = Math.min(list.length, (rows[row + ClassRow.end] - rows[row + ClassRow.list]) / 4);
    return list.subarray(0, lowerBound(list.subarray(0, filled), quotients));
  }

  ends(target: Uint32Array): void {
    const rows = this.#table.u32;
    for (let a = 0; a < this.modulus; a++) target[a] = rows[a * ClassRow.WORDS + ClassRow.end];
  }

  /** Whether a list was too short for the latest positions, which it then lacks. */
  get overflowed(): boolean {
    const rows = this.#table.u32;
    const { hasBitset, room } = this.#layout;
    for (let a = 0, row = 0; a < this.modulus; a++, row += ClassRow.WORDS) {
      const isFull = rows[row + ClassRow.end] > rows[row + ClassRow.roomEnd];
      if (isFull && (hasBitset[a] === 0 || room[a] > 0)) return true;
    }
    return false;
  }

  /** The cold positions of a range as a bitmap in `arena`'s space. Bits outside the range are undefined. */
  read(range: Range, arena: Arena): Bitmap {
    const { modulus } = this;
    const { quotient, width, first } = frameOf(range, modulus);
    const space = arena.take(8 * Math.ceil((width * modulus) / 64));
    space.clear();
    this.#context.kernels.readClasses(this.classes, modulus, quotient, quotient + width, space.address);
    return { space, first };
  }

  /** The whole room of a class's list. */
  #listOf(residue: number): Uint32Array {
    const rows = this.#table.u32;
    const row = residue * ClassRow.WORDS;
    const address = rows[row + ClassRow.list];
    return this.#context.space(address, rows[row + ClassRow.roomEnd] - address).u32;
  }

  /** The bitset of a class that has one, from quotient 0 on. */
  #bitsOf(residue: number): Uint8Array {
    const bitset = this.#table.u32[residue * ClassRow.WORDS + ClassRow.bitset];
    return this.#context.space(bitset, this.#end - bitset).u8;
  }

  /** Moves the storage down to begin at `address`. */
  moveTo(address: number): void {
    const { space } = this.#context;
    const distance = this.classes - address;
    space(address, this.#end - address).u8.copyWithin(0, distance);
    this.#table = space(address, this.#table.bytes);
    this.#end -= distance;
    const rows = this.#table.u32;
    const addresses = [ClassRow.bitset, ClassRow.list, ClassRow.end, ClassRow.roomEnd];
    for (let row = 0; row < rows.length; row += ClassRow.WORDS) {
      for (const each of addresses) if (rows[row + each] !== 0) rows[row + each] -= distance;
    }
  }
}
