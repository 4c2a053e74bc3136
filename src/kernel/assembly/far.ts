/**
 * Kernels of the far stage on bitsets that are split by residue class, in AssemblyScript: what marks a chunk
 * from everything below it. Contracts: ../kernels.ts, plain siblings: ../classes-plain.ts. Nothing here
 * allocates or knows a game; addresses are bytes, quotients fit 31 bits.
 */
import { setBit, testBit } from './bits';

/**
 * 128 bits from the byte at `address`, moved down by `low` in 0..7 bits. The upper part comes from one byte
 * further on, moved up by 8 - low in 1..8 bits, so that no shift is ever by a full word.
 */
// @ts-ignore: decorator
@inline
function loadShifted(address: usize, low: i32): v128 {
  return v128.or(
    i64x2.shr_u(v128.load(address), low),
    i64x2.shl(v128.load(address, 1), 8 - low),
  );
}

/** Bytes of a window that are summed at a time, so that eight sums and a source stay in the L1 cache. */
const BLOCK: usize = 2048;
/** A sum is longer than its block by what moving it down by up to 7 bits reads. */
const SUM: usize = BLOCK + 16;

/**
 * ORs into `sum` the bytes of the source that the shifts [at, end), all alike modulo 8, bring to a block that
 * begins `skipped` bits into the window. Bit i of a window asks a shift s for a quotient that is not known
 * when i > s + 1, so short shifts end early.
 */
function addShifts(sum: usize, length: i32, source: usize, first: i32, skipped: i32, at: usize, end: usize): void {
  for (; at + 16 <= end; at += 16) {
    const last = load<i32>(at, 12);
    const bytes = min<i32>(length, ((last - skipped) >> 3) + 17);
    if (bytes <= 0) continue;
    const a = source + <usize>((first - load<i32>(at)) >> 3);
    const b = source + <usize>((first - load<i32>(at, 4)) >> 3);
    const c = source + <usize>((first - load<i32>(at, 8)) >> 3);
    const d = source + <usize>((first - last) >> 3);
    for (let i: usize = 0; i < <usize>bytes; i += 16) {
      const ab = v128.or(v128.load(a + i), v128.load(b + i));
      const cd = v128.or(v128.load(c + i), v128.load(d + i));
      v128.store(sum + i, v128.or(v128.load(sum + i), v128.or(ab, cd)));
    }
  }
  for (; at < end; at += 4) {
    const shift = load<i32>(at);
    const bytes = min<i32>(length, ((shift - skipped) >> 3) + 17);
    const a = source + <usize>((first - shift) >> 3);
    for (let i = 0; i < bytes; i += 16) {
      v128.store(sum + <usize>i, v128.or(v128.load(sum + <usize>i), v128.load(a + <usize>i)));
    }
  }
}

/**
 * Shifts that leave the same distance modulo 8 to a byte boundary are summed as they are; moving bits is
 * left to the end, once for each of the eight sums instead of once for each shift.
 */
export function shiftOr(
  window: usize,
  bytes: usize,
  sums: usize,
  target: i32,
  modulus: i32,
  quotient: i32,
  sources: usize,
  count: i32,
  classes: usize,
  ranges: usize,
  shifts: usize,
): void {
  memory.fill(window, 0, bytes);
  if (count == 0) return;
  for (let block: usize = 0; block < bytes; block += BLOCK) {
    const length = min<usize>(BLOCK, bytes - block);
    memory.fill(sums, 0, 8 * SUM);
    for (let k = 0; k < count; k++) {
      const source = <i32>load<u16>(sources + (<usize>k << 1));
      const borrow = i32(source > target);
      const range = ranges + (<usize>(target - source + (borrow ? modulus : 0)) << 6);
      const bits = <usize>load<u32>(classes + (<usize>source << 4));
      const first = quotient - borrow + (<i32>block << 3);
      for (let group = 0; group < 8; group++) {
        const begin = shifts + (<usize>load<u32>(range + (<usize>group << 3)) << 2);
        const end = shifts + (<usize>load<u32>(range + (<usize>group << 3), 4) << 2);
        if (begin == end) continue;
        const sum = sums + <usize>((first - group) & 7) * SUM;
        addShifts(sum, <i32>length + 16, bits, first, <i32>block << 3, begin, end);
      }
    }
    for (let low = 0; low < 8; low++) {
      const sum = sums + <usize>low * SUM;
      for (let i: usize = 0; i < length; i += 16) {
        const at = window + block + i;
        v128.store(at, v128.or(v128.load(at), loadShifted(sum + i, low)));
      }
    }
  }
}

export function dropMarked(
  window: usize,
  width: i32,
  target: i32,
  modulus: i32,
  marks: usize,
  stride: usize,
  threads: i32,
  candidates: usize,
): i32 {
  let out = candidates;
  for (let base = 0; base < width; base += 64) {
    let open = ~load<u64>(window + <usize>(base >>> 3));
    if (width - base < 64) open &= (<u64>1 << (width - base)) - 1;
    for (; open != 0; open &= open - 1) {
      const i = base + <i32>ctz(open);
      const bit = i * modulus + target;
      let marked = 0;
      let map = marks;
      for (let t = 0; t < threads; t++) {
        marked |= testBit(map, bit);
        map += stride;
      }
      store<u32>(out, i);
      out += <usize>((marked ^ 1) << 2);
    }
  }
  return <i32>((out - candidates) >>> 2);
}

/** Keeps the candidates that reach no one of `bits` by any of the shifts [begin, end). */
function probePair(candidates: usize, count: i32, bits: usize, first: i32, begin: usize, end: usize): i32 {
  let out = candidates;
  const last = candidates + (<usize>count << 2);
  for (let at = candidates; at < last; at += 4) {
    const i = load<i32>(at);
    const q = first + i;
    // Candidates increase, and shifts below i - 1 lead to quotients that are not known.
    while (begin < end && load<i32>(begin) < i - 1) begin += 4;
    let shift = begin;
    let hit = 0;
    for (; shift + 16 <= end; shift += 16) {
      hit =
        testBit(bits, q - load<i32>(shift)) |
        testBit(bits, q - load<i32>(shift, 4)) |
        testBit(bits, q - load<i32>(shift, 8)) |
        testBit(bits, q - load<i32>(shift, 12));
      if (hit) break;
    }
    if (!hit) for (; shift < end; shift += 4) hit |= testBit(bits, q - load<i32>(shift));
    store<i32>(out, i);
    out += <usize>((hit ^ 1) << 2);
  }
  return <i32>((out - candidates) >>> 2);
}

export function probe(
  candidates: usize,
  open: i32,
  target: i32,
  modulus: i32,
  quotient: i32,
  sources: usize,
  count: i32,
  classes: usize,
  ranges: usize,
  shifts: usize,
): i32 {
  for (let k = 0; k < count && open > 0; k++) {
    const source = <i32>load<u16>(sources + (<usize>k << 1));
    const borrow = i32(source > target);
    const range = ranges + (<usize>(target - source + (borrow ? modulus : 0)) << 3);
    const bits = <usize>load<u32>(classes + (<usize>source << 4));
    const begin = shifts + (<usize>load<u32>(range) << 2);
    const end = shifts + (<usize>load<u32>(range, 4) << 2);
    open = probePair(candidates, open, bits, quotient - borrow, begin, end);
  }
  return open;
}

export function selectSubtrahends(
  subtrahends: usize,
  residues: usize,
  count: i32,
  flags: usize,
  selected: usize,
): i32 {
  let out = selected;
  for (let k = 0; k < count; k++) {
    store<i64>(out, load<i64>(subtrahends + (<usize>k << 3)));
    out += <usize>load<u8>(flags + <usize>load<u16>(residues + (<usize>k << 1))) << 3;
  }
  store<i64>(out, i64.MAX_VALUE);
  return <i32>((out - selected) >>> 3);
}

export function markFromList(
  list: usize,
  count: i32,
  modulus: i32,
  origin: f64,
  selected: usize,
  selectedCount: i32,
  marks: usize,
  limit: i32,
): void {
  const start = <i64>origin;
  let first = selected + (<usize>selectedCount << 3);
  for (let i = 0; i < count; i++) {
    // The subtrahends in [distance, distance + limit) lead from this position into the marks.
    const distance = -(start + <i64>load<u32>(list + (<usize>i << 2)) * <i64>modulus);
    while (first > selected && load<i64>(first - 8) >= distance) first -= 8;
    const end = distance + <i64>limit;
    for (let at = first; ; at += 8) {
      const s = load<i64>(at);
      if (s >= end) break;
      setBit(marks, <i32>(s - distance));
    }
  }
}
