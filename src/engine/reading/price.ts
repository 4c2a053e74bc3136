/** Estimates the price of storing a series, for advice: seconds by the cost model, and bytes by the number of cold positions. */
import { numbersOf, SERIES, type ColumnValues, type SeriesName } from '../../columnar/layout.js';
import type { Price } from '../../common/price.js';
import type { Range } from '../../common/range.js';
import type { Game } from '../../game/game.js';
import type { Quantity } from '../../game/periods.js';
import { platform } from '../../platform/platform.js';
import { nimSeconds } from '../../solver/planner.js';
import { solve } from '../extending/solve.js';
import { DESCRIPTIONS } from '../series/descriptions.js';
import { checkLimit } from '../series/options.js';
import { hasStates } from '../series/states.js';
import type { GameViews } from '../views/game-views.js';
import type { SolvedView } from '../views/view.js';

/** Bytes of a cold position in a block: 3.2 for squares, 1.2 for cubes, to 2^24. At most a bit a position. */
const BYTES_OF_COLD = 2.5;
const BYTES_OF_BIT = 1 / 8;
/** Bytes of an integer: nim-values are below 256 as far as most games are stored. */
const BYTES_OF_INTEGER = 1;
/** Positions counted for a density. */
const COUNTED = 2 ** 20;
/** Maximum number of subtrahends that an estimate lists. */
const MAX_SUBTRAHENDS = 2 ** 23;

const NOTHING: Price = { seconds: 0, bytes: 0 };

/** Returns the total price of storing some series below `stop`, as `priceOf` does for one. */
export async function priceOfAll(
  views: GameViews,
  series: readonly SeriesName[],
  stop: number,
  signal?: AbortSignal,
): Promise<Price | undefined> {
  let [seconds, bytes] = [0, 0];
  for (const name of series) {
    const price = await priceOf(views, name, stop, signal);
    if (price === undefined) return undefined;
    seconds += price.seconds;
    bytes += price.bytes ?? 0;
  }
  return { seconds, bytes };
}

/**
 * Returns the price of storing a series below `stop`; undefined if no method reaches there, or the set is too dense for a quick
 * estimate. Cost: some tenths of a second, for the first values of a game that is not stored.
 */
export async function priceOf(
  views: GameViews,
  series: SeriesName,
  stop: number,
  signal?: AbortSignal,
): Promise<Price | undefined> {
  const { game } = views;
  const { set } = game;
  const { solvers, pieceLength } = DESCRIPTIONS[series];
  if (stop > solvers.limits.reachableBelow(set)) return undefined;
  const { threads } = platform;
  let lower: SolvedView = views.stored(series);
  const { frontier } = lower;
  if (stop <= frontier) return NOTHING;
  const first = Math.min(stop, solvers.firstEstimate);
  const read = (range: Range): Promise<ColumnValues> => lower.read(range);
  if (frontier < first) {
    if (set.excluded === undefined && set.approximateCount(first) > MAX_SUBTRAHENDS) return undefined;
    const task = {
      game,
      series,
      range: { start: frontier, stop: first },
      method: 'auto',
      pieceLength,
    } as const;
    for await (const part of solve({ ...task, read, solver: { threads }, signal })) lower = lower.with(part);
  }
  const range = { start: Math.max(frontier, first), stop };
  const readLower = async (part: Range): Promise<Uint8Array> => (await read(part)).bytes;
  const seconds = range.start < stop ? await solvers.seconds({ set, range, readLower }, threads) : 0;
  const length = stop - frontier;
  if (!SERIES[series].isBits) return { seconds, bytes: BYTES_OF_INTEGER * length };
  const cold = await coldBetween(lower, frontier, stop);
  return { seconds, bytes: Math.min(BYTES_OF_BIT * length, BYTES_OF_COLD * cold) };
}

/**
 * Returns the price of examining `limit` values for the periods of a game, by default the usual number; undefined for a search by
 * states, which takes seconds.
 */
export function searchPrice(game: Game, quantities: readonly Quantity[], limit?: number): Price | undefined {
  if (hasStates(game, quantities)) return undefined;
  const stop = checkLimit(game, limit, quantities);
  const seconds = nimSeconds(game.set, { start: 0, stop }, platform.threads);
  return { seconds, bytes: BYTES_OF_INTEGER * stop };
}

/** Estimates the number of cold positions by the power law through their densities in two places. */
async function coldBetween(lower: SolvedView, start: number, stop: number): Promise<number> {
  const known = lower.reach;
  const counted = Math.min(COUNTED, Math.floor(known / 4));
  const densityBelow = async (end: number): Promise<number> => {
    const bits = numbersOf(await lower.read({ start: end - counted, stop: end }));
    let cold = 0;
    for (const bit of bits) cold += bit;
    return Math.max(1, cold) / counted;
  };
  if (counted === 0) return stop - start;
  const [late, early] = [await densityBelow(known), await densityBelow(Math.floor(known / 2))];
  const exponent = Math.min(1, Math.max(0.1, 1 + Math.log2(late / early)));
  const coldBelow = (end: number): number => ((late * known) / exponent) * (end / known) ** exponent;
  return coldBelow(stop) - coldBelow(start);
}
