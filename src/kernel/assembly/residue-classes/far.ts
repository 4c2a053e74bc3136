/**
 * The end of the far stage: probes the bits of a target that shifts (shifting.ts) and lists (gathering.ts, scattering.ts) left
 * open. Contracts: ../../kernels.ts. Kernels here allocate nothing and know no game; addresses are bytes, quotients 31 bits.
 */
import { ClassRow, FarChunk, FarLayout, ShiftRange } from '../../layout';
import { lowerBound, setBit, testBit } from '../bits';
import { element, field } from '../struct';

/** Address of a thread's scratch, which begins with its sums. */
// @ts-ignore: decorator
@inline
export function sumsOf(layout: usize, thread: i32): usize {
  return field(layout, FarLayout.scratch) + <usize>thread * field(layout, FarLayout.scratchStride);
}

// @ts-ignore: decorator
@inline
export function targetAt(layout: usize, turn: i32): i32 {
  return <i32>load<u16>(field(layout, FarLayout.targets) + (<usize>turn << 1));
}

// @ts-ignore: decorator
@inline
export function windowOf(layout: usize, turn: i32, thread: i32): usize {
  const place = <usize>(turn % <i32>field(layout, FarLayout.together));
  return sumsOf(layout, thread) + field(layout, FarLayout.windows) + place * field(layout, FarLayout.windowStride);
}

/** Residue of the subtrahends that lead from the target class down to the source class. */
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
  let count = dropMarked(layout, chunk, target, window, candidates);
  for (let at = sources + (<usize>load<u32>(starts) << 1); at < lastSource && count > 0; at += 2) {
    const source = <i32>load<u16>(at);
    const range = element(ranges, residueBetween(source, target, modulus), ShiftRange.WORDS);
    const row = element(classes, source, ClassRow.WORDS);
    const first = quotient - i32(source > target);
    const begin = shifts + (field(range, ShiftRange.begin) << 2);
    const end = shifts + (field(range, ShiftRange.end) << 2);
    if (field(row, ClassRow.coarse) == 0) {
      count = probePair(candidates, count, field(row, ClassRow.bitset), first, begin, end);
    } else {
      const listEnd = <usize>load<u32>(field(layout, FarLayout.ends) + (<usize>source << 2));
      count = probeCoarse(candidates, count, row, listEnd, first, begin, end);
    }
  }
  const open = field(layout, FarLayout.open) + <usize>thread * field(layout, FarLayout.stride);
  for (let k = 0; k < count; k++) {
    setBit(open, load<i32>(candidates + (<usize>k << 2)) * modulus + target);
  }
}

/** 1 if any thread has marked a bit, else 0. */
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

/** Lists the zeros of a class's window that no thread has marked. Returns their number. */
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
    // With one class, marks have the bit order of the window.
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

/** Keeps the candidates that reach no one of `bits` by any of the shifts [begin, end). Returns their number. */
function probePair(candidates: usize, count: i32, bits: usize, first: i32, begin: usize, end: usize): i32 {
  let out = candidates;
  const last = candidates + (<usize>count << 2);
  for (let at = candidates; at < last; at += 4) {
    const i = load<i32>(at);
    const q = first + i;
    // Candidates increase, and shifts below i - 1 lead to unknown quotients.
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

/** The same for a class with a coarse bitset. Its list, up to `listEnd`, decides whether a one stands for the quotient. */
function probeCoarse(
  candidates: usize,
  count: i32,
  row: usize,
  listEnd: usize,
  first: i32,
  begin: usize,
  end: usize,
): i32 {
  const bits = field(row, ClassRow.bitset);
  const list = field(row, ClassRow.list);
  const coarse = <i32>field(row, ClassRow.coarse);
  let out = candidates;
  const last = candidates + (<usize>count << 2);
  for (let at = candidates; at < last; at += 4) {
    const i = load<i32>(at);
    const q = first + i;
    while (begin < end && load<i32>(begin) < i - 1) begin += 4;
    let hit = 0;
    for (let shift = begin; shift < end; shift += 4) {
      const source = q - load<i32>(shift);
      if (testBit(bits, source >> coarse) == 0 || source < 0) continue;
      const found = lowerBound(list, listEnd, <u32>source);
      if (found < listEnd && load<i32>(found) == source) {
        hit = 1;
        break;
      }
    }
    store<i32>(out, i);
    out += <usize>((hit ^ 1) << 2);
  }
  return <i32>((out - candidates) >>> 2);
}
