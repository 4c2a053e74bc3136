/**
 * Kernels on one chunk and on the storage of residue classes, in AssemblyScript: deciding a chunk in order,
 * sorting ones into their classes and back. Contracts: ../kernels.ts, plain siblings: ../classes-plain.ts.
 */
import { setBit, testBit } from './bits';

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

export function decideNear(
  open: usize,
  marks: usize,
  cold: usize,
  from: i32,
  to: i32,
  limit: i32,
  modulus: i32,
  lists: usize,
): void {
  for (let base = from & ~63; base < to; base += 64) {
    let word = load<u64>(open + <usize>(base >>> 3));
    if (base < from) word &= <u64>-1 << (from - base);
    if (to - base < 64) word &= (<u64>1 << (to - base)) - 1;
    for (; word != 0; word &= word - 1) {
      const bit = base + <i32>ctz(word);
      if (testBit(marks, bit)) continue;
      const row = lists + (<usize>(<u32>bit % <u32>modulus) << 4);
      if (reachesCold(cold, bit, <usize>load<u32>(row), <usize>load<u32>(row, 4))) continue;
      setBit(cold, bit);
      const end = <usize>load<u32>(row, 12);
      for (let at = <usize>load<u32>(row, 8); at < end; at += 4) {
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
  bits: usize,
  from: i32,
  to: i32,
  residue: i32,
  quotient: i32,
  modulus: i32,
  classes: usize,
): void {
  let a = residue;
  let q = quotient;
  let last = 0;
  for (let base = from & ~63; base < to; base += 64) {
    let word = load<u64>(bits + <usize>(base >>> 3));
    if (base < from) word &= <u64>-1 << (from - base);
    if (to - base < 64) word &= (<u64>1 << (to - base)) - 1;
    for (; word != 0; word &= word - 1) {
      const bit = base + <i32>ctz(word);
      const next = <u32>(a + bit - last);
      last = bit;
      const carry = next < <u32>modulus ? 0 : next / <u32>modulus;
      q += carry;
      a = next - carry * modulus;
      const row = classes + (<usize>a << 4);
      const bitset = <usize>load<u32>(row);
      if (bitset != 0) setBit(bitset, q);
      const at = load<u32>(row, 8);
      if (at < load<u32>(row, 12)) store<u32>(<usize>at, q);
      store<u32>(row, at + 4, 8);
    }
  }
}

export function spreadBits(bits: usize, from: i32, to: i32, residue: i32, modulus: i32, target: usize): void {
  for (let base = from & ~63; base < to; base += 64) {
    let word = load<u64>(bits + <usize>(base >>> 3));
    if (base < from) word &= <u64>-1 << (from - base);
    if (to - base < 64) word &= (<u64>1 << (to - base)) - 1;
    for (; word != 0; word &= word - 1) {
      setBit(target, (base + <i32>ctz(word) - from) * modulus + residue);
    }
  }
}

export function spreadList(
  list: usize,
  count: i32,
  from: i32,
  to: i32,
  residue: i32,
  modulus: i32,
  target: usize,
): void {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (load<i32>(list + (<usize>middle << 2)) < from) low = middle + 1;
    else high = middle;
  }
  for (; low < count; low++) {
    const q = load<i32>(list + (<usize>low << 2));
    if (q >= to) break;
    setBit(target, (q - from) * modulus + residue);
  }
}

export function orBytes(target: usize, source: usize, bytes: usize): void {
  for (let i: usize = 0; i < bytes; i += 16) {
    v128.store(target + i, v128.or(v128.load(target + i), v128.load(source + i)));
  }
}
