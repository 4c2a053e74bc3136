/**
 * Which residue classes the cold positions crowd in, so that few sums of a cold position and a subtrahend lie in these. Chosen
 * from the least cold positions; a bad choice costs time and proves the same.
 */
import { breather } from '../common/stoppable.js';
import type { SeriesSource } from '../engine/views/aggregating.js';
import { onesOf } from '../kernel/bitset.js';
import type { Classes } from './checks/request.js';

/** Where classes are not told apart. */
export const NO_CLASSES: Classes = { modulus: 1, crowded: [] };

/** Cold positions and subtrahends that are looked at, the least ones. */
const MOST_COLD = 2 ** 14;
const MOST_SUBTRAHENDS = 2 ** 10;
/** Moduli that are tried at most; fewer where a class would have few of the cold positions. */
const LARGEST_MODULUS = 400;
const LEAST_IN_CLASS = 16;
/** A class is crowded that has this share of what an even split would give it. */
const CROWDED_SHARE = 1 / 10;
/** A class costs as much as this share of the sums. */
const COST_OF_CLASS = 1 / 1500;
/** A larger share of sums in crowded classes, these counted in, is not worth telling them apart. */
const MOST_SUMS = 1 / 2;
/** Sets with more subtrahends are not sorted by class. */
const MOST_SORTED = 2 ** 20;

/** The classes to tell apart. Cost: a tenth of a second at most. */
export async function classesOf(source: SeriesSource): Promise<Classes> {
  const { game, range, parts } = source;
  if (game.set.approximateCount(range.stop) > MOST_SORTED) return NO_CLASSES;
  const cold: number[] = [];
  for (const part of parts) {
    const { bytes, length } = await source.read(part);
    for (const n of onesOf(bytes, length, part.start).subarray(0, MOST_COLD - cold.length)) cold.push(n);
    if (cold.length === MOST_COLD) break;
  }
  const last = cold.at(-1) ?? 0;
  const subtrahends = game.set.between(1, last + 1).subarray(0, MOST_SUBTRAHENDS);
  if (subtrahends.length === 0) return NO_CLASSES;
  const breathe = breather(source.signal);
  let best = NO_CLASSES;
  let least = MOST_SUMS;
  for (let modulus = 2; modulus <= Math.min(LARGEST_MODULUS, cold.length / LEAST_IN_CLASS); modulus++) {
    await breathe();
    const crowded = crowdedOf(cold, modulus);
    const cost = COST_OF_CLASS * crowded.length + shareOfSums(cold, subtrahends, { modulus, crowded });
    if (cost >= least) continue;
    [best, least] = [{ modulus, crowded }, cost];
  }
  return best;
}

function crowdedOf(cold: readonly number[], modulus: number): number[] {
  const counts = countByClass(cold, modulus);
  const enough = (CROWDED_SHARE * cold.length) / modulus;
  return [...counts.keys()].filter((residue) => counts[residue] > enough);
}

/** How many of the sums of a cold position and a subtrahend are in crowded classes. */
function shareOfSums(
  cold: readonly number[],
  subtrahends: ArrayLike<number>,
  { modulus, crowded }: Classes,
): number {
  const ofCold = countByClass(cold, modulus);
  const ofSubtrahends = countByClass(subtrahends, modulus);
  const led = [...ofSubtrahends.keys()].filter((residue) => ofSubtrahends[residue] > 0);
  let sums = 0;
  for (const to of crowded) {
    for (const by of led) sums += ofSubtrahends[by] * ofCold[(to - by + modulus) % modulus];
  }
  return sums / (cold.length * subtrahends.length);
}

function countByClass(numbers: ArrayLike<number>, modulus: number): Uint32Array {
  const counts = new Uint32Array(modulus);
  for (let i = 0; i < numbers.length; i++) counts[numbers[i] % modulus]++;
  return counts;
}
