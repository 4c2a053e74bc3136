/** The distribution of preperiods among the sets of a survey. */
import { bars } from '../../figures/bars.js';
import { heightAxis } from '../../figures/parts.js';
import { figure, type Figure, type Size } from '../../figures/theme.js';
import { setText } from '../../game/sets/set-text.js';
import { amount, withCommas, mostOf } from '../../words/typeset.js';
import { real, tabulate, whole } from '../columns.js';
import {
  readSurvey,
  SERIES_OPTION,
  surveyed,
  type SurveyReading,
  type SurveyTable,
  type PreperiodsResult,
} from './survey-file.js';

/** Counts sets by their preperiods, from each power of 2 to below the next. Cost: reading the survey once. */
async function analyzePreperiods(table: SurveyTable, options: SurveyReading): Promise<PreperiodsResult> {
  const counts: number[] = [];
  let [sets, unproven] = [0, 0];
  let longest: PreperiodsResult['longest'] = null;
  const head = await readSurvey(table, 'preperiods', options, (set, period, preperiod) => {
    if (period === 0) {
      unproven++;
      return;
    }
    sets++;
    // Exact up to 2^53, as logarithms are not.
    let class_ = 0;
    while (2 ** class_ <= preperiod) class_++;
    while (counts.length <= class_) counts.push(0);
    counts[class_]++;
    if (longest === null || preperiod > longest.preperiod) longest = { preperiod, set };
  });
  const shares = counts.map((count, i) => ({ start: i === 0 ? 0 : 2 ** (i - 1), stop: 2 ** i, sets: count }));
  return { ...head, sets, unproven, shares, longest };
}

function preperiodsFigure({ game, sets, shares }: PreperiodsResult, size: Size): Figure | null {
  if (sets === 0) return null;
  const heights = shares.map((share) => (100 * share.sets) / sets);
  const names = shares.map(({ start }) => withCommas(start));
  const description = `Preperiods of ${amount(sets, 'set')}: ${shares.map((share) => `${withCommas(share.sets)} from ${withCommas(share.start)} to below ${withCommas(share.stop)}`).join(', ')}.`;
  const notes = ['Each bar has the preperiods from the number below it to below that of the next'];
  return figure({ title: `Preperiods: ${game}`, notes, description, width: size.width }, [
    bars({
      ...size,
      ...{ heights, names },
      amounts: shares.map((share) => share.sets),
      xTitle: 'preperiod, at least',
      y: heightAxis('share of the sets, %', mostOf(heights), '~r'),
      what: 'sets',
    }),
  ]);
}

export const preperiodsAnalysis = surveyed<'preperiods', SurveyReading, PreperiodsResult>({
  name: 'preperiods',
  heading: 'Preperiods',
  summary: 'of a survey: how many sets have no preperiod, a short or a long one',
  options: SERIES_OPTION,
  run: analyzePreperiods,
  columns: ({ shares, sets }) =>
    tabulate(shares, [
      whole('preperiod', 'Preperiod from', ({ start }) => start),
      whole('below', 'To below', ({ stop }) => stop),
      whole('sets', 'Sets', (share) => share.sets),
      real('share', 'Share', 'percent', (share) => share.sets / sets),
    ]),
  facts: ({ sets, unproven, longest }, write) => [
    `${amount(sets, 'set', write)} with a proven period${unproven === 0 ? '' : `, and ${write(unproven)} without`}.`,
    ...(longest === null
      ? []
      : [`The longest preperiod is ${write(longest.preperiod)}, of ${setText(longest.set)}.`]),
  ],
  needs: 'a set with a proven period',
  draw: preperiodsFigure,
});
