/** Numbers of cold positions up to given points (Eppstein 2018, section 3.2, Figure 2). */
import { refuse } from '../../common/errors.js';
import { checkRange } from '../../common/range.js';
import type { ReadableStore } from '../../engine/reading/readable-store.js';
import type { Game } from '../../game/game.js';
import { countsBelow } from '../counting/cold-counts.js';
import { fitOfGame, type Fit } from '../counting/fit.js';
import { SQUARE_DIFFERENCE_FREE, type KnownBound } from '../counting/known-bounds.js';
import { checkPoints, sequencePoints, SEQUENCES, type PointSequence } from '../counting/points.js';
import { provenDensityOf, type ProvenDensity } from '../counting/proven-density.js';
import { ROWS_BETWEEN_BREATHS } from '../counting/rows.js';
import { headOf, type AnalysisOptions, type Common } from '../result.js';

export interface DensityPoint {
  /** n: from 1 to the end of the range. */
  readonly position: number;
  /** Cold positions below n, that is among the first n. */
  readonly below: number;
  /** Cold positions up to and including n; null if n is not stored. */
  readonly upTo: number | null;
  /** The running exponent log(below) / log(n); null for n = 1 and if `below` is 0. */
  readonly exponent: number | null;
}

/** Numbers of cold positions (Eppstein 2018, Figure 2). They count from 0, also if the range starts above. */
export interface DensityResult extends Common<'density'> {
  readonly at: PointSequence | 'given';
  /** By increasing position; the points that lie in the range. */
  readonly points: readonly DensityPoint[];
  /** Through (n, below); null if fewer than 2 points have a cold position below. */
  readonly fit: Fit | null;
  /** For squares; empty for other games. */
  readonly knownBounds: readonly KnownBound[];
  /** Null unless a period of the outcomes proves it and fits into the range. */
  readonly proven: ProvenDensity | null;
}

export interface DensityOptions extends AnalysisOptions {
  /** A sequence of points, or the points themselves, each at least 1. Default `cubes`. */
  readonly at?: PointSequence | readonly number[] | undefined;
}

/**
 * Counts the cold positions from 0 up to each point from `from` to `to`. Raises `not-stored` for points above the frontier. Cost:
 * reading the blocks with points in them once, then their aggregates; above the stored blocks one period, or O(log n) a point if
 * a formula counts.
 */
export async function analyzeDensity(
  store: ReadableStore,
  game: string | Game,
  options: DensityOptions = {},
): Promise<DensityResult> {
  const { at = 'cubes', from = 0, ...rest } = options;
  const listed = typeof at === 'string' ? undefined : checkPoints(at);
  if (options.to !== undefined) checkRange({ start: from, stop: options.to });
  const stop = options.to ?? listed?.at(-1) ?? (await store.source(game, 'cold', { from })).range.stop;
  const chosen = listed ?? sequencePoints(SEQUENCES[at as PointSequence], stop);
  const range = { start: from, stop };
  const positions = chosen.filter((n) => n >= from && n <= stop);
  if (positions.length === 0)
    refuse('None of the points is in the range {from} to {stop}. Choose a longer range or other points.', {
      from,
      stop,
    });
  const near = await store.source(game, 'cold', { ...rest, from: 0, to: stop });
  // One position more, if known, shows whether a point at the end is itself cold.
  const source =
    near.view.reach > stop ? await store.source(game, 'cold', { ...rest, from: 0, to: stop + 1 }) : near;
  // Each with the next position, which shows whether the point is itself cold.
  const cuts = Float64Array.from({ length: 2 * positions.length }, (_, i) => positions[i >>> 1] + (i % 2));
  const counts = await countsBelow(source, cuts);
  const points: DensityPoint[] = [];
  for (const [i, position] of positions.entries()) {
    if (i % ROWS_BETWEEN_BREATHS === 0) await source.breathe();
    const [below, upTo] = [counts[2 * i], counts[2 * i + 1]];
    const exponent = position > 1 && below > 0 ? Math.log(below) / Math.log(position) : null;
    points.push({ position, below, upTo: Number.isNaN(upTo) ? null : upTo, exponent });
  }
  return {
    ...headOf('density', 'cold', source),
    range,
    at: listed === undefined ? (at as PointSequence) : 'given',
    points,
    fit: await fitOfGame(source, () => points.map(({ position, below: y }) => ({ x: position, y }))),
    knownBounds: source.game.key === 'squares' ? SQUARE_DIFFERENCE_FREE : [],
    proven: await provenDensityOf(store, source.game, { to: stop, signal: options.signal }),
  };
}
