/** What an extension will take, about: seconds by the cost model, and bytes by what is stored already. */
import { SERIES_NAMES, checkExtension, DESCRIPTIONS, SERIES } from '../../rim.js';
import type { Game, SeriesName } from '../../index.js';
import { oneOf } from '../../common/one-of.js';
import { platform } from '../../platform/platform.js';
import type { Estimate } from '../contract.js';
import type { OpenGame } from './games.js';

/** What can be extended: a series, or outcomes and nim-values. */
export const SERIES_CHOICES = [...SERIES_NAMES, 'both'] as const;

/** Positions from which on the bytes of a series tell how it packs. */
const LEAST_PACKED = 2 ** 16;
/** Bytes of a position that is not packed: a bit, or an integer of this width. */
const BYTES_OF_BIT = 1 / 8;
const BYTES_OF_INTEGER = 2;

/** An upper bound, as far as can be told before. Raises as the extension would. Cost: 2^24 stored outcomes are read at most. */
export async function estimateExtension(
  { game, store, reading }: OpenGame,
  wanted: string | undefined,
  to: number,
): Promise<Estimate> {
  const choice = oneOf(wanted ?? 'both', SERIES_CHOICES, 'The series');
  const names = checkExtension(game, { series: choice, to });
  const info = store.info(game).at(0);
  let [seconds, bytes] = [0, 0];
  for (const series of names) {
    const { stored } = reading(series);
    if (to <= stored) continue;
    const known = info?.series[series];
    const usual = SERIES[series].isBits ? BYTES_OF_BIT : BYTES_OF_INTEGER;
    const bytesOfOne = known === undefined || stored < LEAST_PACKED ? usual : known.bytes / stored;
    bytes += Math.ceil(bytesOfOne * (to - stored));
    seconds += await secondsOf(game, store, series, stored, to);
  }
  return { seconds, bytes };
}

async function secondsOf(
  game: Game,
  store: OpenGame['store'],
  series: SeriesName,
  start: number,
  stop: number,
): Promise<number> {
  const readLower = async (range: { readonly start: number; readonly stop: number }): Promise<Uint8Array> => {
    const bits = new Uint8Array(Math.ceil((range.stop - range.start) / 8));
    const pieces = store.values(game, { series: 'cold', from: range.start, to: range.stop });
    for await (const { start: first, values } of pieces)
      for (let i = 0, at = first - range.start; i < values.length; i++, at++)
        bits[at >>> 3] |= values[i] << (at & 7);
    return bits;
  };
  const task = { set: game.set, range: { start, stop }, readLower };
  return DESCRIPTIONS[series].solvers.seconds(task, platform.threads);
}
