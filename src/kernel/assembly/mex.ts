/**
 * Kernels for nim-values by blocked mex, in AssemblyScript, for values of 8 and 16 bits. Their contracts are
 * in ../kernels.ts, their plain siblings in ../kernels-plain.ts. A row is the set of values that one
 * position's options have, packed, `width` bits; `width` is a multiple of 128.
 */

/** Positions whose exclusion tables are filled together: at 512 bytes each they fill a sixth of the L1 cache. */
const LANES: i32 = 16;

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
function markLanes<T>(values: usize, origin: i32, at: usize, end: usize, table: usize, width: usize, valid: i32): void {
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

// @ts-ignore: decorator
@inline
function excludeFar<T>(
  values: usize,
  origin: i32,
  lanes: i32,
  before: i32,
  subtrahends: usize,
  count: i32,
  table: usize,
  width: i32,
  rows: usize,
): void {
  const end = subtrahends + (<usize>count << 2);
  for (let done = 0; done < lanes; done += LANES) {
    memory.fill(table, 0, <usize>(LANES * width));
    markLanes<T>(values, origin + done, subtrahends, end, table, <usize>width, before);
    let out = rows + <usize>done * <usize>(width >> 3);
    for (let i: usize = 0; i < <usize>(LANES * width); i += 16) {
      store<u16>(out, <u16>i8x16.bitmask(v128.load(table + i)));
      out += 2;
    }
  }
}

export function excludeFar8(
  values: usize,
  origin: i32,
  lanes: i32,
  before: i32,
  subtrahends: usize,
  count: i32,
  table: usize,
  width: i32,
  rows: usize,
): void {
  excludeFar<u8>(values, origin, lanes, before, subtrahends, count, table, width, rows);
}

export function excludeFar16(
  values: usize,
  origin: i32,
  lanes: i32,
  before: i32,
  subtrahends: usize,
  count: i32,
  table: usize,
  width: i32,
  rows: usize,
): void {
  excludeFar<u16>(values, origin, lanes, before, subtrahends, count, table, width, rows);
}

// @ts-ignore: decorator
@inline
function decideNim<T>(
  values: usize,
  origin: i32,
  from: i32,
  to: i32,
  before: i32,
  subtrahends: usize,
  count: i32,
  width: i32,
  rows: usize,
): i32 {
  const end = subtrahends + (<usize>count << 2);
  const bytes = <usize>(width >> 3);
  const limit = <u32>min<i32>(width, 1 << (8 * sizeof<T>()));
  for (let lane = from; lane < to; lane++) {
    const row = rows + <usize>lane * bytes;
    const n = origin + lane;
    const at = values + <usize>n * sizeof<T>();
    for (let k = subtrahends; k < end; k += 4) {
      const s = load<i32>(k);
      if (s > n + before) break;
      const value = <u32>load<T>(at - <usize>s * sizeof<T>());
      const address = row + <usize>((value >>> 5) << 2);
      store<u32>(address, load<u32>(address) | (1 << (value & 31)));
    }
    let word = row;
    const last = row + bytes;
    while (word < last && load<u64>(word) == <u64>-1) word += 8;
    const mex = word < last ? (<u32>(word - row) << 3) + <u32>ctz(~load<u64>(word)) : limit;
    if (mex >= limit) return lane;
    store<T>(at, <T>mex);
  }
  return to;
}

export function decideNim8(
  values: usize,
  origin: i32,
  from: i32,
  to: i32,
  before: i32,
  subtrahends: usize,
  count: i32,
  width: i32,
  rows: usize,
): i32 {
  return decideNim<u8>(values, origin, from, to, before, subtrahends, count, width, rows);
}

export function decideNim16(
  values: usize,
  origin: i32,
  from: i32,
  to: i32,
  before: i32,
  subtrahends: usize,
  count: i32,
  width: i32,
  rows: usize,
): i32 {
  return decideNim<u16>(values, origin, from, to, before, subtrahends, count, width, rows);
}
