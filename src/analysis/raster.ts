/**
 * Positions as cells in rows of a width: residue classes and periods show as stripes. A figure of values that are read
 * through the store, stored or continued, not of an analysis.
 */
import { refuse } from '../common/errors.js';
import { oneOf } from '../common/one-of.js';
import { checkInteger, checkRange, type Range } from '../common/range.js';
import { rowOfPeriods } from '../common/usual-figures.js';
import type { ReadableStore } from '../engine/reading/readable-store.js';
import { tooltips } from '../figures/parts.js';
import { figure, HOT_RAMP, IN_CELL, type Figure, type Part, type Size } from '../figures/theme.js';
import { prose } from '../report/parts/html.js';
import type { Section } from '../report/parts/section.js';
import { grouped, mostOf, within } from '../words/typeset.js';
import { type AnalysisOptions, type Common, type Study } from './analysis.js';
import { collisionOf } from './counting/separation.js';
import { analyzeResidues } from './residues.js';

const RASTER_SERIES = ['cold', 'nim'] as const;
type RasterSeries = (typeof RASTER_SERIES)[number];

export interface RasterOptions extends AnalysisOptions {
  /** Cells in a row, 1 to 560. Default a multiple of the period, or else the modulus that separates best. */
  readonly width?: number | undefined;
  /** Default `cold`. */
  readonly series?: RasterSeries | undefined;
}

/** Positions in rows. */
export interface RasterResult extends Common<'raster'> {
  readonly width: number;
  /** The value of each position of the range in the series; cold: 1 or 0. */
  readonly values: readonly number[];
}

const LARGEST_WIDTH = 560;
/** Cells of a figure at most; and where no range is given, the height by the width, and rows at least. */
const MOST_CELLS = 24_000;
const USUAL_HEIGHT = 0.75;
const LEAST_USUAL_ROWS = 12;
/** Moduli that are compared without a period, by so many positions; and of a game that is not stored. */
const LARGEST_MODULUS = 100;
const COMPARED = 2 ** 20;
const COMPARED_UNSTORED = 2 ** 12;
/** Pixels that the title of the upright axis takes. */
const ROOM_FOR_TITLE = 120;
/** Pixels of a cell: at most, and with its value written in it. */
const LARGEST_CELL = 24;
const LEAST_WRITTEN = 15;

/**
 * The positions of a range as a raster. Raises a usage error for more than 24,000 of them, and as `Store.values` does.
 * Cost: reading the range once; without a width and a period, `analyzeResidues` of the first 2^20 positions too.
 */
export async function readRaster(
  store: ReadableStore,
  game: string,
  { width: given, series: named = 'cold', from = 0, to, ...reading }: RasterOptions = {},
): Promise<RasterResult> {
  const series = oneOf(named, RASTER_SERIES, 'The series of a raster');
  if (given !== undefined) checkInteger(given, 1, LARGEST_WIDTH, 'The width');
  if (to !== undefined) checkRange({ start: from, stop: to });
  const width = given ?? (await usualWidth(store, game, reading));
  const rows = Math.max(LEAST_USUAL_ROWS, Math.round(USUAL_HEIGHT * width));
  const whole = Math.min(rows * width, MOST_CELLS - (MOST_CELLS % width)) - (from % width);
  const { frontier, reach } = store.coverage(game, series);
  const known = Math.min(reach, from + whole);
  const end = frontier > 0 ? known : (store.studiedRange(game, series, { from }, whole).to ?? known);
  const stop = to ?? Math.max(from, end);
  if (stop - from > MOST_CELLS) {
    refuse('The positions of a raster', `at most ${MOST_CELLS}`, String(stop - from), {
      remedy: { do: 'lower', option: 'to' },
    });
  }
  const values: number[] = [];
  const shown = { series, from, to: stop === from ? undefined : stop, signal: reading.signal };
  for await (const run of store.values(game, shown)) values.push(...run.values);
  const { game: key } = store.recordedPeriods(game);
  const range = { start: from, stop: from + values.length };
  return { analysis: 'raster', game: key, series, range, width, values };
}

/** Returns a multiple of the period, recorded or not; else the modulus that separates the cold positions best. */
async function usualWidth(store: ReadableStore, game: string, reading: AnalysisOptions): Promise<number> {
  const width = rowOfPeriods(await store.periodOf(game, 'cold'), LARGEST_WIDTH);
  if (width !== undefined) return width;
  const { frontier } = store.coverage(game, 'cold');
  const { to = frontier } = store.studiedRange(game, 'cold', {}, COMPARED_UNSTORED);
  // Rows of which a few are seen.
  const upTo = Math.min(LARGEST_MODULUS, Math.floor(to / 4));
  if (upTo < 8) return Math.max(1, Math.min(10, to));
  const { separation } = await analyzeResidues(store, game, {
    ...reading,
    modulus: 2,
    upTo,
    to: Math.min(to, COMPARED),
  });
  return separation.reduce((best, each) => (collisionOf(each) < collisionOf(best) - 1e-9 ? each : best))
    .modulus;
}

/** Null for a range without positions. */
function rasterFigure(result: RasterResult, size: Size): Figure | null {
  const { game, series, range, width, values } = result;
  if (values.length === 0) return null;
  const isNim = series === 'nim';
  const largest = mostOf(values);
  const rows = Math.ceil((range.stop - firstOf(range, width)) / width);
  const fitting = Math.min(LARGEST_CELL, size.width / width);
  // Whole pixels leave no seams between cells.
  const cell = fitting > 1 ? Math.floor(fitting) : fitting;
  const notes = [
    `The positions ${within(range)} in rows of ${grouped(width)}`,
    isNim
      ? `Blue: cold. The stronger the orange, the larger the nim-value, up to ${grouped(largest)}`
      : 'Each coloured cell is a cold position',
  ];
  const cold = values.filter((value) => (value === 0) === isNim).length;
  const description = `The positions ${within(range)} as cells in ${rows} rows of ${width}, with the smallest at the top: ${cold} of them are cold.`;
  const title = `${isNim ? 'Nim-values' : 'Cold positions'} in rows of ${width}: ${game}`;
  return figure({ title, notes, description, width: size.width }, [
    {
      width: Math.round(cell * width),
      height: Math.max(1, Math.round(cell * rows)),
      layer: layersOf(result, rows, cell, largest),
    },
  ]);
}

/** The first position of the row that a range begins in. */
function firstOf({ start }: Range, width: number): number {
  return start - (start % width);
}

function layersOf(
  { series, range, width, values }: RasterResult,
  rows: number,
  cell: number,
  largest: number,
): Part[] {
  const isNim = series === 'nim';
  const first = firstOf(range, width);
  const cells = values.map((value, i) => {
    const n = range.start + i;
    return {
      n,
      column: n % width,
      row: Math.floor((n - first) / width),
      value,
      colour: isNim ? shade(value, largest) : 0,
    };
  });
  const gap = cell >= 10 ? 1 / (2 * cell) : 0;
  const shown = isNim ? cells : cells.filter(({ value }) => value === 1);
  const place = (field: string, title: string, domain: readonly number[], ticks: object): Part => ({
    field,
    type: 'quantitative',
    title,
    scale: { domain, nice: false, zero: false },
    axis: { grid: false, ...ticks },
  });
  const rowTitle = rows * cell < ROOM_FOR_TITLE ? '' : 'n of the first cell';
  const encoding = {
    x: place('left', `n mod ${width}`, [0, width], ticksOf(width, cell, 'floor(datum.value)')),
    y: place('top', rowTitle, [rows, 0], ticksOf(rows, cell, `floor(datum.value) * ${width} + ${first}`)),
  };
  const tooltip = tooltips([
    ['n', 'n'],
    ['value', isNim ? 'nim-value' : 'cold'],
  ]);
  const colours = [IN_CELL.cold, ...HOT_RAMP];
  const rects = shown
    .map(({ column, row, ...rest }) => ({
      ...rest,
      left: column + gap,
      right: column + 1 - gap,
      top: row + gap,
      bottom: row + 1 - gap,
    }))
    .sort((a, b) => a.colour - b.colour);
  return [
    {
      data: { values: rects },
      mark: { type: 'rect' },
      encoding: {
        ...encoding,
        x2: { field: 'right' },
        y2: { field: 'bottom' },
        fill: {
          field: 'colour',
          type: 'ordinal',
          scale: { domain: colours.map((_, i) => i), range: colours },
          legend: null,
        },
        tooltip,
      },
    },
    ...(cell >= LEAST_WRITTEN ? written(cells, isNim, encoding) : []),
  ];
}

/** Numbers in cells: nim-values, or the positions that are cold. */
function written(
  cells: readonly { n: number; column: number; row: number; value: number; colour: number }[],
  isNim: boolean,
  encoding: { x: Part; y: Part },
): Part[] {
  const rows = cells
    .filter(({ n, value }) => isNim || (value === 1 && n < 1000))
    .map(({ n, column, row, value, colour }) => ({
      left: column + 0.5,
      top: row + 0.5,
      text: String(isNim ? value : n),
      isLight: isNim ? colour === 0 || colour > 5 : true,
    }));
  return [true, false].flatMap((isLight) => {
    const values = rows.filter((row) => row.isLight === isLight);
    const color = isLight ? IN_CELL.light : IN_CELL.dark;
    const mark = { type: 'text', baseline: 'middle', fontSize: 10, color };
    const text = { field: 'text', type: 'nominal' };
    return values.length === 0 ? [] : { data: { values }, mark, encoding: { ...encoding, text } };
  });
}

/** Which colour a nim-value has: 0 for cold, else its place between 1 and the largest. */
function shade(value: number, largest: number): number {
  if (value === 0) return 0;
  if (largest <= HOT_RAMP.length) return Math.round((value * HOT_RAMP.length) / largest);
  return 1 + Math.floor(((value - 1) * (HOT_RAMP.length - 1)) / (largest - 1));
}

/** Labels in the middle of cells, as many as there is room for: each is the value of an expression. */
function ticksOf(count: number, cell: number, value: string): object {
  const step =
    [1, 2, 5, 10, 20, 50, 100, 200, 500].find((each) => each * cell >= (each === 1 ? 14 : 34)) ?? 1000;
  return {
    values: Array.from({ length: Math.ceil(count / step) }, (_, i) => i * step + 0.5),
    labelOverlap: false,
    labelExpr: `format(${value}, ",")`,
  };
}

const rasterSection: Section = {
  id: 'raster',
  heading: 'The positions in rows',
  lacks: ({ cold }) => (cold.reach < 24 ? 'too few positions are stored' : null),
  async make({ store, game, nim, isRegular, reading }) {
    const result = await readRaster(store, game.definition, {
      ...reading,
      ...(isRegular && nim.reach > 24 ? { series: 'nim' } : {}),
    });
    const { width, series } = result;
    return [
      prose(
        `Each row has ${grouped(width)} positions, so that those with the same remainder after division by ${grouped(width)} stand below each other. ` +
          'Vertical stripes are remainders that are often, or always, cold.',
      ),
      { result, options: { width, series: series === 'nim' ? series : undefined } },
    ];
  },
};

export const rasterStudy: Study<'raster', RasterOptions, RasterResult> = {
  name: 'raster',
  summary: 'positions as cells in rows: classes and periods show as stripes',
  options: [
    {
      name: 'width',
      kind: 'number',
      placeholder: 'W',
      describe: 'cells in a row; default a multiple of the period, or the modulus that separates best',
    },
    {
      name: 'series',
      kind: 'name',
      choices: RASTER_SERIES,
      placeholder: 'NAME',
      describe: `what cells show, ${RASTER_SERIES.join(' or ')}; default cold`,
    },
  ],
  seriesOf: ({ series = 'cold' }) => series,
  choosesRange: true,
  run: readRaster,
  facts: ({ width }, write) => [`Rows of ${write(width)}.`],
  needs: 'a position',
  draw: rasterFigure,
  section: rasterSection,
};
