/** The values within reach, or codes of as many bits, in kernel memory: a window that slides upwards and widens as needed. */
import { MAX_BYTES, type Arena } from '../../kernel/arena.js';
import type { CountKernels } from '../../kernel/kernels.js';
import type { Space } from '../../kernel/space.js';
import type { Range } from '../../common/range.js';
import { largestOf } from '../../kernel/counting.js';
import { createIntegers } from '../task/integers.js';
import type { Integers } from '../task/task.js';

/** Minimum number of values appended before the window slides. */
const SLIDE = 2 ** 22;
/** Share of the kernels' memory that the room for sliding may fill; rows and subtrahends lie behind it. */
const MAX_SHARE = 3 / 4;

/** The code kept for each value: one to one on [0, most], where `most` is the greatest number that its bits hold. */
export interface Coding {
  readonly encode: (value: number, most: number) => number;
  readonly decode: (kept: number, most: number) => number;
}

/** The values of [base, base + length), in an array of fixed length that slides upwards. */
export class ValueWindow {
  readonly capacity: number;
  /** Room for all values at the maximum bits, whatever they take now. */
  readonly #space: Space;
  readonly #reach: number;
  readonly #bits: readonly number[];
  readonly #coding: Coding | undefined;
  readonly #kernels: CountKernels;
  #base: number;
  #length = 0;
  #valueBits: number;
  #largest = 0;
  #full = false;

  /**
   * Keeps the `reach` values before any position of `range`, with room for two chunks beyond, so no subtrahend leads below the
   * first value. Raises OutOfKernelMemory if not even these fit. `bits` are the sizes of values that the method distinguishes,
   * increasing; up to 8 take a byte, and 32 are the maximum.
   */
  constructor(
    kernels: CountKernels,
    arena: Arena,
    reach: number,
    range: Range,
    chunkLength: number,
    bits: readonly number[],
    coding?: Coding,
  ) {
    this.#kernels = kernels;
    this.#reach = reach;
    this.#base = Math.max(0, range.start - reach);
    const bytes = Math.ceil(bits[bits.length - 1] / 8);
    // Twice what is kept, if there is room: then each value moves once.
    const kept = Math.max(reach + SLIDE, Math.min(2 * reach + SLIDE, (MAX_SHARE * MAX_BYTES) / bytes));
    this.capacity = Math.min(range.stop - this.#base, Math.floor(kept)) + 2 * chunkLength;
    this.#bits = bits;
    this.#coding = coding;
    this.#valueBits = bits[0];
    this.#space = arena.take(bytes * this.capacity);
  }

  get address(): number {
    return this.#space.address;
  }

  /** The position of the first value. */
  get base(): number {
    return this.#base;
  }

  /** The current size of values, one of `bits`. */
  get valueBits(): number {
    return this.#valueBits;
  }

  /** The largest value so far; Infinity with a coding, from which it is unknown. */
  get largest(): number {
    return this.#coding === undefined ? this.#largest : Infinity;
  }

  /** Whether a value exceeded the maximum bits; the window is then unusable. */
  get full(): boolean {
    return this.#full;
  }

  append(lower: Integers): void {
    this.reserve(lower.length);
    const largest = largestOf(lower);
    while (largest >= 2 ** this.#valueBits && !this.#full) this.widen();
    this.#write(lower, this.#length);
    this.#length += lower.length;
    this.#largest = Math.max(this.#largest, largest);
  }

  /** Takes over `count` values that were written behind the others. */
  extend(count: number): void {
    const end = this.#length + count;
    if (this.#coding === undefined) {
      const bytes = this.#valueBits <= 8 ? 1 : this.#valueBits / 8;
      const largest = this.#kernels.largestIn(this.address + bytes * this.#length, bytes, count);
      this.#largest = Math.max(this.#largest, largest >>> 0);
    }
    this.#length = end;
  }

  /** Makes room for `count` more values by dropping those out of reach. Returns whether any were dropped. */
  reserve(count: number): boolean {
    if (this.#length + count <= this.capacity) return false;
    const dropped = this.#length - this.#reach;
    this.#all().copyWithin(0, dropped, this.#length);
    this.#base += dropped;
    this.#length = this.#reach;
    return true;
  }

  /** Switches to more bits per value; past the maximum the window is full. */
  widen(): void {
    const wider = this.#bits.find((bits) => bits > this.#valueBits);
    if (wider === undefined) {
      this.#full = true;
      return;
    }
    const values = wider > 8 && this.valuesOf({ start: this.#base, stop: this.#base + this.#length }).slice();
    this.#valueBits = wider;
    if (values === false) return;
    this.#all().fill(0);
    this.#write(values, 0);
  }

  valuesOf(range: Range): Integers {
    const kept = this.#all().subarray(range.start - this.#base, range.stop - this.#base);
    if (this.#coding === undefined) return kept;
    const { decode } = this.#coding;
    const most = 2 ** this.#valueBits - 1;
    const values = createIntegers(kept.length, most);
    for (let i = 0; i < kept.length; i++) values[i] = decode(kept[i], most);
    return values;
  }

  #write(values: Integers, index: number): void {
    const kept = this.#all();
    if (this.#coding === undefined) {
      kept.set(values, index);
      return;
    }
    const { encode } = this.#coding;
    const most = 2 ** this.#valueBits - 1;
    for (let i = 0; i < values.length; i++) kept[index + i] = encode(values[i], most);
  }

  #all(): Integers {
    const { u8, u16, u32 } = this.#space;
    const all = this.#valueBits <= 8 ? u8 : this.#valueBits <= 16 ? u16 : u32;
    return all.subarray(0, this.capacity);
  }
}
