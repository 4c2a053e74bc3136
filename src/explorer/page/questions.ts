/** The questions of Patterns, each with its analyses. Any other analysis has a tab of its own. */
import { ANALYSIS_VIEWS, type AnalysisEntry } from '../analysis-views.js';

export interface Question {
  readonly title: string;
  readonly lead: string;
  readonly analyses: readonly AnalysisEntry['name'][];
}

const QUESTIONS: readonly Question[] = [
  {
    title: 'Which remainders?',
    lead: 'The remainders and the last digits of the cold positions.',
    analyses: ['residues', 'digits'],
  },
  {
    title: 'How rare?',
    lead: 'The number of cold positions, how fast it grows, and the distances between them.',
    analyses: ['density', 'gaps'],
  },
  {
    title: 'How large?',
    lead: 'The nim-values: where each first occurs, which are new maxima, and how often each occurs.',
    analyses: ['records', 'values'],
  },
];

/** The analyses of each tab of Patterns, in order. */
export const TABS: readonly { readonly question?: Question; readonly entries: readonly AnalysisEntry[] }[] = [
  ...QUESTIONS.map((question) => ({
    question,
    entries: question.analyses.flatMap((name) => ANALYSIS_VIEWS.filter((entry) => entry.name === name)),
  })),
  ...ANALYSIS_VIEWS.filter(({ name }) => !QUESTIONS.some(({ analyses }) => analyses.includes(name))).map(
    (entry) => ({ entries: [entry] }),
  ),
];
