/**
 * A series as readers see it: its stored blocks, and above them what continues it: a proven period or a closed form
 * at every position, or what was computed in memory. Separate from the view of the blocks, which solvers and checks
 * read: these must never take what a rule says for what was solved.
 */
import type { Game } from '../../game/game.js';
import type { Period } from '../../game/periods.js';
import { copyBits, createBitset } from '../../kernel/bitset.js';
import {
  byteLength,
  integersOf,
  type ColumnValues,
  type SeriesName,
  type Width,
} from '../../columnar/layout.js';
import { cutAtMultiples, intersect, lengthOf, type Range } from '../../common/range.js';
import type { BlockStore } from '../../store/block-store.js';
import type { GameSnapshot } from '../../store/records.js';
import {
  checkedBound,
  ComputedContinuation,
  continuationsOf,
  widthFor,
  type Continuation,
  type KnownPeriod,
  type Run,
  type Source,
} from './continuation.js';
import {
  SeriesView,
  type PartSource,
  type ReadableSeries,
  type ReadMode,
  type RepeatedPart,
} from './stored.js';

/** Positions that a part above the stored ones has at most: a formula takes some tens of milliseconds. */
const PART_LENGTH = 1 << 18;

/** What was computed of a game in memory: values above stored ones, by series, and periods that are not recorded. */
export interface Computed {
  readonly runs: Readonly<Partial<Record<SeriesName, Run>>>;
  readonly periods: readonly KnownPeriod[];
}

export const NOTHING_COMPUTED: Computed = { runs: {}, periods: [] };

/** A series at one moment with what continues it. Values never change, so it stays right when the series grows. */
export class ContinuedView implements ReadableSeries {
  readonly series: SeriesName;
  /** The first position that is not stored. */
  readonly frontier: number;
  /** The first position the view does not have: the frontier, where the computed values end, or 2^53 - 1. */
  readonly reach: number;
  readonly continuation: Continuation | undefined;
  readonly countedFrom: number;
  readonly #stored: SeriesView;

  private constructor(stored: SeriesView, continuation: Continuation | undefined) {
    this.series = stored.series;
    this.frontier = stored.frontier;
    this.reach = continuation?.reach ?? stored.frontier;
    this.continuation = continuation;
    this.countedFrom = continuation?.source === 'closed-form' ? stored.frontier : Infinity;
    this.#stored = stored;
  }

  /** The view of a series of a game at the moment of a snapshot, with what was computed in memory besides. */
  static of(
    store: BlockStore,
    game: Game,
    { series: stored, periods }: GameSnapshot,
    series: SeriesName,
    mode: ReadMode = 'keep',
    computed: Computed = NOTHING_COMPUTED,
  ): ContinuedView {
    const view = SeriesView.of(store, stored, series, mode);
    const run = computed.runs[series];
    const isFurther = run !== undefined && run.start + run.values.length > view.frontier;
    const known = isFurther ? new ContinuedView(view, new ComputedContinuation(view, run)) : undefined;
    const rules = continuationsOf(game, known ?? view, periods, computed.periods);
    return new ContinuedView(view, rules.at(0) ?? known?.continuation);
  }

  /** Where the value of a position comes from. */
  sourceOf(position: number): Source {
    return position < this.frontier ? 'stored' : (this.continuation?.source ?? 'stored');
  }

  /** A width that holds every value of a range. */
  widthOf(range: Range): Width {
    const stored = this.#stored.widthOf(range);
    if (this.continuation === undefined || range.stop <= this.frontier || stored === 1) return stored;
    const above = { start: Math.max(range.start, this.frontier), stop: range.stop };
    return Math.max(stored, widthFor(checkedBound(this.continuation, above))) as Width;
  }

  boundOf(range: Range): number {
    const below = intersect(range, { start: 0, stop: this.frontier });
    const above = { start: Math.max(range.start, this.frontier), stop: range.stop };
    const stored = lengthOf(below) > 0 ? this.#stored.boundOf(below) : 0;
    return lengthOf(above) > 0 ? Math.max(stored, this.continuation?.boundOf(above) ?? 0) : stored;
  }

  /** The values of a range that the view has, all in one run. */
  async read(range: Range, width = this.widthOf(range)): Promise<ColumnValues> {
    if (this.continuation === undefined || range.stop <= this.frontier)
      return this.#stored.read(range, width);
    const length = lengthOf(range);
    const result = {
      width,
      length,
      bytes: width === 1 ? createBitset(length) : new Uint8Array(byteLength(width, length)),
    };
    const below = { start: range.start, stop: Math.max(range.start, this.frontier) };
    const above = { start: below.stop, stop: range.stop };
    const parts = [
      { start: below.start, values: await this.#stored.read(below) },
      { start: above.start, values: await this.continuation.read(above) },
    ];
    for (const { start, values } of parts) {
      if (width === 1) copyBits(values.bytes, 0, result.bytes, start - range.start, values.length);
      else integersOf(result).set(integersOf(values), start - range.start);
    }
    return result;
  }

  *partsOf(range: Range): Generator<Range> {
    yield* this.#stored.partsOf(intersect(range, { start: 0, stop: this.frontier }));
    yield* cutAtMultiples(this.#above(range), PART_LENGTH);
  }

  *sourcesOf(range: Range, cuts: readonly number[] = []): Generator<PartSource> {
    yield* this.#stored.sourcesOf(intersect(range, { start: 0, stop: this.frontier }));
    const { start: from, stop: end } = this.#above(range);
    let start = from;
    for (const stop of [...cuts.filter((cut) => cut > from && cut < end), end]) {
      for (const part of repeatedParts({ start, stop }, this.continuation?.repeats)) {
        const steps = lengthOf(part) * (this.continuation?.stepsOfValue ?? 0);
        yield { ...part, stored: undefined, isWhole: false, steps };
      }
      start = stop;
    }
  }

  #above({ start, stop }: Range): Range {
    return { start: Math.max(start, this.frontier), stop: Math.min(stop, this.reach) };
  }

  /** The value at each of the given positions, all of which the view has, in the order given. */
  async valuesAt(positions: ArrayLike<number>): Promise<Uint32Array | Float64Array> {
    let stored = 0;
    for (let i = 0; i < positions.length; i++) stored += Number(positions[i] < this.frontier);
    if (stored === positions.length || this.continuation === undefined)
      return this.#stored.valuesAt(positions);
    if (stored === 0) return this.continuation.valuesAt(positions);
    const indices = Array.from(positions, (_, i) => i);
    const below = indices.filter((i) => positions[i] < this.frontier);
    const above = indices.filter((i) => positions[i] >= this.frontier);
    const belowValues = await this.#stored.valuesAt(below.map((i) => positions[i]));
    const aboveValues = await this.continuation.valuesAt(above.map((i) => positions[i]));
    const result = new Float64Array(positions.length);
    below.forEach((i, k) => (result[i] = belowValues[k]));
    above.forEach((i, k) => (result[i] = aboveValues[k]));
    return result;
  }

  /** How many positions below `position` are cold. */
  async coldBefore(position: number): Promise<number> {
    if (this.continuation === undefined || position <= this.frontier)
      return this.#stored.coldBefore(position);
    return this.continuation.coldBefore(position);
  }
}

/** A range as what comes before its first period, the first of its whole periods, which stands for all, and the rest. */
function* repeatedParts({ start, stop }: Range, repeats: Period | undefined): Generator<RepeatedPart> {
  const { preperiod, period, saltus } = repeats ?? { preperiod: stop, period: 1, saltus: 0 };
  const first = Math.min(stop, Math.max(start, preperiod));
  const times = Math.floor((stop - first) / period);
  // What repeats at most once is read through.
  const parts =
    times < 2
      ? [{ start, stop, times: 1, rise: 0 }]
      : [
          { start, stop: first, times: 1, rise: 0 },
          { start: first, stop: first + period, times, rise: saltus },
          { start: first + times * period, stop, times: 1, rise: 0 },
        ];
  yield* parts.filter((part) => part.start < part.stop);
}
