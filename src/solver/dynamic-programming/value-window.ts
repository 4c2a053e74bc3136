/**
 * The nim-values within reach, in the kernels' memory: a window that slides upwards, of a byte a value while
 * they fit and of two afterwards. Separate because dynamic programming only reads and appends.
 */
import type { Arena } from '../../kernel/arena.js';
import type { Space } from '../../kernel/space.js';
import type { Range } from '../../common/range.js';
import { largestOf } from '../task/integers.js';
import type { Integers } from '../task/task.js';

/** Values that are appended before the window slides, at least. */
const SLIDE = 2 ** 22;
/** The values of [base, base + length). */
export class ValueWindow {
  /** Room for all values at two bytes each, whatever they take now. */
  readonly #space: Space;
  readonly #reach: number;
  readonly #capacity: number;
  #base: number;
  #length = 0;
  #valueBits: 4 | 8 | 16 = 4;
  #largest = 0;
  #full = false;

  /** Takes room for the `reach` values before any position of `range` and a chunk beyond. */
  constructor(arena: Arena, reach: number, range: Range, chunkLength: number) {
    this.#reach = reach;
    this.#base = Math.max(0, range.start - reach);
    this.#capacity = Math.min(range.stop - this.#base, 2 * reach + SLIDE) + 2 * chunkLength;
    this.#space = arena.take(2 * this.#capacity);
  }

  /** The address of the values. */
  get address(): number {
    return this.#space.address;
  }

  /** The position of the first value. */
  get base(): number {
    return this.#base;
  }

  /** What the values fit: 4 or 8 bits, which lie in a byte, or 16. */
  get valueBits(): number {
    return this.#valueBits;
  }

  /** The largest value so far. */
  get largest(): number {
    return this.#largest;
  }

  /** Whether a value has turned up that 16 bits do not hold: the window is then of no more use. */
  get full(): boolean {
    return this.#full;
  }

  /** Appends finished values. */
  append(lower: Integers): void {
    this.reserve(lower.length);
    const largest = largestOf(lower);
    while (largest >= 2 ** this.#valueBits && !this.#full) this.widen();
    this.#all().set(lower, this.#length);
    this.#length += lower.length;
    this.#largest = Math.max(this.#largest, largest);
  }

  /** Takes over `count` values that were written behind the others. */
  extend(count: number): void {
    const added = this.#all().subarray(this.#length, this.#length + count);
    this.#largest = Math.max(this.#largest, largestOf(added));
    this.#length += count;
  }

  /** Makes room for `count` more values by dropping those out of reach. True when any were dropped. */
  reserve(count: number): boolean {
    if (this.#length + count <= this.#capacity) return false;
    const dropped = this.#length - this.#reach;
    this.#all().copyWithin(0, dropped, this.#length);
    this.#base += dropped;
    this.#length = this.#reach;
    return true;
  }

  /** Goes over to more bits a value; past 16 the window is full. */
  widen(): void {
    if (this.#valueBits === 16) {
      this.#full = true;
      return;
    }
    if (this.#valueBits === 4) {
      this.#valueBits = 8;
      return;
    }
    const narrow = this.#all().slice(0, this.#length);
    this.#valueBits = 16;
    this.#all().fill(0).set(narrow);
  }

  /** The values of a range in the window. */
  valuesOf(range: Range): Integers {
    return this.#all().subarray(range.start - this.#base, range.stop - this.#base);
  }

  #all(): Uint8Array | Uint16Array {
    const { u8, u16 } = this.#space;
    return (this.#valueBits <= 8 ? u8 : u16).subarray(0, this.#capacity);
  }
}
