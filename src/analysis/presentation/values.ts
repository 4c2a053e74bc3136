/** Frequencies of nim-values, as rows, a figure and a section of the report. */
import { bars } from '../../figures/bars.js';
import { heightAxis, heightOf, label, logAxis, positions, spread, tooltips } from '../../figures/parts.js';
import {
  figure,
  SERIES_COLOURS,
  type Area,
  type Axis,
  type Figure,
  type Part,
  type Size,
} from '../../figures/theme.js';
import { prose } from '../../report/parts/html.js';
import { lacksNimCounts } from '../../report/parts/section.js';
import { withCommas, mostOf, within } from '../../words/typeset.js';
import { real, tabulate, whole, type Column, type ColumnOf } from '../columns.js';
import { analyzeValues, type ValuesPoint, type ValuesResult } from '../reduction/values.js';
import type { AnalysisOptions } from '../result.js';
import { studied, type WriteNumber } from '../study.js';
import { tableOfColumns } from './facts.js';

/** Shares of fewer positions are noise. */
const MIN_COUNT = 16;
/** Shares below this part of the highest would compress the others. */
const MIN_SHARE = 1e-3;
const PERCENT_TICKS = [1, 0.3, 0.1, 0.03, 0.01, 0.003, 0.001, 0.0003, 0.0001];
/** Shares that differ by less than this factor are shown on a linear axis. */
const LINEAR_FACTOR = 8;
/** Dashes also distinguish lines, so that one is visible through another that coincides with it. */
const DASHES = [
  [1, 0],
  [9, 6],
  [3, 4],
  [12, 4, 3, 4],
  [6, 3],
  [2, 2],
];
const LABEL_ROOM = 15;

function valuesFigure(result: ValuesResult, size: Size): Figure {
  const { game, points, largest, range } = result;
  const { counts } = points[points.length - 1];
  const note =
    largest === 0
      ? `Every position ${within(range)} has nim-value 0`
      : `Nim-values 0 to ${withCommas(largest)} of the positions ${within(range)}`;
  const most = mostOf(counts);
  const commonest = counts.indexOf(most);
  const description =
    `How often each nim-value from 0 to ${largest} occurs ${within(range)}: ${counts[0]} positions are cold; the ` +
    `commonest nim-value is ${commonest} with ${most} positions, and ${largest} occurs ${counts[largest]} times.`;
  const shares = sharesArea(result, size);
  const y = heightAxis('positions', most);
  const title = `Distribution of nim-values: ${game}`;
  return figure({ title, notes: [note], description, width: size.width }, [
    bars({ heights: counts, amounts: counts, xTitle: 'nim-value', y, what: 'positions', ...size }),
    ...(shares === undefined ? [] : [shares]),
  ]);
}

/** Returns the shares of some nim-values against n; undefined if there are not enough positions. */
function sharesArea({ points, largest, range }: ValuesResult, size: Size): Area | undefined {
  const values = chosenValues(largest);
  const rows = points.flatMap(({ stop, counts }) =>
    values
      .filter((value) => counts[value] >= MIN_COUNT)
      .map((value) => ({ x: stop, y: counts[value] / (stop - range.start), value: String(value) })),
  );
  const most = mostOf(rows.map(({ y }) => y));
  const shown = rows.filter(({ y }) => y >= MIN_SHARE * most);
  const least = Math.min(...shown.map(({ y }) => y));
  const [first, last] = [shown.at(0), shown.at(-1)];
  if (first === undefined || last === undefined || first.x === last.x) return undefined;
  const { width } = size;
  const height = Math.round(size.height * 0.75);
  const domain = values.map(String);
  const byValue = (range: readonly unknown[]): Part => {
    return { field: 'value', type: 'nominal', sort: domain, scale: { domain, range }, legend: null };
  };
  const looks = {
    color: byValue(SERIES_COLOURS),
    strokeDash: byValue(DASHES),
    tooltip: [
      ...tooltips([['x', 'n']]),
      { field: 'value', type: 'nominal', title: 'nim-value' },
      ...tooltips([['y', 'share', '.3~%']]),
    ],
  };
  const [data, mark] = [{ values: shown }, { type: 'line', strokeWidth: 2 }];
  return {
    x: logAxis('n', first.x, last.x),
    y: shareAxis(least, most),
    draw(x, y) {
      const lines = { data, mark, encoding: { ...positions(x, y), ...looks } };
      return { width, height, layer: [lines, ...lineLabels(shown, domain, y, { width, height })] };
    },
  };
}

/** Returns the axis of shares, linear if they differ little. */
function shareAxis(least: number, most: number): Axis {
  const title = 'share of the positions below n';
  if (most < LINEAR_FACTOR * least) {
    const top = 1.12 * most;
    return { title, scale: { domain: [0, top], nice: false }, axis: { format: '~%', tickCount: 5 } };
  }
  const [bottom, top] = [least / 1.2, most * 1.2];
  const axis = { values: PERCENT_TICKS.filter((tick) => tick >= bottom), format: '~%' };
  return { title, scale: { type: 'log', domain: [bottom, top], nice: false }, axis };
}

function lineLabels(
  rows: readonly { readonly y: number; readonly value: string }[],
  names: readonly string[],
  y: Axis,
  { width, height }: Size,
): Part[] {
  const ends = names.flatMap((name, i) => {
    const end = rows.findLast(({ value }) => value === name);
    return end === undefined ? [] : [{ name, colour: SERIES_COLOURS[i], at: heightOf(end.y, y, height) }];
  });
  const places = spread(
    ends.map(({ at }) => at),
    LABEL_ROOM,
  );
  return ends.map(({ name, colour }, i) => {
    const mark = { baseline: 'middle', align: 'left', fontSize: 12, color: colour };
    return label(i === 0 ? 'nim-value 0' : name, { x: width + 7, y: places[i] }, mark);
  });
}

/** Returns up to six nim-values across the range: 0, 1 and others, evenly on a logarithmic scale. */
function chosenValues(largest: number): number[] {
  const steps = SERIES_COLOURS.length - 2;
  const spreadOut = Array.from({ length: steps }, (_, i) => Math.round(largest ** ((i + 1) / (steps + 1))));
  return [...new Set([0, 1, ...spreadOut])].filter((value) => value <= largest).sort((a, b) => a - b);
}

/** Returns a row for each nim-value, with its shares of the range and of half the range. */
function columnsAcross({ range, points }: ValuesResult, write: WriteNumber): Column[] {
  const last = points[points.length - 1];
  const shareAt = ({ stop, counts }: ValuesPoint, heading: string): ColumnOf<number> =>
    real('share', heading, 'percent', (value) => counts[value] / (stop - range.start));
  const values = last.counts.map((_, value) => value);
  return tabulate(values, [
    whole('nim_value', 'Nim-value', (value) => value),
    whole('count', 'Positions', (value) => last.counts[value]),
    shareAt(last, 'Share'),
    ...points.slice(-2, -1).map((half) => shareAt(half, `Share below ${write(half.stop)}`)),
  ]);
}

export const valuesAnalysis = studied<'values', AnalysisOptions, ValuesResult>({
  name: 'values',
  summary: 'how often each nim-value occurs',
  seriesOf: () => 'nim',
  options: {},
  reduce: analyzeValues,
  columns({ range, points, largest }) {
    // Row indices instead of objects: there may be millions.
    const values = largest + 1;
    const rows = Array.from({ length: points.length * values }, (_, row) => row);
    const pointOf = (row: number): ValuesPoint => points[Math.floor(row / values)];
    const countOf = (row: number): number => pointOf(row).counts[row % values];
    return tabulate(rows, [
      whole('stop', 'Below', (row) => pointOf(row).stop),
      whole('nim_value', 'Nim-value', (row) => row % values),
      whole('count', 'Positions', countOf),
      real('share', 'Share', 'percent', (row) => countOf(row) / (pointOf(row).stop - range.start)),
    ]);
  },
  shown: columnsAcross,
  facts: ({ largest }, write) => [`The largest nim-value is ${write(largest)}.`],
  needs: 'a position',
  draw: valuesFigure,
  view: { title: 'Frequencies', lead: 'How often each nim-value occurs.' },
  section: {
    id: 'values',
    heading: 'Distribution of nim-values',
    lacks: lacksNimCounts,
    async make(_facts, study) {
      const result = await study({});
      const { points, range, largest } = result;
      const { counts } = points[points.length - 1];
      const most = mostOf(counts);
      return [
        prose(
          `The nim-values ${within(range)} go up to ${withCommas(largest)}; the commonest is ` +
            `${withCommas(counts.indexOf(most))}, with ${withCommas(most)} position${most === 1 ? '' : 's'}.`,
        ),
        { result },
        // Without the shares of half the range.
        tableOfColumns('Positions by nim-value', columnsAcross(result, withCommas).slice(0, 3)),
      ];
    },
  },
});
