/** The tables that SQL sees: facts of the store, and values of games. A new one needs an entry here. */
import { cutAtMultiples, intersect, lengthOf, type Range } from '../common/range.js';
import { SERIES, SERIES_NAMES, type SeriesName } from '../columnar/layout.js';
import { largestOf, type GameInfo } from '../engine/reading/info.js';
import type { Store } from '../engine/store.js';
import type { RangeOptions } from '../engine/series/options.js';
import type { Game } from '../game/game.js';
import type { Batch, ColumnData } from '../tables/table.js';
import type { ColumnShape, TableShape } from './messages.js';

export interface SqlTable extends TableShape {
  /**
   * Returns rows with the columns of these numbers, or only their count if none. A table of positions may drop rows outside of
   * `within`, a table of games other games than `game`. Memory: one batch.
   */
  rowsOf(columns: readonly number[], within: Range, game?: string): AsyncIterable<Batch>;
}

const BATCH_ROWS = 1 << 16;

export const GAME_TABLES: readonly string[] = [...SERIES_NAMES, 'positions'];

const POSITION: ColumnShape = { name: 'n', type: 'BIGINT' };

export function storeTables(store: Store): SqlTable[] {
  /** One read of the catalog serves three tables. */
  const found = new Map<string | undefined, GameInfo[]>();
  const info = (key?: string): GameInfo[] => {
    const infos = found.get(key) ?? store.infoOf(key);
    found.set(key, infos);
    return infos;
  };
  return [
    listTable('games', ['game', 'definition'], info),
    listTable(
      'series',
      ['game', 'series', 'frontier', 'blocks', 'bytes', 'coldCount', 'largest', 'methods'],
      (key) =>
        info(key).flatMap(({ game, series }) =>
          Object.entries(series).map(([name, found]) => {
            const largest = largestOf(found) ?? Math.min(1, found.coldCount);
            return { ...found, game, series: name, largest };
          }),
        ),
    ),
    listTable(
      'blocks',
      [
        ...([
          'game',
          'series',
          'start',
          'stop',
          'file',
          'bytes',
          'width',
          'coldCount',
          'coldBefore',
        ] as const),
        ...(['largest', 'methods', 'sha256', 'valuesSha256'] as const),
      ],
      (key) => store.blocksOf(key),
    ),
    listTable('periods', ['game', 'quantity', 'preperiod', 'period', 'saltus'], (key) =>
      info(key).flatMap(({ game, periods = {} }) =>
        Object.entries(periods).map(([quantity, period]) => ({ game, quantity, ...period })),
      ),
    ),
  ];
}

/** A range, and the number of positions of a series that is not stored. */
interface TableRange extends RangeOptions {
  readonly usual?: number | undefined;
}

/** Makes the tables of a game in a range, by default up to each frontier. */
export function gameTables(
  store: Store,
  schema: string | undefined,
  game: string | Game,
  { usual, ...range }: TableRange,
): SqlTable[] {
  const { from = 0 } = range;
  const rangeOf = (series: SeriesName): RangeOptions =>
    usual === undefined ? range : store.studiedRange(game, series, range, usual);
  const frontierOf = (series: SeriesName): number => store.coverage(game, series).frontier;
  /** Intersects the range of a series with another; all of an empty one, so that reading it reports the error. */
  const partOf = (series: SeriesName, within: Range): RangeOptions => {
    const whole = { start: from, stop: rangeOf(series).to ?? frontierOf(series) };
    if (lengthOf(whole) === 0) return rangeOf(series);
    const { start, stop } = partWithin(whole, within);
    return { from: start, to: stop };
  };
  const valueTable = (series: SeriesName): SqlTable => ({
    schema,
    name: series,
    columns: [POSITION, { name: SERIES[series].column, type: 'UINTEGER' }],
    rows: Math.max(0, (rangeOf(series).to ?? frontierOf(series)) - from),
    rowsOf: (columns, within) => valueRows(store, game, series, columns, partOf(series, within)),
  });
  const coldTable: SqlTable = {
    schema,
    name: 'cold',
    columns: [POSITION],
    rows: undefined,
    rowsOf: (columns, within) => coldRows(store, game, columns, partOf('cold', within)),
  };
  const stored = Math.max(...SERIES_NAMES.map(frontierOf));
  const stop = rangeOf('cold').to ?? stored;
  return [
    ...SERIES_NAMES.map((series) => (SERIES[series].isBits ? coldTable : valueTable(series))),
    {
      schema,
      name: 'positions',
      columns: [
        POSITION,
        ...SERIES_NAMES.map((series): ColumnShape => {
          const { column, isBits } = SERIES[series];
          return { name: column, type: isBits ? 'BOOLEAN' : 'UINTEGER' };
        }),
      ],
      rows: Math.max(0, stop - from),
      rowsOf: (columns, within) =>
        positionRows(store, game, columns, partWithin({ start: from, stop: Math.max(from, stop) }, within)),
    },
  ];
}

/** Intersects ranges; if disjoint, the result is empty at the end of the first. */
function partWithin(range: Range, within: Range): Range {
  const { start, stop } = intersect(range, within);
  return start < stop ? { start, stop } : { start: range.stop, stop: range.stop };
}

/** Text columns of the tables of a store. */
const TEXTS = ['game', 'definition', 'series', 'quantity', 'file', 'methods', 'sha256', 'valuesSha256'];

/** A table of few records of one or all games, made on demand. Its columns are some keys of records. */
function listTable<Key extends string>(
  name: string,
  keys: readonly Key[],
  list: (
    gameKey: string | undefined,
  ) => readonly Readonly<Record<Key, string | number | readonly string[]>>[],
): SqlTable {
  const columns = keys.map((key): ColumnShape => ({
    name: key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    type: TEXTS.includes(key) ? 'VARCHAR' : 'BIGINT',
  }));
  return {
    schema: undefined,
    name,
    columns,
    rows: undefined,
    async *rowsOf(chosen, _, gameKey) {
      await Promise.resolve();
      const records = list(gameKey);
      const data = chosen.map((i): ColumnData => {
        const values = records.map((record) => record[keys[i]]);
        if (columns[i].type === 'BIGINT') return Float64Array.from(values, Number);
        return values.map((value) => (typeof value === 'object' ? value.join(', ') : value));
      });
      if (records.length > 0) yield { length: records.length, columns: data };
    },
  };
}

async function* valueRows(
  store: Store,
  game: string | Game,
  series: SeriesName,
  columns: readonly number[],
  range: RangeOptions,
): AsyncGenerator<Batch> {
  for await (const { start, values } of store.values(game, { series, ...range })) {
    const { length } = values;
    yield { length, columns: columns.map((i) => (i === 0 ? { start } : Uint32Array.from(values))) };
  }
}

async function* coldRows(
  store: Store,
  game: string | Game,
  columns: readonly number[],
  range: RangeOptions,
): AsyncGenerator<Batch> {
  const { from = 0, to } = range;
  if (columns.length === 0 && to !== undefined) {
    const length = (await store.coldBelow(game, to)) - (await store.coldBelow(game, from));
    if (length > 0) yield { length, columns: [] };
    return;
  }
  for await (const positions of store.coldPositions(game, range)) {
    yield { length: positions.length, columns: columns.map(() => positions) };
  }
}

/** Yields all positions with known values: a series that ends before the range has none from there on. */
async function* positionRows(
  store: Store,
  game: string | Game,
  columns: readonly number[],
  range: Range,
): AsyncGenerator<Batch> {
  const readable = (series: SeriesName): number => store.coverage(game, series).reach;
  // If no series reaches the end of the range, this raises the same error as other reads.
  if (SERIES_NAMES.every((series) => readable(series) < range.stop)) {
    await store.values(game, { series: 'cold', from: range.start, to: range.stop }).next();
  }
  const readers = columns.map((i) => {
    if (i === 0) return undefined;
    const series = SERIES_NAMES[i - 1];
    const to = Math.min(range.stop, readable(series));
    const from = Math.min(range.start, to);
    return { isBits: SERIES[series].isBits, runs: store.values(game, { series, from, to }) };
  });
  try {
    for (const part of cutAtMultiples(range, BATCH_ROWS)) {
      const data: ColumnData[] = [];
      for (const reader of readers) {
        const next = await reader?.runs.next();
        if (reader === undefined || next === undefined) data.push({ start: part.start });
        else if (next.done === true) data.push([]);
        else data.push((reader.isBits ? Uint8Array : Uint32Array).from(next.value.values));
      }
      yield { length: lengthOf(part), columns: data };
    }
  } finally {
    for (const reader of readers) await reader?.runs.return();
  }
}
