/** How often each gap between consecutive cold positions occurs: bars where few do, else dots on doubly logarithmic axes. */
import type { GapsResult } from '../analysis/gaps.js';
import { bars } from './bars.js';
import { decimal, grouped, mostOf, within } from '../words/typeset.js';
import { dots, heightAxis, logAxis, thinned } from './parts.js';
import { figure, type Figure, type Part, type Size } from './theme.js';

/** Different gaps that are shown as bars at most. */
const MOST_BARS = 16;
const TITLE = 'gap between consecutive cold positions';

/** Null when there are fewer than two cold positions. */
export function gapsFigure(
  { game, gaps, largest, mean, range, count }: GapsResult,
  size: Size,
): Figure | null {
  if (largest === null || mean === null) return null;
  const notes = [
    `${grouped(count)} cold positions ${within(range)}`,
    `Mean gap ${decimal(mean)}, largest ${grouped(largest.gap)}`,
  ];
  const isFew = gaps.length <= MOST_BARS;
  const description =
    `How often each of the ${gaps.length === 1 ? 'one gap' : `${gaps.length} gaps`} between consecutive cold ` +
    `positions ${within(range)} occurs${isFew ? '' : ', on doubly logarithmic axes'}. The largest gap, ` +
    `${largest.gap}, first follows position ${largest.firstAfter}.`;
  const counts = gaps.map(({ count: times }) => times);
  const most = mostOf(counts);
  return figure({ title: `Gaps between cold positions: ${game}`, notes, description, width: size.width }, [
    isFew
      ? bars({
          heights: counts,
          amounts: counts,
          names: gaps.map(({ gap }) => grouped(gap)),
          xTitle: TITLE,
          y: heightAxis('times it occurs', most),
          what: 'times',
          ...size,
        })
      : dotsOf(
          counts.map((times, i) => ({ x: gaps[i].gap, y: times })),
          largest.gap,
          most,
          size,
        ),
  ]);
}

function dotsOf(points: { x: number; y: number }[], largest: number, most: number, size: Size): Part {
  const x = logAxis(TITLE, 1, largest);
  const y = logAxis('times it occurs', 1, most);
  return { ...size, layer: [dots(thinned(points, size), x, y, { size: 9 })] };
}
