/** Every analysis. To add one: its file, an entry here, its figure in figures/figures.ts, and its section in report/sections.ts. */
import type { Analysis, Column, WriteNumber } from './analysis.js';
import { densityAnalysis } from './density.js';
import { digitsAnalysis } from './digits.js';
import { gapsAnalysis } from './gaps.js';
import { recordsAnalysis } from './records.js';
import { residuesAnalysis } from './residues.js';
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

/** The name of an analysis. */
export type AnalysisName = (typeof ANALYSES)[number]['name'];

/** The analyses by name, in the order in which the command line lists them. */
export const ANALYSIS_NAMES: readonly AnalysisName[] = ANALYSES.map(({ name }) => name);

/** What any analysis finds. */
export type AnalysisResult = Awaited<ReturnType<(typeof ANALYSES)[number]['run']>>;

/** The analysis of a name. */
export function analysisNamed(name: AnalysisName): Analysis<AnalysisName> {
  // Each record takes its own options and result alone; whoever has a result of that name has those.
  return ANALYSES.find((analysis) => analysis.name === name) as Analysis<AnalysisName>;
}

/** The rows of a result as people want them; `write` writes the whole numbers in headings. */
export function shownColumns(result: AnalysisResult, write: WriteNumber): readonly Column[] {
  const analysis = analysisNamed(result.analysis);
  return analysis.shown?.(result, write) ?? analysis.columns(result);
}
