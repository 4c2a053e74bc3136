/** What an extension will take, about: seconds by the cost model, and bytes by what is stored already. */
import { SERIES_NAMES, checkExtension, DESCRIPTIONS, SERIES } from '../../rim.js';
import { oneOf } from '../../common/one-of.js';
import type { Range } from '../../common/range.js';
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

/** An estimate, mostly too high. Raises as the extension would. Cost: 2^24 stored outcomes are read at most. */
export async function estimateExtension(
  { game, store, reading }: OpenGame,
  wanted: string | undefined,
  to: number,
  signal: AbortSignal,
): Promise<Estimate> {
  const readLower = async ({ start, stop }: Range): Promise<Uint8Array> => {
    const source = await store.source(game, 'cold', { from: start, to: stop, signal });
    return (await source.read(source.range)).bytes;
  };
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
    const task = { set: game.set, range: { start: stored, stop: to }, readLower };
    seconds += await DESCRIPTIONS[series].solvers.seconds(task, platform.threads);
  }
  return { seconds, bytes };
}
