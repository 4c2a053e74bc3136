/** Every analysis of the sets of a survey, and what else has a figure. To add one: its file, and a line here. */
import { oneOf } from '../../common/one-of.js';
import { growthAnalysis } from './growth.js';
import { kindsAnalysis } from './kinds.js';
import { planeStudy } from './plane.js';
import { preperiodsAnalysis } from './preperiods.js';
import type { SurveyStudy } from './survey-file.js';

/** Those whose results are rows. */
export const SURVEY_ANALYSES = [growthAnalysis, preperiodsAnalysis, kindsAnalysis] as const;

export const SURVEY_FIGURES = [...SURVEY_ANALYSES, planeStudy] as const;

export type SurveyFigure = (typeof SURVEY_FIGURES)[number]['name'];
export type SurveyResult = Awaited<ReturnType<(typeof SURVEY_FIGURES)[number]['run']>>;

/** What a study of each name takes and finds. */
type StudyNamed<Name extends SurveyFigure> = Extract<(typeof SURVEY_FIGURES)[number], { name: Name }>;

/**
 * What a study finds in the file of a survey (`survey`): Arrow, Parquet or CSV. Raises a usage error for a file that is no table
 * of a survey, and `interrupted` when aborted. Cost: reading the file once.
 */
export async function analyzeSurvey<Name extends SurveyFigure>(
  path: string,
  name: Name,
  options: Parameters<StudyNamed<Name>['run']>[1] = {},
): Promise<Awaited<ReturnType<StudyNamed<Name>['run']>>> {
  const known = oneOf(
    name,
    SURVEY_FIGURES.map((study) => study.name),
    'The study of a survey',
  );
  // Each record takes its own options and finds its own result.
  const study = SURVEY_FIGURES.find((each) => each.name === known) as unknown as SurveyStudy;
  return (await study.run(path, options)) as Awaited<ReturnType<StudyNamed<Name>['run']>>;
}
