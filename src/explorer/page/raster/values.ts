/** Values in pages, as the raster draws them. */
import type { SeriesName } from '../../contract.js';
import { getValues, type Values } from '../api.js';
import type { SieveStep } from '../kit/sieve.js';
import { Pages } from '../pages.js';

/** Positions of a page: 32 KiB of bits on the way. */
const LENGTH = 2 ** 18;
/** Pages that are kept: 16 million values, 64 MB at most. */
const MOST = 64;

/** A part of values, with the position of its first. */
export interface ValuePart {
  readonly at: number;
  readonly values: Values;
}

/** Where tiles take values from. */
export interface ValueSource {
  readonly reach: number;
  /** Whether all values of [start, stop) are there; those that are not are asked for. */
  have(start: number, stop: number): boolean;
  /** Before a frame: what it does not show need not be asked for. */
  forgetWanted(): void;
  /** The values of [start, stop), which are all there. */
  parts(start: number, stop: number): Iterable<ValuePart>;
}

/** The least and the largest of some values, without zeros. */
export interface Bounds {
  readonly least: number;
  readonly largest: number;
}

export class ValuePages extends Pages<Values> implements ValueSource {
  constructor(game: string, series: SeriesName, reach: number) {
    super(reach, {
      ...{ length: LENGTH, most: MOST },
      load: (start, stop, until) => getValues(game, series, start, stop, until),
    });
  }

  /** The bounds of the values of [start, stop) that are there. Cost: each value is read. */
  boundsIn(start: number, stop: number): Bounds {
    let [least, largest] = [Infinity, 0];
    for (let first = start - (start % this.length); first < stop; first += this.length) {
      const values = this.pageOf(first)?.subarray(Math.max(0, start - first), stop - first) ?? [];
      for (const value of values) {
        if (value > largest) largest = value;
        if (value !== 0 && value < least) least = value;
      }
    }
    return { least, largest };
  }

  /** The value of a position; undefined while it is not there. */
  at(position: number): number | undefined {
    return this.pageOf(position)?.[position % this.length];
  }

  *parts(start: number, stop: number): Generator<ValuePart> {
    for (let at = start; at < stop;) {
      const first = at - (at % this.length);
      const end = Math.min(stop, first + this.length);
      yield { at, values: this.pageOf(at)!.subarray(at - first, end - first) };
      at = end;
    }
  }
}

/** Where the outcomes of two games differ: 0 both hot, 1 the first alone cold, 2 the second alone, 3 both. */
export class OutcomesOfTwo implements ValueSource {
  readonly #of: readonly [ValuePages, ValuePages];

  constructor(...of: readonly [ValuePages, ValuePages]) {
    this.#of = of;
  }

  get reach(): number {
    return Math.min(...this.#of.map(({ reach }) => reach));
  }

  forgetWanted(): void {
    for (const each of this.#of) each.forgetWanted();
  }

  have(start: number, stop: number): boolean {
    // Both are asked for, whatever the first has.
    return this.#of.map((each) => each.have(start, stop)).every((has) => has);
  }

  *parts(start: number, stop: number): Generator<ValuePart> {
    const [first, second] = this.#of;
    // Their pages have the same ends.
    const others = second.parts(start, stop);
    for (const { at, values } of first.parts(start, stop)) {
      const other = (others.next().value as ValuePart).values;
      yield { at, values: Uint8Array.from(values, (value, i) => value + 2 * other[i]) };
    }
  }
}

/** The first positions as the sieve has them after a step: 0 hot, 1 cold, 2 open, 3 marked by the step. */
export class Sieved implements ValueSource {
  readonly #values: Uint8Array;

  constructor({ marks, hits }: SieveStep) {
    this.#values = Uint8Array.from(marks, (mark) => ({ hot: 0, cold: 1, open: 2 })[mark]);
    for (const n of hits) this.#values[n] = 3;
  }

  get reach(): number {
    return this.#values.length;
  }

  forgetWanted(): void {
    // All of them are here.
  }

  have(): boolean {
    return true;
  }

  *parts(start: number, stop: number): Generator<ValuePart> {
    yield { at: start, values: this.#values.subarray(start, stop) };
  }
}
