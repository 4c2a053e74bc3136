/**
 * The nim-values within reach, in the kernels' memory: a window that slides upwards, of a byte a value while they fit
 * and of two afterwards.
 */
import type { Arena } from '../../kernel/arena.js';
import type { Space } from '../../kernel/space.js';
import type { Range } from '../../common/range.js';
import { largestOf } from '../task/integers.js';
import { Sliding } from '../task/sliding.js';
import type { Integers } from '../task/task.js';

/** Values that are appended before the window slides, at least. */
const SLIDE = 2 ** 22;
/** The values of [base, base + length). */
export class ValueWindow {
  /** Room for all values at two bytes each, whatever they take now. */
  readonly #space: Space;
  readonly #place: Sliding;
  #valueBits: 4 | 8 | 16 = 4;
  #largest = 0;
  #full = false;

  /** Takes room for the `reach` values before any position of `range` and a chunk beyond. */
  constructor(arena: Arena, reach: number, range: Range, chunkLength: number) {
    this.#place = new Sliding(reach, range, SLIDE, chunkLength);
    this.#space = arena.take(2 * this.#place.capacity);
  }

  /** The address of the values. */
  get address(): number {
    return this.#space.address;
  }

  /** The position of the first value. */
  get base(): number {
    return this.#place.base;
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
    this.#all().set(lower, this.#place.length);
    this.#place.extend(lower.length);
    this.#largest = Math.max(this.#largest, largest);
  }

  /** Takes over `count` values that were written behind the others. */
  extend(count: number): void {
    const { length } = this.#place;
    const added = this.#all().subarray(length, length + count);
    this.#largest = Math.max(this.#largest, largestOf(added));
    this.#place.extend(count);
  }

  /** Makes room for `count` more values by dropping those out of reach. True when any were dropped. */
  reserve(count: number): boolean {
    return this.#place.reserve(count, this.#all());
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
    const narrow = this.#all().slice(0, this.#place.length);
    this.#valueBits = 16;
    this.#all().fill(0).set(narrow);
  }

  /** The values of a range in the window. */
  valuesOf(range: Range): Integers {
    return this.#all().subarray(range.start - this.#place.base, range.stop - this.#place.base);
  }

  #all(): Uint8Array | Uint16Array {
    const { u8, u16 } = this.#space;
    return (this.#valueBits <= 8 ? u8 : u16).subarray(0, this.#place.capacity);
  }
}
