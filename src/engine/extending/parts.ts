/** Sources of solved parts: a solver, values that are imported, or the results of jobs. */
import type { SeriesName } from '../../columnar/layout.js';
import type { Range } from '../../common/range.js';
import type { Game } from '../../game/game.js';
import type { SolvedPart } from '../series/columns.js';
import type { SolvedView } from '../views/view.js';
import type { Random } from './checks.js';

/** What values are asked for of a source of parts. */
export interface PartsRequest {
  readonly game: Game;
  readonly series: SeriesName;
  readonly range: Range;
  /** Parts end at the multiples of this, at the latest. */
  readonly blockLength: number;
  /** Where a solver's parts would end. */
  readonly pieceLength: number;
  /** Gives the final values below the range, and those of the parts given so far. */
  readonly lower: () => SolvedView;
  readonly random: Random;
  readonly signal: AbortSignal | undefined;
}

/** Gives the values of a range in increasing contiguous parts. They are checked as those of a solver are. */
export type PartsSource = (request: PartsRequest) => AsyncGenerator<SolvedPart, void, undefined>;
