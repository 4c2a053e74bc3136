/** How often each nim-value occurs, and below it how the shares of some of them change as the range grows. */
import type { ValuesResult } from '../analysis/values.js';
import { within } from './numbers.js';
import { bars, heightAxis, logAxis, positions, type Axis } from './parts.js';
import { figure, SERIES_COLOURS, type Figure, type Part, type Size } from './theme.js';

/** Shares of fewer positions are noise, */
const LEAST_COUNT = 16;
/** and much lower ones than the highest would press the others together. */
const LEAST_SHARE = 1e-3;
const PERCENT_TICKS = [1, 0.3, 0.1, 0.03, 0.01, 0.003, 0.001, 0.0003, 0.0001];

export function valuesFigure(result: ValuesResult, size: Size): Figure {
  const { game, points, largest, range } = result;
  const { counts } = points[points.length - 1];
  const notes = [`Nim-values 0 to ${largest} of the positions ${within(range)}`];
  const most = Math.max(...counts);
  const commonest = counts.indexOf(most);
  const description =
    `How often each nim-value from 0 to ${largest} occurs ${within(range)}: ${counts[0]} positions are cold; the ` +
    `commonest nim-value is ${commonest} with ${most} positions, and ${largest} occurs ${counts[largest]} times.`;
  const shares = sharesPanel(result, size);
  return figure({ title: `Distribution of nim-values: ${game}`, notes, description }, [
    bars({
      heights: counts,
      amounts: counts,
      xTitle: 'nim-value',
      y: heightAxis('positions', Math.max(...counts)),
      ...size,
    }),
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
  const most = Math.max(...rows.map(({ y }) => y));
  const shown = rows.filter(({ y }) => y >= LEAST_SHARE * most);
  const least = Math.min(...shown.map(({ y }) => y));
  const [first, last] = [shown.at(0), shown.at(-1)];
  if (first === undefined || last === undefined || first.x === last.x) return undefined;
  const y: Axis = {
    title: 'share of the positions below n',
    scale: { type: 'log', domain: [least / 1.2, most * 1.2], nice: false },
    axis: { values: PERCENT_TICKS.filter((tick) => tick >= least / 1.2), format: '~%' },
  };
  const domain = values.map(String);
  return {
    width: size.width,
    height: Math.round(size.height * 0.75),
    data: { values: shown },
    mark: { type: 'line', strokeWidth: 1.75, point: { size: 18 } },
    encoding: {
      ...positions(logAxis('n', first.x, last.x), y),
      color: {
        field: 'value',
        type: 'nominal',
        sort: domain,
        scale: { domain, range: SERIES_COLOURS },
        legend: { title: 'nim-value', orient: 'bottom', direction: 'horizontal' },
      },
    },
  };
}

/** Up to six nim-values that span all: 0, 1 and evenly on a logarithmic scale. */
function chosenValues(largest: number): number[] {
  const steps = SERIES_COLOURS.length - 2;
  const spread = Array.from({ length: steps }, (_, i) => Math.round(largest ** ((i + 1) / (steps + 1))));
  return [...new Set([0, 1, ...spread])].filter((value) => value <= largest).sort((a, b) => a - b);
}
