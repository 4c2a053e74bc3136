/** The largest nim-values as the range grows (Eppstein 2018, Figure 1): its new maxima, the fit, and how far off it they are. */
import type { RecordsResult } from '../analysis/records.js';
import { formula, within } from '../words/typeset.js';
import {
  countAxis,
  dots,
  fitLabel,
  fitLine,
  logAxis,
  residualsPanel,
  thinned,
} from './parts.js';
import { figure, type Figure, type Size } from './theme.js';

/** Null when no nim-value above 0 was found at a position above 0, which logarithmic axes cannot show. */
export function recordsFigure({ game, records, range, fit }: RecordsResult, size: Size): Figure | null {
  const points = records
    .filter(({ isMaximum, position, value }) => isMaximum && position >= 1 && value >= 1)
    .map(({ position, value }) => ({ x: position, y: value }));
  if (points.length === 0) return null;
  const last = points[points.length - 1];
  const isFitted = fit !== null;
  const x = logAxis('position n', 1, last.x);
  const title = 'largest nim-value so far';
  const y = isFitted ? logAxis(title, 1, last.y) : countAxis(title, 0, last.y + 1);
  const shown = thinned(points, size);
  const notes = [`The first position of each new maximum ${within(range)}`];
  const description =
    `${points.length} new maxima of the nim-value, from ${points[0].y} at position ${points[0].x} to ${last.y} at ` +
    `position ${last.x}${isFitted ? ', on doubly logarithmic axes' : ''}.` +
    (isFitted
      ? ` The line is Siegel's repeated-median fit ${formula(fit)}; below it, how far each maximum is off the fit.`
      : '');
  return figure({ title: `Records of the nim-value: ${game}`, notes, description, width: size.width }, [
    {
      ...size,
      layer: isFitted
        ? [fitLine(fit, points, x, y), dots(shown, x, y), fitLabel(fit, size)]
        : [dots(shown, x, y, { size: 50 })],
    },
    ...(isFitted ? [residualsPanel(shown, fit, x, size)] : []),
  ]);
}
