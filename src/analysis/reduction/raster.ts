/** Positions as cells in rows, which show classes and periods as stripes: values, stored or continued, not an analysis. */
import { refuse } from '../../common/errors.js';
import { oneOf } from '../../common/one-of.js';
import { checkInteger, checkRange } from '../../common/range.js';
import { rowOfPeriods } from '../../common/usual-figures.js';
import type { ReadableStore } from '../../engine/reading/readable-store.js';
import type { Game } from '../../game/game.js';
import { collisionOf } from '../counting/separation.js';
import type { AnalysisOptions, Common } from '../result.js';
import { analyzeResidues } from './residues.js';

export const RASTER_SERIES = ['cold', 'nim'] as const;
type RasterSeries = (typeof RASTER_SERIES)[number];

export interface RasterOptions extends AnalysisOptions {
  /** Cells in a row, 1 to 560. Default a multiple of the period, or else the modulus that separates best. */
  readonly width?: number | undefined;
  /** Default `cold`. */
  readonly series?: RasterSeries | undefined;
}

export interface RasterResult extends Common<'raster'> {
  readonly width: number;
  /** The value of each position of the range in the series; cold: 1 or 0. */
  readonly values: readonly number[];
}

const MAX_WIDTH = 560;
const MAX_CELLS = 24_000;
/** Ratio of height to width if no range is given, and the minimum number of rows then. */
const USUAL_HEIGHT = 0.75;
const MIN_USUAL_ROWS = 12;
/** The largest modulus compared without a period, and the positions compared, of a stored game and of one that is not. */
const MAX_MODULUS = 100;
const MAX_COMPARED = 2 ** 20;
const MAX_COMPARED_UNSTORED = 2 ** 12;

/**
 * Reads a range as a raster. Raises a usage error for more than 24,000 positions, and as `Store.values` does. Cost: reading the
 * range once; without a width and a period, `analyzeResidues` of the first 2^20 positions too.
 */
export async function readRaster(
  store: ReadableStore,
  game: string | Game,
  { width: given, series: named = 'cold', from = 0, to, ...reading }: RasterOptions = {},
): Promise<RasterResult> {
  const series = oneOf(named, RASTER_SERIES, 'The series of a raster');
  if (given !== undefined) checkInteger(given, 1, MAX_WIDTH, 'The width');
  if (to !== undefined) checkRange({ start: from, stop: to });
  const width = given ?? (await plotWidth(store, game, reading));
  const rows = Math.max(MIN_USUAL_ROWS, Math.round(USUAL_HEIGHT * width));
  const whole = Math.min(rows * width, MAX_CELLS - (MAX_CELLS % width)) - (from % width);
  const { frontier, reach } = store.coverage(game, series);
  const known = Math.min(reach, from + whole);
  const end = frontier > 0 ? known : (store.studiedRange(game, series, { from }, whole).to ?? known);
  const stop = to ?? Math.max(from, end);
  if (stop - from > MAX_CELLS) {
    refuse(
      'A raster of {count} positions is too large. It can have at most {most}.',
      { count: stop - from, most: MAX_CELLS },
      { remedy: { do: 'lower', option: 'to' } },
    );
  }
  const values: number[] = [];
  const shown = { series, from, to: stop === from ? undefined : stop, signal: reading.signal };
  for await (const run of store.values(game, shown)) values.push(...run.values);
  const { game: key } = store.recordedPeriods(game);
  const range = { start: from, stop: from + values.length };
  return { analysis: 'raster', game: key, series, range, width, values };
}

/**
 * Returns the width of a plot: a multiple of the period, recorded or not; else the modulus that separates the cold positions best.
 * The page has its own rule, `usualWidth` of `explorer/page/views/raster.tsx`.
 */
async function plotWidth(
  store: ReadableStore,
  game: string | Game,
  reading: AnalysisOptions,
): Promise<number> {
  const width = rowOfPeriods(await store.periodOf(game, 'cold'), MAX_WIDTH);
  if (width !== undefined) return width;
  const { frontier } = store.coverage(game, 'cold');
  const { to = frontier } = store.studiedRange(game, 'cold', {}, MAX_COMPARED_UNSTORED);
  // At least four rows.
  const max = Math.min(MAX_MODULUS, Math.floor(to / 4));
  if (max < 8) return Math.max(1, Math.min(10, to));
  const { separation } = await analyzeResidues(store, game, {
    ...reading,
    modulus: 2,
    max,
    to: Math.min(to, MAX_COMPARED),
  });
  return separation.reduce((best, each) => (collisionOf(each) < collisionOf(best) - 1e-9 ? each : best))
    .modulus;
}
