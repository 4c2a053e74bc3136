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
  /** Room for all values at the most bits, whatever they take now. */
  readonly #space: Space;
  readonly #place: Sliding;
  readonly #bits: readonly number[];
  #valueBits: number;
  #largest = 0;
  #full = false;

  /**
   * Takes room for the `reach` values before any position of `range` and a chunk beyond. `bits` are those of a value that the
   * method tells apart, increasing; up to 8 lie in a byte, and 16 are the most.
   */
  constructor(arena: Arena, reach: number, range: Range, chunkLength: number, bits: readonly number[]) {
    this.#place = new Sliding(reach, range, SLIDE, chunkLength);
    this.#bits = bits;
    this.#valueBits = bits[0];
    this.#space = arena.take(Math.ceil(bits[bits.length - 1] / 8) * this.#place.capacity);
  }

  /** The address of the values. */
  get address(): number {
    return this.#space.address;
  }

  /** The position of the first value. */
  get base(): number {
    return this.#place.base;
  }

  /** Values that there is room for. */
  get capacity(): number {
    return this.#place.capacity;
  }

  /** The bits that the values fit, of those that are told apart. */
  get valueBits(): number {
    return this.#valueBits;
  }

  /** The largest value so far. */
  get largest(): number {
    return this.#largest;
  }

  /** Whether a value has turned up that the most bits do not hold: the window is then of no more use. */
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

  /** Goes over to more bits a value; past the most the window is full. */
  widen(): void {
    const wider = this.#bits.find((bits) => bits > this.#valueBits);
    if (wider === undefined) {
      this.#full = true;
      return;
    }
    const lower = wider > 8 ? this.#all().slice(0, this.#place.length) : undefined;
    this.#valueBits = wider;
    if (lower !== undefined) this.#all().fill(0).set(lower);
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
