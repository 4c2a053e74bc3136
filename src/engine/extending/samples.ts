/**
 * Compares single positions with the definition: the one way to sample solved, stored and found values. Options are tried from the
 * nearest on, as parts of the lower values are read in decreasing order, so that many positions share one reading of each part.
 */
import type { Breathe } from '../../common/stoppable.js';
import { lengthOf, type Range } from '../../common/range.js';
import { integersOf, valueAt, type ColumnValues, type SeriesName } from '../../columnar/layout.js';
import type { Game } from '../../game/game.js';
import { lowerBound, type SubtractionSet } from '../../game/sets/subtraction-set.js';
import type { Rule } from '../../game/rules.js';
import { createBitset, getBit, setBit } from '../../kernel/bitset.js';
import { declaredValue, valueAfterPass } from '../series/declared.js';
import { DESCRIPTIONS } from '../series/descriptions.js';

/** Maximum number of options of one position to try, the nearest ones: all of them for squares below 2^36. Dense sets have more. */
const MAX_OPTIONS = 2 ** 18;
/** Options to try between turns of the event loop: some milliseconds. */
const OPTIONS_A_TURN = 2 ** 20;

/** Random numbers 0 <= r < 1. */
export type Random = () => number;

/** Values below a position, in the parts in which they are best read. */
export interface LowerParts {
  partAt(position: number): Range;
  /** Reads the values of a part; undefined if they are unreadable. */
  read(range: Range): Promise<ColumnValues | undefined>;
}

/** A contradiction between the definition and the value of a position. */
export interface Contradiction {
  readonly position: number;
  /** A phrase such as `cold, but has an option that is cold`. */
  readonly found: string;
}

/** A position whose value is not decided yet. */
interface Sample {
  readonly position: number;
  readonly value: number;
  /** Index of the first subtrahend that has not been tried. */
  next: number;
  /** Whether all options are read in the end, and have been so far. */
  seesAll: boolean;
  /** Values of which each must be that of an option, the number not seen yet, and if there are several, a bit for each seen one. */
  readonly needs: Range;
  missing: number;
  readonly seen: Uint8Array | undefined;
}

/** Returns `count` distinct random positions of a range, or all if there are no more. Cost: O(count). */
export function randomPositions(range: Range, count: number, random: Random): Set<number> {
  const length = lengthOf(range);
  const positions = new Set<number>();
  if (count >= length) for (let n = range.start; n < range.stop; n++) positions.add(n);
  else while (positions.size < count) positions.add(range.start + Math.floor(random() * length));
  return positions;
}

/** Sampled positions of one series below `stop`. Memory: 100 bytes each while undecided, and a bit for each value it needs. */
export class Samples {
  readonly #game: Game;
  readonly #series: SeriesName;
  readonly #rule: Rule;
  /** The least subtrahends, increasing: all those below `#known`. */
  readonly #subtrahends: Float64Array;
  readonly #known: number;
  readonly #contradictions: Contradiction[] = [];
  #open: Sample[] = [];
  #decided = 0;

  constructor(game: Game, series: SeriesName, stop: number) {
    this.#game = game;
    this.#series = series;
    this.#rule = DESCRIPTIONS[series].rule;
    const { subtrahends, known } = leastSubtrahends(game.set, stop);
    this.#subtrahends = subtrahends;
    this.#known = known;
  }

  /** Number of decided positions: right, or contradicted. Others have untried options. */
  get decided(): number {
    return this.#decided;
  }

  /** Contradictions in the order of discovery. */
  get contradictions(): readonly Contradiction[] {
    return this.#contradictions;
  }

  /** Returns the maximum number of options of a position to try. */
  optionsOf(position: number): number {
    return lowerBound(this.#subtrahends, position + 1);
  }

  /** Returns the highest option to try next, or undefined if all positions are finished. Cost: O(positions). */
  get highest(): number | undefined {
    let highest = -1;
    for (const { position, next } of this.#open) {
      highest = Math.max(highest, position - this.#subtrahends[next]);
    }
    return highest < 0 ? undefined : highest;
  }

  /** Adds a position with its claimed value, before any part below it is compared. */
  add(position: number, value: number): void {
    const sample = this.#sampleOf(position, value, createBitset);
    if (sample !== undefined && !this.#settle(sample)) this.#open.push(sample);
  }

  /**
   * Adds every position of a part, before any part below it is compared, and tries the options that lie in it. Cost: O(options).
   * Memory only for positions with options below the part.
   */
  async addAll(part: Range, values: ColumnValues, breathe: Breathe): Promise<void> {
    const integers = values.width === 1 ? undefined : integersOf(values);
    let bits = createBitset(0);
    const cleared = (count: number): Uint8Array => {
      if (8 * bits.length < count) bits = createBitset(count);
      else bits.fill(0, 0, Math.ceil(count / 8));
      return bits;
    };
    let tried = 0;
    for (let n = part.start; n < part.stop; n++) {
      const sample = this.#sampleOf(n, valueAt(values, n - part.start), cleared);
      if (sample === undefined) continue;
      const isDone =
        integers === undefined
          ? this.#tryBits(sample, part.start, values.bytes)
          : this.#tryIntegers(sample, part.start, integers);
      if (!isDone && !this.#settle(sample)) this.#open.push({ ...sample, seen: sample.seen?.slice() });
      tried += sample.next;
      if (tried < OPTIONS_A_TURN) continue;
      tried = 0;
      await breathe();
    }
  }

  /** Returns an undecided sample, with memory for the values that it needs, or undefined if the position is decided at once. */
  #sampleOf(position: number, value: number, bitset: (length: number) => Uint8Array): Sample | undefined {
    const { describe, needs: needsOf } = this.#rule;
    const declared = declaredValue(this.#game, this.#series, position);
    if (declared !== undefined) {
      this.#decided++;
      if (declared !== value)
        this.#contradict(position, value, `but the game declares it ${describe(declared)}`);
      return undefined;
    }
    const needs = needsOf(value);
    const missing = lengthOf(needs);
    const seesAll = position < this.#known;
    const afterPass = valueAfterPass(this.#game, this.#series, position);
    const options = this.optionsOf(position) + Number(afterPass !== undefined);
    if (seesAll && missing > options) {
      this.#decided++;
      this.#contradict(position, value, `but has only ${options} options`);
      return undefined;
    }
    // If some options are never tried, no value is known to be missing.
    const seen = seesAll && missing > 1 ? bitset(missing) : undefined;
    const sample = { position, value, next: 0, seesAll, needs, missing, seen };
    return afterPass !== undefined && this.#try(sample, afterPass) ? undefined : sample;
  }

  /**
   * Tries the options that lie in a part. Parts come in decreasing order. Options between two parts, or in a part without values,
   * are skipped, and leave their positions undecided. Cost: O(options in the part).
   */
  async compareWith(part: Range, values: ColumnValues | undefined, breathe: Breathe): Promise<void> {
    const integers = values === undefined || values.width === 1 ? undefined : integersOf(values);
    const left: Sample[] = [];
    let tried = 0;
    for (const sample of this.#open) {
      const { next } = sample;
      this.#skip(sample, values === undefined ? part.start : part.stop);
      const isDone =
        integers !== undefined
          ? this.#tryIntegers(sample, part.start, integers)
          : values !== undefined && this.#tryBits(sample, part.start, values.bytes);
      if (!isDone && !this.#settle(sample)) left.push(sample);
      tried += sample.next - next;
      if (tried < OPTIONS_A_TURN) continue;
      tried = 0;
      await breathe();
    }
    this.#open = left;
    await breathe();
  }

  /** Skips the unreadable options from `stop` on. */
  #skip(sample: Sample, stop: number): void {
    const subtrahends = this.#subtrahends;
    const from = sample.next;
    while (sample.next < subtrahends.length && sample.position - subtrahends[sample.next] >= stop)
      sample.next++;
    if (sample.next > from) sample.seesAll = false;
  }

  /** Whether the options down to `start` decide a value. In a series of bits only ones decide. */
  #tryBits(sample: Sample, start: number, bytes: Uint8Array): boolean {
    const subtrahends = this.#subtrahends;
    const offset = sample.position - start;
    let { next } = sample;
    for (; next < subtrahends.length; next++) {
      const i = offset - subtrahends[next];
      if (i < 0) break;
      if (((bytes[i >>> 3] >>> (i & 7)) & 1) === 0) continue;
      sample.next = next + 1;
      if (this.#try(sample, 1)) return true;
    }
    sample.next = next;
    return false;
  }

  #tryIntegers(sample: Sample, start: number, integers: ArrayLike<number>): boolean {
    const subtrahends = this.#subtrahends;
    const offset = sample.position - start;
    for (let { next } = sample; next < subtrahends.length; next++) {
      const i = offset - subtrahends[next];
      if (i < 0) break;
      sample.next = next + 1;
      if (this.#try(sample, integers[i])) return true;
    }
    return false;
  }

  /** Records an option. Returns whether it decides. */
  #try(sample: Sample, option: number): boolean {
    const { position, value, needs, seen } = sample;
    const { describe, forbids, proves } = this.#rule;
    const isForbidden = forbids(value, option);
    if (isForbidden) this.#contradict(position, value, `but has an option that is ${describe(option)}`);
    if (isForbidden || proves(value, option)) {
      this.#decided++;
      return true;
    }
    if (sample.missing === 0 || option < needs.start || option >= needs.stop) return false;
    if (seen === undefined) {
      if (lengthOf(needs) === 1) sample.missing = 0;
    } else if (getBit(seen, option - needs.start) === 0) {
      setBit(seen, option - needs.start);
      sample.missing--;
    }
    return false;
  }

  /** Whether a position is finished: it has no untried option. */
  #settle({ position, value, next, seesAll, needs, missing, seen }: Sample): boolean {
    if (next < this.#subtrahends.length && this.#subtrahends[next] <= position) return false;
    if (!seesAll) return true;
    this.#decided++;
    if (missing === 0) return true;
    let absent = 0;
    while (seen !== undefined && getBit(seen, absent) === 1) absent++;
    this.#contradict(position, value, `but no option is ${this.#rule.describe(needs.start + absent)}`);
    return true;
  }

  #contradict(position: number, value: number, why: string): void {
    this.#contradictions.push({ position, found: `${this.#rule.describe(value)}, ${why}` });
  }
}

/** Compares samples with lower values until each is decided or all its options are tried. Reads only parts with options. */
export async function compareAll(samples: Samples, lower: LowerParts, breathe: Breathe): Promise<void> {
  for (let { highest } = samples; highest !== undefined; { highest } = samples) {
    const part = lower.partAt(highest);
    await samples.compareWith(part, await lower.read(part), breathe);
  }
}

/** Returns the least subtrahends below `stop`, at most MAX_OPTIONS, and a bound below which these are all. */
function leastSubtrahends(
  set: SubtractionSet,
  stop: number,
): { readonly subtrahends: Float64Array; readonly known: number } {
  // A bound below which there are enough, but not many more: counts are right within a few percent.
  const enough = 1.25 * MAX_OPTIONS;
  let [few, bound] = [1, stop];
  while (bound - few > 1 && set.approximateCount(bound) > enough) {
    const middle = few + Math.floor((bound - few) / 2);
    if (set.approximateCount(middle) < enough) few = middle;
    else bound = middle;
  }
  const all = set.between(1, bound);
  if (all.length <= MAX_OPTIONS) return { subtrahends: all, known: bound };
  return { subtrahends: all.subarray(0, MAX_OPTIONS), known: all[MAX_OPTIONS] };
}
