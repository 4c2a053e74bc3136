/** Where the values within reach lie in an array of fixed length that slides upwards. */
import type { Range } from '../../common/range.js';

/** The part [base, base + length) of all positions in an array of `capacity`. */
export class Sliding {
  readonly capacity: number;
  readonly #reach: number;
  #base: number;
  #length = 0;

  /**
   * Keeps the `reach` values before any position of `range` and has room for two chunks beyond; `slack` values at least
   * are appended before it slides.
   */
  constructor(reach: number, range: Range, slack: number, chunkLength: number) {
    this.#reach = reach;
    this.#base = Math.max(0, range.start - reach);
    this.capacity = Math.min(range.stop - this.#base, 2 * reach + slack) + 2 * chunkLength;
  }

  /** The position of the first value. */
  get base(): number {
    return this.#base;
  }

  get length(): number {
    return this.#length;
  }

  /** Takes note of `count` values that were written behind the others. */
  extend(count: number): void {
    this.#length += count;
  }

  /** Makes room for `count` more in an array by dropping what is out of reach. True when any were dropped. */
  reserve(count: number, array: Uint8Array | Uint16Array | Uint32Array): boolean {
    if (this.#length + count <= this.capacity) return false;
    const dropped = this.#length - this.#reach;
    array.copyWithin(0, dropped, this.#length);
    this.#base += dropped;
    this.#length = this.#reach;
    return true;
  }
}
