/**
 * Staging in AssemblyScript: the values that a subtrahend leads to from all positions of a share are copied in one run, which
 * streams from far caches or from memory, to where their group reads them one after the other, as offsets or as they are.
 */
import { LANES, STAGED_BYTES } from '../layout';

/** A cache line. */
const LINE: usize = 64;

/** Stages LANES values as offsets of type O: the values moved up by `shift`. A byte takes no shift. */
// @ts-ignore: decorator
@inline
function stageLanes<T, O>(from: usize, to: usize, shift: i32): void {
  if (sizeof<O>() == 1) {
    v128.store(to, v128.load(from));
    return;
  }
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
  return base - <usize>load<i32>(subtrahend) * sizeof<T>();
}

/**
 * Stages the values that the subtrahends [at, end) lead to from `groups` groups, each group's `stride` bytes apart: four
 * subtrahends at a time, whose bytes fill a line.
 */
// @ts-ignore: decorator
@inline
export function stage<T, O>(base: usize, groups: usize, at: usize, end: usize, staged: usize, stride: usize, shift: i32): void {
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

/** The bytes that a group's staged values take: an odd number of cache lines, or all groups' would share cache sets. */
// @ts-ignore: decorator
@inline
export function stagedStride(groups: usize): usize {
  return ((<usize>STAGED_BYTES / groups) & (0 - 2 * LINE)) - LINE;
}

/** Where of the increasing subtrahends [at, end) those end that are at most `most`; that at `at` is. */
// @ts-ignore: decorator
@inline
export function endWithin(at: usize, end: usize, most: i32): usize {
  while (load<i32>(end - 4) > most) end -= 4;
  return end;
}
