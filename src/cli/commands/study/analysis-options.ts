/** What is asked of analyses and figures on the command line, and running them. */
import { refuse } from '../../../common/errors.js';
import { oneOf } from '../../../common/one-of.js';
import type { AnalysisResult, FigureResult, Store } from '../../../index.js';
import {
  ANALYSES,
  FIGURE_NAMES,
  figureNamed,
  FIGURES,
  ANALYSIS_NAMES,
  analysisNamed,
  parsePoints,
  wordOf,
  type AnalysisName,
  type AnalysisOption,
  type AnalysisOptions,
  type FigureName,
} from '../../../rim.js';
import { argument, FROM, type Option, optional, type Parse, TO } from '../../command.js';
import { parseNumber } from '../../../words/numbers.js';

/** What is run by name with options of its own: an analysis, or a figure. */
interface Runnable {
  readonly name: string;
  readonly options: readonly AnalysisOption[];
}

/** The figure, as a positional argument. */
export const FIGURE = argument(
  `What to show: ${FIGURE_NAMES.join(', ')}`,
  (text) => oneOf(text, FIGURE_NAMES, 'The figure'),
  FIGURE_NAMES,
);

/** The analysis, as a positional argument. */
export const ANALYSIS = argument(
  `What to find: ${ANALYSIS_NAMES.join(', ')}`,
  (text) => oneOf(text, ANALYSIS_NAMES, 'The analysis'),
  ANALYSIS_NAMES,
);

/** What single analyses or figures take besides the range, by flag; one that several take says so for each. */
function ownOptions(records: readonly Runnable[]): Record<string, Option<unknown>> {
  const own: Record<string, Option<unknown>> = {};
  for (const { name: record, options } of records) {
    for (const option of options) {
      const flag = wordOf(option.name);
      const before = flag in own ? `${own[flag].describe}; ` : '';
      const described = `${before}${record}: ${option.describe}`;
      const { choices } = option;
      const read = optional(option.placeholder, described, parserOf(option));
      own[flag] = choices === undefined ? read : { ...read, choices };
    }
  }
  return own;
}

function parserOf({ kind, choices = [] }: AnalysisOption): Parse<unknown> {
  if (kind === 'name') return (text, subject) => oneOf(text, choices, subject);
  return kind === 'points' ? parsePoints : parseNumber;
}

const RANGE_OPTIONS = {
  from: FROM,
  to: TO,
};

/** The range, and what single analyses take besides. */
export const ANALYSIS_OPTIONS = { ...RANGE_OPTIONS, ...ownOptions(ANALYSES) };
/** The same of figures. */
export const FIGURE_OPTIONS = { ...RANGE_OPTIONS, ...ownOptions(FIGURES) };

/** What was read for such options, by flag. */
export type AnalysisArguments = Readonly<Record<string, unknown>>;

/** Runs an analysis. Raises a usage error for options that it does not take. */
export async function runAnalysis(
  store: Store,
  game: string,
  name: AnalysisName,
  args: AnalysisArguments,
  reading: Reading,
): Promise<AnalysisResult> {
  const analysis = analysisNamed(name);
  const options = optionsOf(analysis, ANALYSIS_OPTIONS, args);
  const range = store.studiedRange(game, analysis.seriesOf(options), options);
  return (await analysis.run(store, game, { ...reading, ...options, ...range })) as AnalysisResult;
}

/** Finds what a figure shows, with the same errors; of `usual` positions where nothing is stored. */
export async function runFigure(
  store: Store,
  game: string,
  name: FigureName,
  args: AnalysisArguments,
  { usual, ...reading }: Reading & { readonly usual: number },
): Promise<FigureResult> {
  const figure = figureNamed(name);
  const options = optionsOf(figure, FIGURE_OPTIONS, args);
  const range = store.studiedRange(game, figure.seriesOf(options), options, usual);
  return (await figure.run(store, game, { ...reading, ...options, ...range })) as FigureResult;
}

/** How the work may be watched and stopped. */
type Reading = Pick<AnalysisOptions, 'signal' | 'onProgress'>;

/** What was given of the options of a record. Raises a usage error for one that it does not take. */
function optionsOf(
  { name, options }: Runnable,
  all: Readonly<Record<string, Option<unknown>>>,
  args: AnalysisArguments,
): Record<string, unknown> {
  const own = ['from', 'to', ...options.map((option) => option.name)];
  const flags = own.map(wordOf);
  const foreign = Object.keys(all).find((flag) => args[flag] !== undefined && !flags.includes(flag));
  if (foreign !== undefined) {
    const takes = flags.map((flag) => `--${flag}`).join(', ');
    refuse(`The options of ${name}`, takes, `--${foreign}`);
  }
  return Object.fromEntries(
    own.map((option) => [option, args[wordOf(option)]]).filter(([, value]) => value !== undefined),
  ) as Record<string, unknown>;
}
