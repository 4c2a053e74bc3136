/**
 * Kernels of the far stage on bitsets that are split by residue class, in AssemblyScript: what marks a chunk
 * from everything below it. Contracts: ../kernels.ts, plain siblings: ../classes-plain.ts. Nothing here
 * allocates or knows a game; addresses are bytes, quotients fit 31 bits.
 */
import { ClassRow, FarChunk, FarLayout, GROUPS, ShiftRange, SUM_BLOCK, SUM_BYTES } from '../layout';
import { setBit, testBit } from './bits';
import { element, field } from './struct';

/** Bits of marks that are set together: 256 KiB. */
const REGION: i32 = 1 << 21;
/** Listed positions that set marks together, at most. */
const TOGETHER: i32 = 4096;

/** The thread's scratch space, which begins with its sums; the rest are what follows them there. */
// @ts-ignore: decorator
@inline
function sumsOf(layout: usize, thread: i32): usize {
  return field(layout, FarLayout.scratch) + <usize>thread * field(layout, FarLayout.scratchStride);
}

// @ts-ignore: decorator
@inline
function windowOf(layout: usize, thread: i32): usize {
  return sumsOf(layout, thread) + field(layout, FarLayout.window);
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
 * Shifts that leave the same distance modulo 8 to a byte boundary are summed as they are; moving bits is
 * left to the end, once for each of the eight sums instead of once for each shift.
 */
export function shiftOr(layout: usize, chunk: usize, target: i32, thread: i32): void {
  const modulus = <i32>field(layout, FarLayout.modulus);
  const classes = field(layout, FarLayout.classes);
  const ranges = field(layout, FarLayout.groupedRanges);
  const shifts = field(layout, FarLayout.groupedShifts);
  const quotient = <i32>field(chunk, FarChunk.quotient);
  const bytes = ((field(chunk, FarChunk.width) + 127) >>> 7) << 4;
  const starts = field(layout, FarLayout.shiftStarts) + (<usize>target << 2);
  const sources = field(layout, FarLayout.shiftSources);
  const firstSource = sources + (<usize>load<u32>(starts) << 1);
  const lastSource = sources + (<usize>load<u32>(starts, 4) << 1);
  const sums = sumsOf(layout, thread);
  const window = windowOf(layout, thread);
  memory.fill(window, 0, bytes);
  if (firstSource == lastSource) return;
  for (let block: usize = 0; block < bytes; block += SUM_BLOCK) {
    const length = min<usize>(SUM_BLOCK, bytes - block);
    memory.fill(sums, 0, GROUPS * SUM_BYTES);
    for (let at = firstSource; at < lastSource; at += 2) {
      const source = <i32>load<u16>(at);
      const residue = residueBetween(source, target, modulus);
      const bits = field(element(classes, source, ClassRow.WORDS), ClassRow.bitset);
      const first = quotient - i32(source > target) + (<i32>block << 3);
      for (let group = 0; group < GROUPS; group++) {
        const range = element(ranges, GROUPS * residue + group, ShiftRange.WORDS);
        const begin = shifts + (field(range, ShiftRange.begin) << 2);
        const end = shifts + (field(range, ShiftRange.end) << 2);
        if (begin == end) continue;
        const sum = sums + <usize>((first - group) & 7) * SUM_BYTES;
        addShifts(sum, <i32>length + 16, bits, first, <i32>block << 3, begin, end);
      }
    }
    for (let low = 0; low < GROUPS; low++) {
      const sum = sums + <usize>low * SUM_BYTES;
      for (let i: usize = 0; i < length; i += 16) {
        const at = window + block + i;
        v128.store(at, v128.or(v128.load(at), loadShifted(sum + i, low)));
      }
    }
  }
}

export function settle(layout: usize, chunk: usize, target: i32, thread: i32): void {
  const modulus = <i32>field(layout, FarLayout.modulus);
  const classes = field(layout, FarLayout.classes);
  const ranges = field(layout, FarLayout.ranges);
  const shifts = field(layout, FarLayout.shifts);
  const quotient = <i32>field(chunk, FarChunk.quotient);
  const starts = field(layout, FarLayout.probeStarts) + (<usize>target << 2);
  const sources = field(layout, FarLayout.probeSources);
  const lastSource = sources + (<usize>load<u32>(starts, 4) << 1);
  const candidates = sumsOf(layout, thread) + field(layout, FarLayout.candidates);
  const window = windowOf(layout, thread);
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
  const places = sumsOf(layout, thread) + field(layout, FarLayout.candidates);
  const together = min(TOGETHER, <i32>field(chunk, FarChunk.width));
  markFromList(list, count, modulus, origin, selected, selectedEnd, marks, limit, places, together);
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

/**
 * Sets the marks in [0, limit) of origin + M q + s for the listed quotients q and the selected subtrahends s. Subtrahends are
 * far apart where they are large, so one position marks all over the chunk: many positions mark a region together, which
 * then stays in the L2 cache. `places` has room for `together` addresses.
 */
function markFromList(
  list: usize,
  count: i32,
  modulus: i32,
  origin: i64,
  selected: usize,
  selectedEnd: usize,
  marks: usize,
  limit: i32,
  places: usize,
  together: i32,
): void {
  let first = selectedEnd;
  for (let from = 0; from < count; from += together) {
    const run = list + (<usize>from << 2);
    const last = places + (<usize>min(together, count - from) << 2);
    for (let place = places, at = run; place < last; place += 4, at += 4) {
      const distance = -(origin + <i64>load<u32>(at) * <i64>modulus);
      while (first > selected && load<i64>(first - 8) >= distance) first -= 8;
      store<u32>(place, <u32>first);
    }
    for (let start = 0; start < limit; start += REGION) {
      const end = <i64>min(limit - start, REGION) + <i64>start;
      for (let place = places, at = run; place < last; place += 4, at += 4) {
        // The subtrahends in [distance, distance + limit) lead from this position into the marks.
        const distance = -(origin + <i64>load<u32>(at) * <i64>modulus);
        let next = <usize>load<u32>(place);
        for (let s = load<i64>(next); s < distance + end; s = load<i64>(next)) {
          setBit(marks, <i32>(s - distance));
          next += 8;
        }
        store<u32>(place, <u32>next);
      }
    }
  }
}
