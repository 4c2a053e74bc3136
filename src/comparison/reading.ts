/** The values by which games are compared: a whole period if known, else the first ones. */
import { refuse } from '../common/errors.js';
import { oneOf } from '../common/one-of.js';
import type { SeriesName } from '../columnar/layout.js';
import { readGame } from '../engine/read-game.js';
import { checkSeriesOf, seriesOf } from '../engine/series/declared.js';
import type { Stoppable } from '../engine/series/options.js';
import type { Store } from '../engine/store.js';
import type { Game } from '../game/game.js';
import { foldPosition, type Period } from '../game/periods.js';

export const COMPARED_SERIES = ['nim', 'cold'] as const;
export type ComparedSeries = (typeof COMPARED_SERIES)[number];

/** Kept values of one game: 64 MB. */
export const MAX_KEPT_VALUES = 2 ** 24;
/** Positions compared for games without a period. */
export const USUAL_POSITIONS = 100_000;

/** Returns the usual number of positions, or fewer if a set is not complete below it. */
export function usualPositions(games: readonly Game[]): number {
  return Math.min(USUAL_POSITIONS, ...games.map(({ set }) => set.completeBelow ?? USUAL_POSITIONS));
}

export interface ComparingOptions extends Stoppable {
  /** Compared values: nim-values, or cold bits. Default `nim`, or `cold` if a game has no nim-values. */
  readonly series?: ComparedSeries | undefined;
}

/** Returns the series to compare. Raises a usage error if one of the games lacks it. */
export function comparedSeries(games: readonly Game[], series: ComparedSeries | undefined): ComparedSeries {
  if (series !== undefined) {
    for (const game of games) checkSeriesOf(game, oneOf(series, COMPARED_SERIES, 'The series'));
    return series;
  }
  return games.every((game) => seriesOf(game).includes('nim')) ? 'nim' : 'cold';
}

/** Parses games. Raises a usage error for fewer than `least`. */
export function gamesToCompare(texts: readonly (string | Game)[], least: number): Game[] {
  if (texts.length >= least) return texts.map((text) => (typeof text === 'string' ? readGame(text) : text));
  refuse(
    `${texts.length === 0 ? 'No games are' : 'Only one game is'} given. Comparing takes at least {least}.`,
    { least },
  );
}

/** The first values of a game; with a known period, those of its preperiod and period. */
export interface KnownValues {
  readonly values: Uint32Array;
  readonly period: Period | null;
}

/** Returns the value at any position of a game with a period, else at a kept position. */
export function valueAt({ values, period }: KnownValues, n: number): number {
  if (period === null || n < values.length) return values[n];
  const { position, rise } = foldPosition(period, n);
  return values[position] + rise;
}

/** Reads the values of [start, stop). Raises `not-stored` if they are neither known nor cheap to compute. */
export async function readValues(
  store: Store,
  game: Game,
  series: SeriesName,
  { start, stop }: { readonly start: number; readonly stop: number },
  signal: AbortSignal | undefined,
): Promise<Uint32Array> {
  const all = new Uint32Array(stop - start);
  for await (const run of store.values(game, { series, from: start, to: stop, signal }))
    all.set(run.values, run.start - start);
  return all;
}

/** Reads the values up to the end of the period, or to a bound without one; undefined if too many to keep. */
export async function knownValues(
  store: Store,
  game: Game,
  series: ComparedSeries,
  period: Period | null,
  { to, signal }: { readonly to: number; readonly signal: AbortSignal | undefined },
): Promise<KnownValues | undefined> {
  const stop = period === null ? to : period.preperiod + period.period;
  if (stop > MAX_KEPT_VALUES) return undefined;
  return { values: await readValues(store, game, series, { start: 0, stop }, signal), period };
}
