/** How the low digits of positions are distributed (Eppstein 2018, Figures 3 and 4), one plot for each place. */
import type { DigitsResult } from '../analysis/digits.js';
import { grouped, wholeNumber, within } from './numbers.js';
import { bars, heightAxis, level, LOW_BARS_NOTE } from './parts.js';
import { figure, type Figure, type Size } from './theme.js';

/** So many plots stand in one row with one axis; of more, two do. */
const MOST_IN_ONE_ROW = 3;
const SPACE = 20;
/** Digits that a description lists. */
const MOST_LISTED = 16;

/** Null when nothing was counted. */
export function digitsFigure(result: DigitsResult, size: Size): Figure | null {
  const { game, base, value, count, places, range } = result;
  if (count === 0) return null;
  const isOneRow = places.length <= MOST_IN_ONE_ROW;
  const across = isOneRow ? places.length : 2;
  const width = Math.floor((size.width - SPACE * (across - 1)) / across);
  const height = isOneRow ? size.height : Math.round(size.height / 2);
  const names = places.map(({ weight }) => (weight === 1 ? 'ones digit' : `${wholeNumber(weight)}s digit`));
  const most = Math.max(...places.flatMap(({ counts }) => counts)) / count;
  const what = value === 0 ? 'cold positions' : `positions with nim-value ${value}`;
  const plots = places.map(({ counts }, place) => {
    const isFirst = place % across === 0;
    const { axis, ...y } = heightAxis(isFirst ? `share of the ${what}` : '', most, '~%');
    const shown = { ...y, axis: isFirst ? axis : { ...axis, labels: false, ticks: false } };
    const heights = counts.map((amount) => amount / count);
    return {
      layer: [
        bars({ heights, amounts: counts, xTitle: names[place], y: shown, width, height }),
        level(1 / base, shown),
      ],
    };
  });
  const notes = [`${grouped(count)} positions ${within(range)}`, 'Dashed: all digits alike.', LOW_BARS_NOTE];
  const description =
    `How often each base-${base} digit occurs among the ${count} ${what} ${within(range)}. ` +
    places.map(({ counts }, place) => `${names[place]}: ${listed(counts)}.`).join(' ');
  return figure({ title: `Base-${base} digits of ${what}: ${game}`, notes, description }, plots, {
    columns: across,
    spacing: SPACE,
  });
}

/** The digits with their numbers, the commonest first. */
function listed(counts: readonly number[]): string {
  const digits = counts.map((amount, digit) => ({ amount, digit })).sort((a, b) => b.amount - a.amount);
  const list = digits.slice(0, MOST_LISTED).map(({ amount, digit }) => `${digit} ${amount} times`);
  return list.join(', ') + (digits.length > MOST_LISTED ? ', ...' : '');
}
