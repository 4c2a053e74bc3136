/** Runs a solver on a range of a stored game. It reads stored blocks and its own pieces that are not stored yet. */
import { platform } from '../../platform/platform.js';
import type { Game } from '../../game/game.js';
import { nimValueAfterPass } from '../../game/pass.js';
import {
  columnOfBits,
  columnOfIntegers,
  integersOf,
  type ColumnValues,
  type SeriesName,
} from '../../columnar/layout.js';
import { throwIfAborted } from '../../common/errors.js';
import { lengthOf, type Range } from '../../common/range.js';
import type { SolverOptions } from '../../solver/methods.js';
import { solverOf } from '../../solver/planner.js';
import type { Integers } from '../../solver/task/task.js';
import type { SolvedPart } from '../series/columns.js';
import { positionsToPass, seededParts } from '../series/declared.js';
import { PASS_METHODS } from '../series/methods.js';
import type { Stoppable } from '../series/options.js';
import { DESCRIPTIONS } from '../series/descriptions.js';

export interface SolveOptions extends Stoppable {
  readonly game: Game;
  readonly series: SeriesName;
  readonly range: Range;
  readonly method: string;
  readonly pieceLength: number;
  /** Reads final values below the position that the solver has reached. */
  readonly read: (range: Range) => Promise<ColumnValues>;
  readonly solver: SolverOptions;
}

/** Yields the values of the range in increasing contiguous parts: the seed's, then the solver's. */
export async function* solve(options: SolveOptions): AsyncGenerator<SolvedPart, void, undefined> {
  const { game, series, method, pieceLength, read, solver, signal } = options;
  yield* seededParts(game, series, options.range, pieceLength);
  const range = { start: Math.max(options.range.start, game.seed?.length ?? 0), stop: options.range.stop };
  if (lengthOf(range) === 0) return;
  const { set, pass } = game;
  const task = { set, range, pieceLength, breathe: () => breathe(signal) };
  const description = DESCRIPTIONS[series];
  if (description.isBits) {
    const readLower = async (lower: Range): Promise<Uint8Array> => (await read(lower)).bytes;
    const hotspots = hotspotsOf(game);
    const hot = hotspots && { hotspots };
    const pieces = solverOf(description.solvers, method, set)({ ...task, readLower, ...hot }, solver);
    for await (const { start, stop, values, method: by } of pieces) {
      yield { start, stop, values: columnOfBits(values, stop - start), methods: [by] };
    }
  } else {
    const readLower = async (lower: Range): Promise<Integers> => integersOf(await read(lower));
    const also = pass && ((n: number) => nimValueAfterPass(pass, n));
    const named = pass !== undefined && method === 'auto' ? PASS_METHODS[0] : method;
    const pieces = solverOf(description.solvers, named, set)({ ...task, readLower, also }, solver);
    for await (const { start, stop, values, method: by } of pieces) {
      yield { start, stop, values: columnOfIntegers(values), methods: [by] };
    }
  }
}

/** Returns the hotspots of a range: declared ones, and the positions where the pass wins. */
function hotspotsOf(game: Game): ((range: Range) => Float64Array) | undefined {
  const { hotspots, pass } = game;
  if (pass !== undefined) return (range) => positionsToPass(game, range);
  return hotspots && (({ start, stop }) => hotspots.between(start, stop));
}

/** Yields to the event loop, then raises `interrupted` if the signal is aborted. */
export async function breathe(signal: AbortSignal | undefined): Promise<void> {
  await platform.nextTurn();
  throwIfAborted(signal);
}
