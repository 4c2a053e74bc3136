/** The definition of hot, cold, nim-value and remoteness: the oracle of all tests and block checks. Deliberately unoptimized. */
import type { SubtractionSet } from './sets/subtraction-set.js';

/** Returns the smallest non-negative integer that is not among `values`. */
export function mex(values: Iterable<number>): number {
  const present = new Set(values);
  let candidate = 0;
  while (present.has(candidate)) candidate++;
  return candidate;
}

/** Returns the nim-value of n from the nim-values of lower positions (Eppstein 2018, section 1). O(abs(S)). */
export function nimValueByDefinition(
  set: SubtractionSet,
  n: number,
  lowerNimValue: (position: number) => number,
): number {
  return mex(Array.from(set.between(1, n + 1), (s) => lowerNimValue(n - s)));
}

/**
 * Returns the remoteness of a position from that of its options: the number of moves if the winner hurries and the loser
 * delays; even exactly for cold positions (Berlekamp, Conway, Guy, Winning Ways, chapter 9).
 */
export function remotenessOf(options: Iterable<number>): number {
  const all = [...options];
  const cold = all.filter((option) => option % 2 === 0);
  if (cold.length > 0) return 1 + cold.reduce((least, option) => Math.min(least, option));
  return all.length === 0 ? 0 : 1 + all.reduce((largest, option) => Math.max(largest, option));
}

/** Returns the remoteness of [0, stop) by the definition. O(stop abs(S)). */
export function remotenessesByDefinition(set: SubtractionSet, stop: number): number[] {
  const values: number[] = [];
  for (let n = 0; n < stop; n++) {
    values.push(remotenessOf(Array.from(set.between(1, n + 1), (s) => values[n - s])));
  }
  return values;
}

/** Returns the nim-values of [0, stop) by the definition. O(stop abs(S)). */
export function nimValuesByDefinition(set: SubtractionSet, stop: number): number[] {
  const values: number[] = [];
  for (let n = 0; n < stop; n++) values.push(nimValueByDefinition(set, n, (position) => values[position]));
  return values;
}

/**
 * Returns whether each position of [0, stop) is cold (a P-position) by the definition: it is no hotspot and has no move to a
 * cold position (Eppstein 2018, section 2.1). O(stop abs(S)).
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
