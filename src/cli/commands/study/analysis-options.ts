/** What is asked of analyses and figures on the command line, and running them. */
import { refuse } from '../../../common/errors.js';
import { oneOf } from '../../../common/one-of.js';
import { analyzeSurvey, type FigureResult, type Store } from '../../../index.js';
import {
  ANALYSES,
  FIGURES,
  parsePoints,
  SURVEY_ANALYSES,
  studyGames,
  SURVEY_FIGURES,
  wordOf,
  type AnalysisOption,
  type AnalysisOptions,
  type FigureName,
  type SurveyFigure,
} from '../../../rim.js';
import { argument, FROM, GAME, optional, SURVEY, TO, type Option, type Parse } from '../../command.js';
import { parseNumber } from '../../../words/numbers.js';

/** What is run by name with options of its own: an analysis, or a figure. */
interface Runnable {
  readonly name: string;
  readonly options: readonly AnalysisOption[];
}

/** A game, or the file of a survey. */
export const STUDIED: typeof GAME = {
  ...GAME,
  describe: `${GAME.describe}; or the file of a survey, as survey:FILE`,
};

/** What can be run by name: of games, and of surveys. */
const LISTS = { analysis: [ANALYSES, SURVEY_ANALYSES], figure: [FIGURES, SURVEY_FIGURES] } as const;

type Kind = keyof typeof LISTS;

function namesIn(records: readonly Runnable[]): string[] {
  return records.map(({ name }) => name);
}

/** The name of what to run, as a positional argument. */
function nameArgument(kind: Kind, verb: string): Option<string> {
  const [ofGames, surveys] = LISTS[kind].map(namesIn);
  const all = [...ofGames, ...surveys];
  const games = ofGames.filter((name) => !surveys.includes(name));
  const described = `What to ${verb}: ${games.join(', ')}; of a survey ${surveys.join(', ')}`;
  return argument(described, (text) => oneOf(text, all, `The ${kind}`), all);
}

export const FIGURE = nameArgument('figure', 'show');

export const ANALYSIS = nameArgument('analysis', 'find');

/** What single analyses or figures take besides the range, by flag, with the names of those that take it in the same words. */
function ownOptions(records: readonly Runnable[]): Record<string, Option<unknown>> {
  const all = new Map<string, { readonly option: AnalysisOption; readonly takenBy: Map<string, string[]> }>();
  for (const { name, options } of records) {
    for (const option of options) {
      const flag = wordOf(option.name);
      const { takenBy } = all.get(flag) ?? { takenBy: new Map<string, string[]>() };
      takenBy.set(option.describe, [...(takenBy.get(option.describe) ?? []), name]);
      all.set(flag, { option, takenBy });
    }
  }
  return Object.fromEntries(
    Array.from(all, ([flag, { option, takenBy }]) => {
      const described = Array.from(takenBy, ([words, names]) => `${names.join(', ')}: ${words}`).join('; ');
      const read = optional(option.placeholder, described, parserOf(option));
      return [flag, option.choices === undefined ? read : { ...read, choices: option.choices }];
    }),
  );
}

function parserOf({ kind, choices = [] }: AnalysisOption): Parse<unknown> {
  if (kind === 'name') return (text, subject) => oneOf(text, choices, subject);
  return kind === 'points' ? parsePoints : parseNumber;
}

const RANGE_OPTIONS = {
  from: { ...FROM, describe: 'The first position, or for a survey the least largest move; default 0' },
  to: {
    ...TO,
    describe: 'The position (for a survey, the largest move) to stop before; default all that is known',
  },
};

/** The range, and what single analyses take besides. */
export const ANALYSIS_OPTIONS = { ...RANGE_OPTIONS, ...ownOptions([...ANALYSES, ...SURVEY_ANALYSES]) };
/** The same of figures. */
export const FIGURE_OPTIONS = { ...RANGE_OPTIONS, ...ownOptions([...FIGURES, ...SURVEY_FIGURES]) };

/** What was read for such options, by flag. */
export type AnalysisArguments = Readonly<Record<string, unknown>>;

/**
 * Runs an analysis, or studies what a figure shows: of a game or a survey, or of several games over one range. Raises a usage error
 * for options that it does not take.
 */
export async function runByName(
  kind: Kind,
  store: Store,
  [game, ...others]: readonly string[],
  name: string,
  args: AnalysisArguments,
  reading: Pick<AnalysisOptions, 'signal' | 'onProgress'>,
): Promise<FigureResult[]> {
  const [ofGames, ofSurveys]: readonly (readonly Runnable[])[] = LISTS[kind];
  const isSurvey = game.startsWith(SURVEY);
  const records = isSurvey ? ofSurveys : ofGames;
  const record = records.find((each) => each.name === name);
  if (record === undefined)
    refuse(
      isSurvey
        ? 'A survey has no {kind} {name}. Choose one of {choices}.'
        : 'A game has no {kind} {name}. Choose one of {choices}, or give a survey as survey:FILE.',
      { kind, name, choices: namesIn(records) },
    );
  const options = optionsOf(record, FIGURE_OPTIONS, args);
  if (!isSurvey) return studyGames(store, [game, ...others], name as FigureName, { ...reading, ...options });
  if (others.length > 0) refuse('A survey is compared with nothing. Leave --with out, or give a game.');
  return [await analyzeSurvey(surveyFile(game), name as SurveyFigure, { ...reading, ...options })];
}

/** The file of a survey that is given as survey:FILE. */
export function surveyFile(game: string): string {
  const file = game.slice(SURVEY.length);
  if (file !== '') return file;
  refuse('survey: needs a file. Give one that survey --output has written, as survey:FILE.');
}

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
    refuse('{name} does not take --{option}. It takes {options}.', {
      name,
      option: foreign,
      options: flags.map((flag) => `--${flag}`),
    });
  }
  return Object.fromEntries(
    own.map((option) => [option, args[wordOf(option)]]).filter(([, value]) => value !== undefined),
  ) as Record<string, unknown>;
}
