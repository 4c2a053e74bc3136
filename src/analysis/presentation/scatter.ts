/** Values against n, as a figure and a section: few as dots, many as cells coloured by the number of positions. */
import type { Range } from '../../common/range.js';
import { countAxis, dots, positions, tooltips, type Point } from '../../figures/parts.js';
import { COLOURS, figure, RAMP, type Area, type Axis, type Figure, type Size } from '../../figures/theme.js';
import { prose } from '../../report/parts/html.js';
import { MIN_COUNTED } from '../../report/parts/section.js';
import { short, within } from '../../words/typeset.js';
import type { Cells } from '../counting/cells.js';
import { readNimValues, readRemoteness, type ScatterResult } from '../reduction/scatter.js';
import type { AnalysisOptions } from '../result.js';
import { studied, type WriteNumber } from '../study.js';

/** Up to this many dots are large, and joined by a line. */
const MAX_JOINED = 150;

function scatterFigure(result: ScatterResult, size: Size): Figure | null {
  const { analysis, game, range, values, cells, largest } = result;
  if (range.stop <= range.start) return null;
  const isNim = analysis === 'nim-values';
  const what = isNim ? 'nim-value' : 'remoteness';
  const most = cells === null ? 0 : cells.counts.reduce((top, column) => Math.max(top, ...column), 0);
  const parity = isNim
    ? []
    : cells === null
      ? ['Blue, even: cold, the player to move loses. Orange, odd: hot']
      : ['Even: cold, the player to move loses. Odd: hot'];
  const notes = [
    isNim
      ? `The positions ${within(range)}; those of nim-value 0 are cold`
      : `Moves to the end of the positions ${within(range)}, when the winner hurries`,
    ...parity,
    ...(cells === null
      ? []
      : [`The stronger the colour, the more positions: up to ${short(most)} in a cell`]),
  ];
  const description = `The ${what} of each position ${within(range)}, up to ${largest}.${parity.map((each) => ` ${each}.`).join('')}`;
  return figure(
    { title: `${isNim ? 'Nim-values' : 'Remoteness'}: ${game}`, notes, description, width: size.width },
    [
      cells === null
        ? dotsOf(values ?? [], range, { largest, what }, size)
        : heatMap(cells, range, { largest, what, most }, size),
    ],
  );
}

function valueAxis(what: string, largest: number, [bottom, top]: readonly [number, number]): Axis {
  return { ...countAxis(what, 0, largest), scale: { domain: [bottom, top], nice: false, zero: false } };
}

interface ValueScale {
  readonly largest: number;
  readonly what: 'nim-value' | 'remoteness';
}

function dotsOf(
  values: readonly number[],
  { start, stop }: Range,
  { largest, what }: ValueScale,
  place: Size,
): Area {
  const points: Point[] = values.map((value, i) => ({ x: start + i, y: value }));
  const isJoined = points.length <= MAX_JOINED;
  const size = isJoined ? 36 : 10;
  const line = { data: { values: points }, mark: { type: 'line', color: COLOURS.grid, strokeWidth: 1.5 } };
  const cold = points.filter(({ y: value }) => value % 2 === 0);
  const hot = points.filter(({ y: value }) => value % 2 === 1);
  const scaled = Math.max(largest, 1);
  return {
    x: countAxis('position n', start, stop),
    y: valueAxis(what, largest, [-0.03 * scaled, 1.04 * scaled]),
    draw: (x, y) => ({
      ...place,
      layer: [
        ...(isJoined ? [{ ...line, encoding: positions(x, y) }] : []),
        ...(what === 'nim-value'
          ? [dots(points, x, y, { size })]
          : [dots(hot, x, y, { size, color: COLOURS.fit }), dots(cold, x, y, { size })]),
      ],
    }),
  };
}

/** Returns the range of counts with a colour strength: `3 to 9`; `none` if it is empty. */
function countsOf(strength: number, most: number): string {
  const least = (of: number): number => Math.max(1, Math.ceil(most * (of / RAMP.length) ** 2));
  const [first, last] = [least(strength), strength === RAMP.length - 1 ? most : least(strength + 1) - 1];
  return last < first ? 'none' : first === last ? short(first) : `${short(first)} to ${short(last)}`;
}

function heatMap(
  { across, up, counts }: Cells,
  { start, stop }: Range,
  { largest, what, most }: ValueScale & { readonly most: number },
  size: Size,
): Area {
  const strength = (count: number): number =>
    Math.min(RAMP.length - 1, Math.floor(RAMP.length * Math.sqrt(count / most)));
  const rows = Math.ceil((largest + 1) / up);
  const labels = RAMP.map((_, i) => countsOf(i, most));
  // Some 7 pixels a character, and 34 for the square and the space around it.
  const labelWidth = 34 + 7 * Math.max(...labels.map((each) => each.length));
  const filled = counts.flatMap((column, i) =>
    column.flatMap((count, k) =>
      count === 0
        ? []
        : [
            {
              x: start + i * across,
              x2: Math.min(stop, start + (i + 1) * across),
              y: k * up - 0.5,
              y2: (k + 1) * up - 0.5,
              values: up === 1 ? String(k) : `${k * up} to ${(k + 1) * up - 1}`,
              count,
              strength: strength(count),
            },
          ],
    ),
  );
  const cells = filled.sort((a, b) => a.strength - b.strength);
  const encoding = {
    x2: { field: 'x2' },
    y2: { field: 'y2' },
    fill: {
      field: 'strength',
      type: 'ordinal',
      scale: { domain: RAMP.map((_, i) => i), range: RAMP },
      legend: {
        title: 'positions in a cell',
        orient: 'bottom',
        direction: 'horizontal',
        columns: Math.min(RAMP.length, Math.max(1, Math.floor(size.width / labelWidth))),
        symbolType: 'square',
        symbolSize: 160,
        labelExpr: `${JSON.stringify(labels)}[datum.value]`,
      },
    },
    tooltip: [
      ...tooltips([['x', 'from n']]),
      { field: 'values', type: 'nominal', title: what },
      ...tooltips([['count', 'positions']]),
    ],
  };
  return {
    x: countAxis('position n', start, stop),
    y: valueAxis(what, largest, [-0.5, rows * up - 0.5]),
    draw: (x, y) => ({
      // Whole pixels leave no seams between cells.
      width: Math.max(1, Math.round(size.width / counts.length)) * counts.length,
      height: Math.max(1, Math.round(size.height / rows)) * rows,
      data: { values: cells },
      mark: { type: 'rect' },
      encoding: { ...positions(x, y), ...encoding },
    }),
  };
}

const COMMON = {
  options: {},
  facts: largestWords,
  needs: 'a position',
  draw: scatterFigure,
  choosesRange: true,
} as const;

export const nimValuesStudy = studied<'nim-values', AnalysisOptions, ScatterResult<'nim-values'>>({
  ...COMMON,
  name: 'nim-values',
  summary: 'nim-value against n: dots, or colours where there are many',
  seriesOf: () => 'nim',
  reduce: readNimValues,
  section: {
    id: 'nim-values',
    heading: 'Nim-values',
    lacks: ({ nim }) => (nim.reach === 0 ? 'no nim-values are stored' : null),
    async make({ nim }, study) {
      const to = nim.frontier === 0 ? { to: MIN_COUNTED } : {};
      return [{ result: await study(to), options: to }];
    },
  },
});

export const remotenessStudy = studied<'remoteness', AnalysisOptions, ScatterResult<'remoteness'>>({
  ...COMMON,
  name: 'remoteness',
  summary: 'length of play against n, in the same way',
  seriesOf: () => 'remoteness',
  reduce: readRemoteness,
  section: {
    id: 'remoteness',
    heading: 'Length of play',
    lacks: ({ remoteness }) => (remoteness.frontier === 0 ? 'no remoteness is stored' : null),
    async make(_facts, study) {
      const result = await study({});
      return [prose('The number of moves left when the winner hurries and the loser delays.'), { result }];
    },
  },
});

function largestWords({ analysis, largest }: ScatterResult, write: WriteNumber): string[] {
  return [`The largest ${analysis === 'remoteness' ? analysis : 'nim-value'} is ${write(largest)}.`];
}
