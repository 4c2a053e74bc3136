/**
 * The definition of hot, cold, nim-value and remoteness, as directly as it can be written: the oracle every solver is
 * tested against, and what a sample of each new block is checked with. Deliberately without any cleverness.
 */
import type { SubtractionSet } from './sets/subtraction-set.js';

/** The smallest non-negative integer that is not among `values`. */
export function mex(values: Iterable<number>): number {
  const present = new Set(values);
  let candidate = 0;
  while (present.has(candidate)) candidate++;
  return candidate;
}

/** The nim-value of n, given the nim-values of the lower positions (Eppstein 2018, section 1). O(abs(S)). */
export function nimValueByDefinition(
  set: SubtractionSet,
  n: number,
  lowerNimValue: (position: number) => number,
): number {
  return mex(Array.from(set.between(1, n + 1), (s) => lowerNimValue(n - s)));
}

/**
 * The remoteness of a position whose options have the given remoteness: the number of moves when the winner hurries
 * and the loser delays; even exactly for cold positions (Berlekamp, Conway, Guy, Winning Ways, chapter 9).
 */
export function remotenessOf(options: Iterable<number>): number {
  const all = [...options];
  const cold = all.filter((option) => option % 2 === 0);
  if (cold.length > 0) return 1 + cold.reduce((least, option) => Math.min(least, option));
  return all.length === 0 ? 0 : 1 + all.reduce((largest, option) => Math.max(largest, option));
}

/** The remoteness of each of [0, stop) by the definition. O(stop abs(S)). */
export function remotenessesByDefinition(set: SubtractionSet, stop: number): number[] {
  const values: number[] = [];
  for (let n = 0; n < stop; n++) {
    values.push(remotenessOf(Array.from(set.between(1, n + 1), (s) => values[n - s])));
  }
  return values;
}

/** The nim-values of [0, stop) by the definition. O(stop abs(S)). */
export function nimValuesByDefinition(set: SubtractionSet, stop: number): number[] {
  const values: number[] = [];
  for (let n = 0; n < stop; n++) values.push(nimValueByDefinition(set, n, (position) => values[position]));
  return values;
}

/**
 * Which of [0, stop) are cold, by the definition: those that are no hotspots and have no move to a cold position (Eppstein 2018,
 * section 2.1). O(stop abs(S)).
 */
export function coldByDefinition(
  set: SubtractionSet,
  stop: number,
  isHotspot: (position: number) => boolean = () => false,
): boolean[] {
  const cold: boolean[] = [];
  for (let n = 0; n < stop; n++) cold.push(!isHotspot(n) && !set.between(1, n + 1).some((s) => cold[n - s]));
  return cold;
}
