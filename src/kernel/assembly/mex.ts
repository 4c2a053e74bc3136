/**
 * Kernels for nim-values by dynamic programming, in AssemblyScript, for values of 4, 8 and 16 bits. Their contracts are
 * in ../kernels.ts, their plain siblings in ../mex-plain.ts. A row is the set of values that one position's
 * options have, packed, `width` bits; `width` is a multiple of 128. A table is the same, one byte a value.
 *
 * Marking costs one store an option, and processors store once a cycle. Only 4-bit values do without: the whole set
 * of a position is then two bytes in registers, for 16 positions at once.
 */

import { LANES, MexJob } from '../layout';
import { field } from './struct';

/**
 * Subtrahends that are marked for all positions of a call before the next ones are: the cache lines and pages that
 * they lead to are then used for many positions in a row. 128 to 1024 measure alike.
 */
const BLOCK: usize = 256;

/** The bit of each value below 8; the swizzle makes the bits of all others zero. */
// @ts-ignore: decorator
@lazy
const BITS = i8x16(1, 2, 4, 8, 16, 32, 64, -128, 0, 0, 0, 0, 0, 0, 0, 0);
// @ts-ignore: decorator
@lazy
const LANE_NUMBERS = i8x16(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);

/** Unrolled by hand: the compiler does not, and the loop takes as long as the marks. */
// @ts-ignore: decorator
@inline
function markRun<T>(values: usize, table: usize, width: usize): void {
  let row = table;
  store<u8>(row + <usize>load<T>(values), 0xff);
  row += width;
  store<u8>(row + <usize>load<T>(values, 1 * sizeof<T>()), 0xff);
  row += width;
  store<u8>(row + <usize>load<T>(values, 2 * sizeof<T>()), 0xff);
  row += width;
  store<u8>(row + <usize>load<T>(values, 3 * sizeof<T>()), 0xff);
  row += width;
  store<u8>(row + <usize>load<T>(values, 4 * sizeof<T>()), 0xff);
  row += width;
  store<u8>(row + <usize>load<T>(values, 5 * sizeof<T>()), 0xff);
  row += width;
  store<u8>(row + <usize>load<T>(values, 6 * sizeof<T>()), 0xff);
  row += width;
  store<u8>(row + <usize>load<T>(values, 7 * sizeof<T>()), 0xff);
  row += width;
  store<u8>(row + <usize>load<T>(values, 8 * sizeof<T>()), 0xff);
  row += width;
  store<u8>(row + <usize>load<T>(values, 9 * sizeof<T>()), 0xff);
  row += width;
  store<u8>(row + <usize>load<T>(values, 10 * sizeof<T>()), 0xff);
  row += width;
  store<u8>(row + <usize>load<T>(values, 11 * sizeof<T>()), 0xff);
  row += width;
  store<u8>(row + <usize>load<T>(values, 12 * sizeof<T>()), 0xff);
  row += width;
  store<u8>(row + <usize>load<T>(values, 13 * sizeof<T>()), 0xff);
  row += width;
  store<u8>(row + <usize>load<T>(values, 14 * sizeof<T>()), 0xff);
  row += width;
  store<u8>(row + <usize>load<T>(values, 15 * sizeof<T>()), 0xff);
}

/** Marks the options of LANES positions from `origin` on, by the increasing subtrahends [at, end). */
function markLanes<T>(values: usize, origin: i32, valid: i32, at: usize, end: usize, table: usize, width: usize): void {
  const base = values + <usize>origin * sizeof<T>();
  for (; at < end; at += 4) {
    const s = load<i32>(at);
    if (s > origin + valid) break;
    markRun<T>(base - <usize>s * sizeof<T>(), table, width);
  }
  // Here s > origin + valid: only the lanes from s - origin - valid on have this option.
  for (; at < end; at += 4) {
    const s = load<i32>(at);
    const first = s - origin - valid;
    if (first >= LANES) break;
    for (let lane = first; lane < LANES; lane++) {
      const value = load<T>(base + <usize>(lane - s) * sizeof<T>());
      store<u8>(table + <usize>lane * width + <usize>value, 0xff);
    }
  }
}

function markAll<T>(
  values: usize,
  origin: i32,
  lanes: i32,
  before: i32,
  subtrahends: usize,
  count: i32,
  tables: usize,
  width: usize,
): void {
  const end = subtrahends + (<usize>count << 2);
  for (let at = subtrahends; at < end; at += BLOCK << 2) {
    const stop = min<usize>(at + (BLOCK << 2), end);
    for (let lane = 0; lane < lanes; lane += LANES) {
      markLanes<T>(values, origin + lane, before, at, stop, tables + <usize>lane * width, width);
    }
  }
}

/** Adds the options of LANES positions from `origin` on, values of 4 bits, to their rows. */
function addSmall(
  values: usize,
  origin: i32,
  valid: i32,
  at: usize,
  end: usize,
  table: usize,
  width: i32,
  rows: usize,
): void {
  const base = values + <usize>origin;
  let low = i8x16.splat(0);
  let high = low;
  for (; at < end; at += 4) {
    const s = load<i32>(at);
    if (s > origin + valid) break;
    const run = v128.load(base - <usize>s);
    low = v128.or(low, i8x16.swizzle(BITS, run));
    high = v128.or(high, i8x16.swizzle(BITS, v128.xor(run, i8x16.splat(8))));
  }
  for (; at < end; at += 4) {
    const s = load<i32>(at);
    const first = s - origin - valid;
    if (first >= LANES) break;
    const missing = i8x16.lt_s(LANE_NUMBERS, i8x16.splat(<i8>first));
    const run = v128.or(v128.load(base - <usize>s), missing);
    low = v128.or(low, i8x16.swizzle(BITS, run));
    high = v128.or(high, i8x16.swizzle(BITS, v128.xor(run, i8x16.splat(8))));
  }
  v128.store(table, i8x16.shuffle(low, high, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23));
  v128.store(table, i8x16.shuffle(low, high, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31), 16);
  for (let lane: usize = 0; lane < <usize>LANES; lane++) {
    const row = rows + lane * <usize>(width >> 3);
    store<u16>(row, load<u16>(row) | load<u16>(table + 2 * lane));
  }
}

export function excludeFar(job: usize, share: i32, thread: i32): void {
  const valueBits = <i32>field(job, MexJob.valueBits);
  const values = field(job, MexJob.values);
  const before = <i32>field(job, MexJob.before);
  const subtrahends = field(job, MexJob.subtrahends);
  const count = <i32>field(job, MexJob.count);
  const width = <i32>field(job, MexJob.width);
  const most = <i32>field(job, MexJob.share);
  const first = share * most;
  const lanes = min<i32>(most, <i32>field(job, MexJob.lanes) - first);
  const origin = <i32>field(job, MexJob.origin) + first;
  const rows = field(job, MexJob.rows) + <usize>first * <usize>(width >> 3);
  const tables = field(job, MexJob.tables) + <usize>(thread * most) * <usize>width;
  const bytes = <usize>((lanes + LANES - 1) & -LANES) * <usize>width;
  if (valueBits == 4) {
    const end = subtrahends + (<usize>count << 2);
    memory.fill(rows, 0, bytes >> 3);
    for (let lane = 0; lane < lanes; lane += LANES) {
      const row = rows + <usize>lane * <usize>(width >> 3);
      addSmall(values, origin + lane, before, subtrahends, end, tables, width, row);
    }
    return;
  }
  memory.fill(tables, 0, bytes);
  if (valueBits == 8) markAll<u8>(values, origin, lanes, before, subtrahends, count, tables, <usize>width);
  else markAll<u16>(values, origin, lanes, before, subtrahends, count, tables, <usize>width);
  for (let i: usize = 0; i < bytes; i += 16) {
    store<u16>(rows + (i >> 3), <u16>i8x16.bitmask(v128.load(tables + i)));
  }
}

/** Adds the options of one position, by the increasing subtrahends [at, end), to its row. */
// @ts-ignore: decorator
@inline
function addToRow<T>(values: usize, n: i32, before: i32, at: usize, end: usize, row: usize): void {
  const own = values + <usize>n * sizeof<T>();
  for (; at < end; at += 4) {
    const s = load<i32>(at);
    if (s > n + before) break;
    const value = <u32>load<T>(own - <usize>s * sizeof<T>());
    const address = row + <usize>((value >>> 5) << 2);
    store<u32>(address, load<u32>(address) | (1 << (value & 31)));
  }
}

/** The first value that is not in a row, or at least `width` when there is none. */
// @ts-ignore: decorator
@inline
function mexOf(row: usize, width: i32): i32 {
  let word = row;
  const last = row + <usize>(width >> 3);
  while (word < last && load<u64>(word) == <u64>-1) word += 8;
  return word < last ? (<i32>(word - row) << 3) + <i32>ctz(~load<u64>(word)) : width;
}

/** Adds the options of LANES positions from `origin` on to their rows. */
function addLanes<T>(
  values: usize,
  origin: i32,
  valid: i32,
  at: usize,
  end: usize,
  table: usize,
  width: i32,
  rows: usize,
): void {
  const bytes = <usize>(LANES * width);
  memory.fill(table, 0, bytes);
  markLanes<T>(values, origin, valid, at, end, table, <usize>width);
  for (let i: usize = 0; i < bytes; i += 16) {
    const address = rows + (i >> 3);
    store<u16>(address, load<u16>(address) | <u16>i8x16.bitmask(v128.load(table + i)));
  }
}

// @ts-ignore: decorator
@inline
function decideLanes<T>(job: usize): i32 {
  const valueBits = <i32>field(job, MexJob.valueBits);
  const values = field(job, MexJob.values);
  const origin = <i32>field(job, MexJob.origin);
  const lanes = <i32>field(job, MexJob.lanes);
  const before = <i32>field(job, MexJob.before);
  const subtrahends = field(job, MexJob.subtrahends);
  const width = <i32>field(job, MexJob.width);
  const rows = field(job, MexJob.rows);
  const table = field(job, MexJob.tables);
  const end = subtrahends + (field(job, MexJob.count) << 2);
  const limit = min<i32>(width, 1 << valueBits);
  // From here on subtrahends reach only values below all LANES positions. A table costs what width / 16 marks do.
  let long = subtrahends;
  while (long < end && load<i32>(long) < LANES) long += 4;
  if (valueBits > 4 && <i32>(end - long) < width >> 2) long = end;
  for (let group = 0; group < lanes; group += LANES) {
    const first = rows + <usize>group * <usize>(width >> 3);
    if (long < end) {
      if (valueBits == 4) addSmall(values, origin + group, before, long, end, table, width, first);
      else addLanes<T>(values, origin + group, before, long, end, table, width, first);
    }
    const stop = min<i32>(group + LANES, lanes);
    let row = first;
    for (let lane = group; lane < stop; lane++) {
      addToRow<T>(values, origin + lane, before, subtrahends, long, row);
      const mex = mexOf(row, width);
      if (mex >= limit) return lane;
      store<T>(values + <usize>(origin + lane) * sizeof<T>(), <T>mex);
      row += <usize>(width >> 3);
    }
  }
  return lanes;
}

export function decideNim(job: usize): i32 {
  return field(job, MexJob.valueBits) <= 8 ? decideLanes<u8>(job) : decideLanes<u16>(job);
}
