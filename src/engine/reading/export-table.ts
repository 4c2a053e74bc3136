/**
 * What an export writes, settled before its first byte: which positions, in which columns of which types. Separate
 * from the formats, which take it from here; so a request that a format cannot hold is refused before any work.
 */
import { usageError } from '../../common/errors.js';
import { integersOf, SERIES, type ColumnValues, type Width } from '../../columnar/layout.js';
import { consecutivePositions, int64Positions } from '../../columnar/positions.js';
import { cutAtMultiples, lengthOf, type Range } from '../../common/range.js';
import type { Batch, BatchColumn, BatchTable, ColumnArray, ColumnType } from '../../export/batch.js';
import type { Rows } from '../../export/rows.js';
import type { PositionType } from '../series/options.js';
import type { ReadableSeries } from '../views/stored.js';
import { coldPositions, POSITION_COLUMN, scanRows } from './scan.js';

const COLUMN_TYPES: Readonly<Record<Width, ColumnType>> = {
  1: 'bool',
  8: 'uint8',
  16: 'uint16',
  32: 'uint32',
};

/** What is asked of an export besides the series and the range. */
export interface ExportShape {
  /** The cold positions themselves in place of a bit for each position. */
  readonly isSparse: boolean;
  readonly positions: PositionType;
}

/** One series over a range as an export has it. */
export class ExportTable {
  readonly view: ReadableSeries;
  readonly range: Range;
  readonly isSparse: boolean;
  readonly positions: PositionType;
  /** Its columns, the positions first where they are there. Alike for every part of the table. */
  readonly columns: readonly BatchColumn[];
  /** What a file says of itself, where its format can. */
  readonly metadata: Readonly<Record<string, string>>;
  readonly #width: Width;

  private constructor(whole: Omit<ExportTable, 'part' | 'rows' | 'table' | 'count'>, width: Width) {
    this.view = whole.view;
    this.range = whole.range;
    this.isSparse = whole.isSparse;
    this.positions = whole.positions;
    this.columns = whole.columns;
    this.metadata = whole.metadata;
    this.#width = width;
  }

  /** Raises a usage error where the positions do not fit their type, or nothing would be left to write. */
  static of(gameKey: string, view: ReadableSeries, range: Range, shape: ExportShape): ExportTable {
    const { isSparse, positions } = shape;
    const { column, isBits } = SERIES[view.series];
    checkShape(view, range, shape);
    const width = isBits ? 1 : view.widthOf(range);
    const columns: BatchColumn[] = positions === 'none' ? [] : [{ name: POSITION_COLUMN, type: positions }];
    if (!isSparse) columns.push({ name: column, type: COLUMN_TYPES[width] });
    const metadata = {
      'takeaway.game': gameKey,
      'takeaway.series': view.series,
      'takeaway.start': String(range.start),
      'takeaway.stop': String(range.stop),
    };
    return new ExportTable({ view, range, isSparse, positions, columns, metadata }, width);
  }

  /** The same table without the positions outside `range`: columns, types and metadata stay. */
  part(range: Range): ExportTable {
    const { view, isSparse, positions, columns, metadata } = this;
    return new ExportTable({ view, range, isSparse, positions, columns, metadata }, this.#width);
  }

  /** The number of rows. Cost: at most two blocks. */
  async count(): Promise<number> {
    const { start, stop } = this.range;
    if (!this.isSparse) return lengthOf(this.range);
    return (await this.view.coldBefore(stop)) - (await this.view.coldBefore(start));
  }

  /** The values of the range in runs, all of one width. */
  rows(): AsyncGenerator<Rows> {
    return scanRows(this.view, this.range, this.#width);
  }

  /** The table in batches of at most `batchRows` rows. */
  table(batchRows: number): BatchTable {
    const { columns, metadata } = this;
    const batches = this.isSparse ? this.#sparseBatches(batchRows) : this.#denseBatches(batchRows);
    return { columns, metadata, batches };
  }

  async *#denseBatches(batchRows: number): AsyncGenerator<Batch> {
    for (const part of cutAtMultiples(this.range, batchRows)) {
      const values = arrayOf(await this.view.read(part, this.#width));
      const length = lengthOf(part);
      const { positions } = this;
      const columns =
        positions === 'none' ? [values] : [positionsFrom(part.start, length, positions), values];
      yield { length, columns };
    }
  }

  async *#sparseBatches(batchRows: number): AsyncGenerator<Batch> {
    let waiting: Float64Array = new Float64Array(0);
    const batchOf = (found: Float64Array): Batch => ({
      length: found.length,
      columns: [this.positions === 'int32' ? Int32Array.from(found) : int64Positions(found)],
    });
    for await (const found of coldPositions(this.view, this.range)) {
      const joined = new Float64Array(waiting.length + found.length);
      joined.set(waiting);
      joined.set(found, waiting.length);
      let taken = 0;
      for (; joined.length - taken >= batchRows; taken += batchRows) {
        yield batchOf(joined.subarray(taken, taken + batchRows));
      }
      waiting = joined.slice(taken);
    }
    if (waiting.length > 0) yield batchOf(waiting);
  }
}

function arrayOf(values: ColumnValues): ColumnArray {
  return values.width === 1 ? values.bytes : integersOf(values);
}

function positionsFrom(start: number, length: number, type: 'int32' | 'int64'): ColumnArray {
  if (type === 'int64') return consecutivePositions(start, length);
  const positions = new Int32Array(length);
  for (let i = 0; i < length; i++) positions[i] = start + i;
  return positions;
}

function checkShape({ series }: ReadableSeries, { start, stop }: Range, shape: ExportShape): void {
  const { isSparse, positions } = shape;
  if (isSparse && !SERIES[series].isBits) {
    throw usageError({
      subject: 'A sparse export',
      expected: 'the series cold, of which it has the positions',
      found: `the series ${series}`,
      remedy: { do: 'give', option: 'series', value: 'cold' },
    });
  }
  if (isSparse && positions === 'none') {
    throw usageError({
      subject: 'A sparse export',
      expected: 'positions, as it has nothing else',
      found: 'an export without positions',
    });
  }
  if (positions === 'int32' && start < stop && stop > 2 ** 31) {
    throw usageError({
      subject: 'The positions as int32',
      expected: 'positions below 2^31',
      found: `positions up to ${stop - 1}`,
      remedy: { do: 'give', option: 'positions', value: 'int64' },
    });
  }
}
