/** Every analysis, and what else has a figure. To add one: its file, and a line here. */
import { densityAnalysis } from './density.js';
import { digitsAnalysis } from './digits.js';
import { gapsAnalysis } from './gaps.js';
import { rasterStudy } from './raster.js';
import { recordsAnalysis } from './records.js';
import { residuesAnalysis } from './residues.js';
import { nimValuesStudy, remotenessStudy } from './scatter.js';
import type { Analysis, Column, InRows, Shown, Study, WriteNumber } from './analysis.js';
import { SURVEY_ANALYSES, SURVEY_FIGURES, type SurveyResult } from './surveys/surveys.js';
import { valuesAnalysis } from './values.js';

/** In the order in which the command line lists them. */
export const ANALYSES = [
  recordsAnalysis,
  densityAnalysis,
  digitsAnalysis,
  valuesAnalysis,
  gapsAnalysis,
  residuesAnalysis,
] as const;

/** All that has a figure, in the order in which the command line lists them. */
export const FIGURES = [...ANALYSES, nimValuesStudy, remotenessStudy, rasterStudy] as const;

export type AnalysisName = (typeof ANALYSES)[number]['name'];

export type FigureName = (typeof FIGURES)[number]['name'];

export const ANALYSIS_NAMES: readonly AnalysisName[] = ANALYSES.map(({ name }) => name);

export const FIGURE_NAMES: readonly FigureName[] = FIGURES.map(({ name }) => name);

/** What any analysis finds, of a game or in a survey. */
export type AnalysisResult = Awaited<ReturnType<(typeof ANALYSES | typeof SURVEY_ANALYSES)[number]['run']>>;

/** What any figure shows. */
export type FigureResult = Awaited<ReturnType<(typeof FIGURES)[number]['run']>> | SurveyResult;

export function analysisNamed(name: AnalysisName): Analysis<AnalysisName> {
  // Each record takes its own options and result alone; whoever has a result of that name has those.
  return ANALYSES.find((analysis) => analysis.name === name) as Analysis<AnalysisName>;
}

export function figureNamed(name: FigureName): Study<FigureName> {
  return FIGURES.find((study) => study.name === name) as unknown as Study<FigureName>;
}

const SHOWN = [...FIGURES, ...SURVEY_FIGURES];

export function shownBy({ analysis }: FigureResult): Shown {
  return SHOWN.find(({ name }) => name === analysis) as unknown as Shown;
}

export function columnsOf(result: AnalysisResult): readonly Column[] {
  return inRows(result).columns(result);
}

const IN_ROWS = [...ANALYSES, ...SURVEY_ANALYSES];

function inRows({ analysis }: AnalysisResult): InRows {
  return IN_ROWS.find(({ name }) => name === analysis) as unknown as InRows;
}

export function isAnalysis(result: FigureResult): result is AnalysisResult {
  return IN_ROWS.some(({ name }) => name === result.analysis);
}

/** The rows of a result as people want them; `write` writes the whole numbers in headings. */
export function shownColumns(result: AnalysisResult, write: WriteNumber): readonly Column[] {
  const analysis = inRows(result);
  return analysis.shown?.(result, write) ?? analysis.columns(result);
}
