/** Reads ranges once and in order, so that memory is one block however long the range. */
import { refuse } from '../../common/errors.js';
import { SERIES, SERIES_NAMES, type Run, type SeriesName } from '../../columnar/layout.js';
import { cutAtMultiples } from '../../common/range.js';
import type { Table } from '../../tables/table.js';
import { seriesToExtend } from '../series/declared.js';
import type { GameOrText, ScanOptions } from '../series/options.js';
import type { ReadableRange, Reader } from './reader.js';
import { BATCH_ROWS, POSITION_COLUMN, rangeTable } from './series-table.js';

/** Yields the values of a range of one series, in runs of at most BATCH_ROWS of one width. */
export async function* scanRuns({ views, range, walk }: ReadableRange): AsyncGenerator<Run, void, undefined> {
  const [view] = views;
  const width = view.widthOf(range);
  for await (const part of walk(cutAtMultiples(range, BATCH_ROWS))) {
    yield { ...part, values: await view.read(part, width) };
  }
}

/**
 * Returns the table of a scan: the named columns, by default positions, and cold and nim-values as far as the game has them. Raises
 * a usage error for unknown or repeated names.
 */
export async function scanTable(reader: Reader, named: GameOrText, options: ScanOptions): Promise<Table> {
  const game = reader.game(named);
  const usual = [POSITION_COLUMN, ...seriesToExtend(game).map((series) => SERIES[series].column)];
  const columns = resolveColumns(options.columns ?? usual);
  const names = columns.flatMap(({ series }) => series ?? []);
  // Positions alone are read as cold, whose view covers the longest series.
  const readable = await reader.readable(game, names.length === 0 ? ['cold'] : names, options);
  const read = columns.map(({ name, series }) => ({
    name,
    view: readable.views.find((view) => view.series === series),
  }));
  return rangeTable(read, readable)(readable.range);
}

function resolveColumns(names: readonly string[]): { name: string; series: SeriesName | undefined }[] {
  const known = [POSITION_COLUMN, ...SERIES_NAMES.map((series) => SERIES[series].column)];
  if (
    names.length === 0 ||
    new Set(names).size !== names.length ||
    names.some((name) => !known.includes(name))
  )
    refuse('The columns must be some of {choices}, each once, not {columns}.', {
      ...{ choices: known, columns: names.join(', ') || 'none' },
    });
  return names.map((name) => ({
    name,
    series: SERIES_NAMES.find((series) => SERIES[series].column === name),
  }));
}
