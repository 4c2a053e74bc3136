/**
 * Which positions of a long block are held against the definition. Half of the work goes to random positions, half to random
 * positions of rare values: wrong cold positions hide among few, wrong hot ones among many.
 */
import type { Breathe } from '../../common/stoppable.js';
import { cutAtMultiples, lengthOf, type Range } from '../../common/range.js';
import { integersOf, type ColumnValues } from '../../columnar/layout.js';
import { countOnes, onesOf, sliceBits } from '../../kernel/bitset.js';
import { randomPositions, type Random } from '../extending/samples.js';

/**
 * Options that the samples of a block are expected to have, for each of its positions: 2 to 4 ns each. So verifying costs half a step for each stored position, whatever the game. Of squares cold to 2^31 some 100 cold
 * positions of a block are drawn: where 30 of its 18,000 are wrong, a sixth of such blocks is found, and of 53 one at least.
 */
const OPTIONS_A_POSITION = 1 / 2;
/** The samples of a block have at least so many options; a block whose positions have no more is checked whole. */
export const MIN_OPTIONS = 2 ** 15;
/** Positions that are drawn in each of the two ways: where options are many, and where they are few. */
const MIN_DRAWN = 8;
const MAX_DRAWN = 2 ** 11;

/** Bits whose ones are listed together, and integers that are counted before others have a turn. */
const LISTED = 2 ** 12;
const COUNTED = 2 ** 20;
/** Kinds of values that are told apart, at most: by their lowest 16 bits, which is all of them for nearly all games. */
const MAX_KINDS = 2 ** 16;
const NEVER = 0xffffffff;

/** Indices of the values of a block, drawn at random. `options` is how many of a position are tried at most. */
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
  // Of a cold position all options are tried, of a hot one those before the first that is cold.
  const density = ones.count / length;
  const cost = density * options + (1 - density) * Math.min(options, 1 / density);
  const drawn = randomPositions(all, countFor(cost), random);
  const ranks = randomPositions({ start: 0, stop: ones.count }, countFor(options), random);
  const increasing = [...ranks].sort((a, b) => a - b);
  for (const i of (await onesAt(values, increasing, breathe)).indices) drawn.add(i);
  return drawn.add(length - 1);
}

/** How many ones there are, and where those of the given increasing ranks are. */
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

/** Indices of integers of as many different values as possible, the rarest first, each random among those of its value. */
async function rareIntegers(
  integers: ArrayLike<number>,
  kindCount: number,
  count: number,
  random: Random,
  breathe: Breathe,
): Promise<number[]> {
  const parts = [...cutAtMultiples({ start: 0, stop: integers.length }, COUNTED)];
  // A table of all kinds for each block of a store of short series takes longer than everything else of its sampling.
  const tally = new Uint32Array(kindCount);
  for (const part of parts) {
    countKinds(integers, part, tally);
    await breathe();
  }
  const kinds: number[] = [];
  for (let kind = 0; kind < kindCount; kind++) if (tally[kind] > 0) kinds.push(kind);
  kinds.sort((a, b) => tally[a] - tally[b]);
  // The ranks that are wanted of each kind, the lowest last; and how many more of it come before that one.
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

/** The next index of a range that is wanted, or its end; kinds are counted down to it. */
function nextWanted(integers: ArrayLike<number>, { start, stop }: Range, before: Uint32Array): number {
  for (let i = start; i < stop; i++) if (before[integers[i] & (before.length - 1)]-- === 0) return i;
  return stop;
}
