/**
 * What figures are put together from: axes, dots, fitted lines, bars and labels. Separate from the theme, which says
 * how these look.
 */
import type { Fit } from '../analysis/fit.js';
import { COLOURS, type Part, type Size } from './theme.js';
import { formula, superscript } from './numbers.js';

/** A scale and an axis from the least to the largest value. */
export interface Axis {
  readonly scale: object;
  readonly axis: object;
  readonly title: string;
}

/**
 * A logarithmic axis for values from `least` >= 1 to `most`, labelled at powers of ten only; over less than two
 * decades at 1, 2, 5, 10, 20, ...
 */
export function logAxis(title: string, least: number, most: number): Axis {
  // Room for the last dot.
  const top = 1.2 * Math.max(most, least * 2);
  const decades = Math.log10(top / least);
  const steps = decades < 2 ? [1, 2, 5] : [1];
  const values: number[] = [];
  const first = Math.floor(Math.log10(least));
  for (let power = first; power <= Math.ceil(Math.log10(top)); power++) {
    for (const step of steps) {
      const value = step * 10 ** power;
      if (value >= least && value <= top) values.push(value);
    }
  }
  // In round numbers as long as these are short.
  const labels = ['1', '10'];
  for (let power = 2; power <= 16; power++) labels.push(`10${superscript(power)}`);
  const labelExpr =
    decades < 2 ? `format(datum.value, ',')` : `${JSON.stringify(labels)}[round(log(datum.value) / LN10)]`;
  return { title, scale: { type: 'log', domain: [least, top], nice: false }, axis: { values, labelExpr } };
}

/** A linear axis of whole numbers from `least` to `most`. */
export function countAxis(title: string, least: number, most: number): Axis {
  return {
    title,
    scale: { type: 'linear', domain: [least, Math.max(most, least + 1)], nice: false, zero: false },
    axis: { format: ',d', tickCount: 6, tickMinStep: 1 },
  };
}

/** A point of a plot. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A third of the width of a dot, in pixels. */
const CELL = 1.5;

/**
 * The points of a doubly logarithmic plot without those that a dot already drawn hides: one for each square of CELL
 * pixels, and the last. Coordinates are at least 1.
 */
export function thinned(points: readonly Point[], { width, height }: Size): Point[] {
  const most = (values: readonly number[]): number => Math.log(Math.max(2, ...values));
  const across = width / CELL / most(points.map(({ x }) => x));
  const up = height / CELL / most(points.map(({ y }) => y));
  const taken = new Set<string>();
  return points.filter(({ x, y }, i) => {
    const place = `${Math.floor(Math.log(x) * across)} ${Math.floor(Math.log(y) * up)}`;
    if (taken.has(place) && i < points.length - 1) return false;
    taken.add(place);
    return true;
  });
}

/** Dots at (x, y). */
export function dots(points: readonly Point[], x: Axis, y: Axis): Part {
  return {
    data: { values: [...points] },
    mark: { type: 'circle', clip: false },
    encoding: positions(x, y),
  };
}

/** The line of a fit on doubly logarithmic axes, where a monomial is straight, and its formula in a corner. */
export function fitLayers(fit: Fit, points: readonly Point[], x: Axis, y: Axis, size: Size): Part[] {
  const ends = [points[0].x, points[points.length - 1].x].map((n) => ({
    x: n,
    y: fit.coefficient * n ** fit.exponent,
  }));
  return [
    {
      data: { values: ends },
      mark: { type: 'line', color: COLOURS.fit, clip: true },
      encoding: positions(x, y),
    },
    label(formula(fit), { x: size.width - 10, y: size.height - 12 }, { color: COLOURS.fit, align: 'right' }),
  ];
}

/** Text at a place of the plotting area, in pixels from its upper left corner, clear of what lies under it. */
export function label(text: string, { x, y }: Point, mark: object = {}): Part {
  const common = { type: 'text', baseline: 'bottom', ...mark, text };
  return {
    data: { values: [{}] },
    encoding: { x: { value: x }, y: { value: y } },
    layer: [{ mark: { ...common, stroke: '#FFFFFF', strokeWidth: 5 } }, { mark: common }],
  };
}

/** How the fields `x` and `y` become places. */
export interface Channels extends Part {
  readonly x: Part;
  readonly y: Part;
}

/** The encoding of fields `x` and `y` on two axes. */
export function positions(x: Axis, y: Axis): Channels {
  const channel = (field: string, axis: Axis): Part => ({ field, type: 'quantitative', ...axis });
  return { x: channel('x', x), y: channel('y', y) };
}

/** A linear axis from 0 to a little above `most`; `format` as d3 writes it. */
export function heightAxis(title: string, most: number, format = ',d'): Axis {
  const axis = { format, tickCount: 5, ...(format === ',d' ? { tickMinStep: 1 } : {}) };
  return { title, scale: { domain: [0, 1.05 * most], nice: false }, axis };
}

/** A bar for each of 0, 1, 2, ... */
export interface Bars extends Size {
  readonly heights: readonly number[];
  /** The whole number behind each height: bars too low to be seen carry it. */
  readonly amounts: readonly number[];
  readonly xTitle: string;
  readonly y: Axis;
}

/** Above this many bars they are drawn as one outline. */
const MOST_BARS = 120;
/** Pixels that the number of a bar takes. */
const ROOM_FOR_NUMBER = 18;
/** A bar below this share of the highest is hard to tell from none. */
const LOW_BAR = 0.02;
export const LOW_BARS_NOTE = 'Bars too low to be seen carry their numbers.';

/**
 * Bars over whole numbers from 0. Many are drawn as an outline, and where there are more than pixels it is that of the
 * means of as many neighbours as share a pixel.
 */
export function bars({ heights, amounts, xTitle, y, width, height }: Bars): Part {
  if (heights.length > MOST_BARS) return outline({ heights, amounts, xTitle, y, width, height });
  const most = Math.max(...heights);
  const rows = heights.map((each, i) => ({
    x: i,
    y: each,
    from: i - 0.45,
    to: i + 0.45,
    amount: amounts[i],
  }));
  const { axis, ...x } = countAxis(xTitle, -0.5, heights.length - 0.5);
  const isRoomy = heights.length * ROOM_FOR_NUMBER <= width;
  const ticks = isRoomy ? { values: rows.map((row) => row.x), labelOverlap: false } : axis;
  const numbered = { ...ticks, grid: false };
  const channels = positions({ ...x, axis: numbered }, y);
  const low = isRoomy ? rows.filter((row) => row.y < LOW_BAR * most) : [];
  return {
    width,
    height,
    layer: [
      {
        data: { values: rows },
        mark: { type: 'rect', color: COLOURS.data },
        encoding: {
          x: { ...channels.x, field: 'from' },
          x2: { field: 'to' },
          y: channels.y,
          y2: { datum: 0 },
        },
      },
      ...(low.length === 0 ? [] : [lowNumbers(low, channels)]),
    ],
  };
}

function outline({ heights, xTitle, y, width, height }: Bars): Part {
  const together = Math.ceil(heights.length / width);
  const rows: Point[] = [];
  for (let start = 0; start < heights.length; start += together) {
    const group = heights.slice(start, start + together);
    rows.push({ x: start, y: group.reduce((sum, each) => sum + each, 0) / group.length });
  }
  const title = together === 1 ? y.title : `${y.title} (means of ${together})`;
  return {
    width,
    height,
    data: { values: rows },
    mark: { type: 'area', interpolate: 'step', color: COLOURS.data },
    encoding: positions(countAxis(xTitle, -0.5, heights.length - 0.5), { ...y, title }),
  };
}

function lowNumbers(rows: readonly Point[], channels: Channels): Part {
  return {
    data: { values: [...rows] },
    mark: { type: 'text', dy: -3, baseline: 'bottom', fontSize: 12, color: COLOURS.data },
    encoding: { ...channels, text: { field: 'amount', type: 'quantitative', format: ',d' } },
  };
}

/** A dashed line across at a height, to compare with. */
export function level(value: number, y: Axis, color = COLOURS.fit): Part {
  return {
    data: { values: [{ y: value }] },
    mark: { type: 'rule', color, strokeDash: [5, 3], strokeWidth: 1.5 },
    encoding: { y: { field: 'y', type: 'quantitative', ...y } },
  };
}
