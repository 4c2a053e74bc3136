/** The values that games are compared by: those of a whole period where one is known, else the first ones. */
import { refuse } from '../common/errors.js';
import { oneOf } from '../common/one-of.js';
import type { SeriesName } from '../columnar/layout.js';
import { readGame } from '../engine/read-game.js';
import { checkSeriesOf, seriesOf } from '../engine/series/declared.js';
import type { Stoppable } from '../engine/series/options.js';
import type { Store } from '../engine/store.js';
import type { Game } from '../game/game.js';
import { foldPosition, type Period } from '../game/periods.js';

/** The series that games are compared by. */
export const COMPARED_SERIES = ['nim', 'cold'] as const;
export type ComparedSeries = (typeof COMPARED_SERIES)[number];

/** Values that are kept of one game, at most: 64 MB. */
export const MOST_KEPT = 2 ** 24;
/** Positions that are compared of games without a period. */
export const USUAL_POSITIONS = 100_000;

/** As many of them as all of some games have: a set may be known in part. */
export function usualPositions(games: readonly Game[]): number {
  return Math.min(USUAL_POSITIONS, ...games.map(({ set }) => set.completeBelow ?? USUAL_POSITIONS));
}

/** What all comparisons can be told. */
export interface ComparingOptions extends Stoppable {
  /** What is compared: nim-values, or which positions are cold. Default `nim`, or `cold` where a game has no nim-values. */
  readonly series?: ComparedSeries | undefined;
}

/** The series to compare games by. Raises a usage error where one of them has it not. */
export function comparedSeries(games: readonly Game[], series: ComparedSeries | undefined): ComparedSeries {
  if (series !== undefined) {
    for (const game of games) checkSeriesOf(game, oneOf(series, COMPARED_SERIES, 'The series'));
    return series;
  }
  return games.every((game) => seriesOf(game).includes('nim')) ? 'nim' : 'cold';
}

/** Games from texts. Raises a usage error for fewer than `least`. */
export function gamesToCompare(texts: readonly (string | Game)[], least: number): Game[] {
  if (texts.length >= least) return texts.map((text) => (typeof text === 'string' ? readGame(text) : text));
  refuse(
    `${texts.length === 0 ? 'No games are' : 'Only one game is'} given. Comparing takes at least {least}.`,
    { least },
  );
}

/** The first values of a game, and its period where that is known: they are then those of preperiod and period. */
export interface KnownValues {
  readonly values: Uint32Array;
  readonly period: Period | null;
}

/** The value at any position of a game with a period, and of others at those that are there. */
export function valueAt({ values, period }: KnownValues, n: number): number {
  if (period === null || n < values.length) return values[n];
  const { position, rise } = foldPosition(period, n);
  return values[position] + rise;
}

/** The values of [start, stop). Raises `not-stored` where they are neither known nor cheap to compute. */
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

/** The values of a game up to the end of its period, or to a bound where it has none; undefined where they are too many to keep. */
export async function knownValues(
  store: Store,
  game: Game,
  series: ComparedSeries,
  period: Period | null,
  { to, signal }: { readonly to: number; readonly signal: AbortSignal | undefined },
): Promise<KnownValues | undefined> {
  const stop = period === null ? to : period.preperiod + period.period;
  if (stop > MOST_KEPT) return undefined;
  return { values: await readValues(store, game, series, { start: 0, stop }, signal), period };
}
