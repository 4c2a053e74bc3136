/** Estimated nanoseconds of each method on a range. Constants measured on one machine (bench/RESULTS.md); only ratios matter. */
import { lengthOf, type Range } from '../common/range.js';
import { lowerBound, type SubtractionSet } from '../game/sets/subtraction-set.js';
import { MIN_SHARED_NUMBERS } from './chunks/chunks.js';
import { LEAF, widthFor } from './convolution/step.js';
import { PARALLEL_FROM } from './dynamic-programming/dynamic-programming.js';
import { MAX_KEPT_POSITIONS as POSITIONS_REACH } from './sieve/shifted-positions.js';
import { CHUNKS_IN_WINDOW, SIEVE_CHUNK } from './sieve/sieve.js';
import { MAX_KEPT_VALUES as SHIFTED_REACH } from './shifted-sets/shifted-sets.js';

/** One mark of the sieve. */
const MARK = 2.2;
/** Skipping one position in the sieve. */
const POSITION = 4;
/** Reading a lower position in the sieve, again for each of its chunks: for squares above 2^35, from a store, 0.44. */
const READ = 0.4;
/** One option in dynamic programming on one thread, for values of 4 bits, of 6, and of more; and one position. */
const SMALL_OPTION = 0.04;
const SET_OPTION = 0.14;
const OPTION = 0.27;
const MEX_POSITION = 15;
/** One point of a transform, times log2 of its size: real forward, and complex inverse. */
const FORWARD = 0.85;
const INVERSE = 1.9;
/** One point of a transform outside it: filling, multiplying, thresholding. */
const POINT = 3;

/** Maximum number of chunks that an estimate sums, evenly spaced: their cost is linear in their position. */
const MAX_CHUNKS = 1 << 12;

/** Buckets of a range in estimates. */
const BUCKETS = 64;

/** Number of cold positions in each of BUCKETS equal parts of [0, stop). */
export interface ColdProfile {
  readonly stop: number;
  readonly counts: Float64Array;
}

/** An empty profile; `bucketRange` gives the positions of each count. */
export function createProfile(stop: number): ColdProfile {
  return { stop, counts: new Float64Array(BUCKETS) };
}

export function bucketRange({ stop }: ColdProfile, i: number): Range {
  return { start: Math.floor((stop * i) / BUCKETS), stop: Math.floor((stop * (i + 1)) / BUCKETS) };
}

/** Marks that a sieve to `stop` makes: pairs of a cold position c and a subtrahend s with c + s < stop. */
export function marksBelow(profile: ColdProfile, set: SubtractionSet, stop: number): number {
  let marks = 0;
  for (let i = 0; i < BUCKETS; i++) {
    const { start: low, stop: high } = bucketRange(profile, i);
    marks += profile.counts[i] * subtrahendsBelow(set, stop - (low + high) / 2);
  }
  return marks;
}

/**
 * The profile stretched to [0, stop), stop > profile.stop. The new part has the density of the upper half: an overestimate if
 * density falls, which it does slowly in every known game.
 */
export function extrapolate(profile: ColdProfile, stop: number): ColdProfile {
  const stretched = createProfile(stop);
  const upper = profile.counts.subarray(BUCKETS / 2).reduce((sum, count) => sum + count, 0);
  const density = profile.stop === 0 ? 1 : upper / (profile.stop / 2);
  for (let i = 0; i < BUCKETS; i++) {
    const { start, stop: end } = bucketRange(stretched, i);
    for (let j = 0; j < BUCKETS; j++) {
      const known = bucketRange(profile, j);
      const overlap = Math.min(end, known.stop) - Math.max(start, known.start);
      if (overlap > 0) stretched.counts[i] += (profile.counts[j] * overlap) / (known.stop - known.start);
    }
    const beyond = end - Math.max(start, profile.stop);
    if (beyond > 0) stretched.counts[i] += density * beyond;
  }
  return stretched;
}

/** Cost of the sieve on a range, given the cold positions below it. Each chunk reads all windows that a subtrahend leads to. */
export function sieveCost(set: SubtractionSet, range: Range, profile: ColdProfile): number {
  const after = extrapolate(profile, range.stop);
  const marks = marksBelow(after, set, range.stop) - marksBelow(profile, set, range.start);
  const reach = Math.min((range.start + range.stop) / 2, set.largest);
  // A subtrahend leads from a chunk into at most two windows.
  const windows = 2 * subtrahendsBelow(set, reach);
  const read = Math.min(reach, windows * CHUNKS_IN_WINDOW * SIEVE_CHUNK);
  const chunks = lengthOf(range) / SIEVE_CHUNK;
  return MARK * marks + POSITION * lengthOf(range) + READ * chunks * read;
}

/** Shifting a position by one subtrahend, 1024 of these at a time; and one position. */
const SHIFTED_BY_ONE = 0.004;
const SHIFTED_WORD = 0.6;

/** Cost of shifted positions on a range, however many are cold. */
export function shiftedPositionsCost(set: SubtractionSet, { start, stop }: Range): number {
  if (start >= POSITIONS_REACH && set.largest > POSITIONS_REACH) return Infinity;
  return (SHIFTED_BY_ONE * subtrahendsBelow(set, (start + stop) / 2) + SHIFTED_WORD) * (stop - start);
}

/** Cost of divide and conquer on a range, in chunks of `chunkLength`. Depends on S only by its largest number. */
export function divideAndConquerCost(set: SubtractionSet, range: Range, chunkLength: number): number {
  const first = Math.floor(range.start / chunkLength);
  const chunks = Math.ceil(range.stop / chunkLength) - first;
  const summed = Math.min(chunks, MAX_CHUNKS);
  let cost = 0;
  for (let k = 0; k < summed; k++) {
    const chunk = first + Math.floor(((k + 0.5) * chunks) / summed);
    const start = Math.max(range.start, chunk * chunkLength);
    cost += chunkCost(set, start, Math.min(range.stop, (chunk + 1) * chunkLength));
  }
  return (cost * chunks) / Math.max(1, summed);
}

/** Cost of one chunk [start, stop) of divide and conquer: a window for each width below it, then the recursion. */
function chunkCost(set: SubtractionSet, start: number, stop: number): number {
  const width = widthFor(stop - start);
  const windows = Math.ceil(Math.min(start, set.largest) / width);
  let cost = windows * 2 * transformCost(2 * width, FORWARD) + transformCost(2 * width, INVERSE);
  for (let size = 2 * LEAF; size <= width; size *= 2) {
    cost += (width / size) * (transformCost(size, FORWARD) + transformCost(size, INVERSE));
  }
  return cost + width * POSITION;
}

/** Cost of dynamic programming on a range whose largest nim-value is about `largest`. */
export function dynamicProgrammingCost(
  set: SubtractionSet,
  range: Range,
  threads: number,
  largest: number,
): number {
  // The number of options grows slowly and steadily, so its mean is near its value in the middle.
  const options = subtrahendsBelow(set, (range.start + range.stop) / 2);
  const isShared = range.stop > PARALLEL_FROM && set.approximateCount(range.stop) >= MIN_SHARED_NUMBERS;
  const option = largest < 16 ? SMALL_OPTION : largest < 64 ? SET_OPTION : OPTION;
  return ((option * options) / (isShared ? threads : 1) + MEX_POSITION) * (range.stop - range.start);
}

/** One excluded number at one position, in the method for cofinite sets: three passes over the values. */
const LEFT_OUT = 8;

/** Cost of the method for cofinite sets on a range: it reads every excluded number for each position above it. */
export function cofiniteCost(
  { excluded = new Float64Array() }: SubtractionSet,
  { start, stop }: Range,
): number {
  const lookups = (n: number): number => {
    const count = lowerBound(excluded, n);
    // The sum of n - e over the excluded numbers e: positions below n that read e.
    let sum = count * n;
    for (let i = 0; i < count; i += 1 + Math.floor(count / MAX_CHUNKS)) {
      const next = Math.min(count, i + 1 + Math.floor(count / MAX_CHUNKS));
      sum -= (next - i) * excluded[i];
    }
    return sum;
  };
  return LEFT_OUT * (lookups(stop) - lookups(start)) + MEX_POSITION * (stop - start);
}

/** Cost of the method for cold positions of cofinite sets: a bit for each, and almost none is examined. */
export function cofinitePositionsCost({ start, stop }: Range): number {
  return 0.02 * (stop - start);
}

/** Shifting a position to another by one thread, 1024 at a time. */
const SHIFTED = 0.0018;
/** One position: its mex, and its part of the chunk's overhead. */
const SHIFTED_POSITION = 60;
/** The same for cold positions only: a bit of each position, and the part of a cold one in its chunk's overhead. */
const SHIFTED_BIT = 12;
const SHIFTED_COLD = 150;
/** With a set of density d, a tile is full after about FILLING / d positions if values are spread at random. */
const FILLING = 12;
/** Minimum share of lower positions that is read: values are not always spread at random. */
const MIN_SHIFTED_SHARE = 1 / 4;

/** Cost of shifted sets on a range whose largest nim-value is about `largest`. */
export function shiftedSetsCost(set: SubtractionSet, range: Range, threads: number, largest: number): number {
  if (Math.min(set.largest, range.stop) > SHIFTED_REACH || largest > 0xff) return Infinity;
  const middle = (range.start + range.stop) / 2;
  const reach = Math.min(middle, set.largest);
  const density = subtrahendsBelow(set, middle) / reach;
  const read = Math.min(reach, Math.max(MIN_SHIFTED_SHARE * reach, ((largest + 1) * FILLING) / density));
  return ((SHIFTED * read) / threads + SHIFTED_POSITION) * lengthOf(range);
}

/** The same for cold positions, given those below the range: a tile never fills up while it has any. */
export function coldShiftedSetsCost(
  set: SubtractionSet,
  range: Range,
  threads: number,
  profile: ColdProfile,
): number {
  const reach = Math.min(set.largest, range.stop);
  if (reach > SHIFTED_REACH) return Infinity;
  const cold = extrapolate(profile, range.stop).counts.reduce((sum, count) => sum + count, 0);
  const read = (cold * Math.min(1, reach / range.stop) * (range.start + range.stop)) / (2 * range.stop);
  const share = cold / range.stop;
  return ((SHIFTED * read) / threads + SHIFTED_BIT + SHIFTED_COLD * share) * lengthOf(range);
}

/** Cost of levels on a range whose largest nim-value is about `largest`. */
export function levelsCost(set: SubtractionSet, range: Range, chunkLength: number, largest: number): number {
  return (largest + 1) * divideAndConquerCost(set, range, chunkLength);
}

/** Exponent e with which the work from x to y goes like y^e - x^e, near n: 1 for few subtrahends, up to 2 for a dense set. */
export function workExponent(set: SubtractionSet, n: number): number {
  const half = subtrahendsBelow(set, n / 2);
  return half === 0 ? 1 : 1 + Math.log2(subtrahendsBelow(set, n) / half);
}

function transformCost(size: number, factor: number): number {
  return size * (factor * Math.log2(size) + POINT);
}

function subtrahendsBelow(set: SubtractionSet, bound: number): number {
  return bound <= set.smallest ? 0 : set.approximateCount(Math.ceil(bound));
}
