/**
 * Collisions of cold positions: pairs that differ by a distance d, in one period (Larsson and Manabe, *Additive subtraction
 * games*, section 4 and Question 19).
 */
import { refuse } from '../../common/errors.js';
import { gcd } from '../../common/divisors.js';
import { checkInteger, type Range } from '../../common/range.js';
import type { ReadableStore } from '../../engine/reading/readable-store.js';
import { bracketForm } from '../../game/additive-sets.js';
import { declaredBy, type Game } from '../../game/game.js';
import type { Period } from '../../game/periods.js';
import { getBit, onesOf } from '../../kernel/bitset.js';
import { headOf, type AnalysisOptions, type Common } from '../result.js';

/** The number of collisions of a distance. */
export interface DistanceCount {
  readonly distance: number;
  readonly count: number;
}

/** The regions of Lemma 11, by the residue t of a gap a + 1: t < d - a, up to t <= a, and above. */
export const REGIONS = ['left-restricted', 'unrestricted', 'right-restricted'] as const;
type Region = (typeof REGIONS)[number];

/** A cold position n with n + distance cold, and in the primitive quadratic regime the gap between that it goes over. */
export interface Collision {
  readonly position: number;
  readonly residue: number | null;
  readonly region: Region | null;
}

export interface CollisionsResult extends Common<'collisions'> {
  /** The period of the outcomes; null if none is known, or if the range does not contain a whole one. */
  readonly period: Pick<Period, 'preperiod' | 'period'> | null;
  /** The number of cold positions in a period. */
  readonly count: number;
  /** The distance whose collisions are listed. */
  readonly distance: number | null;
  /**
   * By increasing distance, from 1 to half of the period: d and period - d have as many. Empty if a period has more than 2^14 cold
   * positions or is longer than 2^17, unless a distance is given; then only that one.
   */
  readonly distances: readonly DistanceCount[];
  /** Collisions of `distance` in one period, by increasing position; at most 2^16. */
  readonly collisions: readonly Collision[];
}

export interface CollisionsOptions extends AnalysisOptions {
  /** List the collisions of this distance. */
  readonly distance?: number | undefined;
}

/** Cold positions in a period whose differences are all counted: 2^27 pairs, some tenths of a second. */
const MAX_COLD = 2 ** 14;
/** Positions in a period, whose bits are read at once. */
const MAX_PERIOD = 2 ** 26;
const MAX_LISTED = 2 ** 16;

/** Counts the collisions of each distance in one period. Cost: reading the period, and half of the square of its cold positions. */
export async function analyzeCollisions(
  store: ReadableStore,
  game: string | Game,
  { distance, ...options }: CollisionsOptions,
): Promise<CollisionsResult> {
  if (distance !== undefined) checkInteger(distance, 1, Number.MAX_SAFE_INTEGER, 'The distance', '2^53 - 1');
  const source = await store.source(game, 'cold', options);
  const { range } = source;
  const known = await periodIn(store, game, range);
  const head = { ...headOf('collisions', 'cold', source), distance: distance ?? null };
  if (known === null || range.start > known.preperiod)
    return { ...head, period: null, count: 0, distances: [], collisions: [] };
  const { preperiod, period } = known;
  const { bytes } = await source.read({ start: preperiod, stop: preperiod + period });
  const cold = onesOf(bytes, period);
  const found = { ...head, period: { preperiod, period }, count: cold.length };
  const isLong = cold.length > MAX_COLD || period > 2 * MAX_LISTED;
  const distances = isLong ? [] : await countDistances(cold, period, () => source.breathe());
  if (distance === undefined) return { ...found, distances, collisions: [] };
  const isCold = (n: number): boolean => getBit(bytes, n % period) === 1;
  const colliding = cold.filter((n) => isCold(n + (distance % period)));
  const regionOf = regionsOf(source.game, distance);
  const collisions = Array.from(colliding.subarray(0, MAX_LISTED), (n) => ({
    position: preperiod + n,
    ...regionOf(n, isCold),
  }));
  const only = [{ distance, count: colliding.length }];
  return { ...found, distances: distances.length === 0 ? only : distances, collisions };
}

/** Returns the known period of the outcomes if a range contains a whole one. Raises a usage error for one too long to read at once. */
export async function periodIn(
  store: ReadableStore,
  game: string | Game,
  { start, stop }: Range,
): Promise<Period | null> {
  const known = await store.periodOf(game, 'cold');
  if (known === null || stop < Math.max(start, known.preperiod) + known.period) return null;
  const [period, most] = [known.period, MAX_PERIOD];
  if (period <= most) return known;
  refuse('Outcomes have the period {period}. This analysis reads periods up to {most}.', { period, most });
}

/** Counts the pairs of cold positions of a period by their distance, up to half of the period. */
async function countDistances(
  cold: Float64Array,
  period: number,
  breathe: () => Promise<void>,
): Promise<DistanceCount[]> {
  const counts = new Float64Array(period);
  for (let j = 0; j < cold.length; j++) {
    if (j % 2 ** 8 === 0) await breathe();
    for (let i = 0; i < j; i++) counts[cold[j] - cold[i]]++;
  }
  // The difference d of two positions in a period is also the distance period - d, over its end.
  return Array.from({ length: period >>> 1 }, (_, i) => ({
    distance: i + 1,
    count: counts[i + 1] + counts[period - i - 1],
  }));
}

const NO_REGION = { residue: null, region: null };

/**
 * Returns the gap that a collision goes over, by its residue, for {a, a + d, 2a + d} with a < d < 2a and gcd(a, d) = 1 and the
 * distance d. There the k-th cold position is k + a floor(k/a) + (a + d) floor(k/d). The gap of two consecutive cold positions is
 * 1, or a + 1 if only a divides the index k of the upper one, or larger than d. So d is one gap a + 1 with residue t = k mod d,
 * and d - a - 1 gaps of 1 beside it.
 */
function regionsOf(
  game: Game,
  d: number,
): (position: number, isCold: (n: number) => boolean) => Pick<Collision, 'residue' | 'region'> {
  const { set } = game;
  const moves = set.largest < 2 ** 26 ? Array.from(set.between(1, set.largest + 1)) : [];
  const [a, b, sum] = moves;
  const isPrimitive = moves.length === 3 && sum === a + b && d === b - a && a < d && d < 2 * a;
  if (!isPrimitive || gcd(a, d) !== 1 || declaredBy(game) !== undefined) return () => NO_REGION;
  const form = bracketForm(a, b);
  return (position, isCold) => {
    let upper = position + 1;
    while (isCold(upper)) upper++;
    // From the first hot position above, the gap a + 1 leads over a hot positions.
    const residue = form.coldBelow(upper + a) % d;
    return { residue, region: REGIONS[residue < d - a ? 0 : residue <= a ? 1 : 2] };
  };
}
