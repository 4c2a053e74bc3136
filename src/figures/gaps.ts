/** How often each gap between consecutive cold positions occurs, on doubly logarithmic axes. */
import type { GapsResult } from '../analysis/gaps.js';
import { decimal, grouped, within } from './numbers.js';
import { dots, logAxis, thinned } from './parts.js';
import { figure, type Figure, type Size } from './theme.js';

/** Null when there are fewer than two cold positions. */
export function gapsFigure(
  { game, gaps, largest, mean, range, count }: GapsResult,
  size: Size,
): Figure | null {
  if (largest === null || mean === null) return null;
  const points = gaps.map(({ gap, count: times }) => ({ x: gap, y: times }));
  const x = logAxis('gap between consecutive cold positions', 1, largest.gap);
  const y = logAxis('number of gaps', 1, Math.max(...points.map(({ y: times }) => times)));
  const notes = [
    `${grouped(count)} cold positions ${within(range)}`,
    `Mean gap ${decimal(mean, 4)}, largest ${grouped(largest.gap)}`,
  ];
  const description =
    `How often each of the ${gaps.length} gaps between consecutive cold positions ${within(range)} occurs, on doubly ` +
    `logarithmic axes. The largest gap, ${largest.gap}, first follows position ${largest.firstAfter}.`;
  return figure({ title: `Gaps between cold positions: ${game}`, notes, description }, [
    { ...size, layer: [dots(thinned(points, size), x, y)] },
  ]);
}
