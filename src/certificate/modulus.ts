/**
 * The modulus whose residue classes are told apart: one by which the cold positions crowd in few classes, so that few sums of a cold
 * position and a subtrahend lead from one of these to another. Chosen from the least cold positions; a bad choice costs time and
 * proves the same.
 */
import { breather } from '../common/stoppable.js';
import type { SeriesSource } from '../engine/views/aggregating.js';
import { onesOf } from '../kernel/bitset.js';

/** Cold positions and subtrahends that are looked at, the least ones. */
const MOST_COLD = 2 ** 14;
const MOST_SUBTRAHENDS = 2 ** 10;
/** Moduli that are tried at most; fewer where a class would have few of the cold positions. */
const LARGEST_MODULUS = 400;
const LEAST_IN_CLASS = 16;
/** A class costs as much as this share of the sums. */
const COST_OF_CLASS = 2 ** -13;
/** A larger share of sums to look at, the classes counted in, is not worth telling them apart. */
const MOST_SUMS = 1 / 2;
/** Sets with more subtrahends are not sorted by class. */
const MOST_SORTED = 2 ** 20;

/** The modulus; 1 where classes are of no use. Cost: a tenth of a second at most. */
export async function modulusFor(source: SeriesSource): Promise<number> {
  const { game, range, parts } = source;
  if (game.set.approximateCount(range.stop) > MOST_SORTED) return 1;
  const cold: number[] = [];
  for (const part of parts) {
    const { bytes, length } = await source.read(part);
    for (const n of onesOf(bytes, length, part.start).subarray(0, MOST_COLD - cold.length)) cold.push(n);
    if (cold.length === MOST_COLD) break;
  }
  const last = cold.at(-1) ?? 0;
  const subtrahends = game.set.between(1, last + 1).subarray(0, MOST_SUBTRAHENDS);
  if (subtrahends.length === 0) return 1;
  const breathe = breather(source.signal);
  let best = 1;
  let least = MOST_SUMS;
  for (let modulus = 2; modulus <= Math.min(LARGEST_MODULUS, cold.length / LEAST_IN_CLASS); modulus++) {
    await breathe();
    const cost = COST_OF_CLASS * modulus + shareOfSums(cold, subtrahends, modulus);
    if (cost < least) [best, least] = [modulus, cost];
  }
  return best;
}

/** How many of the sums have to be looked at where it is done for the class that has fewer cold positions. */
function shareOfSums(cold: ArrayLike<number>, subtrahends: ArrayLike<number>, modulus: number): number {
  const ofCold = countByClass(cold, modulus);
  let sums = 0;
  for (const [by, times] of countByClass(subtrahends, modulus).entries()) {
    if (times === 0) continue;
    for (let from = 0; from < modulus; from++) {
      sums += times * Math.min(ofCold[from], ofCold[(from + by) % modulus]);
    }
  }
  return sums / (cold.length * subtrahends.length);
}

function countByClass(numbers: ArrayLike<number>, modulus: number): Uint32Array {
  const counts = new Uint32Array(modulus);
  for (let i = 0; i < numbers.length; i++) counts[numbers[i] % modulus]++;
  return counts;
}
