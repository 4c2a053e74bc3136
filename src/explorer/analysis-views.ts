/** The views of analyses in the page, from their records. The build of the page evaluates this file: it gets the list alone. */
import type { SeriesName } from '../index.js';
import { ANALYSES, type AnalysisName } from '../rim.js';

/** What the page knows of an analysis. */
export interface AnalysisEntry {
  readonly name: AnalysisName;
  readonly title: string;
  /** What it shows, in a sentence. */
  readonly lead: string;
  readonly series: SeriesName;
  /** Whether the x axis of its figure is the position. */
  readonly isByPosition: boolean;
  /** Its options, by the parameters of its route. */
  readonly options: readonly { readonly parameter: string; readonly describe: string }[];
}

/** Every analysis with a view of its own, in the order of the menu. */
export const ANALYSIS_VIEWS: readonly AnalysisEntry[] = ANALYSES.flatMap((analysis) => {
  const { name, view, options } = analysis;
  if (view === undefined) return [];
  const parameters = Object.entries(options).map(([parameter, { describe }]) => ({ parameter, describe }));
  return [{ name, isByPosition: false, ...view, series: analysis.seriesOf({}), options: parameters }];
});
