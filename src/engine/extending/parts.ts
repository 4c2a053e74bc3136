/** Sources of solved parts: a solver, values that are imported, or the results of jobs. */
import type { SeriesName } from '../../columnar/layout.js';
import type { Range } from '../../common/range.js';
import type { Game } from '../../game/game.js';
import type { SolvedPart } from '../series/columns.js';
import type { SolvedView } from '../views/view.js';
import type { Random } from './checks.js';

/** A request for values. */
export interface PartsRequest {
  readonly game: Game;
  readonly series: SeriesName;
  readonly range: Range;
  /** Parts end at the multiples of this, at the latest. */
  readonly blockLength: number;
  /** Length of a solver's parts. */
  readonly pieceLength: number;
  /** Returns the final values below the range, with the parts yielded so far. */
  readonly lower: () => SolvedView;
  readonly random: Random;
  readonly signal: AbortSignal | undefined;
}

/** Yields the values of a range in increasing contiguous parts. They are checked like a solver's. */
export type PartsSource = (request: PartsRequest) => AsyncGenerator<SolvedPart, void, undefined>;
