/**
 * How the low digits of positions are distributed (Eppstein 2018, Figures 3 and 4), one plot for each place: how far
 * each digit is from the share it would have if all were alike.
 */
import type { DigitsResult } from '../analysis/digits.js';
import { grouped, mostOf, wholeNumber, within } from '../words/typeset.js';
import { bars } from './bars.js';
import { label, level, SIGNED_PERCENT, type Axis } from './parts.js';
import { COLOURS, figure, type Figure, type Part, type Size } from './theme.js';

/** So many plots stand in one row with one axis; of more, two do; on a phone, one. */
const MOST_IN_ONE_ROW = 3;
const SPACE = 20;
/** Digits that a description lists. */
const MOST_LISTED = 16;
/** Deviations are shown on an axis of at least this much, so that chance looks like chance. */
const LEAST_DEVIATION = 0.25;

/** Null when nothing was counted. */
export function digitsFigure(result: DigitsResult, size: Size): Figure | null {
  const { game, base, value, count, places, range } = result;
  if (count === 0) return null;
  const isOneRow = places.length <= MOST_IN_ONE_ROW;
  const across = size.width < 400 ? 1 : isOneRow ? places.length : 2;
  const width = Math.floor((size.width - SPACE * (across - 1)) / across);
  const height = isOneRow && across === places.length ? size.height : Math.round(size.height * 0.6);
  const names = places.map(({ weight }) => (weight === 1 ? 'ones digit' : `${wholeNumber(weight)}s digit`));
  const deviations = places.map(({ counts }) => counts.map((amount) => (amount * base) / count - 1));
  const most = Math.max(LEAST_DEVIATION, mostOf(deviations.flat()));
  const least = -Math.max(LEAST_DEVIATION, mostOf(deviations.flat().map((each) => -each)));
  const margin = 0.11 * (most - least);
  const domain = [least - margin, most + margin];
  const what = value === 0 ? 'cold positions' : `positions with nim-value ${value}`;
  const plots = places.map(({ counts }, place) => {
    const isFirst = place % across === 0;
    const isLast = place % across === across - 1 || place === places.length - 1;
    const axis = { labelExpr: SIGNED_PERCENT, tickCount: 6 };
    const y: Axis = {
      title: isFirst ? 'more or fewer than an even split' : '',
      scale: { domain, zero: false, nice: false },
      axis: isFirst ? axis : { ...axis, labels: false, ticks: false },
    };
    return {
      layer: [
        bars({ heights: deviations[place], amounts: counts, xTitle: names[place], y, what, width, height }),
        level(0, y),
        ...(isLast ? [evenSplit(width, (height * domain[1]) / (domain[1] - domain[0]))] : []),
      ],
    };
  });
  const even = (100 / base).toPrecision(3);
  const notes = [
    `${grouped(count)} ${what} ${within(range)}`,
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

/** What the line at no deviation means, beside it. */
function evenSplit(width: number, y: number): Part {
  return label(
    'all alike',
    { x: width + 6, y },
    { baseline: 'middle', align: 'left', fontSize: 12, color: COLOURS.fit },
  );
}

/** The digits with their numbers, the commonest first. */
function listed(counts: readonly number[]): string {
  const digits = counts.map((amount, digit) => ({ amount, digit })).sort((a, b) => b.amount - a.amount);
  const list = digits.slice(0, MOST_LISTED).map(({ amount, digit }) => `${digit} ${amount} times`);
  return list.join(', ') + (digits.length > MOST_LISTED ? ', ...' : '');
}
