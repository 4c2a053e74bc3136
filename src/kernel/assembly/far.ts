/**
 * Kernels of the far stage on bitsets that are split by residue class, in AssemblyScript: what marks a chunk from everything
 * below it, but for shifts (shifting.ts). Contracts: ../kernels.ts. Nothing here allocates or knows a game; addresses are bytes,
 * quotients fit 31 bits.
 */
import { ClassRow, FarChunk, FarLayout, NumberRun, ShiftRange } from '../layout';
import { loadShifted, lowerBound, setBit, testBit } from './bits';
import { element, field } from './struct';

/** The thread's scratch space, which begins with its sums; the rest are what follows them there. */
// @ts-ignore: decorator
@inline
export function sumsOf(layout: usize, thread: i32): usize {
  return field(layout, FarLayout.scratch) + <usize>thread * field(layout, FarLayout.scratchStride);
}

/** The target whose turn it is. */
// @ts-ignore: decorator
@inline
export function targetAt(layout: usize, turn: i32): i32 {
  return <i32>load<u16>(field(layout, FarLayout.targets) + (<usize>turn << 1));
}

/** A thread's window of the target whose turn it is. */
// @ts-ignore: decorator
@inline
export function windowOf(layout: usize, turn: i32, thread: i32): usize {
  const place = <usize>(turn % <i32>field(layout, FarLayout.together));
  return sumsOf(layout, thread) + field(layout, FarLayout.windows) + place * field(layout, FarLayout.windowStride);
}

/** Of a pair of classes: the residue of the subtrahends that lead from the target down to the source. */
// @ts-ignore: decorator
@inline
export function residueBetween(source: i32, target: i32, modulus: i32): i32 {
  return source > target ? target - source + modulus : target - source;
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
    // With one class, marks are bit by bit those of the window.
    for (let t = 0; t < threads && modulus == 1; t++) {
      open &= ~load<u64>(marks + <usize>t * stride + <usize>(base >>> 3));
    }
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

/** Where part `k` of so many of a list begins. */
// @ts-ignore: decorator
@inline
function partOf(list: usize, end: usize, k: i32, parts: i32): usize {
  return list + ((((end - list) >>> 2) * <usize>k / <usize>parts) << 2);
}

export function scatter(layout: usize, chunk: usize, part: i32, thread: i32): void {
  const modulus = <i32>field(layout, FarLayout.modulus);
  const parts = <i32>field(layout, FarLayout.parts);
  const source = part / parts;
  const row = element(field(layout, FarLayout.classes), source, ClassRow.WORDS);
  const listEnd = <usize>load<u32>(field(layout, FarLayout.ends) + (<usize>source << 2));
  if (field(row, ClassRow.roomEnd) == 0) return;
  const known = lowerBound(field(row, ClassRow.list), listEnd, <u32>field(chunk, FarChunk.sources));
  const list = partOf(known, listEnd, part % parts, parts);
  const end = partOf(known, listEnd, (part % parts) + 1, parts);
  if (list == end) return;
  const quotient = field(chunk, FarChunk.quotient);
  const flags = field(layout, FarLayout.scatterFlags) + <usize>(source * modulus);
  const marks = field(layout, FarLayout.marks) + <usize>thread * field(layout, FarLayout.stride);
  const limit = modulus * <i32>field(chunk, FarChunk.width);
  const runs = field(layout, FarLayout.runs);
  const runsEnd = field(layout, FarLayout.runsEnd);
  if (runs < runsEnd) {
    markRuns(list, end, <i64>quotient, runs, runsEnd, marks, limit);
    return;
  }
  const bits = field(layout, FarLayout.bits);
  if (bits != 0) {
    // Positions from the chunk on may be known too, where others have decided it meanwhile.
    markBits(list, lowerBound(list, end, <u32>quotient), <u32>quotient, bits, marks, limit);
    return;
  }
  const selected = sumsOf(layout, thread) + field(layout, FarLayout.selected);
  const selectedEnd = selectSubtrahends(layout, chunk, flags, selected);
  if (selectedEnd == selected) return;
  const origin = <i64>source - <i64>modulus * <i64>quotient;
  markFromList(list, end, modulus, origin, selected, selectedEnd, marks, limit);
}

/** Copies the subtrahends whose residue has a flag. Returns where they end. */
function selectSubtrahends(layout: usize, chunk: usize, flags: usize, selected: usize): usize {
  const subtrahends = field(layout, FarLayout.subtrahends);
  const residues = field(layout, FarLayout.residues);
  const count = <i32>field(chunk, FarChunk.reachable);
  let out = selected;
  for (let k = <i32>field(chunk, FarChunk.least); k < count; k++) {
    store<i64>(out, load<i64>(subtrahends + (<usize>k << 3)));
    out += <usize>load<u8>(flags + <usize>load<u16>(residues + (<usize>k << 1))) << 3;
  }
  return out;
}

/** Where those of the increasing i64 [low, high) end that are below a bound. */
function endBelow(low: usize, high: usize, bound: i64): usize {
  while (low < high) {
    const middle = low + (((high - low) >>> 4) << 3);
    if (load<i64>(middle) < bound) low = middle + 8;
    else high = middle;
  }
  return low;
}

/** Sets the marks in [0, limit) of origin + M q + s for the listed quotients q and the selected subtrahends s, four at a time. */
function markFromList(
  list: usize,
  end: usize,
  modulus: i32,
  origin: i64,
  selected: usize,
  selectedEnd: usize,
  marks: usize,
  limit: i32,
): void {
  const farthest = -(origin + <i64>load<u32>(list) * <i64>modulus);
  let first = endBelow(selected, selectedEnd, farthest);
  let last = endBelow(selected, selectedEnd, farthest + <i64>limit);
  for (; list < end; list += 4) {
    // The subtrahends in [distance, distance + limit) lead from this position into the marks.
    const distance = -(origin + <i64>load<u32>(list) * <i64>modulus);
    while (first > selected && load<i64>(first - 8) >= distance) first -= 8;
    while (last > selected && load<i64>(last - 8) >= distance + <i64>limit) last -= 8;
    const low = <i32>distance;
    let at = first;
    for (; at + 32 <= last; at += 32) {
      setBit(marks, load<i32>(at) - low);
      setBit(marks, load<i32>(at, 8) - low);
      setBit(marks, load<i32>(at, 16) - low);
      setBit(marks, load<i32>(at, 24) - low);
    }
    for (; at < last; at += 8) setBit(marks, load<i32>(at) - low);
  }
}

/** Sets in 64 marks, from bit `bit` on, those of `bits`, which moved up by less than a byte still fit. */
// @ts-ignore: decorator
@inline
function setBits(marks: usize, bit: i32, bits: u64): void {
  const at = marks + <usize>(bit >>> 3);
  store<u64>(at, load<u64>(at) | (bits << <u64>(bit & 7)));
}

/**
 * Sets the marks in [0, limit) of q + s - quotient for the positions q of a list and the numbers s of all runs. Close numbers lead
 * to the same words, and one by one each would wait for the one before; a run takes one load and store.
 */
function markRuns(
  list: usize,
  end: usize,
  quotient: i64,
  runs: usize,
  runsEnd: usize,
  marks: usize,
  limit: i32,
): void {
  const step = NumberRun.WORDS << 2;
  let first = runsEnd;
  for (; list < end; list += 4) {
    // Numbers from `distance` on lead from this position into the marks, but for those at or above `distance + limit`.
    const distance = quotient - <i64>load<u32>(list);
    while (first > runs && load<i64>(first - step) >= distance) first -= step;
    if (first > runs) {
      const missing = distance - load<i64>(first - step);
      const bits = load<u64>(first - step, NumberRun.bits << 2);
      if (missing < 64) setBits(marks, 0, withinLimit(bits >> <u64>missing, limit));
    }
    for (let at = first; at < runsEnd; at += step) {
      const bit = load<i64>(at) - distance;
      if (bit >= <i64>limit) break;
      setBits(marks, <i32>bit, withinLimit(load<u64>(at, NumberRun.bits << 2), limit - <i32>bit));
    }
  }
}

/** The same for the numbers of a bitset, and positions below the quotient. Marks beyond the limit are of no use. */
function markBits(list: usize, end: usize, quotient: u32, bits: usize, marks: usize, limit: i32): void {
  const bytes = <usize>(((limit + 127) >>> 7) << 4);
  for (; list < end; list += 4) {
    const distance = quotient - load<u32>(list);
    const from = bits + <usize>(distance >>> 3);
    for (let i: usize = 0; i < bytes; i += 16) {
      v128.store(marks + i, v128.or(v128.load(marks + i), loadShifted(from + i, <i32>(distance & 7))));
    }
  }
}

/** The lowest `count` bits, of which there is at least one. */
// @ts-ignore: decorator
@inline
function withinLimit(bits: u64, count: i32): u64 {
  return count < 64 ? bits & ((<u64>1 << <u64>count) - 1) : bits;
}
