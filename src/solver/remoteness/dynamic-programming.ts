/**
 * Remoteness by its definition, 16 positions at a time: for these a subtrahend of 16 or more gives one contiguous
 * run of lower values. The mover's best option is found as a least rank (below), so that the hot loop is one
 * comparison an option. Cost O(n abs(S)) options. Memory: the values within reach, one to four bytes each.
 */
import { cutAtMultiples, lengthOf } from '../../common/range.js';
import { lowerBound } from '../../game/sets/subtraction-set.js';
import { capacityOf, createIntegers, largestOf, narrowest } from '../task/integers.js';
import { RecentValues } from '../task/recent-values.js';
import type { IntegerSolver, Integers } from '../task/task.js';

/** Positions whose options are compared together: two runs of eight, whose best ranks stay in registers. */
const LANES = 16;
/** Positions between two chances for other work to run. */
const CHUNK = 1 << 16;

/*
 * Ranks. The mover prefers a cold option of small remoteness, then one of large remoteness, then a hot option of
 * large remoteness, then one of small. Cold positions have even and hot ones odd remoteness, so with w bits and
 * K = 2^w - 1 the rank of v is v / 2 when v is even and K - (v - 1) / 2 when it is odd: one to one on [0, K], and
 * the best option is the one of least rank. K itself is the rank of 1, the worst.
 */

/** The rank of a remoteness of at most `capacity`. */
function rankOf(value: number, capacity: number): number {
  return value % 2 === 0 ? value / 2 : capacity - (value - 1) / 2;
}

/** The remoteness of a rank. */
function valueOf(rank: number, capacity: number): number {
  return rank <= capacity / 2 ? 2 * rank : 2 * (capacity - rank) + 1;
}

/** Rewrites ranks of one width as ranks of another. */
function recode(ranks: Integers, wider: Integers): void {
  const from = capacityOf(ranks);
  const to = capacityOf(wider);
  for (let i = 0; i < ranks.length; i++) wider[i] = rankOf(valueOf(ranks[i], from), to);
}

/** Finds remoteness by dynamic programming. */
export const solveRemotenessByDynamicProgramming: IntegerSolver = async function* (task) {
  const { range, set, pieceLength } = task;
  const recent = new RecentValues(Math.max(pieceLength, set.largest), range, recode);
  let largest = 0;
  for (const window of cutAtMultiples({ start: recent.base, stop: range.start }, pieceLength)) {
    const lower = await task.readLower(window);
    largest = Math.max(largest, largestOf(lower));
    recent.reserve(lower.length, largest);
    const capacity = capacityOf(recent.values);
    for (const value of lower) recent.values[recent.length++] = rankOf(value, capacity);
  }
  for (const piece of cutAtMultiples(range, pieceLength)) {
    for (const chunk of cutAtMultiples(piece, CHUNK)) {
      const subtrahends = set.between(1, chunk.stop);
      for (let start = chunk.start; start < chunk.stop; start += LANES) {
        const stop = Math.min(start + LANES, chunk.stop);
        recent.reserve(stop - start, largest + LANES);
        largest = Math.max(largest, solveLanes(recent, start, stop, set.smallest, subtrahends));
      }
      await task.breathe();
    }
    const ranks = recent.last(lengthOf(piece));
    const capacity = capacityOf(ranks);
    const values = createIntegers(ranks.length, largest);
    for (let i = 0; i < ranks.length; i++) values[i] = valueOf(ranks[i], capacity);
    yield { ...piece, values: narrowest(values), method: 'dynamic-programming' };
  }
};

/** Solves the positions [start, stop), at most LANES of them, appends their ranks, returns the largest remoteness. */
function solveLanes(
  recent: RecentValues,
  start: number,
  stop: number,
  smallest: number,
  subtrahends: Float64Array,
): number {
  const lanes = stop - start;
  const ranks = recent.values;
  const capacity = capacityOf(ranks);
  const origin = start - recent.base;
  // A subtrahend of at least `lanes` reaches only finished positions; the shorter ones wait for their lane.
  const firstLong = lowerBound(subtrahends, lanes);
  const firstPartial = Math.max(firstLong, lowerBound(subtrahends, start + 1));
  const end = lowerBound(subtrahends, stop);
  // The best so far lies where the lane's own rank will.
  ranks.fill(capacity, origin, origin + lanes);
  if (lanes === LANES) {
    compareRuns(ranks, origin, 0, subtrahends, firstLong, firstPartial);
    compareRuns(ranks, origin, LANES / 2, subtrahends, firstLong, firstPartial);
  } else {
    for (let k = firstLong; k < firstPartial; k++) compareOptions(ranks, origin, 0, lanes, subtrahends[k]);
  }
  // start < s < stop: only the lanes from s - start on have this option.
  for (let k = firstPartial; k < end; k++) {
    compareOptions(ranks, origin, subtrahends[k] - start, lanes, subtrahends[k]);
  }
  let largest = 0;
  for (let lane = 0; lane < lanes; lane++) {
    const own = origin + lane;
    let best = ranks[own];
    for (let k = 0; k < firstLong && subtrahends[k] <= start + lane; k++) {
      const rank = ranks[own - subtrahends[k]];
      if (rank < best) best = rank;
    }
    // No option at all leaves the worst rank, which is that of 1.
    const value = start + lane < smallest ? 0 : valueOf(best, capacity) + 1;
    ranks[own] = rankOf(value, capacity);
    if (value > largest) largest = value;
  }
  recent.length += lanes;
  return largest;
}

/** Lowers the best ranks of the lanes [from, lanes) to those of one subtrahend's options. */
function compareOptions(ranks: Integers, origin: number, from: number, lanes: number, s: number): void {
  for (let own = origin + from; own < origin + lanes; own++) {
    const rank = ranks[own - s];
    if (rank < ranks[own]) ranks[own] = rank;
  }
}

/** The hot loop: for eight lanes, the least rank of the options by each subtrahend [from, to). */
function compareRuns(
  ranks: Integers,
  origin: number,
  lane: number,
  subtrahends: Float64Array,
  from: number,
  to: number,
): void {
  const own = origin + lane;
  let a = ranks[own];
  let b = a;
  let c = a;
  let d = a;
  let e = a;
  let f = a;
  let g = a;
  let h = a;
  let rank = 0;
  for (let k = from; k < to; k++) {
    const option = (own - subtrahends[k]) | 0;
    if ((rank = ranks[option]) < a) a = rank;
    if ((rank = ranks[option + 1]) < b) b = rank;
    if ((rank = ranks[option + 2]) < c) c = rank;
    if ((rank = ranks[option + 3]) < d) d = rank;
    if ((rank = ranks[option + 4]) < e) e = rank;
    if ((rank = ranks[option + 5]) < f) f = rank;
    if ((rank = ranks[option + 6]) < g) g = rank;
    if ((rank = ranks[option + 7]) < h) h = rank;
  }
  ranks[own] = a;
  ranks[own + 1] = b;
  ranks[own + 2] = c;
  ranks[own + 3] = d;
  ranks[own + 4] = e;
  ranks[own + 5] = f;
  ranks[own + 6] = g;
  ranks[own + 7] = h;
}
