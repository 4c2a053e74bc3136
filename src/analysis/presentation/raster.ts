/** Positions as cells in rows of a width, as a figure and a section of the report. */
import type { Range } from '../../common/range.js';
import { positions, tooltips, type Channels } from '../../figures/parts.js';
import {
  figure,
  HOT_RAMP,
  IN_CELL,
  type Area,
  type Axis,
  type Figure,
  type Part,
  type Size,
} from '../../figures/theme.js';
import { prose } from '../../report/parts/html.js';
import { withCommas, mostOf, within } from '../../words/typeset.js';
import { RASTER_SERIES, readRaster, type RasterOptions, type RasterResult } from '../reduction/raster.js';
import { studied } from '../study.js';
import { parseNumber } from '../../words/numbers.js';
import { choice, optional } from '../../words/params.js';

const ROOM_FOR_TITLE = 120;
/** Maximum pixels of a cell, and minimum for its value to be written in it. */
const MAX_CELL_PIXELS = 24;
const MIN_WRITTEN_PIXELS = 15;

function rasterFigure(result: RasterResult, size: Size): Figure | null {
  const { game, series, range, width, values } = result;
  if (values.length === 0) return null;
  const isNim = series === 'nim';
  const largest = mostOf(values);
  const rows = Math.ceil((range.stop - firstOf(range, width)) / width);
  const fitting = Math.min(MAX_CELL_PIXELS, size.width / width);
  // Whole pixels leave no seams between cells.
  const cell = fitting > 1 ? Math.floor(fitting) : fitting;
  const notes = [
    `The positions ${within(range)} in rows of ${withCommas(width)}`,
    isNim
      ? `Blue: cold. The stronger the orange, the larger the nim-value, up to ${withCommas(largest)}`
      : 'Each coloured cell is a cold position',
  ];
  const cold = values.filter((value) => (value === 0) === isNim).length;
  const description = `The positions ${within(range)} as cells in ${rows} rows of ${width}, with the smallest at the top: ${cold} of them are cold.`;
  const title = `${isNim ? 'Nim-values' : 'Cold positions'} in rows of ${width}: ${game}`;
  return figure({ title, notes, description, width: size.width }, [areaOf(result, rows, cell, largest)]);
}

function firstOf({ start }: Range, width: number): number {
  return start - (start % width);
}

function areaOf(
  { series, range, width, values }: RasterResult,
  rows: number,
  cell: number,
  largest: number,
): Area {
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
  const cellAxis = (title: string, domain: readonly [number, number], ticks: Part): Axis => ({
    title,
    scale: { domain, nice: false, zero: false },
    axis: { grid: false, ...ticks },
  });
  const rowTitle = rows * cell < ROOM_FOR_TITLE ? '' : 'n of the first cell';
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
  const looks = {
    x2: { field: 'right' },
    y2: { field: 'bottom' },
    fill: {
      field: 'colour',
      type: 'ordinal',
      scale: { domain: colours.map((_, i) => i), range: colours },
      legend: null,
    },
    tooltip,
  };
  return {
    x: cellAxis(`n mod ${width}`, [0, width], ticksOf(width, cell, 'floor(datum.value)')),
    y: cellAxis(rowTitle, [rows, 0], ticksOf(rows, cell, `floor(datum.value) * ${width} + ${first}`)),
    draw(x, y) {
      const encoding = positions(x, y, ['left', 'top']);
      return {
        width: Math.round(cell * width),
        height: Math.max(1, Math.round(cell * rows)),
        layer: [
          { data: { values: rects }, mark: { type: 'rect' }, encoding: { ...encoding, ...looks } },
          ...(cell >= MIN_WRITTEN_PIXELS ? written(cells, isNim, encoding) : []),
        ],
      };
    },
  };
}

/** Returns the numbers in cells: nim-values, or cold positions. */
function written(
  cells: readonly { n: number; column: number; row: number; value: number; colour: number }[],
  isNim: boolean,
  encoding: Channels,
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

/** Returns the index of a nim-value's colour: 0 for cold, else by its place between 1 and the largest. */
function shade(value: number, largest: number): number {
  if (value === 0) return 0;
  if (largest <= HOT_RAMP.length) return Math.round((value * HOT_RAMP.length) / largest);
  return 1 + Math.floor(((value - 1) * (HOT_RAMP.length - 1)) / (largest - 1));
}

/** Returns as many labels as fit, in the middle of cells; `value` is the expression of a label. */
function ticksOf(count: number, cell: number, value: string): Part {
  const step =
    [1, 2, 5, 10, 20, 50, 100, 200, 500].find((each) => each * cell >= (each === 1 ? 14 : 34)) ?? 1000;
  return {
    values: Array.from({ length: Math.ceil(count / step) }, (_, i) => i * step + 0.5),
    labelOverlap: false,
    labelExpr: `format(${value}, ",")`,
  };
}

export const rasterStudy = studied<'raster', RasterOptions, RasterResult>({
  name: 'raster',
  summary: 'positions as cells in rows: classes and periods show as stripes',
  options: {
    width: optional(
      'W',
      'cells in a row; default a multiple of the period, or the modulus that separates best',
      parseNumber,
    ),
    series: choice('what cells show; default cold', RASTER_SERIES),
  },
  seriesOf: ({ series = 'cold' }) => series,
  choosesRange: true,
  reduce: readRaster,
  facts: ({ width }, write) => [`Rows of ${write(width)}.`],
  needs: 'a position',
  draw: rasterFigure,
  section: {
    id: 'raster',
    heading: 'The positions in rows',
    lacks: ({ cold }) => (cold.reach < 24 ? 'too few positions are stored' : null),
    async make({ nim, isRegular }, study) {
      const result = await study(isRegular && nim.reach > 24 ? { series: 'nim' } : {});
      const { width, series } = result;
      return [
        prose(
          `Each row has ${withCommas(width)} positions, so that those with the same remainder after division by ${withCommas(width)} stand below each other. ` +
            'Vertical stripes are remainders that are often, or always, cold.',
        ),
        { result, options: { width, series: series === 'nim' ? series : undefined } },
      ];
    },
  },
});
