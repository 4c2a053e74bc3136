/**
 * Marks the values of the options of groups, LANES positions each. Values of up to 6 bits are sets (sets.ts). For values of 8
 * and 16 bits, a group's rows have a u16 for each value, with a bit for each position.
 *
 * Marking costs one store per option, so nothing else may cost more. Values are staged: the values that a subtrahend leads to
 * from all positions of a share are copied as one run, which streams from a far cache or memory, to where each group reads them
 * sequentially, as offsets. Values below TABLED_WIDTH are marked in tables with a byte for each bit of the rows, which saves a
 * load and an OR. Beyond, tables would exceed the L2 cache or shares would be too short to stream, so marks go to the rows.
 */

import { LANES, STAGED_BYTES } from '../layout';
import { addOptions, addValue } from './sets';

/** Bytes of a cache line. */
const LINE: usize = 64;

/** Stages LANES values as offsets of type O: each value shifted up by `shift`. */
// @ts-ignore: decorator
@inline
function stageLanes<T, O>(from: usize, to: usize, shift: i32): void {
  if (sizeof<T>() == 1) {
    const values = v128.load(from);
    v128.store(to, i16x8.shl(i16x8.extend_low_i8x16_u(values), shift));
    v128.store(to, i16x8.shl(i16x8.extend_high_i8x16_u(values), shift), 16);
    return;
  }
  const low = v128.load(from);
  const high = v128.load(from, 16);
  if (sizeof<O>() == 2) {
    v128.store(to, i16x8.shl(low, shift));
    v128.store(to, i16x8.shl(high, shift), 16);
  } else {
    v128.store(to, i32x4.shl(i32x4.extend_low_i16x8_u(low), shift));
    v128.store(to, i32x4.shl(i32x4.extend_high_i16x8_u(low), shift), 16);
    v128.store(to, i32x4.shl(i32x4.extend_low_i16x8_u(high), shift), 32);
    v128.store(to, i32x4.shl(i32x4.extend_high_i16x8_u(high), shift), 48);
  }
}

// @ts-ignore: decorator
@inline
function firstOf<T>(base: usize, subtrahend: usize): usize {
  return base - <usize>load<u32>(subtrahend) * sizeof<T>();
}

/** Stages the values that the subtrahends [at, end) lead to from `groups` groups, `stride` bytes apart; four at a time. */
// @ts-ignore: decorator
@inline
function stage<T, O>(base: usize, groups: usize, at: usize, end: usize, staged: usize, stride: usize, shift: i32): void {
  const run = LANES * sizeof<O>();
  const stop = groups * stride;
  for (; at + 16 <= end; at += 16) {
    let a = firstOf<T>(base, at);
    const b = firstOf<T>(base, at + 4) - a;
    const c = firstOf<T>(base, at + 8) - a;
    const d = firstOf<T>(base, at + 12) - a;
    for (let group: usize = 0; group < stop; group += stride) {
      const to = staged + group;
      stageLanes<T, O>(a, to, shift);
      stageLanes<T, O>(a + b, to + run, shift);
      stageLanes<T, O>(a + c, to + 2 * run, shift);
      stageLanes<T, O>(a + d, to + 3 * run, shift);
      a += LANES * sizeof<T>();
    }
    staged += 4 * run;
  }
  for (; at < end; at += 4) {
    let from = firstOf<T>(base, at);
    for (let group: usize = 0; group < stop; group += stride) {
      stageLanes<T, O>(from, staged + group, shift);
      from += LANES * sizeof<T>();
    }
    staged += run;
  }
}

/** Bytes of a group's staged values: an odd number of cache lines, as groups would otherwise share cache sets. */
// @ts-ignore: decorator
@inline
function stagedStride(groups: usize): usize {
  return ((<usize>STAGED_BYTES / groups) & (0 - 2 * LINE)) - LINE;
}

/** End of the increasing subtrahends [at, end) that are at most `most`; the one at `at` is. */
// @ts-ignore: decorator
@inline
function endWithin(at: usize, end: usize, most: u32): usize {
  while (load<u32>(end - 4) > most) end -= 4;
  return end;
}

/** Maximum width of rows whose offsets fit 16 bits. */
const MAX_NARROW_WIDTH: i32 = 32768;
// @ts-ignore: decorator
@inline
export function markLane(row: usize, bit: u32): void {
  store<u16>(row, load<u16>(row) | <u16>bit);
}

/** Marks a group's staged values in its rows. Unrolled by hand, as the compiler does not unroll. */
function markStaged<O>(staged: usize, end: usize, rows: usize): void {
  for (; staged < end; staged += LANES * sizeof<O>()) {
    markLane(rows + <usize>load<O>(staged), 0x1);
    markLane(rows + <usize>load<O>(staged, 1 * sizeof<O>()), 0x2);
    markLane(rows + <usize>load<O>(staged, 2 * sizeof<O>()), 0x4);
    markLane(rows + <usize>load<O>(staged, 3 * sizeof<O>()), 0x8);
    markLane(rows + <usize>load<O>(staged, 4 * sizeof<O>()), 0x10);
    markLane(rows + <usize>load<O>(staged, 5 * sizeof<O>()), 0x20);
    markLane(rows + <usize>load<O>(staged, 6 * sizeof<O>()), 0x40);
    markLane(rows + <usize>load<O>(staged, 7 * sizeof<O>()), 0x80);
    markLane(rows + <usize>load<O>(staged, 8 * sizeof<O>()), 0x100);
    markLane(rows + <usize>load<O>(staged, 9 * sizeof<O>()), 0x200);
    markLane(rows + <usize>load<O>(staged, 10 * sizeof<O>()), 0x400);
    markLane(rows + <usize>load<O>(staged, 11 * sizeof<O>()), 0x800);
    markLane(rows + <usize>load<O>(staged, 12 * sizeof<O>()), 0x1000);
    markLane(rows + <usize>load<O>(staged, 13 * sizeof<O>()), 0x2000);
    markLane(rows + <usize>load<O>(staged, 14 * sizeof<O>()), 0x4000);
    markLane(rows + <usize>load<O>(staged, 15 * sizeof<O>()), 0x8000);
  }
}

function markTable(staged: usize, end: usize, table: usize): void {
  for (; staged < end; staged += 2 * LANES) {
    store<u8>(table + <usize>load<u16>(staged), 0xff);
    store<u8>(table + <usize>load<u16>(staged, 2), 0xff, 1);
    store<u8>(table + <usize>load<u16>(staged, 4), 0xff, 2);
    store<u8>(table + <usize>load<u16>(staged, 6), 0xff, 3);
    store<u8>(table + <usize>load<u16>(staged, 8), 0xff, 4);
    store<u8>(table + <usize>load<u16>(staged, 10), 0xff, 5);
    store<u8>(table + <usize>load<u16>(staged, 12), 0xff, 6);
    store<u8>(table + <usize>load<u16>(staged, 14), 0xff, 7);
    store<u8>(table + <usize>load<u16>(staged, 16), 0xff, 8);
    store<u8>(table + <usize>load<u16>(staged, 18), 0xff, 9);
    store<u8>(table + <usize>load<u16>(staged, 20), 0xff, 10);
    store<u8>(table + <usize>load<u16>(staged, 22), 0xff, 11);
    store<u8>(table + <usize>load<u16>(staged, 24), 0xff, 12);
    store<u8>(table + <usize>load<u16>(staged, 26), 0xff, 13);
    store<u8>(table + <usize>load<u16>(staged, 28), 0xff, 14);
    store<u8>(table + <usize>load<u16>(staged, 30), 0xff, 15);
  }
}

/** Like `mark`, by the increasing subtrahends [at, end), all above `valid`: too long for some of the lanes. */
export function markPartial<T, O>(
  base: usize,
  valid: u32,
  lanes: i32,
  at: usize,
  end: usize,
  rows: usize,
  width: usize,
): void {
  for (; at < end; at += 4) {
    const s = load<u32>(at);
    if (s - valid >= <u32>lanes) break;
    for (let lane = <i32>(s - valid); lane < lanes; lane++) {
      const value = <usize>load<T>(base + <usize>(<u32>lane - s) * sizeof<T>());
      const own = rows + 2 * <usize>(lane / LANES) * width;
      if (sizeof<O>() == 1) addValue(own, lane & (LANES - 1), <i32>value);
      else markLane(own + 2 * value, 1 << (lane & (LANES - 1)));
    }
  }
}

/** Subtrahends whose runs are read together, as prefetched streams; 32 take twice as long. */
const STREAMS: usize = 16;

/** Like `mark`, for values below `bound`, which are sets. */
export function addFar(
  bound: i32,
  base: usize,
  valid: u32,
  lanes: i32,
  at: usize,
  end: usize,
  rows: usize,
  width: usize,
): void {
  while (at < end && load<u32>(at) <= valid) {
    const stop = endWithin(at, min<usize>(end, at + (STREAMS << 2)), valid);
    for (let lane: usize = 0; lane < <usize>lanes; lane += LANES) {
      addOptions(base + lane, at, stop, rows + lane * (width >> 3), bound);
    }
    at = stop;
  }
  markPartial<u8, u8>(base, valid, lanes, at, end, rows, width);
}

/**
 * Adds the options of `lanes` positions, whole groups, by the increasing subtrahends [at, end) to their rows. The first value
 * is at `base`, with `valid` positions below it. Values are staged as offsets of type O.
 */
export function mark<T, O>(
  base: usize,
  valid: u32,
  lanes: i32,
  at: usize,
  end: usize,
  rows: usize,
  width: usize,
  staged: usize,
): void {
  const groups = <usize>lanes / LANES;
  const stride = stagedStride(groups);
  const most = stride / (LANES * sizeof<O>());
  while (at < end && load<u32>(at) <= valid) {
    const stop = endWithin(at, min<usize>(end, at + (most << 2)), valid);
    stage<T, O>(base, groups, at, stop, staged, stride, 1);
    const bytes = ((stop - at) >> 2) * LANES * sizeof<O>();
    for (let group: usize = 0; group < groups; group++) {
      const first = staged + group * stride;
      markStaged<O>(first, first + bytes, rows + 2 * group * width);
    }
    at = stop;
  }
  markPartial<T, O>(base, valid, lanes, at, end, rows, width);
}

/** Like `mark`, through tables, for values below TABLED_WIDTH and rows that are still empty. */
export function markByTables<T>(
  base: usize,
  valid: u32,
  lanes: i32,
  at: usize,
  end: usize,
  rows: usize,
  width: usize,
  staged: usize,
): void {
  const groups = <usize>lanes / LANES;
  const stride = stagedStride(groups);
  const most = stride / (2 * LANES);
  const tables = staged + STAGED_BYTES;
  const bytes = groups * width * LANES;
  memory.fill(tables, 0, bytes);
  while (at < end && load<u32>(at) <= valid) {
    const stop = endWithin(at, min<usize>(end, at + (most << 2)), valid);
    stage<T, u16>(base, groups, at, stop, staged, stride, 4);
    for (let group: usize = 0; group < groups; group++) {
      const first = staged + group * stride;
      markTable(first, first + ((stop - at) >> 2) * 2 * LANES, tables + group * width * LANES);
    }
    at = stop;
  }
  for (let i: usize = 0; i < bytes; i += 16) {
    store<u16>(rows + (i >> 3), <u16>i8x16.bitmask(v128.load(tables + i)));
  }
  markPartial<T, u16>(base, valid, lanes, at, end, rows, width);
}

/** Like `mark`, for values of 16 bits. */
export function markWide(
  base: usize,
  valid: u32,
  lanes: i32,
  at: usize,
  end: usize,
  rows: usize,
  width: i32,
  staged: usize,
): void {
  if (width <= MAX_NARROW_WIDTH) mark<u16, u16>(base, valid, lanes, at, end, rows, <usize>width, staged);
  else mark<u16, u32>(base, valid, lanes, at, end, rows, <usize>width, staged);
}
