/** Fields of all results, and options of all analyses. */
import type { SeriesName } from '../columnar/layout.js';
import type { Range } from '../common/range.js';
import type { WalkOptions } from '../engine/series/options.js';
import type { SeriesSource } from '../engine/views/aggregating.js';

export interface Common<Name extends string = string> {
  readonly analysis: Name;
  /** The key of the game. */
  readonly game: string;
  readonly series: SeriesName;
  readonly range: Range;
}

/** Returns the common fields of a result from a source. */
export function headOf<Name extends string>(
  analysis: Name,
  series: SeriesName,
  { game, range }: SeriesSource,
): Common<Name> {
  return { analysis, game: game.key, series, range };
}

/** The range, by default all that is stored, with progress and abort signal. */
export type AnalysisOptions = WalkOptions;
