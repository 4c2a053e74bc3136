/** Nim-values by dynamic programming, through sets (sets.ts) or rows (marks.ts) of options' values. Contracts: ../kernels.ts. */

import { LANES, MexJob, STAGED_BYTES, TABLE_BYTES, TABLED_WIDTH } from '../layout';
import { INDICES } from './bits';
import { addFar, mark, markByTables, markLane, markPartial, markWide } from './marks';
import {
  addOptions,
  addValue,
  decideOctet,
  handUp,
  indicesOf,
  lowestZeros,
  placeOf,
  setAt,
  withLower,
  withLowestZero,
  withUpper,
  writeMasks,
} from './sets';
import { field } from './struct';

export function excludeFar(job: usize, share: i32, thread: i32): void {
  const valueBits = <i32>field(job, MexJob.valueBits);
  const values = field(job, MexJob.values);
  const subtrahends = field(job, MexJob.subtrahends);
  const end = subtrahends + (field(job, MexJob.count) << 2);
  const width = <i32>field(job, MexJob.width);
  const most = <i32>field(job, MexJob.share);
  const first = share * most;
  const lanes = (min<i32>(most, <i32>field(job, MexJob.lanes) - first) + LANES - 1) & -LANES;
  const valid = <u32>field(job, MexJob.origin) + <u32>first;
  const rows = field(job, MexJob.rows) + <usize>first * <usize>(width >> 3);
  const scratch = field(job, MexJob.scratch) + <usize>thread * (STAGED_BYTES + TABLE_BYTES);
  const base = values + (<usize>valid << (valueBits >> 4));
  if (valueBits == 8) markByTables<u8>(base, valid, lanes, subtrahends, end, rows, <usize>width, scratch);
  else if (valueBits == 16 && width <= TABLED_WIDTH) {
    markByTables<u16>(base, valid, lanes, subtrahends, end, rows, <usize>width, scratch);
  } else {
    memory.fill(rows, 0, <usize>lanes * <usize>(width >> 3));
    if (valueBits == 16) markWide(base, valid, lanes, subtrahends, end, rows, width, scratch);
    else {
      addFar(<i32>field(job, MexJob.bound), base, valid, lanes, subtrahends, end, rows, <usize>width);
    }
  }
}

/** Adds the options of one position, its value at `own` with `valid` positions below it, to its group's rows. */
// @ts-ignore: decorator
@inline
function addLane<T>(own: usize, valid: u32, at: usize, end: usize, rows: usize, bit: u32): void {
  for (; at < end; at += 4) {
    const s = load<u32>(at);
    if (s > valid) break;
    markLane(rows + (<usize>load<T>(own - <usize>s * sizeof<T>()) << 1), bit);
  }
}

/** Writes for each position of a group the first value (u32) that is not in its rows, or `width` if there is none. */
function findFirst(rows: usize, width: i32, firsts: usize): void {
  let full: u32 = (1 << LANES) - 1;
  for (let value = 0; value < width && full != 0; value++) {
    const row = <u32>load<u16>(rows + (<usize>value << 1));
    for (let lacking = full & ~row; lacking != 0; lacking &= lacking - 1) {
      store<u32>(firsts + (<usize>ctz(lacking) << 2), value);
    }
    full &= row;
  }
  for (; full != 0; full &= full - 1) store<u32>(firsts + (<usize>ctz(full) << 2), width);
}

/** Start of the subtrahends of at least LANES, which lead from all positions of a group below the group. */
// @ts-ignore: decorator
@inline
function longOf(job: usize): usize {
  const end = field(job, MexJob.subtrahends) + (field(job, MexJob.count) << 2);
  let long = field(job, MexJob.subtrahends);
  while (long < end && load<i32>(long) < LANES) long += 4;
  return long;
}

// @ts-ignore: decorator
@inline
function decideByRows<T>(job: usize): i32 {
  const valueBits = <i32>field(job, MexJob.valueBits);
  const values = field(job, MexJob.values);
  const origin = <u32>field(job, MexJob.origin);
  const lanes = <i32>field(job, MexJob.lanes);
  const subtrahends = field(job, MexJob.subtrahends);
  const width = <i32>field(job, MexJob.width);
  const rows = field(job, MexJob.rows);
  const scratch = field(job, MexJob.scratch);
  const end = subtrahends + (field(job, MexJob.count) << 2);
  const limit = min<i32>(width, 1 << valueBits);
  const long = longOf(job);
  for (let group = 0; group < lanes; group += LANES) {
    const valid = origin + <u32>group;
    const base = values + <usize>valid * sizeof<T>();
    const own = rows + <usize>group * <usize>(width >> 3);
    if (sizeof<T>() == 2) markWide(base, valid, LANES, long, end, own, width, scratch);
    else mark<u8, u16>(base, valid, LANES, long, end, own, <usize>width, scratch);
    findFirst(own, width, scratch);
    const count = min<i32>(LANES, lanes - group);
    for (let lane = 0; lane < count; lane++) {
      const place = base + <usize>lane * sizeof<T>();
      addLane<T>(place, valid + <u32>lane, subtrahends, long, own, 1 << lane);
      let mex = load<i32>(scratch + (<usize>lane << 2));
      while (mex < width && ((<u32>load<u16>(own + (<usize>mex << 1)) >> lane) & 1) != 0) mex++;
      if (mex >= limit) return group + lane;
      store<T>(place, <T>mex);
    }
  }
  return lanes;
}

function decideBySets(job: usize): i32 {
  const origin = <u32>field(job, MexJob.origin);
  const lanes = <i32>field(job, MexJob.lanes);
  const subtrahends = field(job, MexJob.subtrahends);
  const width = field(job, MexJob.width);
  const end = subtrahends + (field(job, MexJob.count) << 2);
  const bound = 1 << <i32>field(job, MexJob.valueBits);
  const long = longOf(job);
  // Ends of the subtrahends available to the whole group, and to the current position. They only move up.
  let stop = long;
  let near = subtrahends;
  let own = field(job, MexJob.rows);
  let place = field(job, MexJob.values) + <usize>origin;
  // An option one below is the value just found. It stays in a register, as a load would wait for its store.
  const isNext = subtrahends < end && load<i32>(subtrahends) == 1;
  const second = subtrahends + (isNext ? 4 : 0);
  let found: u64 = isNext && origin > 0 ? <u64>1 << <u64>load<u8>(place - 1) : 0;
  for (let group = 0; group < lanes; group += LANES) {
    const valid = origin + <u32>group;
    while (stop < end && load<u32>(stop) <= valid) stop += 4;
    addOptions(place, long, stop, own, bound);
    markPartial<u8, u8>(place, valid, LANES, stop, end, own, width);
    const count = min<i32>(LANES, lanes - group);
    for (let lane = 0; lane < count; lane++) {
      while (near < long && load<u32>(near) <= valid + <u32>lane) near += 4;
      let set = setAt(own, lane, bound >> 3);
      for (let at = second; at < near; at += 4) {
        set |= <u64>1 << <u64>load<u8>(place - <usize>load<u32>(at));
      }
      const mex = <i32>ctz(~(set | found));
      found = isNext ? <u64>1 << <u64>mex : 0;
      if (mex >= bound) return group + lane;
      store<u8>(place++, <u8>mex);
    }
    own += <usize>LANES * (width >> 3);
  }
  return lanes;
}

/** Adds to a group's sets the values below the group that its positions reach by the subtrahends [at, end), all below LANES. */
function addFromBelow(place: usize, valid: u32, at: usize, end: usize, octets: usize): void {
  for (; at < end; at += 4) {
    const s = load<i32>(at);
    for (let lane = <u32>s > valid ? s - <i32>valid : 0; lane < s; lane++) {
      addValue(octets, lane, load<u8>(place + <usize>lane - <usize>s));
    }
  }
}

/** Excess of failed over successful lookups after which a job stops trying: a failed lookup is lost time. */
const PATIENCE: i32 = 256;

/**
 * Like `decideNim`, for values below 8 `octets`, which is 1 or 2. The subtrahends from `long` on are at least LANES. A group's
 * octets stay in registers, and each value found is added at once to the sets of all higher positions that have it as an
 * option. So no position waits until the value below it is stored and loaded.
 */
// @ts-ignore: decorator
@inline
function decideTogether(job: usize, long: usize, octets: i32): i32 {
  const lanes = <i32>field(job, MexJob.lanes);
  const subtrahends = field(job, MexJob.subtrahends);
  const end = subtrahends + (field(job, MexJob.count) << 2);
  const width = field(job, MexJob.width);
  const masks = field(job, MexJob.scratch);
  const above = masks + 3 * LANES;
  const aboveEnd = above + ((long - subtrahends) >> 2) * LANES;
  let valid = <u32>field(job, MexJob.origin);
  let place = field(job, MexJob.values) + field(job, MexJob.origin);
  let own = field(job, MexJob.rows);
  let stop = long;
  writeMasks(masks, subtrahends, long);
  addFromBelow(place, valid, subtrahends, long, own);
  const table = field(job, MexJob.decided);
  let patience = PATIENCE;
  // Contributions of a group's values to the sets of the next group.
  let lowerAbove = i8x16.splat(0);
  let upperAbove = i8x16.splat(0);
  for (let group = 0; group < lanes; group += LANES) {
    while (stop < end && load<u32>(stop) <= valid) stop += 4;
    markPartial<u8, u8>(place, valid, LANES, stop, end, own, width);
    const reached = withLower(v128.or(v128.load(own), lowerAbove), place, long, stop);
    let lower: v128;
    if (patience > 0) {
      // Groups with the same octets recur if the near past repeats.
      const entry = placeOf(reached, table);
      if (i8x16.all_true(i8x16.eq(reached, v128.load(entry)))) {
        lower = v128.load(entry, LANES);
        patience++;
      } else {
        lower = decideOctet(reached, masks);
        v128.store(entry, reached);
        v128.store(entry, lower, LANES);
        patience--;
      }
    } else lower = decideOctet(reached, masks);
    let found = lowestZeros(lower);
    let values = indicesOf(found);
    lowerAbove = handUp(found, above, aboveEnd);
    // Few groups have a value of 8 or more; only these need the upper octet.
    if (octets == 2) {
      const below = upperAbove;
      upperAbove = i8x16.splat(0);
      if (!i8x16.all_true(found)) {
        let upper = withUpper(v128.or(v128.load(own, LANES), below), place, long, stop);
        let index = i8x16.splat(0);
        lower = reached;
        for (let at = masks + LANES; at > masks; at--) {
          const mask = v128.load(at);
          const octet = i8x16.swizzle(lower, index);
          const isFull = i8x16.eq(octet, i8x16.splat(-1));
          upper = withLowestZero(upper, i8x16.swizzle(upper, index), v128.and(mask, isFull));
          lower = withLowestZero(lower, octet, mask);
          index = i8x16.add(index, i8x16.splat(1));
        }
        found = lowestZeros(lower);
        const isFull = i8x16.eq(found, i8x16.splat(0));
        const second = v128.and(lowestZeros(upper), isFull);
        values = i8x16.add(indicesOf(found), v128.and(indicesOf(second), isFull));
        lowerAbove = handUp(found, above, aboveEnd);
        upperAbove = handUp(second, above, aboveEnd);
      }
    }
    const count = min<i32>(LANES, lanes - group);
    const tooLarge = i8x16.bitmask(i8x16.eq(values, i8x16.splat(<i8>(octets << 3))));
    const decided = min<i32>(count, ctz(tooLarge | (1 << LANES)));
    if (decided < LANES) {
      v128.store(masks, values);
      memory.copy(place, masks, decided);
      if (decided < count) return group + decided;
    } else v128.store(place, values);
    place += LANES;
    valid += LANES;
    own += <usize>LANES * (width >> 3);
  }
  return lanes;
}

export function decideNim(job: usize): i32 {
  const valueBits = field(job, MexJob.valueBits);
  if (valueBits == 16) return decideByRows<u16>(job);
  if (valueBits == 8) return decideByRows<u8>(job);
  if (valueBits > 4) return decideBySets(job);
  return valueBits == 4 ? decideTogether(job, longOf(job), 2) : decideTogether(job, longOf(job), 1);
}
