/** Parts of figures: axes, dots, fitted lines and labels; bars.ts has the bars. */
import { formula, mostOf, superscript } from '../words/typeset.js';
import { COLOURS, type Area, type Axis, type Part, type Size } from './theme.js';

/** A fitted monomial coefficient * n^exponent. */
interface Fit {
  readonly coefficient: number;
  readonly exponent: number;
}

/** The share of a logarithmic axis left free at each end, so that the frame cuts no dot. */
const FREE = 0.018;

/** Returns a logarithmic axis, `least` >= 1, labelled at powers of ten; below two decades at 1, 2, 5, 10, 20, ... */
export function logAxis(title: string, least: number, most: number): Axis {
  const end = Math.max(most, least * 2);
  const margin = (end / least) ** FREE;
  const [bottom, top] = [least / margin, end * margin];
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
  // Labels are round numbers while these are short.
  const labels = ['1', '10'];
  for (let power = 2; power <= 16; power++) labels.push(`10${superscript(power)}`);
  const labelExpr =
    decades < 2 ? `format(datum.value, ',')` : `${JSON.stringify(labels)}[round(log(datum.value) / LN10)]`;
  return {
    title,
    scale: { type: 'log', domain: [bottom, top], nice: false },
    axis: { values, labelExpr },
  };
}

export function countAxis(title: string, least: number, most: number): Axis {
  return {
    title,
    scale: { type: 'linear', domain: [least, Math.max(most, least + 1)], nice: false, zero: false },
    axis: { format: ',d', tickCount: 6, tickMinStep: 1 },
  };
}

/** Returns a linear axis from 0 to a tenth above `most`; `format` is one of d3. */
export function heightAxis(title: string, most: number, format = ',d'): Axis {
  const axis = { format, tickCount: 5, ...(format === ',d' ? { tickMinStep: 1 } : {}) };
  return { title, scale: { domain: [0, 1.1 * most], nice: false }, axis };
}

/** Returns the distance of a value from the top of an area, in pixels. */
export function heightOf(value: number, { scale: { type, domain } }: Axis, height: number): number {
  const [low, high] = domain;
  if (type === 'log') return (height * Math.log(high / value)) / Math.log(high / low);
  return low === 0 ? height * (1 - value / high) : (height * (high - value)) / (high - low);
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A third of a dot's width, in pixels. */
const CELL = 1.5;

/**
 * Returns the points of a doubly logarithmic plot that are not hidden by a dot already drawn: the first for each square of CELL
 * pixels, and the last of all. Coordinates are at least 1. Points that are not returned are not held in memory.
 */
export function thinned<Thing>(
  things: readonly Thing[],
  pointOf: (thing: Thing) => Point,
  { width, height }: Size,
): Point[] {
  let most: Point = { x: 2, y: 2 };
  for (const thing of things) {
    const { x, y } = pointOf(thing);
    if (x > most.x || y > most.y) most = { x: Math.max(x, most.x), y: Math.max(y, most.y) };
  }
  const across = width / CELL / Math.log(most.x);
  const up = height / CELL / Math.log(most.y);
  const taken = new Set<string>();
  return things.flatMap((thing, i) => {
    const point = pointOf(thing);
    const { x, y } = point;
    const place = `${Math.floor(Math.log(x) * across)} ${Math.floor(Math.log(y) * up)}`;
    if (taken.has(place) && i < things.length - 1) return [];
    taken.add(place);
    return [point];
  });
}

export interface Channels extends Part {
  readonly x: Part;
  readonly y: Part;
}

/** Returns the encoding of two fields on two axes. */
export function positions(x: Axis, y: Axis, [across, up] = ['x', 'y']): Channels {
  const channel = (field: string, axis: Axis): Part => ({ field, type: 'quantitative', ...axis });
  return { x: channel(across, x), y: channel(up, y) };
}

/** Returns tooltips: fields by their headings; `format` is one of d3. */
export function tooltips(
  fields: readonly (readonly [field: string, title: string, format?: string])[],
): Part[] {
  return fields.map(([field, title, format = ',']) => ({ field, type: 'quantitative', title, format }));
}

/** Returns dots at (x, y); `mark` overrides their look. */
export function dots(points: readonly Point[], x: Axis, y: Axis, mark: object = {}): Part {
  const tooltip = tooltips([
    ['x', x.title],
    ['y', y.title, ',.4~r'],
  ]);
  return {
    data: { values: [...points] },
    mark: { type: 'circle', clip: false, ...mark },
    encoding: { ...positions(x, y), tooltip },
  };
}

/** Returns dots over the line of their fit with its formula, or only the dots if there is no fit. */
export function overFit(
  drawn: Part,
  fit: Fit | null,
  points: readonly Point[],
  [x, y]: readonly [Axis, Axis],
  size: Size,
): Part[] {
  return fit === null ? [drawn] : [lineOfFit(fit, points, x, y), drawn, fitLabel(fit, size)];
}

/** Returns the line of a fit on doubly logarithmic axes, where a monomial is straight. It belongs under the dots. */
export function lineOfFit(fit: Fit, points: readonly Point[], x: Axis, y: Axis): Part {
  const ends = [points[0].x, points[points.length - 1].x].map((n) => ({
    x: n,
    y: fit.coefficient * n ** fit.exponent,
  }));
  return {
    data: { values: ends },
    mark: { type: 'line', color: COLOURS.fit, clip: true },
    encoding: positions(x, y),
  };
}

/** Returns the formula of a fit, in the corner that a rising line leaves free. */
function fitLabel(fit: Fit, { width, height }: Size): Part {
  return label(
    `fit ${formula(fit)}`,
    { x: width - 12, y: height - 12 },
    { color: COLOURS.fit, align: 'right', fontSize: 15 },
  );
}

/** Labels of an axis of deviations: +20%, 0%. */
export const SIGNED_PERCENT = `abs(datum.value) < 1e-9 ? '0%' : format(datum.value, '+.0~%')`;

/** Returns dots over their fit and the residuals, on logarithmic axes; without a fit, only large dots. */
export function fittedAreas(
  points: readonly Point[],
  fit: Fit | null,
  [x, y]: readonly [Axis, Axis],
  size: Size,
): Area[] {
  const look = fit === null ? { size: 50 } : {};
  const draw = (...axes: readonly [Axis, Axis]): Part => {
    return { ...size, layer: overFit(dots(points, ...axes, look), fit, points, axes, size) };
  };
  return [{ x, y, draw }, ...(fit === null ? [] : [residualsArea(points, fit, x, size)])];
}

/** Returns the relative residuals, which are too small to see in the plot of the fit. */
function residualsArea(points: readonly Point[], fit: Fit, x: Axis, size: Size): Area {
  const shown = points.map((point) => ({
    x: point.x,
    y: point.y / (fit.coefficient * point.x ** fit.exponent) - 1,
  }));
  const most = Math.max(0.01, mostOf(shown.map(({ y }) => Math.abs(y))));
  const y: Axis = {
    title: 'off the fit',
    scale: { domain: [-1.1 * most, 1.1 * most], zero: false, nice: false },
    axis: { tickCount: 5, labelExpr: SIGNED_PERCENT },
  };
  const place = { width: size.width, height: Math.round(size.height * 0.45) };
  return { x, y, draw: (across, up) => ({ ...place, layer: [level(0, up), dots(shown, across, up)] }) };
}

/** Returns text at pixels from the upper left corner of the plotting area, with an outline that hides marks under it. */
export function label(text: string, { x, y }: Point, mark: object = {}): Part {
  const common = { type: 'text', baseline: 'bottom', ...mark, text };
  return {
    data: { values: [{}] },
    encoding: { x: { value: x }, y: { value: y } },
    layer: [
      {
        mark: {
          ...common,
          color: COLOURS.ground,
          stroke: COLOURS.ground,
          strokeWidth: 5,
          strokeJoin: 'round',
        },
      },
      { mark: common },
    ],
  };
}

/** Returns heights for labels of `room` pixels that do not overlap, as near as possible to the given ones. */
export function spread(heights: readonly number[], room: number): number[] {
  const order = heights.map((height, i) => ({ height, i })).sort((a, b) => a.height - b.height);
  const result = [...heights];
  let groups: { members: number[]; centre: number }[] = [];
  for (const { height, i } of order) {
    groups.push({ members: [i], centre: height });
    // Groups that meet become one around their common centre.
    for (let last = groups.length - 1; last > 0; last--) {
      const [a, b] = [groups[last - 1], groups[last]];
      if (b.centre - a.centre >= (room * (a.members.length + b.members.length)) / 2) break;
      const members = [...a.members, ...b.members];
      const centre = members.reduce((sum, member) => sum + heights[member], 0) / members.length;
      groups = [...groups.slice(0, last - 1), { members, centre }];
    }
  }
  for (const { members, centre } of groups) {
    members.forEach((member, k) => (result[member] = centre + (k - (members.length - 1) / 2) * room));
  }
  return result;
}

export function level(value: number, y: Axis, color = COLOURS.fit): Part {
  return {
    data: { values: [{ y: value }] },
    mark: { type: 'rule', color, strokeDash: [5, 3], strokeWidth: 1.5 },
    encoding: { y: { field: 'y', type: 'quantitative', ...y } },
  };
}
