/**
 * Samples positions of a long block for comparison with the definition. Half of the work goes to random positions, half to random
 * positions of rare values: wrong cold positions hide among few, wrong hot ones among many.
 */
import type { Breathe } from '../../common/stoppable.js';
import { cutAtMultiples, lengthOf, type Range } from '../../common/range.js';
import { integersOf, type ColumnValues } from '../../columnar/layout.js';
import { countOnes, onesOf, sliceBits } from '../../kernel/bitset.js';
import { randomPositions, type Random } from '../extending/samples.js';

/**
 * Options tried per stored position of a block, 2 to 4 ns each. For cold squares to 2^31 this draws some 100 of the 18,000 cold
 * positions of a block: if 30 of them are wrong, one block in six shows it, and of 53 such blocks at least one.
 */
const OPTIONS_A_POSITION = 1 / 2;
/** Minimum number of options of a block's samples. A block with no more is checked completely. */
export const MIN_OPTIONS = 2 ** 15;
/** Bounds on the positions drawn in each of the two ways. */
const MIN_DRAWN = 8;
const MAX_DRAWN = 2 ** 11;

/** Bits whose ones are listed at a time, and integers counted between yields to the event loop. */
const LISTED = 2 ** 12;
const COUNTED = 2 ** 20;
/** Maximum number of kinds of values, told apart by their lowest 16 bits, which is all of them for nearly all games. */
const MAX_KINDS = 2 ** 16;
const NEVER = 0xffffffff;

/** Returns random indices of a block's values. `options` is the maximum number of options tried for a position. */
export async function drawIndices(
  values: ColumnValues,
  options: number,
  random: Random,
  breathe: Breathe,
): Promise<Set<number>> {
  const { length } = values;
  const all = { start: 0, stop: length };
  const budget = Math.max(MIN_OPTIONS, OPTIONS_A_POSITION * length) / 2;
  const countFor = (cost: number): number =>
    Math.ceil(Math.max(MIN_DRAWN, Math.min(MAX_DRAWN, budget / Math.max(1, cost))));
  if (values.width !== 1) {
    const count = countFor(options);
    const drawn = randomPositions(all, count, random);
    const kinds = Math.min(2 ** values.width, MAX_KINDS);
    for (const i of await rareIntegers(integersOf(values), kinds, count, random, breathe)) drawn.add(i);
    return drawn.add(length - 1);
  }
  const ones = await onesAt(values, undefined, breathe);
  // All options of a cold position are tried; of a hot one those up to the first cold option.
  const density = ones.count / length;
  const cost = density * options + (1 - density) * Math.min(options, 1 / density);
  const drawn = randomPositions(all, countFor(cost), random);
  const ranks = randomPositions({ start: 0, stop: ones.count }, countFor(options), random);
  const increasing = [...ranks].sort((a, b) => a - b);
  for (const i of (await onesAt(values, increasing, breathe)).indices) drawn.add(i);
  return drawn.add(length - 1);
}

/** Returns the number of ones, and the indices of those with the given increasing ranks. */
async function onesAt(
  { bytes, length }: ColumnValues,
  ranks: readonly number[] = [],
  breathe: Breathe,
): Promise<{ count: number; indices: number[] }> {
  const indices: number[] = [];
  let count = 0;
  for (const part of cutAtMultiples({ start: 0, stop: length }, LISTED)) {
    const above = count + countOnes(bytes, part.start, part.stop);
    if (ranks[indices.length] < above) {
      const ones = onesOf(sliceBits(bytes, part.start, part.stop), lengthOf(part), part.start);
      while (ranks[indices.length] < above) indices.push(ones[ranks[indices.length] - count]);
    }
    count = above;
    await breathe();
  }
  return { count, indices };
}

/**
 * Returns indices of integers with as many different values as possible, the rarest first, each random among those of its value.
 */
async function rareIntegers(
  integers: ArrayLike<number>,
  kindCount: number,
  count: number,
  random: Random,
  breathe: Breathe,
): Promise<number[]> {
  const parts = [...cutAtMultiples({ start: 0, stop: integers.length }, COUNTED)];
  // Sized by the width: counters for all kinds would dominate the sampling of short series.
  const tally = new Uint32Array(kindCount);
  for (const part of parts) {
    countKinds(integers, part, tally);
    await breathe();
  }
  const kinds: number[] = [];
  for (let kind = 0; kind < kindCount; kind++) if (tally[kind] > 0) kinds.push(kind);
  kinds.sort((a, b) => tally[a] - tally[b]);
  // For each kind, the ranks to draw among its values, the lowest last, and the number of its values to skip before that one.
  const wanted = new Map<number, number[]>();
  const before = new Uint32Array(kindCount).fill(NEVER);
  for (const [k, kind] of kinds.slice(0, count).entries()) {
    const share = Math.ceil((count - k) / kinds.length);
    const ranks = randomPositions({ start: 0, stop: tally[kind] }, share, random);
    wanted.set(
      kind,
      [...ranks].sort((a, b) => b - a),
    );
    before[kind] = Math.min(...ranks);
  }
  const indices: number[] = [];
  for (const part of parts) {
    for (let i = nextWanted(integers, part, before); i < part.stop;) {
      indices.push(i);
      const kind = integers[i] & (kindCount - 1);
      const ranks = wanted.get(kind)!;
      const rank = ranks.pop()!;
      before[kind] = ranks.length === 0 ? NEVER : ranks[ranks.length - 1] - rank - 1;
      i = nextWanted(integers, { start: i + 1, stop: part.stop }, before);
    }
    await breathe();
  }
  return indices;
}

function countKinds(integers: ArrayLike<number>, { start, stop }: Range, tally: Uint32Array): void {
  for (let i = start; i < stop; i++) tally[integers[i] & (tally.length - 1)]++;
}

/** Returns the next wanted index of a range, or its end, and counts kinds down on the way. */
function nextWanted(integers: ArrayLike<number>, { start, stop }: Range, before: Uint32Array): number {
  for (let i = start; i < stop; i++) if (before[integers[i] & (before.length - 1)]-- === 0) return i;
  return stop;
}
