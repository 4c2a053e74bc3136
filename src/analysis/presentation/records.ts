/** First positions of the nim-values and new maxima, as rows, a figure and a section of the report. */
import { countAxis, fittedAreas, logAxis, thinned } from '../../figures/parts.js';
import { figure, type Figure, type Size } from '../../figures/theme.js';
import { prose } from '../../report/parts/html.js';
import { lacksNimCounts } from '../../report/parts/section.js';
import { amount, formula, withCommas, within } from '../../words/typeset.js';
import { tabulate, whole, type Column } from '../columns.js';
import { analyzeRecords, type RecordsResult } from '../reduction/records.js';
import type { AnalysisOptions } from '../result.js';
import { studied } from '../study.js';
import { fitLine, fitSentence, tableOfColumns } from './facts.js';

/** Returns null unless a position above 0 has a nim-value above 0: logarithmic axes cannot show 0. */
function recordsFigure({ game, records, range, fit }: RecordsResult, size: Size): Figure | null {
  const points = records
    .filter(({ isMaximum, position, value }) => isMaximum && position >= 1 && value >= 1)
    .map(({ position, value }) => ({ x: position, y: value }));
  if (points.length === 0) return null;
  const last = points[points.length - 1];
  const isFitted = fit !== null;
  const x = logAxis('position n', 1, last.x);
  const title = 'largest nim-value so far';
  const y = isFitted ? logAxis(title, 1, last.y) : countAxis(title, 0, last.y + 1);
  const shown = thinned(points, (point) => point, size);
  const notes = [`The first position of each new maximum ${within(range)}`];
  const description =
    `${points.length} new maxima of the nim-value, from ${points[0].y} at position ${points[0].x} to ${last.y} at ` +
    `position ${last.x}${isFitted ? ', on doubly logarithmic axes' : ''}.` +
    (isFitted
      ? ` The line is Siegel's repeated-median fit ${formula(fit)}; below it, how far each maximum is off the fit.`
      : '');
  return figure(
    { title: `Records of the nim-value: ${game}`, notes, description, width: size.width },
    fittedAreas(shown, fit, [x, y], size),
  );
}

function columnsOf({ records }: RecordsResult): Column[] {
  return tabulate(records, [
    whole('nim_value', 'Nim-value', ({ value }) => value),
    whole('position', 'First position', ({ position }) => position),
    { name: 'is_maximum', type: 'bool', heading: 'New maximum', of: ({ isMaximum }) => isMaximum },
  ]);
}

export const recordsAnalysis = studied<'records', AnalysisOptions, RecordsResult>({
  name: 'records',
  summary: 'new maxima of the nim-value, the fit, and their distance from it',
  seriesOf: () => 'nim',
  options: {},
  reduce: analyzeRecords,
  columns: columnsOf,
  facts: ({ records, fit }, write, measured) => [
    `${amount(records.length, 'nim-value', write)}, the largest ${write(records[records.length - 1].value)}.`,
    ...fitLine('The new maxima follow', fit, write, measured),
  ],
  needs: 'a position above 0 with a nim-value above 0',
  draw: recordsFigure,
  view: {
    title: 'Records',
    lead: 'Where each nim-value first occurs, and which are new maxima.',
    isByPosition: true,
  },
  section: {
    id: 'records',
    heading: 'Largest nim-values',
    lacks: lacksNimCounts,
    async make(_facts, study) {
      const result = await study({});
      const { records, fit, range } = result;
      const { value, position } = records[records.length - 1];
      const found = `The largest nim-value ${within(range)} is ${withCommas(value)}, first at position ${withCommas(position)}.`;
      return [
        ...[found, ...fitSentence('The new maxima follow', fit)].map(prose),
        { result },
        tableOfColumns('First position of each nim-value', columnsOf(result)),
      ];
    },
  },
});
