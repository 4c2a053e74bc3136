/**
 * One series of one game as everything else reads it: its blocks below the frontier of one moment, with `cold`
 * continued from the other series where its own blocks end. Separate so that queries, scans, exports, solvers and
 * checks share one way from positions to values.
 */
import { inOrder } from '../../common/ahead.js';
import { copyBits, createBitset } from '../../kernel/bitset.js';
import {
  byteLength,
  integersOf,
  SERIES,
  SERIES_NAMES,
  type ColumnValues,
  type SeriesName,
  type Width,
} from '../../columnar/layout.js';
import { intersect, lengthOf, type Range } from '../../common/range.js';
import type { BlockIndex } from '../../store/catalog/block-index.js';
import type { BlockRecord, StoredSeries } from '../../store/records.js';
import type { BlockStore } from '../../store/block-store.js';
import { coldBitsOf, countCold } from '../series/columns.js';
import { DESCRIPTIONS } from '../series/descriptions.js';

/** The part of a view that comes from one series. */
interface Segment extends Range {
  readonly series: SeriesName;
  readonly index: BlockIndex;
}

/** The part of a block that a view uses, and the series it is of: cold bits are derived from other series. */
interface Entry extends Range {
  readonly block: BlockRecord;
  readonly series: SeriesName;
}

/**
 * A part of a range that stands for `times` parts of its length, the first of which it is: each value of a further one is
 * `rise` more than that a part before.
 */
export interface RepeatedPart extends Range {
  readonly times: number;
  readonly rise: number;
}

/** Where the values of a part of a range come from. */
export interface PartSource extends RepeatedPart {
  /** The block they are stored in, and its series: that of the view, or one that cold is derived from. */
  readonly stored: { readonly block: BlockRecord; readonly series: SeriesName } | undefined;
  /** Whether the part is all of its block. */
  readonly isWhole: boolean;
  /** Steps that reading it takes, as `MOST_STEPS` counts them: none for what is stored. */
  readonly steps: number;
}

/** A part that is stored. */
export type StoredPart = PartSource & { readonly stored: NonNullable<PartSource['stored']> };

/** How reading affects the block cache: a scan passes each block once and keeps only the one it is at. */
export type ReadMode = 'keep' | 'pass';

/** A series as readers take it, whether all of it is stored or a rule continues it. */
export interface ReadableSeries {
  readonly series: SeriesName;
  /** The first position that is not stored. */
  readonly frontier: number;
  /** The first position that cannot be read. */
  readonly reach: number;
  /** A width that holds every value of a range. */
  widthOf(range: Range): Width;
  /** A number that no value of a range is above. */
  boundOf(range: Range): number;
  /** The values of a range in one run. */
  read(range: Range, width?: Width): Promise<ColumnValues>;
  /** The natural pieces to read a range in, increasing. */
  partsOf(range: Range): Iterable<Range>;
  /**
   * The parts that say all of a range, increasing: its blocks, and above them what repeats but once. What is not stored is
   * cut at `cuts`, which increase.
   */
  sourcesOf(range: Range, cuts?: readonly number[]): Iterable<PartSource>;
  /** How many positions below one are cold. */
  coldBefore(position: number): Promise<number>;
  /** The first position above which `coldBefore` takes O(log n); Infinity where no formula counts. */
  readonly countedFrom: number;
  /** The values at single positions, in the order given. */
  valuesAt(positions: ArrayLike<number>): Promise<Uint32Array | Float64Array>;
}

/** Blocks that are read while one is used: as many as Node's pool of threads reads at a time. */
const READ_AHEAD = 4;

/**
 * A series below the frontier of one moment. Values never change, so a view stays right when the series grows: blocks
 * are looked up when they are needed, and of those that reach above the frontier by then only the part below is used.
 */
export class SeriesView implements ReadableSeries {
  readonly series: SeriesName;
  /** The first position the view does not have. */
  readonly frontier: number;
  readonly #store: BlockStore;
  /** Increasing and contiguous from position 0. */
  readonly #segments: readonly Segment[];
  readonly #mode: ReadMode;
  #latest: { block: BlockRecord; values: ColumnValues } | undefined;

  private constructor(store: BlockStore, series: SeriesName, segments: readonly Segment[], mode: ReadMode) {
    this.#store = store;
    this.series = series;
    this.#segments = segments;
    this.#mode = mode;
    this.frontier = segments.at(-1)?.stop ?? 0;
  }

  readonly countedFrom = Infinity;

  /** The frontier: the view has nothing else. */
  get reach(): number {
    return this.frontier;
  }

  /** The view of a series of a game now. */
  static take(store: BlockStore, gameKey: string, series: SeriesName, mode: ReadMode = 'keep'): SeriesView {
    return SeriesView.of(store, store.seriesOf(gameKey), series, mode);
  }

  /** The view of a series among those of a game at one moment. */
  static of(
    store: BlockStore,
    stored: readonly StoredSeries[],
    series: SeriesName,
    mode: ReadMode = 'keep',
  ): SeriesView {
    const segments: Segment[] = [];
    let start = 0;
    for (const name of series === 'cold' ? SERIES_NAMES : [series]) {
      const found = stored.find((candidate) => candidate.name === name);
      if (found === undefined || found.frontier <= start) continue;
      segments.push({ start, stop: found.frontier, series: name, index: store.index(found.id) });
      start = found.frontier;
    }
    return new SeriesView(store, series, segments, mode);
  }

  /** The view of the blocks of a series itself: cold is not continued from other series. */
  static ofOwnBlocks(store: BlockStore, { id, name, frontier }: StoredSeries): SeriesView {
    const segment = { start: 0, stop: frontier, series: name, index: store.index(id) };
    return new SeriesView(store, name, frontier === 0 ? [] : [segment], 'keep');
  }

  /** As `take`, without continuing cold from other series. */
  static takeOwn(
    store: BlockStore,
    gameKey: string,
    series: SeriesName,
    mode: ReadMode = 'keep',
  ): SeriesView {
    const found = store.seriesOf(gameKey).find(({ name }) => name === series);
    if (found === undefined || found.frontier === 0) return new SeriesView(store, series, [], mode);
    const segment = { start: 0, stop: found.frontier, series, index: store.index(found.id) };
    return new SeriesView(store, series, [segment], mode);
  }

  /** The same view without the positions from `position` on. */
  below(position: number): SeriesView {
    const segments = this.#segments
      .filter(({ start }) => start < position)
      .map((segment) => ({ ...segment, stop: Math.min(segment.stop, position) }));
    return new SeriesView(this.#store, this.series, segments, this.#mode);
  }

  /** The narrowest width that holds every value of a range. */
  widthOf(range: Range): Width {
    if (SERIES[this.series].isBits) return 1;
    let width: Width = 8;
    for (const { block } of this.#overlapping(range)) if (block.width > width) width = block.width;
    return width;
  }

  /** A number that no value of a range is above. Reads no block. */
  boundOf(range: Range): number {
    if (SERIES[this.series].isBits) return 1;
    return this.#overlapping(range).reduce((most, { block }) => Math.max(most, block.largest), 0);
  }

  /**
   * The values of a range that the view has, all in one run, not to be changed: a whole block comes as it is
   * cached. Cost: the blocks it overlaps.
   */
  async read(range: Range, width = this.widthOf(range)): Promise<ColumnValues> {
    const entries = this.#overlapping(range);
    const length = lengthOf(range);
    if (entries.length === 1 && entries[0].start === range.start) {
      const values = await this.#valuesOf(entries[0]);
      if (values.width === width && values.length === length) return values;
    }
    const bytes = width === 1 ? createBitset(length) : new Uint8Array(byteLength(width, length));
    const result = { width, length, bytes };
    for await (const [entry, values] of inOrder(entries, READ_AHEAD, (one) => this.#valuesOf(one))) {
      const part = intersect(range, entry);
      const from = part.start - entry.start;
      const to = part.start - range.start;
      if (width === 1) copyBits(values.bytes, from, bytes, to, lengthOf(part));
      else integersOf(result).set(integersOf(values).subarray(from, from + lengthOf(part)), to);
    }
    return result;
  }

  /** The ranges of the blocks that overlap a range, cut to it: the natural pieces to read it in. */
  partsOf(range: Range): Range[] {
    return this.#overlapping(range).map((entry) => intersect(range, entry));
  }

  /** The part of a block that has a position, which the view must have. */
  partAt(position: number): Range {
    const { start, stop } = this.#entryAt(position);
    return { start, stop };
  }

  sourcesOf(range: Range): StoredPart[] {
    return this.#overlapping(range).map(({ start, stop, block, series }) => {
      const part = intersect(range, { start, stop });
      const isWhole = part.start === block.start && part.stop === block.stop;
      return { ...part, stored: { block, series }, isWhole, steps: 0, times: 1, rise: 0 };
    });
  }

  /** How many positions below `position`, which the view has, are cold. Cost: at most one block. */
  async coldBefore(position: number): Promise<number> {
    if (position === 0) return 0;
    const { block, series } = this.#entryAt(position - 1);
    const inBlock = await this.#store.values(block, this.#mode === 'keep');
    return block.coldBefore + countCold(inBlock, DESCRIPTIONS[series].rule, position - block.start);
  }

  /** The value at each of the given positions, all of which the view has, in the order given. */
  async valuesAt(positions: ArrayLike<number>): Promise<Uint32Array> {
    const result = new Uint32Array(positions.length);
    const groups = new Map<BlockRecord, { entry: Entry; indices: number[] }>();
    let group: { entry: Entry; indices: number[] } | undefined;
    for (let i = 0; i < positions.length; i++) {
      const position = positions[i];
      if (group === undefined || position < group.entry.start || position >= group.entry.stop) {
        const entry = this.#entryAt(position);
        group = groups.get(entry.block);
        if (group === undefined) groups.set(entry.block, (group = { entry, indices: [] }));
      }
      group.indices.push(i);
    }
    for await (const [{ entry, indices }, { width, bytes }] of inOrder(groups.values(), READ_AHEAD, (one) =>
      this.#valuesOf(one.entry),
    )) {
      const { start } = entry;
      if (width === 1) {
        for (const i of indices) {
          const bit = positions[i] - start;
          result[i] = (bytes[bit >>> 3] >>> (bit & 7)) & 1;
        }
      } else {
        const integers = integersOf({ width, length: lengthOf(entry), bytes });
        for (const i of indices) result[i] = integers[positions[i] - start];
      }
    }
    return result;
  }

  /** The values of an entry, from its own start, and beyond its end where its block is longer. */
  async #valuesOf({ start, block, series }: Entry): Promise<ColumnValues> {
    if (this.#latest?.block === block) return this.#latest.values;
    let values = await this.#store.values(block, this.#mode === 'keep');
    if (series !== this.series) {
      values = coldBitsOf(values, DESCRIPTIONS[series].rule, start - block.start);
    }
    this.#latest = { block, values };
    return values;
  }

  /** The entry that holds a position, which the view must have. */
  #entryAt(position: number): Entry {
    const segment = this.#segments.find(({ start, stop }) => start <= position && position < stop);
    if (segment === undefined) throw new Error(`${this.series}: position ${position} is not stored`);
    return entryOf(segment, segment.index.at(position));
  }

  #overlapping(range: Range): Entry[] {
    return this.#segments.flatMap((segment) =>
      segment.index.over(intersect(segment, range)).map((block) => entryOf(segment, block)),
    );
  }
}

function entryOf(segment: Segment, block: BlockRecord): Entry {
  return { ...intersect(segment, block), block, series: segment.series };
}
