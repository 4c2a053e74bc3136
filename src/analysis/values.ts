/** How often each nim-value occurs, as the range grows. */
import { integersOf } from '../columnar/layout.js';
import { refuse } from '../common/errors.js';
import type { Range } from '../common/range.js';
import type { ReadableStore } from '../engine/reading/readable-store.js';
import { endOf, type Aggregate } from '../engine/views/aggregating.js';
import { bars } from '../figures/bars.js';
import { heightAxis, label, logAxis, positions, spread, tooltips, type Axis } from '../figures/parts.js';
import { figure, SERIES_COLOURS, type Figure, type Part, type Size } from '../figures/theme.js';
import type { Game } from '../game/game.js';
import { prose } from '../report/parts/html.js';
import { lacksNimCounts, type Section } from '../report/parts/section.js';
import { grouped, mostOf, within } from '../words/typeset.js';
import {
  headOf,
  real,
  tabulate,
  whole,
  type Analysis,
  type AnalysisOptions,
  type ColumnOf,
  type Common,
} from './analysis.js';
import { tableOfColumns } from './facts.js';

/** How often each nim-value occurs among the first positions of the range. */
export interface ValuesPoint {
  /** The positions counted are those from the start of the range to below this one. */
  readonly stop: number;
  /** By nim-value, 0 to the largest of the whole range. Divide by `stop - range.start` for shares. */
  readonly counts: readonly number[];
}

/** Nim-values as the range grows. */
export interface ValuesResult extends Common<'values'> {
  /** At each power of 2 inside the range and at its end, increasing. */
  readonly points: readonly ValuesPoint[];
  readonly largest: number;
}

/** Nim-values above this are not counted: a result would hold as many numbers for each power of 2. */
const LARGEST_VALUE = 2 ** 16 - 1;

/** A stretch of positions that ends at `stop`, and how often each value that occurs does. */
type Stretch = [stop: number, counts: [value: number, count: number][]];

/** The stretches that the powers of 2 inside a part cut it into. */
const histograms: Aggregate<Stretch[]> = {
  name: 'histograms',
  version: 1,
  async compute(runs, part) {
    const stretches = [...powersInside(part), part.stop].map((stop) => ({
      stop,
      counts: new Map<number, number>(),
    }));
    for await (const { start, values } of runs) {
      const integers = integersOf(values);
      for (let from = start; from < start + integers.length;) {
        const { stop, counts } = stretches.find((stretch) => from < stretch.stop)!;
        const to = Math.min(stop, start + integers.length);
        for (const value of integers.subarray(from - start, to - start)) {
          counts.set(value, (counts.get(value) ?? 0) + 1);
        }
        from = to;
      }
    }
    return stretches.map(({ stop, counts }): Stretch => [stop, [...counts]]);
  },
};

/**
 * How often each nim-value occurs below each power of 2, and in the whole range. Raises `not-stored` where
 * nim-values are not, and a usage error above nim-value 65535. Cost: reading the range once, what repeats above the stored
 * blocks twice for each power of 2; then the aggregates.
 */
export async function analyzeValues(
  store: ReadableStore,
  game: string | Game,
  options: AnalysisOptions = {},
): Promise<ValuesResult> {
  const source = await store.source(game, 'nim', options);
  const { range } = source;
  const cuts = powersInside(range);
  const stops = new Set([...cuts, range.stop]);
  const total: number[] = [];
  const points: ValuesPoint[] = [];
  for await (const part of source.aggregates(() => histograms, { cuts })) {
    const { value: stretches, times, rise } = part;
    for (const [last, counts] of stretches) {
      const stop = times === 1 ? last : endOf(part);
      for (const [value, count] of counts) {
        const largest = value + (times - 1) * rise;
        if (largest > LARGEST_VALUE) {
          const found = `${largest} below position ${stop}`;
          refuse('The histogram of nim-values', `nim-values up to ${LARGEST_VALUE}`, found, {
            remedy: { do: 'lower', option: 'to' },
          });
        }
        while (total.length <= largest) total.push(0);
        if (rise === 0) total[value] += times * count;
        else for (let risen = value; risen <= largest; risen += rise) total[risen] += count;
      }
      if (stops.has(stop)) points.push({ stop, counts: [...total] });
    }
  }
  const padded = (counts: readonly number[]): number[] => total.map((_, value) => counts[value] ?? 0);
  return {
    ...headOf('values', 'nim', source),
    points: points.map(({ stop, counts }) => ({ stop, counts: padded(counts) })),
    largest: total.length - 1,
  };
}

/** The powers of 2 strictly inside a range. */
function powersInside({ start, stop }: Range): number[] {
  const powers: number[] = [];
  for (let power = 1; power < stop; power *= 2) if (power > start) powers.push(power);
  return powers;
}

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

function valuesFigure(result: ValuesResult, size: Size): Figure {
  const { game, points, largest, range } = result;
  const { counts } = points[points.length - 1];
  const note =
    largest === 0
      ? `Every position ${within(range)} has nim-value 0`
      : `Nim-values 0 to ${grouped(largest)} of the positions ${within(range)}`;
  const most = mostOf(counts);
  const commonest = counts.indexOf(most);
  const description =
    `How often each nim-value from 0 to ${largest} occurs ${within(range)}: ${counts[0]} positions are cold; the ` +
    `commonest nim-value is ${commonest} with ${most} positions, and ${largest} occurs ${counts[largest]} times.`;
  const shares = sharesPanel(result, size);
  const y = heightAxis('positions', most);
  const title = `Distribution of nim-values: ${game}`;
  return figure({ title, notes: [note], description, width: size.width }, [
    bars({ heights: counts, amounts: counts, xTitle: 'nim-value', y, what: 'positions', ...size }),
    ...(shares === undefined ? [] : [shares]),
  ]);
}

/** The shares of some nim-values against n; undefined when there are not enough positions. */
function sharesPanel({ points, largest, range }: ValuesResult, size: Size): Part | undefined {
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
  const { width } = size;
  const height = Math.round(size.height * 0.75);
  const { y, heightOf } = shareAxis(least, most, height);
  const domain = values.map(String);
  const byValue = (range: readonly unknown[]): Part => {
    return { field: 'value', type: 'nominal', sort: domain, scale: { domain, range }, legend: null };
  };
  const encoding = {
    ...positions(logAxis('n', first.x, last.x), y),
    color: byValue(SERIES_COLOURS),
    strokeDash: byValue(DASHES),
    tooltip: [
      ...tooltips([['x', 'n']]),
      { field: 'value', type: 'nominal', title: 'nim-value' },
      ...tooltips([['y', 'share', '.3~%']]),
    ],
  };
  const lines = { data: { values: shown }, mark: { type: 'line', strokeWidth: 2 }, encoding };
  return { width, height, layer: [lines, ...lineLabels(shown, domain, width, heightOf)] };
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
    const y = { title, scale: { domain: [0, top], nice: false }, axis: { format: '~%', tickCount: 5 } };
    return { y, heightOf: (share) => height * (1 - share / top) };
  }
  const [bottom, top] = [least / 1.2, most * 1.2];
  const scale = { type: 'log', domain: [bottom, top], nice: false };
  const axis = { values: PERCENT_TICKS.filter((tick) => tick >= bottom), format: '~%' };
  const heightOf = (share: number): number => (height * Math.log(top / share)) / Math.log(top / bottom);
  return { y: { title, scale, axis }, heightOf };
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
  const heights = ends.map(({ height }) => height);
  const places = spread(heights, LABEL_ROOM);
  return ends.map(({ name, colour }, i) => {
    const mark = { baseline: 'middle', align: 'left', fontSize: 12, color: colour };
    return label(i === 0 ? 'nim-value 0' : name, { x: width + 7, y: places[i] }, mark);
  });
}

/** Up to six nim-values that span all: 0, 1 and evenly on a logarithmic scale. */
function chosenValues(largest: number): number[] {
  const steps = SERIES_COLOURS.length - 2;
  const spreadOut = Array.from({ length: steps }, (_, i) => Math.round(largest ** ((i + 1) / (steps + 1))));
  return [...new Set([0, 1, ...spreadOut])].filter((value) => value <= largest).sort((a, b) => a - b);
}

const valuesSection: Section = {
  id: 'values',
  heading: 'Distribution of nim-values',
  lacks: lacksNimCounts,
  async make({ store, game, reading }) {
    const result = await analyzeValues(store, game, reading);
    const { points, range, largest } = result;
    const { counts } = points[points.length - 1];
    const most = mostOf(counts);
    return [
      prose(
        `The nim-values ${within(range)} go up to ${grouped(largest)}; the commonest is ` +
          `${grouped(counts.indexOf(most))}, with ${grouped(most)} position${most === 1 ? '' : 's'}.`,
      ),
      { result },
      // Without the shares of half the range.
      tableOfColumns('Positions by nim-value', valuesAnalysis.shown!(result, grouped).slice(0, 3)),
    ];
  },
};

export const valuesAnalysis: Analysis<'values', AnalysisOptions, ValuesResult> = {
  name: 'values',
  summary: 'how often each nim-value occurs',
  seriesOf: () => 'nim',
  options: [],
  run: analyzeValues,
  columns({ range, points, largest }) {
    // Rows are numbers: there may be millions.
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
  shown({ range, points }, write) {
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
  },
  facts: ({ largest }, write) => [`The largest nim-value is ${write(largest)}.`],
  needs: 'a position',
  draw: valuesFigure,
  view: { title: 'Frequencies', lead: 'How often each nim-value occurs.' },
  section: valuesSection,
};
