/**
 * A series of a game for all readers: contiguous segments from position 0 on. Solvers, checks and proofs take a `SolvedView`, which
 * has no rules.
 */
import { cutAtMultiples, intersect, leastWhere, lengthOf, type Range } from '../../common/range.js';
import { SERIES, type ColumnValues, type Run, type SeriesName, type Width } from '../../columnar/layout.js';
import { copyColumn, emptyColumn, indicesBy } from '../series/columns.js';
import { RunSegment, type PartSource, type Segment, type SolvedSegment, type Source } from './segments.js';

/** Positions to read at a time that are not stored: a formula takes some tens of milliseconds for them. */
const PART_LENGTH = 1 << 18;

/** A series at one moment. Values never change, so a view remains valid when the series grows. */
export class View<Part extends Segment = Segment> {
  readonly series: SeriesName;
  /** Contiguous from position 0, each with at least one position; stored ones come first. */
  readonly segments: readonly Part[];
  /** The first position that is not stored. */
  readonly frontier: number;
  /** The first unreadable position: 2^53 - 1 if a rule gives all. */
  readonly reach: number;
  /** Whether a recorded period lacks the values or states that it repeats. */
  readonly lacksStates: boolean;
  readonly play: 'normal' | 'misere';

  constructor(
    series: SeriesName,
    segments: readonly Part[],
    { lacksStates = false, play = 'normal' }: Partial<Pick<View, 'lacksStates' | 'play'>> = {},
  ) {
    this.series = series;
    this.lacksStates = lacksStates;
    this.play = play;
    this.segments = segments;
    this.frontier = segments.findLast(({ source }) => source === 'stored')?.stop ?? 0;
    this.reach = segments.at(-1)?.stop ?? 0;
  }

  /** The segment above the stored ones, if any. */
  get above(): Part | undefined {
    return this.reach > this.frontier ? this.segments.at(-1) : undefined;
  }

  /** The first position above which `coldBefore` takes O(log n); Infinity without a formula. */
  get countedFrom(): number {
    return this.above?.source === 'closed-form' ? this.frontier : Infinity;
  }

  /** Returns the source of a position's value. */
  sourceOf(position: number): Source {
    return this.segments[this.#indexOf(position)]?.source ?? 'stored';
  }

  widthOf(range: Range): Width {
    let width: Width = SERIES[this.series].isBits ? 1 : 8;
    for (const segment of this.#over(range)) {
      width = Math.max(width, segment.widthOf(intersect(segment, range))) as Width;
    }
    return width;
  }

  /** Returns an upper bound of the values of a range. Reads no block. */
  boundOf(range: Range): number {
    return this.#over(range).reduce(
      (most, segment) => Math.max(most, segment.boundOf(intersect(segment, range))),
      0,
    );
  }

  /**
   * Returns the values of a range in one read-only column: a whole block as cached. Uses the given width, or one that holds them
   * all. Cost: the blocks that it overlaps.
   */
  async read(range: Range, width?: Width): Promise<ColumnValues> {
    const over = this.#over(range);
    if (over.length === 1) return over[0].read(range, width);
    const result = emptyColumn(width ?? this.widthOf(range), lengthOf(range));
    for (const segment of over) {
      const part = intersect(segment, range);
      copyColumn(await segment.read(part), 0, result, part.start - range.start, lengthOf(part));
    }
    return result;
  }

  /** Yields the pieces in which to read a range, increasing: its blocks, then parts that are not stored. */
  *partsOf(range: Range): Generator<Range> {
    for (const segment of this.#over(range)) {
      const part = intersect(segment, range);
      if (segment.source !== 'stored') yield* cutAtMultiples(part, PART_LENGTH);
      else for (const { start, stop } of segment.sourcesOf(part)) yield { start, stop };
    }
  }

  /**
   * Yields parts that describe a range, increasing: its blocks, and above them each repetition once. Parts that are not stored are
   * cut at `cuts`, which increase.
   */
  *sourcesOf(range: Range, cuts: readonly number[] = []): Generator<PartSource> {
    for (const segment of this.#over(range)) {
      const { start: from, stop: end } = intersect(segment, range);
      const within = segment.source === 'stored' ? [] : cuts.filter((cut) => cut > from && cut < end);
      let start = from;
      for (const stop of [...within, end]) {
        yield* segment.sourcesOf({ start, stop });
        start = stop;
      }
    }
  }

  /** Returns the values at single positions, in the order given. The view must have all of them. */
  async valuesAt(positions: ArrayLike<number>): Promise<Uint32Array | Float64Array> {
    if (positions.length === 0) return new Uint32Array(0);
    const first = this.#at(positions[0]);
    let i = 1;
    while (i < positions.length && first.start <= positions[i] && positions[i] < first.stop) i++;
    if (i === positions.length) return first.valuesAt(positions);
    const result = new Float64Array(positions.length);
    for (const [of, own] of indicesBy(positions, (position) => this.#at(position))) {
      const values = await of.valuesAt(Float64Array.from(own, (index) => positions[index]));
      own.forEach((index, k) => (result[index] = values[k]));
    }
    return result;
  }

  /** Returns the number of cold positions below `position`. */
  async coldBefore(position: number): Promise<number> {
    if (position === 0) return 0;
    const segment = this.#at(position - 1);
    return segment.coldBefore(position, () => this.coldBefore(segment.start));
  }

  /** Returns the index of the segment that contains a position, or the number of segments. */
  #indexOf(position: number): number {
    return leastWhere(0, this.segments.length, (i) => this.segments[i].stop > position);
  }

  #at(position: number): Part {
    const segment = this.segments.at(this.#indexOf(position));
    if (segment === undefined) throw new Error(`${this.series}: position ${position} is not known`);
    return segment;
  }

  /** Returns the segments that a range overlaps, increasing. */
  #over({ start, stop }: Range): Part[] {
    const over: Part[] = [];
    for (let i = this.#indexOf(start); i < this.segments.length && this.segments[i].start < stop; i++) {
      if (start < stop) over.push(this.segments[i]);
    }
    return over;
  }
}

/** Solved values of a series: its blocks, and runs solved since. It has no rules. */
export class SolvedView extends View<SolvedSegment> {
  /** Adds solved values above the view, without those that it has. */
  with({ start, stop, values }: Run): SolvedView {
    return this.withRuns([new RunSegment(this.series, { start, stop }, values)]);
  }

  /** Adds the runs of another view above this one. */
  withRuns(segments: readonly SolvedSegment[]): SolvedView {
    const above = { start: this.reach, stop: Infinity };
    const runs = segments.flatMap((segment) =>
      segment instanceof RunSegment && segment.stop > above.start ? [segment.in(above)] : [],
    );
    return new SolvedView(this.series, [...this.segments, ...runs]);
  }

  below(position: number): SolvedView {
    const segments = this.segments.filter(({ start }) => start < position);
    return new SolvedView(
      this.series,
      segments.map((segment) => (segment.stop <= position ? segment : segment.below(position))),
    );
  }

  partAt(position: number): Range {
    const segment = this.segments.find(({ stop }) => position < stop);
    if (segment === undefined) throw new Error(`${this.series}: position ${position} is not solved yet`);
    return segment.partAt(position);
  }
}
