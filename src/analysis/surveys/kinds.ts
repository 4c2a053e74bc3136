/** The kinds of the sets of a survey: additive, symmetric, and for three moves the two that add up to the period. */
import { KINDS_OF_MANY, KINDS_OF_THREE, kindOf, type SetKind } from '../../game/kinds.js';
import { setText } from '../../game/sets/set-text.js';
import { bars } from '../../figures/bars.js';
import { figure, type Figure, type Size } from '../../figures/theme.js';
import { heightAxis } from '../../figures/parts.js';
import { amount, withCommas, mostOf } from '../../words/typeset.js';
import { real, tabulate, whole } from '../columns.js';
import {
  readSurvey,
  SERIES_OPTION,
  surveyed,
  type SurveyReading,
  type SurveyTable,
  type KindShare,
  type KindsResult,
} from './survey-file.js';

const ORDER: readonly string[] = [...new Set([...KINDS_OF_THREE, ...KINDS_OF_MANY])];

/** Counts the sets of each kind. Cost: reading the survey once. */
async function analyzeKinds(table: SurveyTable, options: SurveyReading): Promise<KindsResult> {
  const found = new Map<SetKind, { -readonly [Key in keyof KindShare]: KindShare[Key] }>();
  let sets = 0;
  const head = await readSurvey(table, 'kinds', options, (set, period, preperiod) => {
    sets++;
    const kind = kindOf(set, period);
    let share = found.get(kind);
    if (share === undefined) {
      share = { kind, sets: 0, longestPeriod: period, longestPreperiod: 0, set };
      found.set(kind, share);
    }
    share.sets++;
    share.longestPreperiod = Math.max(share.longestPreperiod, preperiod);
    if (period <= share.longestPeriod) return;
    [share.longestPeriod, share.set] = [period, set];
  });
  const kinds = [...found.values()].sort((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind));
  return { ...head, sets, kinds };
}

function kindsFigure({ game, kinds, sets }: KindsResult, size: Size): Figure | null {
  if (sets === 0) return null;
  const shares = kinds.map((kind) => (100 * kind.sets) / sets);
  const description = `${amount(sets, 'set')}: ${kinds.map((each) => `${each.kind} ${withCommas(each.sets)}`).join(', ')}.`;
  const title = `Kinds of sets: ${game}`;
  const notes = [`Shares of ${amount(sets, 'set')}; the number of sets is above each bar`];
  return figure({ title, notes, description, width: size.width }, [
    bars({
      ...size,
      heights: shares,
      amounts: kinds.map((kind) => kind.sets),
      names: kinds.map(({ kind }) => kind),
      xTitle: '',
      y: heightAxis('share of the sets, %', mostOf(shares), '~r'),
      what: 'sets',
    }),
  ]);
}

export const kindsAnalysis = surveyed<'kinds', SurveyReading, KindsResult>({
  name: 'kinds',
  heading: 'Kinds of sets',
  summary:
    'of a survey: how many sets are additive, symmetric, or have as period a sum of two of three moves',
  options: SERIES_OPTION,
  run: analyzeKinds,
  columns: ({ kinds, sets }) =>
    tabulate(kinds, [
      { name: 'kind', type: 'utf8', heading: 'Kind', of: ({ kind }) => kind },
      whole('sets', 'Sets', (each) => each.sets),
      real('share', 'Share', 'percent', (each) => each.sets / sets),
      whole('longest_period', 'Longest period', ({ longestPeriod }) => longestPeriod),
      { name: 'set', type: 'utf8', heading: 'Of', of: ({ set }) => setText(set) },
      whole('longest_preperiod', 'Longest preperiod', ({ longestPreperiod }) => longestPreperiod),
    ]),
  facts: ({ sets, range }, write) => [
    `${amount(sets, 'set', write)} whose largest moves are from ${write(range.start)} to ${write(range.stop - 1)}.`,
  ],
  needs: 'a set',
  draw: kindsFigure,
});
