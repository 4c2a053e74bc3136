/** The lower values within reach of a set, for methods that read every option. */
import { type Range } from '../../common/range.js';
import { largestOf } from '../../kernel/counting.js';
import { createIntegers, withRoomFor } from './integers.js';
import type { Integers } from './task.js';

/** Minimum number of values for sliding, beyond those kept. */
const SLIDE = 1 << 16;

/** The latest values, those of [base, base + length), in one array that slides upwards and widens on demand. */
export class RecentValues {
  values: Integers;
  base: number;
  length = 0;
  readonly #kept: number;

  /** Keeps at least the last `kept` values before `range` and, as it grows, of it. */
  constructor(kept: number, range: Range) {
    this.#kept = kept;
    this.base = Math.max(0, range.start - kept);
    // All of [base, stop) if that is less; otherwise the kept values and as many again for sliding.
    this.values = createIntegers(Math.min(range.stop - this.base, 2 * kept + SLIDE), 0);
  }

  append(lower: Integers): void {
    this.reserve(lower.length, largestOf(lower));
    this.values.set(lower, this.length);
    this.length += lower.length;
  }

  /** The last `count` values, at most `kept`. */
  last(count: number): Integers {
    return this.values.subarray(this.length - count, this.length);
  }

  /** Makes room for `count` more values of at most `largest`, below 2^32. */
  reserve(count: number, largest: number): void {
    this.values = withRoomFor(this.values, largest);
    if (this.length + count > this.values.length) {
      const dropped = this.length - this.#kept;
      this.values.copyWithin(0, dropped, this.length);
      this.base += dropped;
      this.length = this.#kept;
    }
  }
}
