/**
 * Kernels for nim-values by dynamic programming, in AssemblyScript: the values that positions' options have (marks.ts), and the
 * first one that is missing. Their contracts are in ../kernels.ts.
 */

import { LANES, MexJob, STAGED_BYTES, TABLE_BYTES } from '../layout';
import { addSmall, mark, markByTables, markLane, markWide } from './marks';
import { field } from './struct';

export function excludeFar(job: usize, share: i32, thread: i32): void {
  const valueBits = <i32>field(job, MexJob.valueBits);
  const values = field(job, MexJob.values);
  const before = <i32>field(job, MexJob.before);
  const subtrahends = field(job, MexJob.subtrahends);
  const end = subtrahends + (field(job, MexJob.count) << 2);
  const width = <i32>field(job, MexJob.width);
  const most = <i32>field(job, MexJob.share);
  const first = share * most;
  const lanes = (min<i32>(most, <i32>field(job, MexJob.lanes) - first) + LANES - 1) & -LANES;
  const origin = <i32>field(job, MexJob.origin) + first;
  const rows = field(job, MexJob.rows) + <usize>first * <usize>(width >> 3);
  const scratch = field(job, MexJob.scratch) + <usize>thread * (STAGED_BYTES + TABLE_BYTES);
  const base = values + (<usize>origin << (valueBits >> 4));
  const valid = origin + before;
  if (valueBits == 8) {
    markByTables(base, valid, lanes, subtrahends, end, rows, <usize>width, scratch);
    return;
  }
  memory.fill(rows, 0, <usize>lanes * <usize>(width >> 3));
  if (valueBits == 16) markWide(base, valid, lanes, subtrahends, end, rows, width, scratch);
  else if (valueBits > 4) mark<u8, u8>(valueBits, base, valid, lanes, subtrahends, end, rows, <usize>width, scratch);
  else {
    for (let lane = 0; lane < lanes; lane += LANES) {
      addSmall(base + <usize>lane, valid + lane, subtrahends, end, rows + <usize>lane * <usize>(width >> 3));
    }
  }
}

/** Adds the options of one position, its value at `own` with `valid` positions below it, to its group's rows. */
// @ts-ignore: decorator
@inline
function addLane<T>(own: usize, valid: i32, at: usize, end: usize, rows: usize, bit: u32): void {
  for (; at < end; at += 4) {
    const s = load<i32>(at);
    if (s > valid) break;
    markLane(rows + (<usize>load<T>(own - <usize>s * sizeof<T>()) << 1), bit);
  }
}

/** Writes for each position of a group the first value (u16) that is not in its rows, or `width` where there is none. */
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

// @ts-ignore: decorator
@inline
function decideGroups<T>(job: usize): i32 {
  const valueBits = <i32>field(job, MexJob.valueBits);
  const values = field(job, MexJob.values);
  const origin = <i32>field(job, MexJob.origin);
  const lanes = <i32>field(job, MexJob.lanes);
  const before = <i32>field(job, MexJob.before);
  const subtrahends = field(job, MexJob.subtrahends);
  const width = <i32>field(job, MexJob.width);
  const rows = field(job, MexJob.rows);
  const scratch = field(job, MexJob.scratch);
  const end = subtrahends + (field(job, MexJob.count) << 2);
  const limit = min<i32>(width, 1 << valueBits);
  // From here on subtrahends reach only values below all LANES positions.
  let long = subtrahends;
  while (long < end && load<i32>(long) < LANES) long += 4;
  for (let group = 0; group < lanes; group += LANES) {
    const base = values + <usize>(origin + group) * sizeof<T>();
    const valid = origin + group + before;
    const own = rows + <usize>group * <usize>(width >> 3);
    if (sizeof<T>() == 2) markWide(base, valid, LANES, long, end, own, width, scratch);
    else if (valueBits == 8) mark<u8, u16>(8, base, valid, LANES, long, end, own, <usize>width, scratch);
    else if (valueBits > 4) mark<u8, u8>(valueBits, base, valid, LANES, long, end, own, <usize>width, scratch);
    else addSmall(base, valid, long, end, own);
    findFirst(own, width, scratch);
    const count = min<i32>(LANES, lanes - group);
    for (let lane = 0; lane < count; lane++) {
      const place = base + <usize>lane * sizeof<T>();
      addLane<T>(place, valid + lane, subtrahends, long, own, 1 << lane);
      let mex = load<i32>(scratch + (<usize>lane << 2));
      while (mex < width && ((<u32>load<u16>(own + (<usize>mex << 1)) >> lane) & 1) != 0) mex++;
      if (mex >= limit) return group + lane;
      store<T>(place, <T>mex);
    }
  }
  return lanes;
}

export function decideNim(job: usize): i32 {
  return field(job, MexJob.valueBits) <= 8 ? decideGroups<u8>(job) : decideGroups<u16>(job);
}
