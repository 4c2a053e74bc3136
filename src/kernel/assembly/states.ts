/** Kernels for finite sets: outcomes in 64-bit words, nim-values in bytes, recurring states. Contracts: ../kernels.ts. */
import { GROUPS, ShiftRange, TILE } from '../layout';
import { BYTES, MIN_TABLED_WORDS, OutcomeJob, SeekJob, ValueJob } from '../state-layout';
import { loadShifted } from './bits';
import { element, field } from './struct';

/** Positions in a word of outcomes, and in two words. */
const WORD: u32 = 64;
const PAIR: u32 = 128;
const TILE_BYTES: usize = TILE >> 3;
/** Bytes of a tile's sum before the shift, with the bytes beyond that the shift loads. */
const SUM_BYTES: usize = TILE_BYTES + 32;
/** Bytes of a vector. */
const LANES: i32 = 16;
/** Minimum number of positions decided at once for which a vector is faster than single positions. */
const MIN_LANES: i32 = 4;
/** Least move from which on a word has so few groups that they take less time than tables. */
const MIN_GROUPED_MOVE: u32 = 16;
/** An odd multiplier has an inverse; its bits look random. */
const MULTIPLIER: u64 = 0x9e3779b97f4a7c15;
/** Shift of a hash to its 16 highest bits, which index the bits of the filter. */
const FILTER_SHIFT: u64 = 48;

/** Returns the outcomes of the 64 positions that lie `move` >= 64 below those of the word at `at`. */
// @ts-ignore: decorator
@inline
function below(at: usize, move: u32): u64 {
  const words = at - (<usize>(move >> 6) << 3);
  const shift = <u64>(move & 63);
  // Two shifts, as a shift by 64 would be one by 0.
  return (load<u64>(words) << shift) | ((load<u64>(words - 8) >> 1) >> (63 - shift));
}

/** The same for two words and `move` >= 128. */
// @ts-ignore: decorator
@inline
function belowPair(at: usize, move: u32): v128 {
  const words = at - (<usize>(move >> 6) << 3);
  const shift = <i32>(move & 63);
  const low = i64x2.shr_u(i64x2.shr_u(v128.load(words - 8), 1), 63 - shift);
  return v128.or(i64x2.shl(v128.load(words), shift), low);
}

/** Returns the positions of the word at `at` from which the moves at [one, end), all at least 64, lead to a cold one. */
// @ts-ignore: decorator
@inline
function reachedBelow(at: usize, one: usize, end: usize): u64 {
  let reached: u64 = 0;
  for (; one < end; one += 4) reached |= below(at, load<u32>(one));
  return reached;
}

/** Returns the positions of a word from which the near moves (below 64) at [one, end) lead to a cold one of the previous word. */
// @ts-ignore: decorator
@inline
function reachedNear(before: u64, one: usize, end: usize): u64 {
  let reached: u64 = 0;
  for (; one < end; one += 4) reached |= before >> (64 - <u64>load<u32>(one));
  return reached;
}

/** Decides one word. `reached` has the positions that are declared hot or have a move to a cold one below the word. */
// @ts-ignore: decorator
@inline
function decideWord(at: usize, reached: u64, moves: usize, nearEnd: usize): void {
  let open = ~reached;
  if (moves == nearEnd) {
    store<u64>(at, open);
    return;
  }
  const smallest = <u64>load<u32>(moves);
  let cold: u64 = 0;
  while (open != 0) {
    // No move leads from one of these positions to another.
    const first = open & (0 - open);
    const group = open & ((first << smallest) - first);
    cold |= group;
    open ^= group;
    for (let one = moves; one < nearEnd; one += 4) open &= ~(group << <u64>load<u32>(one));
  }
  store<u64>(at, cold);
}

/**
 * Writes tables by which the near moves [one, end) decide eight positions at a time, indexed by the byte of those reached from
 * below it: the positions above the byte that its cold ones make hot (u64), and, behind all of these, its cold ones (u8).
 */
function layOutTables(tables: usize, one: usize, end: usize): void {
  let near: u64 = 0;
  for (; one < end; one += 4) near |= <u64>1 << <u64>load<u32>(one);
  for (let byte = 0; byte < BYTES; byte++) {
    let reached = <u64>byte;
    let cold: u64 = 0;
    let above: u64 = 0;
    for (let i: u64 = 0; i < 8; i++) {
      if ((reached >> i) & 1) continue;
      cold |= <u64>1 << i;
      reached |= near << i;
      above |= near >> (8 - i);
    }
    store<u64>(tables + (<usize>byte << 3), above);
    store<u8>(tables + <usize>byte, <u8>cold, BYTES << 3);
  }
}

/** Like `decideWord`, by tables. Returns the positions of the next word that are hot because of this one. */
// @ts-ignore: decorator
@inline
function decideByTables(at: usize, reached: u64, tables: usize): u64 {
  let cold: u64 = 0;
  for (let shift: u64 = 0; shift < 64; shift += 8) {
    const byte = <usize>(reached & 0xff);
    cold |= <u64>load<u8>(tables + byte, BYTES << 3) << shift;
    reached = (reached >> 8) | load<u64>(tables + (byte << 3));
  }
  store<u64>(at, cold);
  return reached;
}

/** Decides one word. Returns the positions of the next word from which near moves lead to a cold one of this word. */
// @ts-ignore: decorator
@inline
function decide(at: usize, reached: u64, moves: usize, nearEnd: usize, tables: usize, isTabled: bool): u64 {
  if (isTabled) return decideByTables(at, reached, tables);
  decideWord(at, reached, moves, nearEnd);
  return reachedNear(load<u64>(at), moves, nearEnd);
}

/**
 * Adds to a tile the outcomes that the long moves at [one, end) lead to. All these moves are -`low` modulo GROUPS, so the OR of the
 * outcomes is shifted by `low` once.
 */
// @ts-ignore: decorator
@inline
function addLong(at: usize, one: usize, end: usize, low: i32, tile: usize): void {
  const sum = tile + TILE_BYTES;
  let sum0 = i64x2.splat(0);
  let sum1 = sum0;
  let sum2 = sum0;
  let sum3 = sum0;
  let sum4 = sum0;
  let sum5 = sum0;
  let sum6 = sum0;
  let sum7 = sum0;
  let sum8 = sum0;
  for (; one < end; one += 4) {
    const from = at - <usize>((load<u32>(one) + <u32>low) >> 3);
    sum0 = v128.or(sum0, v128.load(from));
    sum1 = v128.or(sum1, v128.load(from, 16));
    sum2 = v128.or(sum2, v128.load(from, 32));
    sum3 = v128.or(sum3, v128.load(from, 48));
    sum4 = v128.or(sum4, v128.load(from, 64));
    sum5 = v128.or(sum5, v128.load(from, 80));
    sum6 = v128.or(sum6, v128.load(from, 96));
    sum7 = v128.or(sum7, v128.load(from, 112));
    sum8 = v128.or(sum8, v128.load(from, 128));
  }
  v128.store(sum, sum0);
  v128.store(sum, sum1, 16);
  v128.store(sum, sum2, 32);
  v128.store(sum, sum3, 48);
  v128.store(sum, sum4, 64);
  v128.store(sum, sum5, 80);
  v128.store(sum, sum6, 96);
  v128.store(sum, sum7, 112);
  v128.store(sum, sum8, 128);
  for (let i: usize = 0; i < TILE_BYTES; i += 16) {
    v128.store(tile + i, v128.or(v128.load(tile + i), loadShifted(sum + i, low)));
  }
}

/** Fills a tile with the positions that are declared hot or that the long moves make hot. */
function beginTile(job: usize, at: usize, bytes: usize, tile: usize): void {
  const hot = field(job, OutcomeJob.hot);
  if (hot == 0) memory.fill(tile, 0, TILE_BYTES);
  else memory.copy(tile, hot + at - field(job, OutcomeJob.words), bytes);
  const long = field(job, OutcomeJob.long);
  if (long == 0) return;
  for (let group = 0; group < GROUPS; group++) {
    const range = element(long, group, ShiftRange.WORDS);
    const begin = field(range, ShiftRange.begin);
    const end = field(range, ShiftRange.end);
    if (begin != end) addLong(at, begin, end, -group & (GROUPS - 1), tile);
  }
}

export function decideOutcomes(job: usize): void {
  const moves = field(job, OutcomeJob.moves);
  const end = moves + 4 * field(job, OutcomeJob.count);
  const tile = field(job, OutcomeJob.scratch);
  const tables = tile + TILE_BYTES + SUM_BYTES;
  let nearEnd = moves;
  while (nearEnd < end && load<u32>(nearEnd) < WORD) nearEnd += 4;
  let middleEnd = nearEnd;
  while (middleEnd < end && load<u32>(middleEnd) < PAIR) middleEnd += 4;
  const words = field(job, OutcomeJob.words);
  const stop = words + 8 * field(job, OutcomeJob.length);
  const isTabled = moves != nearEnd && load<u32>(moves) < MIN_GROUPED_MOVE && stop - words >= 8 * MIN_TABLED_WORDS;
  if (isTabled) layOutTables(tables, moves, nearEnd);
  // Positions of the next word from which near moves lead to a cold one below it.
  let near = reachedNear(load<u64>(words - 8), moves, nearEnd);
  for (let first = words; first < stop; first += TILE_BYTES) {
    const tileEnd = min<usize>(first + TILE_BYTES, stop);
    beginTile(job, first, tileEnd - first, tile);
    let at = first;
    for (; at + 16 <= tileEnd; at += 16) {
      let reached = v128.load(tile + at - first);
      for (let one = middleEnd; one < end; one += 4) reached = v128.or(reached, belowPair(at, load<u32>(one)));
      if (moves == middleEnd) {
        v128.store(at, v128.not(reached));
        continue;
      }
      const low = near | i64x2.extract_lane(reached, 0) | reachedBelow(at, nearEnd, middleEnd);
      near = decide(at, low, moves, nearEnd, tables, isTabled);
      const high = near | i64x2.extract_lane(reached, 1) | reachedBelow(at + 8, nearEnd, middleEnd);
      near = decide(at + 8, high, moves, nearEnd, tables, isTabled);
    }
    if (at < tileEnd) {
      let reached = near | load<u64>(tile + at - first);
      for (let one = nearEnd; one < end; one += 4) reached |= below(at, load<u32>(one));
      near = decide(at, reached, moves, nearEnd, tables, isTabled);
    }
  }
}

/** Returns the mex of sixteen positions from `at` on. Values of 16 and more are ignored. */
// @ts-ignore: decorator
@inline
function mexOfLanes(at: usize, moves: usize, end: usize, isNarrow: bool): v128 {
  const lowBits = i8x16(1, 2, 4, 8, 16, 32, 64, -128, 0, 0, 0, 0, 0, 0, 0, 0);
  const highBits = i8x16(0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, -128);
  let low = i8x16.splat(0);
  let high = i8x16.splat(0);
  for (let one = moves; one < end; one += 4) {
    const values = v128.load(at - <usize>load<u32>(one));
    low = v128.or(low, i8x16.swizzle(lowBits, values));
    if (!isNarrow) high = v128.or(high, i8x16.swizzle(highBits, values));
  }
  // Counts the zeros below the lowest unmarked value.
  const free = v128.not(low);
  const ones = i8x16.splat(1);
  const inLow = i8x16.popcnt(v128.andnot(i8x16.sub(free, ones), free));
  if (isNarrow) return inLow;
  const freeHigh = v128.not(high);
  const inHigh = i8x16.popcnt(v128.andnot(i8x16.sub(freeHigh, ones), freeHigh));
  const isFull = i8x16.eq(low, i8x16.splat(-1));
  return v128.bitselect(i8x16.add(inHigh, i8x16.splat(8)), inLow, isFull);
}

export function decideValues(job: usize): void {
  const moves = field(job, ValueJob.moves);
  const count = <i32>field(job, ValueJob.count);
  const end = moves + 4 * <usize>count;
  let at = field(job, ValueJob.values);
  const stop = at + field(job, ValueJob.length);
  const lanes = min(LANES, load<i32>(moves));
  if (count < 8 && lanes >= MIN_LANES) {
    for (; at < stop; at += lanes) v128.store(at, mexOfLanes(at, moves, end, true));
  } else if (count < 16 && lanes >= MIN_LANES) {
    for (; at < stop; at += lanes) v128.store(at, mexOfLanes(at, moves, end, false));
  } else {
    for (; at < stop; at++) {
      let marks: u64 = 0;
      for (let one = moves; one < end; one += 4) {
        marks |= (<u64>1) << <u64>load<u8>(at - <usize>load<u32>(one));
      }
      store<u8>(at, <u8>ctz(~marks));
    }
  }
}

export function hashState(words: usize, count: i32, hash: usize): void {
  let sum: u64 = 0;
  for (let i = 0; i < count; i++) sum = sum * MULTIPLIER + load<u64>(words + (<usize>i << 3));
  store<u64>(hash, sum);
}

export function seekState(job: usize): i32 {
  const state = field(job, SeekJob.state) << 3;
  const words = field(job, SeekJob.words);
  const length = <i32>field(job, SeekJob.length);
  const filter = field(job, SeekJob.filter);
  const hashes = field(job, SeekJob.hashes);
  const phases = <i32>field(job, SeekJob.phases);
  let power: u64 = 1;
  for (let i: usize = 0; i < state; i += 8) power *= MULTIPLIER;
  let hash = load<u64>(field(job, SeekJob.hash));
  let found = length;
  for (let i = 0; i < length; i++) {
    const at = words + (<usize>i << 3);
    hash = hash * MULTIPLIER + (load<u64>(at) - load<u64>(at - state) * power);
    const high = <usize>(hash >> FILTER_SHIFT);
    if (((<u32>load<u8>(filter + (high >> 3)) >> (<u32>high & 7)) & 1) == 0) continue;
    let phase = 0;
    while (phase < phases && load<u64>(hashes + (<usize>phase << 3)) != hash) phase++;
    if (phase == phases) continue;
    found = i;
    break;
  }
  store<u64>(field(job, SeekJob.hash), hash);
  return found;
}
