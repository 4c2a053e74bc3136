/**
 * One series of one game as everything else reads it: a snapshot of its blocks, with `cold` going on from the
 * other series where its own blocks end. Separate so that queries, scans, exports, solvers and checks share one
 * way from positions to values.
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
import type { BlockRecord } from '../../store/catalog.js';
import type { BlockStore } from '../../store/block-store.js';
import { coldBitsOf, countCold } from '../series/columns.js';
import { DESCRIPTIONS } from '../series/descriptions.js';

/** The part of a block that a view uses, and the series it is of: cold bits are derived from other series. */
interface Entry extends Range {
  readonly block: BlockRecord;
  readonly series: SeriesName;
}

/** Where the values of a part of a range come from. */
export interface PartSource extends Range {
  readonly block: BlockRecord;
  /** The series of the block: that of the view, or one that cold is derived from. */
  readonly series: SeriesName;
  readonly isWhole: boolean;
}

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
  /** The values of a range in one run. */
  read(range: Range, width?: Width): Promise<ColumnValues>;
  /** The natural pieces to read a range in, increasing. */
  partsOf(range: Range): Range[];
  /** How many positions below one are cold. */
  coldBefore(position: number): Promise<number>;
  /** The values at single positions, in the order given. */
  valuesAt(positions: ArrayLike<number>): Promise<Uint32Array | Float64Array>;
}

/** Blocks that are read while one is used: as many as Node's pool of threads reads at a time. */
const READ_AHEAD = 4;

/** A snapshot of a series. Values never change, so a view stays right when the series grows. */
export class SeriesView implements ReadableSeries {
  readonly series: SeriesName;
  /** The first position the view does not have. */
  readonly frontier: number;
  readonly #store: BlockStore;
  readonly #entries: readonly Entry[];
  readonly #mode: ReadMode;
  #latest: { entry: Entry; values: ColumnValues } | undefined;

  private constructor(store: BlockStore, series: SeriesName, entries: readonly Entry[], mode: ReadMode) {
    this.#store = store;
    this.series = series;
    this.#entries = entries;
    this.#mode = mode;
    this.frontier = entries.length === 0 ? 0 : entries[entries.length - 1].stop;
  }

  /** The frontier: the view has nothing else. */
  get reach(): number {
    return this.frontier;
  }

  /** Takes a snapshot. With `ownOnly`, cold is not continued from other series. */
  static take(
    store: BlockStore,
    gameKey: string,
    series: SeriesName,
    { mode = 'keep', ownOnly = false }: { mode?: ReadMode; ownOnly?: boolean } = {},
  ): SeriesView {
    const stored = store.snapshot(gameKey);
    const blocksOf = (name: SeriesName): readonly BlockRecord[] =>
      stored.find((candidate) => candidate.name === name)?.blocks ?? [];
    const own = SeriesView.of(store, series, blocksOf(series), mode);
    if (series !== 'cold' || ownOnly) return own;
    const entries = [...own.#entries];
    let { frontier } = own;
    for (const source of SERIES_NAMES.filter((name) => name !== series)) {
      for (const block of blocksOf(source).filter(({ stop }) => stop > frontier)) {
        entries.push({ start: frontier, stop: block.stop, block, series: source });
        frontier = block.stop;
      }
    }
    return new SeriesView(store, series, entries, mode);
  }

  /** The view of given blocks, all of one series and increasing from position 0. */
  static of(
    store: BlockStore,
    series: SeriesName,
    blocks: readonly BlockRecord[],
    mode: ReadMode = 'keep',
  ): SeriesView {
    const entries = blocks.map((block) => ({ start: block.start, stop: block.stop, block, series }));
    return new SeriesView(store, series, entries, mode);
  }

  /** The same snapshot without the blocks that reach above `position`. */
  below(position: number): SeriesView {
    const entries = this.#entries.filter(({ stop }) => stop <= position);
    return new SeriesView(this.#store, this.series, entries, this.#mode);
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
    return Math.max(0, ...this.#overlapping(range).map(({ block }) => block.largest));
  }

  /**
   * The values of a range that the view has, all in one run, not to be changed: a whole block comes as it is
   * cached. Cost: the blocks it overlaps.
   */
  async read(range: Range, width = this.widthOf(range)): Promise<ColumnValues> {
    const entries = this.#overlapping(range);
    if (entries.length === 1 && entries[0].start === range.start && entries[0].stop === range.stop) {
      const values = await this.#valuesOf(entries[0]);
      if (values.width === width) return values;
    }
    const length = lengthOf(range);
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

  /** As `partsOf`, each with the block it comes from, the series of that, and whether it is all of it. */
  sourcesOf(range: Range): PartSource[] {
    return this.#overlapping(range).map(({ start, stop, block, series }) => {
      const part = intersect(range, { start, stop });
      const isWhole = part.start === block.start && part.stop === block.stop;
      return { ...part, block, series, isWhole };
    });
  }

  /** How many positions below `position`, which the view has, are cold. Cost: at most one block. */
  async coldBefore(position: number): Promise<number> {
    const entry = this.#entryAt(position - 1);
    if (entry === undefined) return 0;
    const { block, series } = entry;
    const inBlock = await this.#store.values(block, this.#mode === 'keep');
    return block.coldBefore + countCold(inBlock, DESCRIPTIONS[series].rule, position - block.start);
  }

  /** The value at each of the given positions, all of which the view has, in the order given. */
  async valuesAt(positions: ArrayLike<number>): Promise<Uint32Array> {
    const result = new Uint32Array(positions.length);
    const groups = new Map<Entry, number[]>();
    let previous: Entry | undefined;
    for (let i = 0; i < positions.length; i++) {
      const position = positions[i];
      let entry = previous;
      if (entry === undefined || position < entry.start || position >= entry.stop) {
        entry = this.#entryAt(position);
        if (entry === undefined) throw new Error(`valuesAt: ${position} is not stored`);
        previous = entry;
      }
      const group = groups.get(entry);
      if (group === undefined) groups.set(entry, [i]);
      else group.push(i);
    }
    for await (const [[entry, indices], { width, bytes }] of inOrder(groups, READ_AHEAD, ([of]) =>
      this.#valuesOf(of),
    )) {
      const { start } = entry;
      if (width === 1) {
        for (const i of indices) {
          const bit = positions[i] - start;
          result[i] = (bytes[bit >>> 3] >>> (bit & 7)) & 1;
        }
      } else {
        const integers = integersOf({ width, length: entry.stop - start, bytes });
        for (const i of indices) result[i] = integers[positions[i] - start];
      }
    }
    return result;
  }

  /** The values of an entry, from its own start. */
  async #valuesOf(entry: Entry): Promise<ColumnValues> {
    if (this.#latest?.entry === entry) return this.#latest.values;
    let values = await this.#store.values(entry.block, this.#mode === 'keep');
    if (entry.series !== this.series) {
      values = coldBitsOf(values, DESCRIPTIONS[entry.series].rule, entry.start - entry.block.start);
    }
    this.#latest = { entry, values };
    return values;
  }

  /** The entry that holds a position: entries are contiguous and increasing. */
  #entryAt(position: number): Entry | undefined {
    if (position < 0 || position >= this.frontier) return undefined;
    let low = 0;
    let high = this.#entries.length - 1;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#entries[middle].stop <= position) low = middle + 1;
      else high = middle;
    }
    return this.#entries[low];
  }

  #overlapping(range: Range): Entry[] {
    return this.#entries.filter((entry) => entry.start < range.stop && entry.stop > range.start);
  }
}
