/** Pages of values for the raster. */
import type { SeriesName } from '../../contract.js';
import { getValues, type Values } from '../api.js';
import type { SieveStep } from '../kit/sieve.js';
import { Pages } from '../pages.js';

/** Positions of a page: 32 KiB of bits on the wire. */
const LENGTH = 2 ** 18;
/** Pages in the cache: 16 million values, 64 MB at most. */
const MAX_PAGES = 64;

/** A run of values, with the position of the first. */
export interface ValuePart {
  readonly at: number;
  readonly values: Values;
}

/** The source of a tile's values. */
export interface ValueSource {
  readonly reach: number;
  /** Whether all values of [start, stop) are loaded; requests the missing ones. */
  have(start: number, stop: number): boolean;
  /** Called before a frame: drops requests that it will not need. */
  forgetWanted(): void;
  /** Yields the values of [start, stop), which are all loaded. */
  parts(start: number, stop: number): Iterable<ValuePart>;
}

/** The smallest and the largest value, zeros excluded. */
export interface Bounds {
  readonly least: number;
  readonly largest: number;
}

export class ValuePages extends Pages<Values> implements ValueSource {
  constructor(game: string, series: SeriesName, reach: number) {
    super(reach, {
      ...{ length: LENGTH, most: MAX_PAGES },
      load: (start, stop, until) => getValues(game, series, start, stop, until),
    });
  }

  /** Returns the bounds of the loaded values of [start, stop). Cost: it reads every value. */
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

  /** Returns the value of a position; undefined if it is not loaded. */
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

/** The outcomes of two games: 0 both hot, 1 only the first cold, 2 only the second cold, 3 both cold. */
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
    // Requests both, whatever the first has.
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

/** The first positions after a step of the sieve: 0 hot, 1 cold, 2 open, 3 marked by the step. */
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
    // All values are here.
  }

  have(): boolean {
    return true;
  }

  *parts(start: number, stop: number): Generator<ValuePart> {
    yield { at: start, values: this.#values.subarray(start, stop) };
  }
}
