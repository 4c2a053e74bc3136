/**
 * What is asked of an analysis on the command line, and running it. Separate from `analyze`, because whatever else
 * shows analyses asks for them in the same words.
 */
import { usageError } from '../../../common/errors.js';
import { didYouMean, oneOf } from '../../../common/one-of.js';
import {
  ANALYSES,
  ANALYSIS_NAMES,
  analysisNamed,
  POINT_SEQUENCES,
  type AnalysisName,
  type AnalysisOptions,
  type AnalysisResult,
  type PointSequence,
  type Store,
} from '../../../index.js';
import { missingOption, optional, type Option, type Parse } from '../../command.js';
import { parseNumber } from '../../words/numbers.js';

/** The analysis, as a positional argument. */
export const ANALYSIS: Option<AnalysisName> = {
  describe: `What to find: ${ANALYSIS_NAMES.join(', ')}`,
  choices: ANALYSIS_NAMES,
  read: (raw) => oneOf(raw, ANALYSIS_NAMES, 'The analysis'),
};

/** The flag of an option: `--up-to` for `upTo`. */
function flagOf(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** What single analyses take besides the range, by flag; one that several take says so for each. */
function ownOptions(): Record<string, Option<unknown>> {
  const own: Record<string, Option<unknown>> = {};
  for (const { name: analysis, options } of ANALYSES) {
    for (const { name, kind, placeholder, describe } of options) {
      const flag = flagOf(name);
      const before = flag in own ? `${own[flag].describe}; ` : '';
      const parse: Parse<unknown> = kind === 'points' ? parsePoints : parseNumber;
      own[flag] = optional(placeholder, `${before}${analysis}: ${describe}`, parse);
    }
  }
  return own;
}

const RANGE_OPTIONS = {
  from: optional('N', 'The first position; default 0', parseNumber),
  to: optional('N', 'The position to stop before; default all that is stored', parseNumber),
};

/** The range, and what single analyses take besides. */
export const ANALYSIS_OPTIONS = { ...RANGE_OPTIONS, ...ownOptions() };

/** What was read for ANALYSIS_OPTIONS, by flag. */
export type AnalysisArguments = Readonly<Record<string, unknown>>;

/** Runs an analysis. Raises a usage error for options that it does not take, and for those that it lacks. */
export async function runAnalysis(
  store: Store,
  game: string,
  name: AnalysisName,
  args: AnalysisArguments,
  reading: Pick<AnalysisOptions, 'signal' | 'onProgress'> = {},
): Promise<AnalysisResult> {
  const analysis = analysisNamed(name);
  const flags = [...Object.keys(RANGE_OPTIONS), ...analysis.options.map((option) => flagOf(option.name))];
  refuseForeign(name, flags, args);
  const given: Record<string, unknown> = {};
  for (const option of ['from', 'to', ...analysis.options.map((each) => each.name)]) {
    const value = args[flagOf(option)];
    if (value !== undefined) given[option] = value;
  }
  for (const { name: option, isRequired, placeholder } of analysis.options) {
    if (isRequired === true && given[option] === undefined) {
      throw missingOption(`--${flagOf(option)}`, placeholder);
    }
  }
  return (await analysis.run(store, game, { ...reading, ...given })) as AnalysisResult;
}

function refuseForeign(analysis: AnalysisName, known: readonly string[], args: AnalysisArguments): void {
  for (const name of Object.keys(ANALYSIS_OPTIONS)) {
    if (args[name] === undefined || known.includes(name)) continue;
    const takes = known.map((option) => `--${option}`).join(', ');
    throw usageError({ subject: `The options of ${analysis}`, expected: takes, found: `--${name}` });
  }
}

function parsePoints(text: string, subject: string): PointSequence | readonly number[] {
  const sequence = POINT_SEQUENCES.find((name) => name === text);
  if (sequence !== undefined) return sequence;
  if (/^\s*\d/.test(text)) return text.split(',').map((point) => parseNumber(point, subject));
  throw usageError({
    subject,
    expected: `${POINT_SEQUENCES.join(', ')}, or positions separated by commas`,
    found: JSON.stringify(text),
    remedy: didYouMean(text, POINT_SEQUENCES),
  });
}
