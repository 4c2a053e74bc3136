/** Every analysis of the sets of a survey, and every other study with a figure. To add one: its file, and a line here. */
import { refuse, TakeawayError } from '../../common/errors.js';
import { formatOfFile } from '../../common/formats.js';
import { oneOf } from '../../common/one-of.js';
import { reasonOf } from '../../common/system-errors.js';
import { nodeFileSystem, readPieces, type ReadableFile } from '../../store/files/file-system.js';
import { READABLE_FORMATS } from '../../tables/reading.js';
import { growthAnalysis } from './growth.js';
import { kindsAnalysis } from './kinds.js';
import { planeStudy } from './plane.js';
import { preperiodsAnalysis } from './preperiods.js';
import type { SurveyTable } from './survey-file.js';

/** The studies whose results are rows. */
export const SURVEY_ANALYSES = [growthAnalysis, preperiodsAnalysis, kindsAnalysis] as const;

export const SURVEY_FIGURES = [...SURVEY_ANALYSES, planeStudy] as const;

export type SurveyFigure = (typeof SURVEY_FIGURES)[number]['name'];
export type SurveyResult = Awaited<ReturnType<(typeof SURVEY_FIGURES)[number]['run']>>;

type StudyNamed<Name extends SurveyFigure> = Extract<(typeof SURVEY_FIGURES)[number], { name: Name }>;
type OptionsOf<Name extends SurveyFigure> = Parameters<StudyNamed<Name>['run']>[1];
type ResultOf<Name extends SurveyFigure> = Awaited<ReturnType<StudyNamed<Name>['run']>>;

const RUNS: {
  readonly [Name in SurveyFigure]: (table: SurveyTable, options: OptionsOf<Name>) => Promise<ResultOf<Name>>;
} = {
  growth: (table, options) => growthAnalysis.run(table, options),
  preperiods: (table, options) => preperiodsAnalysis.run(table, options),
  kinds: (table, options) => kindsAnalysis.run(table, options),
  plane: (table, options) => planeStudy.run(table, options),
};

/**
 * Runs a study of a survey file (`survey`): Arrow, Parquet or CSV. Raises a usage error for a file that is no table of a survey,
 * and `interrupted` when aborted. Cost: reading the file once or twice.
 */
export async function analyzeSurvey<Name extends SurveyFigure>(
  path: string,
  name: Name,
  options: OptionsOf<Name> = {},
): Promise<ResultOf<Name>> {
  const names = SURVEY_FIGURES.map((study) => study.name);
  oneOf(name, names, 'The study of a survey');
  return RUNS[name](surveyFile(path), options);
}

/** Returns the table in a file. Raises a usage error for an unreadable format. Memory: a batch. */
function surveyFile(path: string): SurveyTable {
  const format = formatOfFile(READABLE_FORMATS, path);
  if (format === undefined) {
    const endings = READABLE_FORMATS.flatMap(({ endings }) => endings).join(', ');
    refuse('The survey {path} is no file that can be read. Give one that ends in {endings}.', {
      path,
      endings,
    });
  }
  return {
    path,
    game: `survey:${path}`,
    async *read(choose) {
      let file: ReadableFile | undefined;
      try {
        file = await nodeFileSystem.open(path);
        yield* format.read({ ...file, pieces: () => readPieces(nodeFileSystem, path) }, choose);
      } catch (error) {
        if (error instanceof TakeawayError) throw error;
        refuse(
          'The survey {path} cannot be read as {format}: {reason}.',
          { path, format: format.describe, reason: reasonOf(error) },
          { cause: error },
        );
      } finally {
        await file?.close();
      }
    },
  };
}
