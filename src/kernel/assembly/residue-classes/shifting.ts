/** The far stage by shifts: marks the bitsets of dense sources in the windows of targets. Contract: ../../kernels.ts. */
import { ClassRow, FarChunk, FarLayout, GROUPS, PLACES_BYTES, SHIFT_TILE, ShiftRange, SUM_BLOCK, SUM_BYTES, SUMS_BYTES } from '../../layout';
import { loadShifted } from '../bits';
import { residueBetween, sumsOf, targetAt, windowOf } from './far';
import { element, field } from '../struct';

/**
 * ORs into `sum` the source's bytes that the shifts [at, end), all congruent modulo 8, bring to a block `skipped` bits into the
 * window. A shift s < i - 1 would bring an unknown quotient to bit i of a window, so short shifts end early.
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

/** Adds to a target's sums a source's shifts below `bound` to a block. `nexts` has the next shift of each group. */
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

function endBelow(at: usize, end: usize, bound: u32): usize {
  while (at < end && load<u32>(at) < bound) at += 4;
  return at;
}

/**
 * Sums shifts with the same distance modulo 8 to a byte boundary unshifted, and shifts each of the eight sums once at the end,
 * instead of once for each shift. Far up, a source exceeds the caches, so targets with the same sources are summed together
 * from a tile of it, which is read from memory once for all of them.
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
