/** Series over a range as a table, for exports and scans. Its shape is fixed before the first row is read. */
import { refuse } from '../../common/errors.js';
import { integersOf, SERIES, type ColumnValues } from '../../columnar/layout.js';
import { cutAtMultiples, lengthOf, type Range } from '../../common/range.js';
import { onesOf } from '../../kernel/bitset.js';
import type { TableFileFormat } from '../../tables/formats.js';
import type { Batch, Integers, Table, TableColumn } from '../../tables/table.js';
import type { PositionType } from '../series/options.js';
import type { View } from '../views/view.js';
import type { ReadableRange } from './reader.js';
import type { Walk } from './walk.js';

export const POSITION_COLUMN = 'n';

/** Positions to read at a time, and rows of a record batch. */
export const BATCH_ROWS = 1 << 16;

const TYPES = { 1: 'bool', 8: 'uint8', 16: 'uint16', 32: 'uint32' } as const;

/** A column of a range: the values of a view, or the positions without one. */
export interface RangeColumn {
  readonly name: string;
  readonly view: View | undefined;
}

/** Returns the table of a part of a range, with the columns and metadata of the whole. */
export type TableOf = (part: Range) => Table;

/** Returns tables with a row for each position of a range. */
export function rangeTable(
  columns: readonly RangeColumn[],
  { range, walk }: Pick<ReadableRange, 'range' | 'walk'>,
  {
    positions = 'int64',
    metadata = {},
  }: { positions?: 'int64' | 'int32'; metadata?: Table['metadata'] } = {},
): TableOf {
  const read = columns.map(({ name, view }) => ({ name, view, width: view?.widthOf(range) }));
  const typed = read.map(({ name, width }): TableColumn =>
    width === undefined ? { name, type: positions, isIncreasing: true } : { name, type: TYPES[width] },
  );
  const batches = async function* (part: Range, most = BATCH_ROWS): AsyncGenerator<Batch> {
    for await (const piece of walk(cutAtMultiples(part, most))) {
      const data: Integers[] = [];
      for (const { view, width } of read) {
        data.push(view === undefined ? { start: piece.start } : memoryOf(await view.read(piece, width)));
      }
      yield { length: lengthOf(piece), columns: data };
    }
  };
  return (part) => ({
    columns: typed,
    metadata,
    count: () => Promise.resolve(lengthOf(part)),
    batches: (most) => batches(part, most),
  });
}

function memoryOf(values: ColumnValues): Integers {
  return values.width === 1 ? values.bytes : integersOf(values);
}

/** Returns tables with a row for each cold position, after its index if `hasIndex`. */
function coldTable(
  view: View,
  walk: Walk,
  metadata: Table['metadata'],
  { type, hasIndex }: { type: 'int64' | 'int32'; hasIndex: boolean },
): TableOf {
  const positions = { name: POSITION_COLUMN, type, isIncreasing: true };
  const batches = async function* (part: Range, most?: number): AsyncGenerator<Batch> {
    // The index of a row that there is not may be unknown.
    if (lengthOf(part) === 0) return;
    let index = hasIndex ? await view.coldBefore(part.start) : 0;
    const found = coldPositions(view, walk, part);
    for await (const run of most === undefined ? found : regrouped(found, most)) {
      yield { length: run.length, columns: hasIndex ? [{ start: index }, run] : [run] };
      index += run.length;
    }
  };
  return (part) => ({
    columns: hasIndex ? [{ name: 'k', type: 'int64' }, positions] : [positions],
    metadata,
    count: async () =>
      lengthOf(part) === 0 ? 0 : (await view.coldBefore(part.stop)) - (await view.coldBefore(part.start)),
    batches: (most) => batches(part, most),
  });
}

/** Positions searched at a time for cold ones. */
const COLD_PART_LENGTH = 1 << 20;

/** Yields the cold positions of a range, increasing, in runs that may be empty. */
export async function* coldPositions(view: View, walk: Walk, range: Range): AsyncGenerator<Float64Array> {
  for await (const part of walk(cutAtMultiples(range, COLD_PART_LENGTH))) {
    const { bytes, length } = await view.read(part, 1);
    yield onesOf(bytes, length, part.start);
  }
}

/** Yields the same numbers in runs of `length`; the last may be shorter. */
async function* regrouped(runs: AsyncIterable<Float64Array>, length: number): AsyncGenerator<Float64Array> {
  let waiting: Float64Array = new Float64Array(0);
  for await (const run of runs) {
    const joined = new Float64Array(waiting.length + run.length);
    joined.set(waiting);
    joined.set(run, waiting.length);
    let taken = 0;
    for (; joined.length - taken >= length; taken += length) yield joined.subarray(taken, taken + length);
    waiting = joined.slice(taken);
  }
  if (waiting.length > 0) yield waiting;
}

/**
 * Returns the table of an export: with `sparse`, the cold positions themselves instead of a bit for each position. Raises a usage
 * error if the format does not allow it, or no column would be left.
 */
export function exportTable(
  readable: ReadableRange,
  format: TableFileFormat,
  asked: { readonly sparse?: boolean | undefined; readonly positions?: PositionType | undefined },
): TableOf {
  const { game, range, walk } = readable;
  const [view] = readable.views;
  const { sparse: isSparse = false } = asked;
  const positions = positionType(format, isSparse, asked.positions);
  const { column, isBits } = SERIES[view.series];
  checkShape(view, range, isSparse, positions);
  const metadata = {
    'takeaway.game': game.key,
    'takeaway.series': view.series,
    ...(view.play === 'misere' ? { 'takeaway.play': view.play } : {}),
    'takeaway.start': String(range.start),
    'takeaway.stop': String(range.stop),
  };
  const values = { name: column, view };
  if (positions === 'none') return rangeTable([values], readable, { metadata });
  const hasIndex = format.columns === 'terms';
  if (isSparse || (isBits && hasIndex)) return coldTable(view, walk, metadata, { type: positions, hasIndex });
  const columns = [{ name: POSITION_COLUMN, view: undefined }, values];
  return rangeTable(columns, readable, { positions, metadata });
}

/** Returns the type of positions: the requested one, or 64-bit integers if the format has positions. */
function positionType(
  { name, columns }: TableFileFormat,
  isSparse: boolean,
  asked: PositionType | undefined,
): PositionType {
  const fixed = isSparse ? undefined : columns;
  if (asked === undefined) return fixed === 'one' ? 'none' : 'int64';
  if (fixed === undefined || (fixed === 'one') === (asked === 'none')) return asked;
  refuse(
    fixed === 'terms'
      ? 'The format {format} has positions, which cannot be left out. Choose another format.'
      : 'The format {format} has values without positions, so they cannot be {asked}. Choose another format; the first value is that of the first position of the range.',
    { format: name, asked },
  );
}

function checkShape(
  { series }: View,
  { start, stop }: Range,
  isSparse: boolean,
  positions: PositionType,
): void {
  if (isSparse && !SERIES[series].isBits)
    refuse(
      'A sparse export has the cold positions, not the series {series}.',
      { series },
      { remedy: { do: 'give', option: 'series', value: 'cold' } },
    );
  if (isSparse && positions === 'none')
    refuse('A sparse export has nothing but positions, which cannot be left out. Give them a type.');
  if (positions === 'int32' && start < stop && stop > 2 ** 31)
    refuse(
      'Position {position} does not fit into int32, which ends below 2^31.',
      { position: stop - 1 },
      { remedy: { do: 'give', option: 'positions', value: 'int64' } },
    );
}
