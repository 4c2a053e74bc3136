/** The low digits of positions, as rows, a figure and a section of the report. */
import { bars } from '../../figures/bars.js';
import { level, SIGNED_PERCENT } from '../../figures/parts.js';
import { figure, type Area, type Axis, type Figure, type Size } from '../../figures/theme.js';
import { prose } from '../../report/parts/html.js';
import { lacksCounts } from '../../report/parts/section.js';
import { amount, withCommas, mostOf, typesetWhole, within } from '../../words/typeset.js';
import { real, tabulate, whole, type Column } from '../columns.js';
import { seriesOfValue } from '../counting/classes.js';
import { analyzeDigits, type DigitsOptions, type DigitsResult } from '../reduction/digits.js';
import { studied, type WriteNumber } from '../study.js';
import { emptySentence, exceptionLines, exceptionTable, levelName, tableOfColumns } from './facts.js';
import { parseNumber } from '../../words/numbers.js';
import { optional } from '../../words/params.js';

/** The bases of the paper's Figures 3 and 4, and ten. */
const DIGITS = [
  { base: 5, places: 3 },
  { base: 7, places: 1 },
  { base: 13, places: 1 },
  { base: 10, places: 1 },
];
const MIN_FOR_DIGITS = 1000;

/** Up to this many plots are in one row with one axis; more are two to a row; on a phone, one. */
const MAX_IN_ONE_ROW = 3;
const SPACE = 20;
const MAX_LISTED = 16;
/** The axis of deviations covers at least this, so that small ones look small. */
const MIN_DEVIATION = 0.25;

function digitsFigure(result: DigitsResult, size: Size): Figure | null {
  const { game, base, value, count, places, range } = result;
  if (count === 0) return null;
  const isOneRow = places.length <= MAX_IN_ONE_ROW;
  const across = size.width < 400 ? 1 : isOneRow ? places.length : 2;
  const width = Math.floor((size.width - SPACE * (across - 1)) / across);
  const height = isOneRow && across === places.length ? size.height : Math.round(size.height * 0.6);
  const names = places.map(({ weight }) => (weight === 1 ? 'ones digit' : `${typesetWhole(weight)}s digit`));
  const deviations = places.map(({ counts }) => counts.map((amount) => (amount * base) / count - 1));
  const most = Math.max(MIN_DEVIATION, mostOf(deviations.flat()));
  const least = -Math.max(MIN_DEVIATION, mostOf(deviations.flat().map((each) => -each)));
  const margin = 0.11 * (most - least);
  const domain = [least - margin, most + margin] as const;
  const what = value === 0 ? 'cold positions' : `positions with nim-value ${value}`;
  const plots = places.map(({ counts }, place): Area => {
    const isFirst = place % across === 0;
    const isLast = place % across === across - 1 || place === places.length - 1;
    const axis = { labelExpr: SIGNED_PERCENT, tickCount: 6 };
    const y: Axis = {
      title: isFirst ? 'more or fewer than an even split' : '',
      scale: { domain, zero: false, nice: false },
      axis: isFirst ? axis : { ...axis, labels: false, ticks: false },
    };
    const heights = deviations[place];
    const plot = bars({ heights, amounts: counts, xTitle: names[place], y, what, width, height });
    return {
      ...plot,
      draw: (across, up) => ({
        layer: [
          plot.draw(across, up),
          level(0, up),
          ...(isLast ? [levelName('all alike', 0, up, { width, height })] : []),
        ],
      }),
    };
  });
  const even = (100 / base).toPrecision(3);
  const notes = [
    `${withCommas(count)} ${what} ${within(range)}`,
    `An even split gives each digit ${Number(even)}%; the numbers at bars are positions`,
  ];
  const description =
    `How often each base-${base} digit occurs among the ${count} ${what} ${within(range)}. ` +
    places.map(({ counts }, place) => `${names[place]}: ${listed(counts)}.`).join(' ');
  return figure(
    { title: `Base-${base} digits of ${what}: ${game}`, notes, description, width: size.width },
    plots,
    { columns: across, spacing: SPACE },
  );
}

/** Returns the digits with their counts, most frequent first. */
function listed(counts: readonly number[]): string {
  const digits = counts.map((amount, digit) => ({ amount, digit })).sort((a, b) => b.amount - a.amount);
  const list = digits.slice(0, MAX_LISTED).map(({ amount, digit }) => `${digit} ${amount} times`);
  return list.join(', ') + (digits.length > MAX_LISTED ? ', ...' : '');
}

/** Returns a row for each digit, with its counts at each place. */
function columnsAcross({ places, count: total, base }: DigitsResult, write: WriteNumber): Column[] {
  const digits = Array.from({ length: base }, (_, digit) => digit);
  return tabulate(digits, [
    whole('digit', 'Digit', (digit) => digit),
    ...places.flatMap(({ weight, counts }) => [
      whole('count', `At ${write(weight)}`, (digit: number) => counts[digit]),
      real('share', 'Share', 'percent', (digit: number) => counts[digit] / total),
    ]),
  ]);
}

export const digitsAnalysis = studied<'digits', DigitsOptions, DigitsResult>({
  name: 'digits',
  summary: 'how far low digits are from an even split',
  seriesOf: ({ value = 0 }) => seriesOfValue(value),
  options: {
    base: optional('B', 'the base; default 10', parseNumber),
    places: optional('K', 'how many low places; default 1', parseNumber),
    value: optional('V', 'the nim-value whose positions count; default 0, the cold ones', parseNumber),
  },
  reduce: analyzeDigits,
  columns({ places, count: total }) {
    const rows = places.flatMap(({ place, weight, counts }) =>
      counts.map((count, digit) => ({ place, weight, digit, count })),
    );
    return tabulate(rows, [
      whole('place', 'Place', ({ place }) => place),
      whole('weight', 'Weight', ({ weight }) => weight),
      whole('digit', 'Digit', ({ digit }) => digit),
      whole('count', 'Count', ({ count }) => count),
      real('share', 'Share', 'percent', ({ count }) => count / total),
    ]);
  },
  shown: columnsAcross,
  facts: ({ base, value, count, places, exceptions }, write) => [
    value === 0
      ? `${amount(count, 'cold position', write)} in base ${base}.`
      : `${amount(count, 'position', write)} of nim-value ${value} in base ${base}.`,
    ...exceptionLines(exceptions, base ** places.length),
  ],
  needs: 'a position to count',
  draw: digitsFigure,
  view: {
    title: 'Digits',
    lead: 'The last digits of the cold positions, as deviations from a uniform distribution.',
  },
  section: {
    id: 'digits',
    heading: 'Low digits of the cold positions',
    lacks: (facts) => lacksCounts(facts, MIN_FOR_DIGITS),
    async make(_facts, study) {
      const results: DigitsResult[] = [];
      for (const digits of DIGITS) results.push(await study(digits));
      // Classes of several places are too many to list.
      const single = results.filter(({ places }) => places.length === 1);
      return [
        ...single.flatMap(({ base, exceptions }) => emptySentence(exceptions, base)).map(prose),
        ...results.flatMap((result) => [
          {
            result,
            options: {
              base: result.base,
              places: result.places.length > 1 ? result.places.length : undefined,
            },
          },
          tableOfColumns(`Cold positions by base-${result.base} digit`, columnsAcross(result, withCommas)),
        ]),
        ...single.flatMap(({ base, exceptions }) => exceptionTable(exceptions, base)),
      ];
    },
  },
});
