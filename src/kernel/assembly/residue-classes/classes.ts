/** Kernels on a chunk and on stored classes: decide a chunk, sort ones into classes and back. Contracts: ../../kernels.ts. */
import { ClassRow, NearChunk, NearRow } from '../../layout';
import { lowerBound, setBit, testBit } from '../bits';
import { element, field } from '../struct';

/** The 64 bits from bit `base`, a multiple of 64; bits outside [from, to) are 0. */
// @ts-ignore: decorator
@inline
function wordWithin(bits: usize, base: i32, from: i32, to: i32): u64 {
  let word = load<u64>(bits + <usize>(base >>> 3));
  if (base < from) word &= <u64>-1 << (from - base);
  if (to - base < 64) word &= (<u64>1 << (to - base)) - 1;
  return word;
}

export function selectNear(
  subtrahends: usize,
  residues: usize,
  count: i32,
  flags: usize,
  selected: usize,
): i32 {
  let out = selected;
  for (let k = 0; k < count; k++) {
    store<u32>(out, load<u32>(subtrahends + (<usize>k << 2)));
    out += <usize>load<u8>(flags + <usize>load<u16>(residues + (<usize>k << 1))) << 2;
  }
  return <i32>((out - selected) >>> 2);
}

export function decideNear(chunk: usize, from: i32, to: i32): void {
  const modulus = <u32>field(chunk, NearChunk.modulus);
  const lists = field(chunk, NearChunk.lists);
  const open = field(chunk, NearChunk.open);
  const marks = field(chunk, NearChunk.marks);
  const cold = field(chunk, NearChunk.cold);
  const limit = <i32>field(chunk, NearChunk.limit);
  for (let base = from & ~63; base < to; base += 64) {
    for (let word = wordWithin(open, base, from, to); word != 0; word &= word - 1) {
      const bit = base + <i32>ctz(word);
      if (testBit(marks, bit)) continue;
      const row = element(lists, <u32>bit % modulus, NearRow.WORDS);
      if (reachesCold(cold, bit, field(row, NearRow.probes), field(row, NearRow.probesEnd))) continue;
      setBit(cold, bit);
      const end = field(row, NearRow.marksEnd);
      for (let at = field(row, NearRow.marks); at < end; at += 4) {
        const reached = bit + load<i32>(at);
        if (reached >= limit) break;
        setBit(marks, reached);
      }
    }
  }
}

/** Whether some s of the increasing list [at, end) leads from `bit` to a one of `cold`. */
function reachesCold(cold: usize, bit: i32, at: usize, end: usize): bool {
  for (; at + 16 <= end && load<i32>(at, 12) <= bit; at += 16) {
    const hit =
      testBit(cold, bit - load<i32>(at)) |
      testBit(cold, bit - load<i32>(at, 4)) |
      testBit(cold, bit - load<i32>(at, 8)) |
      testBit(cold, bit - load<i32>(at, 12));
    if (hit) return true;
  }
  for (; at < end; at += 4) {
    const s = load<i32>(at);
    if (s > bit) return false;
    if (testBit(cold, bit - s)) return true;
  }
  return false;
}

export function addToClasses(
  classes: usize,
  modulus: i32,
  bits: usize,
  first: f64,
  from: i32,
  to: i32,
): void {
  let q = <i32>(<i64>first / <i64>modulus);
  let a = <i32>(<i64>first % <i64>modulus);
  let last = 0;
  for (let base = from & ~63; base < to; base += 64) {
    for (let word = wordWithin(bits, base, from, to); word != 0; word &= word - 1) {
      const bit = base + <i32>ctz(word);
      const next = <u32>(a + bit - last);
      last = bit;
      const carry = next < <u32>modulus ? 0 : next / <u32>modulus;
      q += carry;
      a = next - carry * modulus;
      const row = element(classes, a, ClassRow.WORDS);
      const bitset = field(row, ClassRow.bitset);
      if (bitset != 0) setBit(bitset, q >>> <i32>field(row, ClassRow.coarse));
      const at = field(row, ClassRow.end);
      if (at < field(row, ClassRow.roomEnd)) store<u32>(at, q);
      store<u32>(row, <u32>at + 4, ClassRow.end << 2);
    }
  }
}

export function readClasses(classes: usize, modulus: i32, from: u32, to: u32, bits: usize): void {
  for (let a = 0; a < modulus; a++) {
    const row = element(classes, a, ClassRow.WORDS);
    const bitset = field(row, ClassRow.bitset);
    if (bitset != 0 && field(row, ClassRow.coarse) == 0) spreadBits(bitset, from, to, a, modulus, bits);
    else {
      const end = min<usize>(field(row, ClassRow.end), field(row, ClassRow.roomEnd));
      spreadList(field(row, ClassRow.list), end, from, to, a, modulus, bits);
    }
  }
}

function spreadBits(bits: usize, from: u32, to: u32, residue: i32, modulus: i32, target: usize): void {
  for (let base: u32 = from & 0xffffffc0; base < to; base += 64) {
    for (let word = wordWithin(bits, <i32>base, <i32>from, <i32>to); word != 0; word &= word - 1) {
      setBit(target, <i32>(base + <u32>ctz(word) - from) * modulus + residue);
    }
  }
}

function spreadList(
  list: usize,
  end: usize,
  from: u32,
  to: u32,
  residue: i32,
  modulus: i32,
  target: usize,
): void {
  for (let at = lowerBound(list, end, from); at < end; at += 4) {
    const q = load<u32>(at);
    if (q >= to) break;
    setBit(target, <i32>(q - from) * modulus + residue);
  }
}

export function orBytes(target: usize, source: usize, bytes: usize): void {
  for (let i: usize = 0; i < bytes; i += 16) {
    v128.store(target + i, v128.or(v128.load(target + i), v128.load(source + i)));
  }
}
