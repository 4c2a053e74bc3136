/** Proofs of periods from finitely many values, each of which a bounded window decides (docs/ALGORITHMS.md, "Periods"). */
import { platform } from '../platform/platform.js';
import { lcm, primeFactors } from '../common/divisors.js';
import type { Game } from './game.js';
import { cycleOf, givenBelow, reachOf, type FoundPeriod, type Period } from './periods.js';
import { leastRecurrence } from './recurrence.js';

/** Returns the period of a game's nim-values if the given ones, from position 0 on, prove one. Linear time. */
export function nimPeriodOf(game: Game, values: ArrayLike<number>): FoundPeriod | undefined {
  const reach = reachOf(game);
  if (reach === undefined) return undefined;
  return game.set.excluded === undefined
    ? periodOfFinite(values, reach, givenBelow(game), cycleOf(game))
    : periodOfCofinite(values, reach, givenBelow(game));
}

/** Returns the period of a game's outcomes; `cold` has 1 for each cold position and 0 for each hot one. */
export function outcomePeriodOf(game: Game, cold: Uint8Array): FoundPeriod | undefined {
  const reach = reachOf(game);
  if (reach === undefined) return undefined;
  // Every position of a cofinite set above f + reach has the move to a cold position f: finitely many are cold.
  return game.set.excluded === undefined
    ? periodOfFinite(cold, reach, givenBelow(game), cycleOf(game))
    : constantFrom(cold, 0, reach, givenBelow(game));
}

/** Returns the period of a game's remoteness, which is known for games without hotspots and seed. */
export function remotenessPeriodOf(game: Game, values: ArrayLike<number>): FoundPeriod | undefined {
  const reach = reachOf(game);
  if (reach === undefined || givenBelow(game) > 0) return undefined;
  // A player who can take the whole heap wins at once, which is possible above the largest excluded number.
  return game.set.excluded === undefined
    ? remotenessPeriodOfFinite(values, reach)
    : constantFrom(values, 1, reach);
}

/**
 * Returns the period of values v(n), n >= `start`, each a function of the `reach` values before it, such as the nim-values or
 * the cold bits of a finite set with largest element `reach`, and of n modulo `cycle`. Undefined if `values`, from position 0 on,
 * do not prove one yet; preperiod + period + reach values always do, if `cycle` divides the period. Cost: linear time; 4 bytes
 * for each of `reach`.
 */
export function periodOfFinite(
  values: ArrayLike<number>,
  reach: number,
  start = 0,
  cycle = 1,
): FoundPeriod | undefined {
  const examined = values.length;
  const found = leastRecurrence(values, reach, (p) => {
    const proving = lcm(p, cycle);
    // Equal windows at a distance that `cycle` divides have equal values after them.
    return examined - proving >= start && repeatsFor(values, p, reach + proving - p);
  });
  if (found === undefined) return undefined;
  const { shift: period, equal: seen } = found;
  const needed = reach + lcm(period, cycle) - period;
  return { preperiod: examined - period - seen, period, saltus: 0, examined, needed, seen };
}

/** Whether the last `count` values equal those `p` earlier. */
function repeatsFor(values: ArrayLike<number>, p: number, count: number): boolean {
  const start = values.length - count;
  if (start < p) return false;
  for (let n = start; n < values.length; n++) if (values[n] !== values[n - p]) return false;
  return true;
}

/** Checks a claimed period of `periodOfFinite`: one comparison of the values, and a partial one for each of its prime factors. */
export function periodOfFiniteAsClaimed(
  values: Uint8Array | Uint16Array | Uint32Array,
  reach: number,
  start: number,
  { preperiod, period, saltus }: Omit<Period, 'evidence'>,
  cycle = 1,
): FoundPeriod | undefined {
  const examined = values.length;
  const seen = examined - period - preperiod;
  const proving = lcm(period, cycle);
  const needed = reach + proving - period;
  if (saltus !== 0 || period < 1 || preperiod < 0 || seen < needed || examined - proving < start)
    return undefined;
  const repeatsAfter = (shift: number): boolean => {
    const { buffer, byteOffset, BYTES_PER_ELEMENT: width } = values;
    const bytes = (from: number): Uint8Array =>
      new Uint8Array(buffer, byteOffset + width * from, width * (examined - preperiod - shift));
    return platform.sameBytes(bytes(preperiod), bytes(preperiod + shift));
  };
  if (!repeatsAfter(period)) return undefined;
  if (preperiod > 0 && values[preperiod - 1] === values[preperiod - 1 + period]) return undefined;
  // The least period from there on divides every other, and as many equalities as this one has also prove it.
  if (primeFactors(period).some((prime) => repeatsAfter(period / prime))) return undefined;
  return { preperiod, period, saltus, examined, needed, seen };
}

/**
 * Returns the period and saltus of the nim-values of a cofinite set without some of [1, reach], reach >= 1. Values below
 * `start` may be arbitrary (a seed). Undefined if `values`, from 0 on, prove none yet. Cost: linear time, 12 bytes a position.
 */
export function periodOfCofinite(
  values: ArrayLike<number>,
  reach: number,
  start = 0,
): FoundPeriod | undefined {
  const examined = values.length;
  const ends = runningEnds(values);
  const first = firstInitialSegment(values, ends, start);
  if (first === undefined) return undefined;
  // Values out of reach grow equally.
  return risingPeriod(values, reach, (p, saltus) => {
    const window = examined - p - reach;
    return window >= first && ends[window + p] - ends[window] === saltus;
  });
}

/**
 * Returns the period and saltus of the remoteness of a finite set with largest element `reach`. If all moves are possible,
 * adding an even number to the last `reach` values adds it to the next, so `reach` equalities prove it. Undefined if `values`,
 * from 0 on, prove none yet, or if some classes grow faster than others, as for {3,5,15}. Cost: linear time, 4 bytes a
 * position.
 */
export function remotenessPeriodOfFinite(values: ArrayLike<number>, reach: number): FoundPeriod | undefined {
  const examined = values.length;
  const found = risingPeriod(values, reach, (p, saltus) => {
    if (saltus % 2 === 0) return true;
    // Then the double period has an even saltus, and these equalities prove it.
    const start = examined - p - (reach + p);
    if (start < 0) return false;
    for (let i = start; i < examined - p; i++) if (values[i + p] !== values[i] + saltus) return false;
    return true;
  });
  if (found === undefined || found.saltus % 2 === 0) return found;
  return { ...found, needed: reach + found.period };
}

/** Returns the least accepted p with which the last `reach` values all exceed those p below by one number, and its start. */
function risingPeriod(
  values: ArrayLike<number>,
  reach: number,
  accepts: (p: number, saltus: number) => boolean,
): FoundPeriod | undefined {
  const examined = values.length;
  if (examined < 2) return undefined;
  const differences = new Int32Array(examined - 1);
  for (let i = 0; i < differences.length; i++) differences[i] = values[i + 1] - values[i];
  // Differences need one equality fewer than values.
  const found = leastRecurrence(differences, reach - 1, (p) =>
    accepts(p, values[examined - 1] - values[examined - 1 - p]),
  );
  if (found === undefined) return undefined;
  const { shift: period, equal } = found;
  const preperiod = differences.length - period - equal;
  const saltus = values[preperiod + period] - values[preperiod];
  return { preperiod, period, saltus, examined, needed: reach, seen: equal + 1 };
}

/** Returns period 1 if the values end with more than `reach` constants, which then stay, after another value. */
function constantFrom(
  values: ArrayLike<number>,
  constant: number,
  reach: number,
  start = 0,
): FoundPeriod | undefined {
  const examined = values.length;
  let preperiod = examined;
  while (preperiod > 0 && values[preperiod - 1] === constant) preperiod--;
  const seen = examined - preperiod - 1;
  if (preperiod === 0 || seen < reach || examined < start) return undefined;
  return { preperiod, period: 1, saltus: 0, examined, needed: reach, seen };
}

/** ends[n] is one more than the largest value below n; 0 for n = 0. */
function runningEnds(values: ArrayLike<number>): Float64Array {
  const ends = new Float64Array(values.length + 1);
  for (let n = 0; n < values.length; n++) ends[n + 1] = Math.max(ends[n], values[n] + 1);
  return ends;
}

/** Returns the first n >= start such that the values below n are exactly 0, ..., ends[n] - 1. This holds from there on. */
function firstInitialSegment(
  values: ArrayLike<number>,
  ends: Float64Array,
  start: number,
): number | undefined {
  if (start === 0) return 0;
  const seen = new Uint8Array(ends[values.length]);
  let distinct = 0;
  for (let n = 0; n <= values.length; n++) {
    if (n >= start && distinct === ends[n]) return n;
    if (n < values.length && seen[values[n]] === 0) {
      seen[values[n]] = 1;
      distinct++;
    }
  }
  return undefined;
}
