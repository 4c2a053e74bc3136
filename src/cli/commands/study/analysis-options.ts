/** The arguments and options of analyses and figures, and running them. */
import { refuse } from '../../../common/errors.js';
import { oneOf } from '../../../common/one-of.js';
import { analyzeSurvey, type FigureResult, type Store } from '../../../index.js';
import {
  ANALYSES,
  FIGURES,
  SURVEY_ANALYSES,
  studyGames,
  SURVEY_FIGURES,
  type AnalysisOptions,
  type FigureName,
  type SurveyFigure,
} from '../../../rim.js';
import { argument, FROM, GAME, SURVEY, TO } from '../../command.js';
import type { Param, Params } from '../../../words/params.js';

/** An analysis or a figure. */
interface Runnable {
  readonly name: string;
  readonly options: Params;
}

/** A game, or the file of a survey. */
export const STUDIED: typeof GAME = {
  ...GAME,
  describe: `${GAME.describe}; or the file of a survey, as survey:FILE`,
};

/** The records of each kind, of games and of surveys. */
const LISTS = { analysis: [ANALYSES, SURVEY_ANALYSES], figure: [FIGURES, SURVEY_FIGURES] } as const;

type Kind = keyof typeof LISTS;

function namesIn(records: readonly Runnable[]): string[] {
  return records.map(({ name }) => name);
}

/** Returns the positional argument for the name of an analysis or figure. */
function nameArgument(kind: Kind): Param<string> {
  const [ofGames, surveys] = LISTS[kind].map(namesIn);
  const all = [...ofGames, ...surveys];
  const games = ofGames.filter((name) => !surveys.includes(name));
  const described = `The ${kind}: ${games.join(', ')}; of a survey ${surveys.join(', ')}`;
  return { ...argument(described, (text) => oneOf(text, all, `The ${kind}`)), choices: all };
}

export const FIGURE = nameArgument('figure');

export const ANALYSIS = nameArgument('analysis');

/** Returns the options besides the range, each described by its analyses in groups that word it alike. */
function ownOptions(records: readonly Runnable[]): Params {
  const all: Record<string, Param<unknown>> = {};
  for (const option of records.flatMap(({ options }) => Object.keys(options))) {
    const takers = records.filter(({ options }) => Object.hasOwn(options, option));
    const words = [...new Set(takers.map(({ options }) => options[option].describe))].map((describe) => {
      const names = takers.filter(({ options }) => options[option].describe === describe);
      return `${namesIn(names).join(', ')}: ${describe}`;
    });
    all[option] = { ...takers[takers.length - 1].options[option], describe: words.join('; ') };
  }
  return all;
}

const RANGE_OPTIONS = {
  from: { ...FROM, describe: 'The first position, or for a survey the least largest move; default 0' },
  to: {
    ...TO,
    describe: 'The position (for a survey, the largest move) to stop before; default all that is known',
  },
};

/** The range and the options of single analyses. */
export const ANALYSIS_OPTIONS = { ...RANGE_OPTIONS, ...ownOptions([...ANALYSES, ...SURVEY_ANALYSES]) };
/** The range and the options of single figures. */
export const FIGURE_OPTIONS = { ...RANGE_OPTIONS, ...ownOptions([...FIGURES, ...SURVEY_FIGURES]) };

/** Values of such options, by name. */
export type AnalysisArguments = Readonly<Record<string, unknown>>;

/**
 * Runs an analysis, or computes the data of a figure, for a game, a survey, or several games over one range. Raises a usage error
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
  const options = optionsOf(record, args);
  if (!isSurvey) return studyGames(store, [game, ...others], name as FigureName, { ...reading, ...options });
  if (others.length > 0) refuse('A survey is compared with nothing. Leave --with out, or give a game.');
  return [await analyzeSurvey(surveyFile(game), name as SurveyFigure, { ...reading, ...options })];
}

/** Returns the file of survey:FILE. */
export function surveyFile(game: string): string {
  const file = game.slice(SURVEY.length);
  if (file !== '') return file;
  refuse('survey: needs a file. Give one that survey --output has written, as survey:FILE.');
}

/** Returns the options of a record that were given. Raises a usage error for one that it does not take. */
function optionsOf({ name, options }: Runnable, args: AnalysisArguments): AnalysisArguments {
  const own = ['from', 'to', ...Object.keys(options)];
  const given = Object.keys(FIGURE_OPTIONS).filter((option) => args[option] !== undefined);
  const foreign = given.find((option) => !own.includes(option));
  if (foreign !== undefined) {
    refuse('{name} does not take --{option}. It takes {options}.', {
      name,
      option: foreign,
      options: own.map((option) => `--${option}`),
    });
  }
  return Object.fromEntries(given.map((option) => [option, args[option]]));
}
