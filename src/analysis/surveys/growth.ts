/** The longest period of a survey for each largest move: the records, and their growth. */
import { breather } from '../../common/stoppable.js';
import { fittedAreas, logAxis } from '../../figures/parts.js';
import { figure, type Figure, type Size } from '../../figures/theme.js';
import { setText } from '../../game/sets/set-text.js';
import { decimal, formula, withCommas } from '../../words/typeset.js';
import { tabulate, whole, type ColumnOf } from '../columns.js';
import { fitMonomial, repeatedMedianLine, sampled } from '../counting/fit.js';
import {
  readSurvey,
  SERIES_OPTION,
  surveyed,
  type SurveyReading,
  type SurveyTable,
  type GrowthResult,
  type LongestPeriod,
} from './survey-file.js';

/** Finds the longest periods, and fits them by repeated medians. Cost: reading the survey once. */
async function analyzeGrowth(table: SurveyTable, options: SurveyReading): Promise<GrowthResult> {
  const found = new Map<number, Omit<LongestPeriod, 'isRecord' | 'largestMove'>>();
  const head = await readSurvey(table, 'growth', options, (set, period, preperiod) => {
    if (period === 0) return;
    const largestMove = set[set.length - 1];
    const { sets = 0, ...before } = found.get(largestMove) ?? {};
    const isLonger = !('period' in before) || period > before.period;
    found.set(largestMove, { sets: sets + 1, ...(isLonger ? { period, preperiod, set } : before) });
  });
  let most = 0;
  const longest = [...found]
    .sort(([a], [b]) => a - b)
    .map(([largestMove, each]): LongestPeriod => {
      const isRecord = each.period > most;
      most = Math.max(most, each.period);
      return { largestMove, ...each, isRecord };
    });
  const breathe = breather(options.signal);
  const points = longest.map(({ largestMove, period }) => ({ x: largestMove, y: period }));
  const fit = await fitMonomial(points, breathe);
  const line = await repeatedMedianLine(
    sampled(points).map(({ x, y }) => ({ x, y: Math.log(y) })),
    breathe,
  );
  if (fit === null || line === null) return { ...head, longest, fit: null, exponential: null, offBy: null };
  const exponential = { coefficient: Math.exp(line.intercept), factor: Math.exp(line.slope) };
  const offBy = {
    fit: medianFactor(points.map(({ x, y }) => y / (fit.coefficient * x ** fit.exponent))),
    exponential: medianFactor(
      points.map(({ x, y }) => y / (exponential.coefficient * exponential.factor ** x)),
    ),
  };
  return { ...head, longest, fit, exponential, offBy };
}

/** Returns the median of some quotients, each replaced by its inverse if that is larger. */
function medianFactor(quotients: readonly number[]): number {
  const factors = quotients.map((quotient) => Math.max(quotient, 1 / quotient)).sort((a, b) => a - b);
  return factors[factors.length >>> 1];
}

function growthFigure({ game, longest, fit }: GrowthResult, size: Size): Figure | null {
  if (longest.length === 0) return null;
  const points = longest.map(({ largestMove, period }) => ({ x: largestMove, y: period }));
  const [first, last] = [points[0], points[points.length - 1]];
  const most = points.reduce((best, point) => (point.y > best.y ? point : best));
  const x = logAxis('largest move n', first.x, last.x);
  const y = logAxis('longest period', 1, most.y);
  const description =
    `The longest period for each of ${points.length} largest moves from ${first.x} to ${last.x}, the longest ` +
    `${withCommas(most.y)} at ${most.x}, on doubly logarithmic axes.` +
    (fit === null ? '' : ` The line is Siegel's repeated-median fit ${formula(fit)}.`);
  const notes = ['The longest period of the sets of each largest move'];
  return figure(
    { title: `Growth of periods: ${game}`, notes, description, width: size.width },
    fittedAreas(points, fit, [x, y], size),
  );
}

const COLUMNS: readonly ColumnOf<LongestPeriod>[] = [
  whole('largest_move', 'Largest move', ({ largestMove }) => largestMove),
  whole('sets', 'Sets', ({ sets }) => sets),
  whole('period', 'Longest period', ({ period }) => period),
  whole('preperiod', 'Preperiod', ({ preperiod }) => preperiod),
  { name: 'set', type: 'utf8', heading: 'Set', of: ({ set }) => setText(set) },
];

export const growthAnalysis = surveyed<'growth', SurveyReading, GrowthResult>({
  name: 'growth',
  heading: 'Longest periods',
  summary: 'of a survey: the longest period for each largest move, the records, and the fit',
  options: SERIES_OPTION,
  run: analyzeGrowth,
  columns: ({ longest }) =>
    tabulate(longest, [
      ...COLUMNS,
      { name: 'is_record', type: 'bool', heading: 'Record', of: ({ isRecord }) => isRecord },
    ]),
  shown: ({ longest }) =>
    tabulate(
      longest.filter(({ isRecord }) => isRecord),
      COLUMNS,
    ),
  facts({ longest, fit, exponential, offBy }, write, measured = decimal) {
    const records = longest.filter(({ isRecord }) => isRecord).length;
    const found = `${write(records)} records, by the largest move n.`;
    if (fit === null || exponential === null || offBy === null) return [found];
    const within = (factor: number): string => `half of them within a factor of ${measured(factor)}`;
    return [
      found,
      `The longest periods follow ${measured(fit.coefficient)} n^${measured(fit.exponent)}, ${within(offBy.fit)},`,
      `or ${measured(exponential.coefficient)} * ${measured(exponential.factor)}^n, ${within(offBy.exponential)} ` +
        `(repeated medians of ${write(fit.points)} points).`,
    ];
  },
  needs: 'a set with a proven period',
  draw: growthFigure,
});
