/** The views of analyses, from their records. The build of the page evaluates this file and bundles the list alone. */
import type { SeriesName } from '../index.js';
import { ANALYSES, type AnalysisName } from '../rim.js';

export interface AnalysisEntry {
  readonly name: AnalysisName;
  readonly title: string;
  /** One sentence. */
  readonly lead: string;
  readonly series: SeriesName;
  /** Whether the x axis of its figure is the position. */
  readonly isByPosition: boolean;
  /** The parameters of its route. */
  readonly options: readonly { readonly parameter: string; readonly describe: string }[];
}

/** All analyses with a view, in the order of the menu. */
export const ANALYSIS_VIEWS: readonly AnalysisEntry[] = ANALYSES.flatMap((analysis) => {
  const { name, view, options } = analysis;
  if (view === undefined) return [];
  const parameters = Object.entries(options).map(([parameter, { describe }]) => ({ parameter, describe }));
  return [{ name, isByPosition: false, ...view, series: analysis.seriesOf({}), options: parameters }];
});
