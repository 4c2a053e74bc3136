/**
 * Kernels of the far stage on bitsets that are split by residue class, in AssemblyScript: what marks a chunk
 * from everything below it. Contracts: ../kernels.ts, plain siblings: ../classes-plain.ts. Nothing here
 * allocates or knows a game; addresses are bytes, quotients fit 31 bits.
 */
import {
  ClassRow,
  FarChunk,
  FarLayout,
  GROUPS,
  PLACES_BYTES,
  SHIFT_TILE,
  ShiftRange,
  SUM_BLOCK,
  SUM_BYTES,
  SUMS_BYTES,
} from '../layout';
import { setBit, testBit } from './bits';
import { element, field } from './struct';

/** The thread's scratch space, which begins with its sums; the rest are what follows them there. */
// @ts-ignore: decorator
@inline
function sumsOf(layout: usize, thread: i32): usize {
  return field(layout, FarLayout.scratch) + <usize>thread * field(layout, FarLayout.scratchStride);
}

/** The target whose turn it is. */
// @ts-ignore: decorator
@inline
function targetAt(layout: usize, turn: i32): i32 {
  return <i32>load<u16>(field(layout, FarLayout.targets) + (<usize>turn << 1));
}

/** A thread's window of the target whose turn it is. */
// @ts-ignore: decorator
@inline
function windowOf(layout: usize, turn: i32, thread: i32): usize {
  const place = <usize>(turn % <i32>field(layout, FarLayout.together));
  return sumsOf(layout, thread) + field(layout, FarLayout.windows) + place * field(layout, FarLayout.windowStride);
}

/** Of a pair of classes: the residue of the subtrahends that lead from the target down to the source. */
// @ts-ignore: decorator
@inline
function residueBetween(source: i32, target: i32, modulus: i32): i32 {
  return source > target ? target - source + modulus : target - source;
}

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
 * Adds to a target's sums what the source brings to a block by its shifts below `bound` that are not yet added; `nexts`
 * has where each group goes on.
 */
// @ts-ignore: decorator
@inline
function addTile(
  sums: usize,
  nexts: usize,
  ranges: usize,
  shifts: usize,
  bits: usize,
  first: i32,
  block: i32,
  length: i32,
  bound: u32,
): void {
  for (let group = 0; group < GROUPS; group++) {
    const next = nexts + (<usize>group << 2);
    const begin = <usize>load<u32>(next);
    let end = shifts + (field(element(ranges, group, ShiftRange.WORDS), ShiftRange.end) << 2);
    if (begin == end) continue;
    if (load<u32>(end - 4) >= bound) end = endBelow(begin, end, bound);
    store<u32>(next, <u32>end);
    const sum = sums + <usize>((first - group) & 7) * SUM_BYTES;
    addShifts(sum, length + 16, bits, first, block << 3, begin, end);
  }
}

/** Where of the increasing shifts [at, end) those end that are below a bound. */
function endBelow(at: usize, end: usize, bound: u32): usize {
  while (at < end && load<u32>(at) < bound) at += 4;
  return at;
}

/**
 * Shifts that leave the same distance modulo 8 to a byte boundary are summed as they are; moving bits is
 * left to the end, once for each of the eight sums instead of once for each shift. Far up a source is larger than the
 * caches: targets with the same sources are summed from a tile of it together, and it is read from memory once for them.
 */
export function shiftOr(layout: usize, chunk: usize, first: i32, thread: i32): void {
  const modulus = <i32>field(layout, FarLayout.modulus);
  const ranges = field(layout, FarLayout.groupedRanges);
  const shifts = field(layout, FarLayout.groupedShifts);
  const quotient = <i32>field(chunk, FarChunk.quotient);
  const width = <i32>field(chunk, FarChunk.width);
  const bytes = ((width + 127) >>> 7) << 4;
  const order = field(layout, FarLayout.order);
  const ordered = <i32>field(layout, FarLayout.ordered);
  const lists = field(layout, FarLayout.shiftSources);
  const starts = field(layout, FarLayout.shiftStarts);
  const count = min(<i32>field(layout, FarLayout.together), modulus - first);
  const sums = sumsOf(layout, thread);
  const places = sums + field(layout, FarLayout.places);
  for (let k = 0; k < count; k++) memory.fill(windowOf(layout, first + k, thread), 0, bytes);
  for (let block = 0; block < bytes; block += SUM_BLOCK) {
    const length = min(SUM_BLOCK, bytes - block);
    let shifted: u64 = 0;
    for (let k = 0; k < count; k++) {
      const bounds = starts + (<usize>targetAt(layout, first + k) << 2);
      store<u32>(places + <usize>k * PLACES_BYTES, <u32>(lists + (<usize>load<u32>(bounds) << 1)));
      if (load<u32>(bounds) == load<u32>(bounds, 4)) continue;
      shifted |= <u64>1 << k;
      memory.fill(sums + <usize>k * SUMS_BYTES, 0, SUMS_BYTES);
    }
    if (shifted == 0) return;
    for (let turn = 0; turn < ordered; turn++) {
      const source = <i32>load<u16>(order + (<usize>turn << 1));
      const bits = field(element(field(layout, FarLayout.classes), source, ClassRow.WORDS), ClassRow.bitset);
      let used: u64 = 0;
      for (let k = 0; k < count; k++) {
        const place = places + <usize>k * PLACES_BYTES;
        const at = <usize>load<u32>(place);
        const target = targetAt(layout, first + k);
        const end = lists + (<usize>load<u32>(starts + (<usize>target << 2), 4) << 1);
        if (at == end || <i32>load<u16>(at) != source) continue;
        store<u32>(place, <u32>(at + 2));
        used |= <u64>1 << k;
        const groups = element(ranges, GROUPS * residueBetween(source, target, modulus), ShiftRange.WORDS);
        for (let group = 0; group < GROUPS; group++) {
          const begin = shifts + (field(element(groups, group, ShiftRange.WORDS), ShiftRange.begin) << 2);
          store<u32>(place + 4 + (<usize>group << 2), <u32>begin);
        }
      }
      if (used == 0) continue;
      for (let from: u32 = 0; from < <u32>(quotient + width); from += SHIFT_TILE) {
        for (let left = used; left != 0; left &= left - 1) {
          const k = <i32>ctz(left);
          const target = targetAt(layout, first + k);
          addTile(
            sums + <usize>k * SUMS_BYTES,
            places + <usize>k * PLACES_BYTES + 4,
            element(ranges, GROUPS * residueBetween(source, target, modulus), ShiftRange.WORDS),
            shifts,
            bits,
            quotient - i32(source > target) + (block << 3),
            block,
            length,
            from + SHIFT_TILE,
          );
        }
      }
    }
    for (; shifted != 0; shifted &= shifted - 1) {
      const k = <i32>ctz(shifted);
      const window = windowOf(layout, first + k, thread) + <usize>block;
      for (let low = 0; low < GROUPS; low++) {
        const sum = sums + <usize>k * SUMS_BYTES + <usize>low * SUM_BYTES;
        for (let i: usize = 0; i < <usize>length; i += 16) {
          v128.store(window + i, v128.or(v128.load(window + i), loadShifted(sum + i, low)));
        }
      }
    }
  }
}

export function settle(layout: usize, chunk: usize, turn: i32, thread: i32): void {
  const modulus = <i32>field(layout, FarLayout.modulus);
  const target = targetAt(layout, turn);
  const classes = field(layout, FarLayout.classes);
  const ranges = field(layout, FarLayout.ranges);
  const shifts = field(layout, FarLayout.shifts);
  const quotient = <i32>field(chunk, FarChunk.quotient);
  const starts = field(layout, FarLayout.probeStarts) + (<usize>target << 2);
  const sources = field(layout, FarLayout.probeSources);
  const lastSource = sources + (<usize>load<u32>(starts, 4) << 1);
  const candidates = sumsOf(layout, thread) + field(layout, FarLayout.candidates);
  const window = windowOf(layout, turn, thread);
  let count =
    field(chunk, FarChunk.listed) == 0
      ? dropMarked(layout, chunk, target, window, candidates)
      : dropMarkedListed(layout, chunk, target, window, candidates);
  for (let at = sources + (<usize>load<u32>(starts) << 1); at < lastSource && count > 0; at += 2) {
    const source = <i32>load<u16>(at);
    const range = element(ranges, residueBetween(source, target, modulus), ShiftRange.WORDS);
    const bits = field(element(classes, source, ClassRow.WORDS), ClassRow.bitset);
    const begin = shifts + (field(range, ShiftRange.begin) << 2);
    const end = shifts + (field(range, ShiftRange.end) << 2);
    count = probePair(candidates, count, bits, quotient - i32(source > target), begin, end);
  }
  const open = field(layout, FarLayout.open) + <usize>thread * field(layout, FarLayout.stride);
  for (let k = 0; k < count; k++) {
    setBit(open, load<i32>(candidates + (<usize>k << 2)) * modulus + target);
  }
}

/** Whether any thread has marked a bit: 0 or 1. */
// @ts-ignore: decorator
@inline
function isMarked(marks: usize, stride: usize, threads: i32, bit: i32): i32 {
  let marked = 0;
  let map = marks;
  for (let t = 0; t < threads; t++) {
    marked |= testBit(map, bit);
    map += stride;
  }
  return marked;
}

/** As dropMarked, of those that are listed. */
function dropMarkedListed(layout: usize, chunk: usize, target: i32, window: usize, candidates: usize): i32 {
  const modulus = <i32>field(layout, FarLayout.modulus);
  const threads = <i32>field(layout, FarLayout.threads);
  const marks = field(layout, FarLayout.marks);
  const stride = field(layout, FarLayout.stride);
  const listed = field(chunk, FarChunk.listed);
  const starts = field(chunk, FarChunk.listedStarts) + (<usize>target << 2);
  const last = listed + (<usize>load<u32>(starts, 4) << 2);
  let out = candidates;
  for (let at = listed + (<usize>load<u32>(starts) << 2); at < last; at += 4) {
    const i = load<i32>(at);
    const marked = testBit(window, i) | isMarked(marks, stride, threads, i * modulus + target);
    store<u32>(out, i);
    out += <usize>((marked ^ 1) << 2);
  }
  return <i32>((out - candidates) >>> 2);
}

/** Lists the zeros of a class's window that no thread has marked. Returns how many. */
function dropMarked(layout: usize, chunk: usize, target: i32, window: usize, candidates: usize): i32 {
  const modulus = <i32>field(layout, FarLayout.modulus);
  const threads = <i32>field(layout, FarLayout.threads);
  const marks = field(layout, FarLayout.marks);
  const stride = field(layout, FarLayout.stride);
  const width = <i32>field(chunk, FarChunk.width);
  let out = candidates;
  for (let base = 0; base < width; base += 64) {
    let open = ~load<u64>(window + <usize>(base >>> 3));
    if (width - base < 64) open &= (<u64>1 << (width - base)) - 1;
    for (; open != 0; open &= open - 1) {
      const i = base + <i32>ctz(open);
      const marked = isMarked(marks, stride, threads, i * modulus + target);
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

export function scatter(layout: usize, chunk: usize, source: i32, thread: i32): void {
  const modulus = <i32>field(layout, FarLayout.modulus);
  const row = element(field(layout, FarLayout.classes), source, ClassRow.WORDS);
  const end = field(row, ClassRow.end);
  if (field(row, ClassRow.roomEnd) == 0) return;
  const list = lowerQuotient(field(row, ClassRow.list), end, field(chunk, FarChunk.sources));
  const count = <i32>((end - list) >>> 2);
  if (count == 0) return;
  const quotient = field(chunk, FarChunk.quotient);
  const flags = field(layout, FarLayout.scatterFlags) + <usize>(source * modulus);
  const selected = sumsOf(layout, thread) + field(layout, FarLayout.selected);
  const selectedEnd = selectSubtrahends(layout, chunk, flags, selected);
  if (selectedEnd == selected) return;
  const origin = <i64>source - <i64>modulus * <i64>quotient;
  const marks = field(layout, FarLayout.marks) + <usize>thread * field(layout, FarLayout.stride);
  const limit = modulus * <i32>field(chunk, FarChunk.width);
  markFromList(list, count, modulus, origin, selected, selectedEnd, marks, limit);
}

/** Where the first quotient of a list that is not below `bound` lies. */
function lowerQuotient(list: usize, end: usize, bound: usize): usize {
  let low = list;
  let high = end;
  while (low < high) {
    const middle = low + (((high - low) >>> 3) << 2);
    if (<usize>load<u32>(middle) < bound) low = middle + 4;
    else high = middle;
  }
  return low;
}

/** Copies the subtrahends whose residue has a flag, and 2^63 - 1 after them. Returns where they end. */
function selectSubtrahends(layout: usize, chunk: usize, flags: usize, selected: usize): usize {
  const subtrahends = field(layout, FarLayout.subtrahends);
  const residues = field(layout, FarLayout.residues);
  const count = <i32>field(chunk, FarChunk.reachable);
  let out = selected;
  for (let k = <i32>field(chunk, FarChunk.least); k < count; k++) {
    store<i64>(out, load<i64>(subtrahends + (<usize>k << 3)));
    out += <usize>load<u8>(flags + <usize>load<u16>(residues + (<usize>k << 1))) << 3;
  }
  store<i64>(out, i64.MAX_VALUE);
  return out;
}

/** Sets the marks in [0, limit) of origin + M q + s for the listed quotients q and the selected subtrahends s. */
function markFromList(
  list: usize,
  count: i32,
  modulus: i32,
  origin: i64,
  selected: usize,
  selectedEnd: usize,
  marks: usize,
  limit: i32,
): void {
  let first = selectedEnd;
  for (let i = 0; i < count; i++) {
    // The subtrahends in [distance, distance + limit) lead from this position into the marks.
    const distance = -(origin + <i64>load<u32>(list + (<usize>i << 2)) * <i64>modulus);
    while (first > selected && load<i64>(first - 8) >= distance) first -= 8;
    const end = distance + <i64>limit;
    for (let at = first; ; at += 8) {
      const s = load<i64>(at);
      if (s >= end) break;
      setBit(marks, <i32>(s - distance));
    }
  }
}
