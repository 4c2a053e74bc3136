/** Every analysis, and every other study with a figure. To add one: its files, and a line here. */
import type { ReadableStore } from '../engine/reading/readable-store.js';
import type { Game } from '../game/game.js';
import type { Column } from './columns.js';
import { bracketsAnalysis } from './presentation/brackets.js';
import { collisionsAnalysis } from './presentation/collisions.js';
import { densityAnalysis } from './presentation/density.js';
import { digitsAnalysis } from './presentation/digits.js';
import { gapsAnalysis } from './presentation/gaps.js';
import { rasterStudy } from './presentation/raster.js';
import { recordsAnalysis } from './presentation/records.js';
import { residuesAnalysis } from './presentation/residues.js';
import { nimValuesStudy, remotenessStudy } from './presentation/scatter.js';
import { valuesAnalysis } from './presentation/values.js';
import type { AnalysisOptions } from './result.js';
import type { Entry, Shown, WriteNumber } from './study.js';
import type { PlaneResult } from './surveys/survey-file.js';
import { SURVEY_ANALYSES, SURVEY_FIGURES, type SurveyResult } from './surveys/surveys.js';

export const ANALYSES = [
  recordsAnalysis,
  densityAnalysis,
  digitsAnalysis,
  valuesAnalysis,
  gapsAnalysis,
  residuesAnalysis,
  collisionsAnalysis,
  bracketsAnalysis,
] as const;

/** Every study with a figure, in the order of the command line's lists. */
export const FIGURES = [...ANALYSES, nimValuesStudy, remotenessStudy, rasterStudy] as const;

export type AnalysisName = (typeof ANALYSES)[number]['name'];

export type FigureName = (typeof FIGURES)[number]['name'];

export const ANALYSIS_NAMES: readonly AnalysisName[] = ANALYSES.map(({ name }) => name);

export const FIGURE_NAMES: readonly FigureName[] = FIGURES.map(({ name }) => name);

/** The result of any analysis, of a game or of a survey. */
export type AnalysisResult = Awaited<ReturnType<(typeof ANALYSES | typeof SURVEY_ANALYSES)[number]['run']>>;

type GameResult = Awaited<ReturnType<(typeof FIGURES)[number]['run']>>;

/** The result that any figure shows. */
export type FigureResult = GameResult | SurveyResult;

const STUDIES: readonly Entry<FigureName, AnalysisOptions, GameResult>[] = FIGURES;

export function studyNamed(name: FigureName): Entry<FigureName, AnalysisOptions, GameResult> {
  return STUDIES.find((study) => study.name === name)!;
}

/** Runs a study of a game, by default in its usual range. Raises as `Store.query` does. */
export async function studyGame(
  store: ReadableStore,
  game: string | Game,
  name: FigureName,
  options: AnalysisOptions,
): Promise<GameResult> {
  return studyNamed(name).run(store, game, options);
}

/** Studies several games over one range: unless it is given, as far as the usual ranges of all go. */
export async function studyGames(
  store: ReadableStore,
  games: readonly (string | Game)[],
  name: FigureName,
  options: AnalysisOptions,
): Promise<GameResult[]> {
  const results: GameResult[] = [];
  for (const game of games) results.push(await studyGame(store, game, name, options));
  const to = Math.min(...results.map(({ range }) => range.stop));
  for (const [i, { range }] of results.entries())
    if (range.stop > to) results[i] = await studyGame(store, games[i], name, { ...options, to });
  return results;
}

const SHOWN: readonly Shown[] = [...FIGURES, ...SURVEY_FIGURES];

export function shownBy({ analysis }: FigureResult): Shown {
  return SHOWN.find(({ name }) => name === analysis)!;
}

const IN_ROWS: readonly Shown[] = [...ANALYSES, ...SURVEY_ANALYSES];

export function isAnalysis(result: FigureResult): result is AnalysisResult {
  return IN_ROWS.some(({ name }) => name === result.analysis);
}

/** Returns every row of a result, for programs. */
export function columnsOf(result: AnalysisResult | PlaneResult): readonly Column[] {
  return shownBy(result).columns(result);
}

/** Returns the rows of a result for people; `write` formats whole numbers in headings. */
export function shownColumns(result: AnalysisResult, write: WriteNumber): readonly Column[] {
  return shownBy(result).shown(result, write);
}
