/** The far stage by lists, source by source: marks the list of a source in a whole chunk. Contract: ../../kernels.ts. */
import { ClassRow, FarChunk, FarLayout, NumberRun } from '../../layout';
import { loadShifted, lowerBound, lowerFromEnd, setBit } from '../bits';
import { sumsOf } from './far';
import { element, field } from '../struct';

/** Start of part `k` of the `parts` parts of a list. */
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
    // The list may have positions from the chunk on, if other threads have decided it meanwhile.
    markBits(list, lowerBound(list, end, <u32>quotient), <u32>quotient, bits, marks, limit);
    return;
  }
  const origin = <i64>source - <i64>modulus * <i64>quotient;
  if (load<u8>(field(layout, FarLayout.scattersAll) + <usize>source) != 0) {
    const subtrahends = field(layout, FarLayout.subtrahends);
    const reachable = subtrahends + (field(chunk, FarChunk.reachable) << 3);
    const least = subtrahends + (field(chunk, FarChunk.least) << 3);
    markFromList(list, end, modulus, origin, least, reachable, marks, limit);
    return;
  }
  const selected = sumsOf(layout, thread) + field(layout, FarLayout.selected);
  const selectedEnd = selectSubtrahends(layout, chunk, flags, selected);
  if (selectedEnd == selected) return;
  markFromList(list, end, modulus, origin, selected, selectedEnd, marks, limit);
}

/** Copies the subtrahends whose residue has a flag. Returns the end of the copies. */
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
  let first = selectedEnd;
  let last = selectedEnd;
  for (; list < end; list += 4) {
    // The subtrahends in [distance, distance + limit) lead from this position into the marks.
    const distance = -(origin + <i64>load<u32>(list) * <i64>modulus);
    first = lowerFromEnd<i64>(selected, first, distance);
    last = lowerFromEnd<i64>(selected, last, distance + <i64>limit);
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

/** Sets `bits` in the marks from bit `bit` on. Shifted up by less than a byte, they still fit 64 bits. */
// @ts-ignore: decorator
@inline
function setBits(marks: usize, bit: i32, bits: u64): void {
  const at = marks + <usize>(bit >>> 3);
  store<u64>(at, load<u64>(at) | (bits << <u64>(bit & 7)));
}

/**
 * Sets the marks in [0, limit) of q + s - quotient for the positions q of a list and the numbers s of all runs. Close numbers
 * lead to the same words: one by one, each would wait for the store before it, but a run takes one load and one store.
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
    // The numbers in [distance, distance + limit) lead from this position into the marks.
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

/** The same for the numbers of a bitset, and positions below the quotient. Marks beyond the limit are undefined. */
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

/** The lowest `count` >= 1 bits. */
// @ts-ignore: decorator
@inline
function withinLimit(bits: u64, count: i32): u64 {
  return count < 64 ? bits & ((<u64>1 << <u64>count) - 1) : bits;
}
