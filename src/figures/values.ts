/** How often each nim-value occurs, and below it how the shares of some of them change as the range grows. */
import type { ValuesResult } from '../analysis/values.js';
import { bars } from './bars.js';
import { grouped, mostOf, within } from '../words/typeset.js';
import { heightAxis, label, logAxis, positions, spread, tooltips, type Axis } from './parts.js';
import { figure, SERIES_COLOURS, type Figure, type Part, type Size } from './theme.js';

/** Shares of fewer positions are noise, */
const LEAST_COUNT = 16;
/** and much lower ones than the highest would press the others together. */
const LEAST_SHARE = 1e-3;
const PERCENT_TICKS = [1, 0.3, 0.1, 0.03, 0.01, 0.003, 0.001, 0.0003, 0.0001];
/** Shares that differ by less than this factor are shown on a linear axis. */
const LINEAR_FACTOR = 8;
/** Lines are told apart by their dashes too, so that one can be seen through another that it coincides with. */
const DASHES = [
  [1, 0],
  [9, 6],
  [3, 4],
  [12, 4, 3, 4],
  [6, 3],
  [2, 2],
];
const LABEL_ROOM = 15;

export function valuesFigure(result: ValuesResult, size: Size): Figure {
  const { game, points, largest, range } = result;
  const { counts } = points[points.length - 1];
  const notes = [
    largest === 0
      ? `Every position ${within(range)} has nim-value 0`
      : `Nim-values 0 to ${grouped(largest)} of the positions ${within(range)}`,
  ];
  const most = mostOf(counts);
  const commonest = counts.indexOf(most);
  const description =
    `How often each nim-value from 0 to ${largest} occurs ${within(range)}: ${counts[0]} positions are cold; the ` +
    `commonest nim-value is ${commonest} with ${most} positions, and ${largest} occurs ${counts[largest]} times.`;
  const shares = sharesPanel(result, size);
  return figure({ title: `Distribution of nim-values: ${game}`, notes, description, width: size.width }, [
    bars({
      heights: counts,
      amounts: counts,
      xTitle: 'nim-value',
      y: heightAxis('positions', most),
      what: 'positions',
      ...size,
    }),
    ...(shares === undefined ? [] : [shares]),
  ]);
}

/** The shares of some nim-values against n; undefined when there are not enough positions. */
function sharesPanel(
  { points, largest, range }: ValuesResult,
  { width, height: whole }: Size,
): Part | undefined {
  const values = chosenValues(largest);
  const rows = points.flatMap(({ stop, counts }) =>
    values
      .filter((value) => counts[value] >= LEAST_COUNT)
      .map((value) => ({ x: stop, y: counts[value] / (stop - range.start), value: String(value) })),
  );
  const most = mostOf(rows.map(({ y }) => y));
  const shown = rows.filter(({ y }) => y >= LEAST_SHARE * most);
  const least = Math.min(...shown.map(({ y }) => y));
  const [first, last] = [shown.at(0), shown.at(-1)];
  if (first === undefined || last === undefined || first.x === last.x) return undefined;
  const height = Math.round(whole * 0.75);
  const { y, heightOf } = shareAxis(least, most, height);
  const domain = values.map(String);
  const encoding = {
    ...positions(logAxis('n', first.x, last.x), y),
    color: {
      field: 'value',
      type: 'nominal',
      sort: domain,
      scale: { domain, range: SERIES_COLOURS },
      legend: null,
    },
    strokeDash: {
      field: 'value',
      type: 'nominal',
      sort: domain,
      scale: { domain, range: DASHES },
      legend: null,
    },
    tooltip: [
      ...tooltips([['x', 'n']]),
      { field: 'value', type: 'nominal', title: 'nim-value' },
      ...tooltips([['y', 'share', '.3~%']]),
    ],
  };
  return {
    width,
    height,
    layer: [
      { data: { values: shown }, mark: { type: 'line', strokeWidth: 2 }, encoding },
      ...lineLabels(shown, domain, width, heightOf),
    ],
  };
}

/** The axis of shares, and the pixel at which one stands. */
function shareAxis(
  least: number,
  most: number,
  height: number,
): { y: Axis; heightOf: (share: number) => number } {
  const title = 'share of the positions below n';
  if (most < LINEAR_FACTOR * least) {
    const top = 1.12 * most;
    return {
      y: { title, scale: { domain: [0, top], nice: false }, axis: { format: '~%', tickCount: 5 } },
      heightOf: (share) => height * (1 - share / top),
    };
  }
  const [bottom, top] = [least / 1.2, most * 1.2];
  return {
    y: {
      title,
      scale: { type: 'log', domain: [bottom, top], nice: false },
      axis: { values: PERCENT_TICKS.filter((tick) => tick >= bottom), format: '~%' },
    },
    heightOf: (share) => (height * Math.log(top / share)) / Math.log(top / bottom),
  };
}

/** The nim-value of each line, at its end. */
function lineLabels(
  rows: readonly { readonly y: number; readonly value: string }[],
  names: readonly string[],
  width: number,
  heightOf: (share: number) => number,
): Part[] {
  const ends = names.flatMap((name, i) => {
    const end = rows.findLast(({ value }) => value === name);
    return end === undefined ? [] : [{ name, colour: SERIES_COLOURS[i], height: heightOf(end.y) }];
  });
  const places = spread(
    ends.map(({ height }) => height),
    LABEL_ROOM,
  );
  return ends.map(({ name, colour }, i) =>
    label(
      i === 0 ? 'nim-value 0' : name,
      { x: width + 7, y: places[i] },
      { baseline: 'middle', align: 'left', fontSize: 12, color: colour },
    ),
  );
}

/** Up to six nim-values that span all: 0, 1 and evenly on a logarithmic scale. */
function chosenValues(largest: number): number[] {
  const steps = SERIES_COLOURS.length - 2;
  const spreadOut = Array.from({ length: steps }, (_, i) => Math.round(largest ** ((i + 1) / (steps + 1))));
  return [...new Set([0, 1, ...spreadOut])].filter((value) => value <= largest).sort((a, b) => a - b);
}
