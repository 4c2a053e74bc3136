/** Values against n: few as dots, many counted in cells. Shows stored or continued values, not an analysis. */
import { checkUnstored } from '../../common/cost.js';
import { checkRange, intersect, lengthOf } from '../../common/range.js';
import { positionsShown } from '../../common/usual-figures.js';
import type { ReadableStore } from '../../engine/reading/readable-store.js';
import type { RangeOptions } from '../../engine/series/options.js';
import type { Game } from '../../game/game.js';
import { CellCounter, type Cells } from '../counting/cells.js';
import type { AnalysisOptions, Common } from '../result.js';

/** More positions are counted in cells. */
const MAX_DOTS = 2000;
/** Maximum steps to compute a position that is not stored, by a formula. */
const STEPS_OF_POSITION = 16;
/** Positions shown of a game that may repeat, if neither a period nor values are known: few enough to be distinguished. */
const MAX_MAY_REPEAT = 2 ** 8;

type ScatterName = 'nim-values' | 'remoteness';

/** The values of a range, or the number of positions in each cell of it. */
export interface ScatterResult<Name extends ScatterName = ScatterName> extends Common<Name> {
  readonly largest: number;
  /** Every value from the start of the range; null if they are too many for dots (2000). */
  readonly values: readonly number[] | null;
  /** Positions by cell; null if there are values. */
  readonly cells: Cells | null;
}

/** Reads the nim-values of a range. Raises as `Store.values` does. Cost: reading the range once. */
export function readNimValues(
  store: ReadableStore,
  game: string | Game,
  options: AnalysisOptions = {},
): Promise<ScatterResult<'nim-values'>> {
  return readScatter(store, game, 'nim-values', 'nim', options);
}

/** Reads the remoteness of a range. Raises as `Store.values` does. Cost: reading the range once. */
export function readRemoteness(
  store: ReadableStore,
  game: string | Game,
  options: AnalysisOptions = {},
): Promise<ScatterResult<'remoteness'>> {
  return readScatter(store, game, 'remoteness', 'remoteness', options);
}

async function readScatter<Name extends ScatterName>(
  store: ReadableStore,
  game: string | Game,
  analysis: Name,
  series: 'nim' | 'remoteness',
  { from = 0, to, signal, onProgress }: AnalysisOptions,
): Promise<ScatterResult<Name>> {
  const { to: stop } = to === undefined ? await usualRange(store, game, series, from) : { to };
  const { frontier } = store.coverage(game, series);
  const range = checkRange({ start: from, stop: stop ?? Math.max(from, frontier) });
  const unstored = lengthOf(range) - lengthOf(intersect(range, { start: 0, stop: frontier }));
  checkUnstored(typeof game === 'string' ? game : game.definition, unstored, STEPS_OF_POSITION * unstored);
  const values: number[] = [];
  const counter = new CellCounter(range);
  const isMany = lengthOf(range) > MAX_DOTS;
  let largest = 0;
  for await (const run of store.values(game, { series, from, to: stop, signal })) {
    onProgress?.((run.start - range.start) / lengthOf(range));
    for (const value of run.values) largest = Math.max(largest, value);
    if (isMany) counter.add(run.start, run.values);
    else values.push(...run.values);
  }
  const { game: key } = store.recordedPeriods(game);
  return {
    analysis,
    game: key,
    series,
    range,
    largest,
    ...(isMany ? { values: null, cells: counter.cells() } : { values, cells: null }),
  };
}

/** Returns a range that shows how a game repeats, also if its period is not recorded; else all that is stored. */
async function usualRange(
  store: ReadableStore,
  game: string | Game,
  series: 'nim' | 'remoteness',
  from: number,
): Promise<RangeOptions> {
  const shown = positionsShown(await store.periodOf(game, 'nim'));
  const { frontier, reach } = store.coverage(game, series);
  if (shown !== undefined && (frontier === 0 || from + shown <= reach)) return { from, to: from + shown };
  const { isPossible } = store.recordedPeriods(game);
  return store.studiedRange(game, series, { from }, isPossible ? MAX_MAY_REPEAT : undefined);
}
