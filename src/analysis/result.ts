/** The parts that results of all analyses share, and the options that all analyses take. */
import type { SeriesName } from '../columnar/layout.js';
import type { Range } from '../common/range.js';
import type { WalkOptions } from '../engine/series/options.js';
import type { SeriesSource } from '../engine/views/aggregating.js';

/** The fields that every result begins with. */
export interface Common<Name extends string = string> {
  readonly analysis: Name;
  /** The key of the game. */
  readonly game: string;
  /** The series the values come from. */
  readonly series: SeriesName;
  /** The positions looked at. */
  readonly range: Range;
}

/** Returns the first fields of a result from a source. */
export function headOf<Name extends string>(
  analysis: Name,
  series: SeriesName,
  { game, range }: SeriesSource,
): Common<Name> {
  return { analysis, game: game.key, series, range };
}

/** The range to look at, by default all that is stored, and how the work may be watched and stopped. */
export type AnalysisOptions = WalkOptions;
