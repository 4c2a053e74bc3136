/** The largest nim-values as the range grows (Eppstein 2018, Figure 1): its new maxima and the fit through them. */
import type { RecordsResult } from '../analysis/records.js';
import { formula, within } from './numbers.js';
import { dots, fitLayers, logAxis, thinned } from './parts.js';
import { figure, type Figure, type Size } from './theme.js';

/** Null when no nim-value above 0 was found at a position above 0, which logarithmic axes cannot show. */
export function recordsFigure({ game, records, range, fit }: RecordsResult, size: Size): Figure | null {
  const points = records
    .filter(({ isMaximum, position, value }) => isMaximum && position >= 1 && value >= 1)
    .map(({ position, value }) => ({ x: position, y: value }));
  if (points.length === 0) return null;
  const last = points[points.length - 1];
  const x = logAxis('position n', 1, last.x);
  const y = logAxis('largest nim-value so far', 1, last.y);
  const notes = [`The first position of each new maximum ${within(range)}`];
  const description =
    `${points.length} new maxima of the nim-value, from ${points[0].y} at position ${points[0].x} to ${last.y} at ` +
    `position ${last.x}, on doubly logarithmic axes.` +
    (fit === null ? '' : ` The line is Siegel's repeated-median fit ${formula(fit, 15)}.`);
  return figure({ title: `Records of the nim-value: ${game}`, notes, description }, [
    {
      ...size,
      layer: [dots(thinned(points, size), x, y), ...(fit === null ? [] : fitLayers(fit, points, x, y, size))],
    },
  ]);
}
