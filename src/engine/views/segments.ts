/**
 * Segments of a series, from position 0 up, each with one source of values. Here are those with solved values: stored blocks, and
 * runs in memory. Those of rules are in `rules.ts`.
 */
import { inOrder } from '../../common/ahead.js';
import { intersect, lengthOf, type Range } from '../../common/range.js';
import {
  byteLength,
  integersOf,
  SERIES,
  sliceColumn,
  valueAt,
  type ColumnValues,
  type SeriesName,
  type Width,
} from '../../columnar/layout.js';
import { getBit } from '../../kernel/bitset.js';
import type { BlockIndex } from '../../store/catalog/block-index.js';
import type { Blocks } from '../../store/blocks.js';
import type { BlockRecord, StoredSeries } from '../../store/records.js';
import type { Period } from '../../game/periods.js';
import type { Rule } from '../../game/rules.js';
import {
  atWidth,
  coldBitsOf,
  copyColumn,
  countCold,
  emptyColumn,
  indicesBy,
  largestIn,
  widthFor,
} from '../series/columns.js';
import { DESCRIPTIONS } from '../series/descriptions.js';

export type Source = 'stored' | 'period' | 'closed-form' | 'computed';

/** The first of `times` consecutive parts of equal length: each value of a further part is `rise` more than in the part before. */
export interface RepeatedPart extends Range {
  readonly times: number;
  readonly rise: number;
}

/** A part of a range, and the source of its values. */
export interface PartSource extends RepeatedPart {
  /** Its block, and the series of that: the view's, or one that cold is derived from. */
  readonly stored: { readonly block: BlockRecord; readonly series: SeriesName } | undefined;
  /** Whether the part is a whole block. */
  readonly isWhole: boolean;
  /** Steps of reading it, as `MAX_STEPS` counts them: none for stored values and those in memory. */
  readonly steps: number;
}

/** The values of the positions [start, stop) of a series. Every requested range and position must lie in it. */
export interface Segment extends Range {
  readonly source: Source;
  /** For a segment that is not stored: its rule in a few words, such as `period 45`, and the period of the values if known. */
  readonly rule?: string;
  readonly period?: Period | undefined;
  /** Returns a width that holds every value of a range. */
  widthOf(range: Range): Width;
  /** Returns an upper bound of the values of a range. */
  boundOf(range: Range): number;
  /** Returns the values of a range in one column, read-only, of a width that holds them all unless one is given. */
  read(range: Range, width?: Width): Promise<ColumnValues>;
  /** Returns the values at single positions, in the order given. */
  valuesAt(positions: ArrayLike<number>): Promise<Uint32Array | Float64Array>;
  /** Yields parts that describe a range, increasing; a repetition appears once. */
  sourcesOf(range: Range): Iterable<PartSource>;
  /** Returns the number of cold positions below one; `coldBelowStart` returns it for the segment's start. */
  coldBefore(position: number, coldBelowStart: () => Promise<number>): Promise<number>;
}

/** A segment of solved values, on which solvers and checks may build. */
export interface SolvedSegment extends Segment {
  readonly source: 'stored' | 'computed';
  /** Returns the segment without the positions from `position` on. */
  below(position: number): SolvedSegment;
  /** Returns the natural piece to read that contains a position. */
  partAt(position: number): Range;
}

/** Effect of reading on the block cache: a scan passes each block once and keeps only the current one. */
export type ReadMode = 'keep' | 'pass';

/** The part of a block in a segment. */
type Entry = Range & { readonly block: BlockRecord };

/** Blocks read ahead: as many as Node's thread pool reads at a time. */
const READ_AHEAD = 4;

/**
 * Stored blocks of a series, or the cold positions that they imply. Blocks are looked up on demand; one that has grown beyond the
 * segment is used only within it.
 */
export class BlockSegment implements SolvedSegment {
  readonly source = 'stored';
  readonly start: number;
  readonly stop: number;
  readonly #store: Blocks;
  readonly #stored: StoredSeries;
  readonly #index: BlockIndex;
  readonly #mode: ReadMode;
  /** The rule of the blocks, if only their cold positions are wanted. */
  readonly #coldBy: Rule | undefined;
  readonly #isBits: boolean;
  /** The latest block. In mode `keep` a weak reference: the bounded cache decides how long it lives. */
  #latest: { readonly block: BlockRecord; readonly values: Pick<WeakRef<ColumnValues>, 'deref'> } | undefined;

  /** Takes the part `range` of a stored series, for a view of `series`. */
  constructor(store: Blocks, stored: StoredSeries, range: Range, series: SeriesName, mode: ReadMode) {
    this.start = range.start;
    this.stop = range.stop;
    this.#store = store;
    this.#stored = stored;
    this.#index = store.index(stored.id);
    this.#mode = mode;
    this.#coldBy = stored.name === series ? undefined : DESCRIPTIONS[stored.name].rule;
    this.#isBits = SERIES[series].isBits;
  }

  below(position: number): BlockSegment {
    const range = { start: this.start, stop: Math.min(this.stop, position) };
    const series = this.#coldBy === undefined ? this.#stored.name : 'cold';
    return new BlockSegment(this.#store, this.#stored, range, series, this.#mode);
  }

  widthOf(range: Range): Width {
    if (this.#isBits) return 1;
    let width: Width = 8;
    for (const { block } of this.#over(range)) if (block.width > width) width = block.width;
    return width;
  }

  boundOf(range: Range): number {
    if (this.#isBits) return 1;
    return this.#over(range).reduce((most, { block }) => Math.max(most, block.largest), 0);
  }

  /** A whole block is returned as cached. Cost: the blocks that the range overlaps. */
  async read(range: Range, width = this.widthOf(range)): Promise<ColumnValues> {
    const entries = this.#over(range);
    const length = lengthOf(range);
    if (entries.length === 1 && entries[0].start === range.start) {
      const values = await this.#valuesOf(entries[0]);
      if (values.width === width && values.length === length) return values;
    }
    const result = emptyColumn(width, length);
    for await (const [entry, values] of inOrder(entries, READ_AHEAD, (one) => this.#valuesOf(one))) {
      const part = intersect(range, entry);
      copyColumn(values, part.start - entry.start, result, part.start - range.start, lengthOf(part));
    }
    return result;
  }

  /** If the blocks would evict each other from the cache, reads only the requested values: a query far up needs a few of each. */
  async valuesAt(positions: ArrayLike<number>): Promise<Uint32Array> {
    const result = new Uint32Array(positions.length);
    const groups = indicesBy(positions, (position) => this.#index.at(position));
    let bytes = 0;
    for (const { width, start, stop } of groups.keys()) bytes += byteLength(width, stop - start);
    if (this.#mode === 'keep' && !this.#store.cache.fits(bytes)) {
      const isCold = this.#coldBy?.isCold;
      const look = ([block, indices]: [BlockRecord, number[]]): Promise<readonly number[]> => {
        const places = indices.map((i) => positions[i] - block.start);
        return this.#store.valuesAt(block, places);
      };
      for await (const [[, indices], values] of inOrder(groups, READ_AHEAD, look)) {
        indices.forEach((i, k) => {
          result[i] = isCold === undefined ? values[k] : Number(isCold(values[k]));
        });
      }
      return result;
    }
    const read = ([of]: [BlockRecord, number[]]): Promise<ColumnValues> => this.#valuesOf(this.#entryOf(of));
    for await (const [[of, indices], values] of inOrder(groups, READ_AHEAD, read)) {
      const { start } = this.#entryOf(of);
      if (values.width === 1) {
        for (const i of indices) result[i] = getBit(values.bytes, positions[i] - start);
      } else {
        const integers = integersOf(values);
        for (const i of indices) result[i] = integers[positions[i] - start];
      }
    }
    return result;
  }

  partAt(position: number): Range {
    return intersect(this, this.#index.at(position));
  }

  sourcesOf(range: Range): PartSource[] {
    const series = this.#stored.name;
    return this.#over(range).map(({ start, stop, block }) => {
      const part = intersect(range, { start, stop });
      const isWhole = part.start === block.start && part.stop === block.stop;
      return { ...part, stored: { block, series }, isWhole, steps: 0, times: 1, rise: 0 };
    });
  }

  /** Cost: at most one block. */
  async coldBefore(position: number): Promise<number> {
    const block = this.#index.at(position - 1);
    const inBlock = await this.#store.values(block, this.#mode === 'keep');
    const { rule } = DESCRIPTIONS[this.#stored.name];
    return block.coldBefore + countCold(inBlock, rule, position - block.start);
  }

  /** Returns the values of an entry from its own start, and beyond its end if its block is longer. */
  async #valuesOf({ start, block }: Entry): Promise<ColumnValues> {
    const latest = this.#latest?.block === block ? this.#latest.values.deref() : undefined;
    if (latest !== undefined) return latest;
    let values = await this.#store.values(block, this.#mode === 'keep');
    if (this.#coldBy !== undefined) values = coldBitsOf(values, this.#coldBy, start - block.start);
    const found = values;
    this.#latest = { block, values: this.#mode === 'keep' ? new WeakRef(values) : { deref: () => found } };
    return values;
  }

  #entryOf(block: BlockRecord): Entry {
    return { ...intersect(this, block), block };
  }

  #over(range: Range): Entry[] {
    return this.#index.over(intersect(this, range)).map((block) => this.#entryOf(block));
  }
}

/** The values of a run: in memory, or fetched at each reading. */
export type RunValues = ColumnValues | { readonly width: Width; readonly fetch: () => Promise<ColumnValues> };

/** A run of solved values that are not stored. */
export class RunSegment implements SolvedSegment {
  readonly source = 'computed';
  readonly rule = 'values computed in memory';
  readonly start: number;
  readonly stop: number;
  readonly #series: SeriesName;
  readonly #run: Range;
  readonly #values: RunValues;

  /** Takes the positions of `part` of a run. */
  constructor(series: SeriesName, run: Range, values: RunValues, part = run) {
    this.start = part.start;
    this.stop = part.stop;
    this.#series = series;
    this.#run = run;
    this.#values = values;
  }

  /** Returns the part of the run in a range. */
  in(range: Range): RunSegment {
    return new RunSegment(this.#series, this.#run, this.#values, intersect(this, range));
  }

  below(position: number): RunSegment {
    return this.in({ start: 0, stop: position });
  }

  widthOf(range: Range): Width {
    return 'bytes' in this.#values ? widthFor(this.#series, this.boundOf(range)) : this.#values.width;
  }

  boundOf(range: Range): number {
    const values = this.#values;
    return 'bytes' in values ? largestIn(this.#slice(values, range)) : 2 ** values.width - 1;
  }

  async read(range: Range, width?: Width): Promise<ColumnValues> {
    const values = this.#slice(await this.#all(), range);
    return width === undefined ? values : atWidth(values, width);
  }

  async valuesAt(positions: ArrayLike<number>): Promise<Uint32Array> {
    const values = await this.#all();
    const result = new Uint32Array(positions.length);
    // `Uint32Array.from` with a function takes seven times as long.
    for (let i = 0; i < result.length; i++) result[i] = valueAt(values, positions[i] - this.#run.start);
    return result;
  }

  partAt(): Range {
    return { start: this.start, stop: this.stop };
  }

  sourcesOf(range: Range): PartSource[] {
    return [{ ...range, stored: undefined, isWhole: false, steps: 0, times: 1, rise: 0 }];
  }

  async coldBefore(position: number, coldBelowStart: () => Promise<number>): Promise<number> {
    const values = this.#slice(await this.#all(), { start: this.start, stop: position });
    return (await coldBelowStart()) + countCold(values, DESCRIPTIONS[this.#series].rule);
  }

  #all(): Promise<ColumnValues> | ColumnValues {
    return 'bytes' in this.#values ? this.#values : this.#values.fetch();
  }

  #slice(values: ColumnValues, { start, stop }: Range): ColumnValues {
    return start === this.#run.start && stop === this.#run.stop
      ? values
      : sliceColumn(values, start - this.#run.start, stop - start);
  }
}
