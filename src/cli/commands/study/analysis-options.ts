/**
 * What is asked of an analysis on the command line, and running it. Separate from `analyze`, because whatever else
 * shows analyses asks for them in the same words.
 */
import { usageError } from '../../../common/errors.js';
import { didYouMean, oneOf } from '../../../common/one-of.js';
import {
  ANALYSIS_NAMES,
  analyzeDensity,
  analyzeDigits,
  analyzeGaps,
  analyzeRecords,
  analyzeResidues,
  analyzeValues,
  POINT_SEQUENCES,
  type AnalysisName,
  type AnalysisOptions,
  type AnalysisResult,
  type PointSequence,
  type Store,
} from '../../../index.js';
import { missingOption, optional, type Option, type Values } from '../../command.js';
import { parseNumber } from '../../words/numbers.js';

/** The analysis, as a positional argument. */
export const ANALYSIS: Option<AnalysisName> = {
  describe: `What to find: ${ANALYSIS_NAMES.join(', ')}`,
  choices: ANALYSIS_NAMES,
  read: (raw) => oneOf(raw, ANALYSIS_NAMES, 'The analysis'),
};

/** The range, and what single analyses take besides. */
export const ANALYSIS_OPTIONS = {
  from: optional('N', 'The first position; default 0', parseNumber),
  to: optional('N', 'The position to stop before; default all that is stored', parseNumber),
  at: optional('POINTS', `density: ${POINT_SEQUENCES.join(', ')}, or N1,N2,...; default cubes`, parsePoints),
  base: optional('B', 'digits: the base', parseNumber),
  places: optional('K', 'digits: how many low places; default 1', parseNumber),
  value: optional('V', 'digits: the nim-value whose positions count; default 0, the cold ones', parseNumber),
  modulus: optional('M', 'residues: the modulus', parseNumber),
  'up-to': optional('M', 'residues: score every modulus from 2 to this one', parseNumber),
};

/** What each analysis takes besides the range. */
const OWN_OPTIONS: Readonly<Record<AnalysisName, readonly (keyof typeof ANALYSIS_OPTIONS)[]>> = {
  records: [],
  density: ['at'],
  digits: ['base', 'places', 'value'],
  values: [],
  gaps: [],
  residues: ['modulus', 'up-to'],
};

/** What was read for ANALYSIS_OPTIONS. */
export type AnalysisArguments = Values<typeof ANALYSIS_OPTIONS>;

/** Runs an analysis. Raises a usage error for options that it does not take, and for those that it lacks. */
export function runAnalysis(
  store: Store,
  game: string,
  analysis: AnalysisName,
  args: AnalysisArguments,
  reading: Pick<AnalysisOptions, 'signal' | 'onProgress'> = {},
): Promise<AnalysisResult> {
  refuseForeign(analysis, args);
  const { from, to, at, base, places, value, modulus } = args;
  const upTo = args['up-to'];
  const options = { ...reading, from, to };
  switch (analysis) {
    case 'records':
      return analyzeRecords(store, game, options);
    case 'density':
      return analyzeDensity(store, game, { ...options, at });
    case 'digits':
      return analyzeDigits(store, game, { ...options, places, value, base: needed(base, '--base', 'B') });
    case 'values':
      return analyzeValues(store, game, options);
    case 'gaps':
      return analyzeGaps(store, game, options);
    case 'residues':
      return analyzeResidues(store, game, { ...options, upTo, modulus: needed(modulus, '--modulus', 'M') });
  }
}

function refuseForeign(analysis: AnalysisName, args: AnalysisArguments): void {
  const known = ['from', 'to', ...OWN_OPTIONS[analysis]];
  for (const name of Object.keys(ANALYSIS_OPTIONS) as (keyof AnalysisArguments)[]) {
    if (args[name] === undefined || known.includes(name)) continue;
    const takes = known.map((option) => `--${option}`).join(', ');
    throw usageError({ subject: `The options of ${analysis}`, expected: takes, found: `--${name}` });
  }
}

function needed(value: number | undefined, name: string, placeholder: string): number {
  if (value !== undefined) return value;
  throw missingOption(name, placeholder);
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
