/**
 * Kernels for nim-values and cold positions of dense sets: the set as bitsets, shifted to each position of a value, gives the
 * positions with an option of that value. Contracts: ../kernels.ts. Positions and the set are split by residue, as values often
 * are, so that a tile of one residue is soon full or has nothing to scan.
 */
import { ShiftJob, ShiftSet, TILE, ValueRow } from '../layout';
import { testBit } from './bits';
import { element, field } from './struct';

const TILE_BYTES: usize = TILE >> 3;
/** Positions between two checks whether a tile is full, in bytes of their list. */
const CHECK_BYTES: usize = 4 * 32;

/**
 * Adds to a tile the positions that reach the quotients [first, end) of a list by a set, whose copies are `stride` bytes apart.
 * Bit 0 of the tile lies `target` above quotient 0. Returns whether the tile is full.
 */
function reachTile(set: usize, stride: usize, first: usize, end: usize, target: i32, tile: usize): bool {
  const copies = field(set, ShiftSet.copies);
  const largest = <i32>field(set, ShiftSet.largest);
  // Lists increase, so the entries within reach are the last ones.
  if (first == end || target - load<i32>(end - 4) > largest) return false;
  let bits0 = v128.load(tile);
  let bits1 = v128.load(tile, 16);
  let bits2 = v128.load(tile, 32);
  let bits3 = v128.load(tile, 48);
  let bits4 = v128.load(tile, 64);
  let bits5 = v128.load(tile, 80);
  let bits6 = v128.load(tile, 96);
  let bits7 = v128.load(tile, 112);
  let isFull = false;
  while (end > first && !isFull) {
    const stop = end - min<usize>(CHECK_BYTES, end - first);
    while (end > stop) {
      end -= 4;
      const shift = target - load<i32>(end);
      if (shift > largest) {
        first = end;
        break;
      }
      const from = copies + <usize>(shift & 7) * stride + <usize>(shift >> 3);
      bits0 = v128.or(bits0, v128.load(from));
      bits1 = v128.or(bits1, v128.load(from, 16));
      bits2 = v128.or(bits2, v128.load(from, 32));
      bits3 = v128.or(bits3, v128.load(from, 48));
      bits4 = v128.or(bits4, v128.load(from, 64));
      bits5 = v128.or(bits5, v128.load(from, 80));
      bits6 = v128.or(bits6, v128.load(from, 96));
      bits7 = v128.or(bits7, v128.load(from, 112));
    }
    const all = v128.and(
      v128.and(v128.and(bits0, bits1), v128.and(bits2, bits3)),
      v128.and(v128.and(bits4, bits5), v128.and(bits6, bits7)),
    );
    isFull = !v128.any_true(v128.not(all));
  }
  v128.store(tile, bits0);
  v128.store(tile, bits1, 16);
  v128.store(tile, bits2, 32);
  v128.store(tile, bits3, 48);
  v128.store(tile, bits4, 64);
  v128.store(tile, bits5, 80);
  v128.store(tile, bits6, 96);
  v128.store(tile, bits7, 112);
  return isFull;
}

/** The ShiftSet of the numbers that lead from residue `a` to residue `b`. */
// @ts-ignore: decorator
@inline
function setBetween(job: usize, a: i32, b: i32): usize {
  const difference = a < b ? a - b + <i32>field(job, ShiftJob.modulus) : a - b;
  return element(field(job, ShiftJob.sets), difference, ShiftSet.WORDS);
}

// @ts-ignore: decorator
@inline
function quotientsOf(job: usize): i32 {
  const modulus = <u32>field(job, ShiftJob.modulus);
  const origin = <u32>field(job, ShiftJob.origin);
  return <i32>((origin + <u32>field(job, ShiftJob.lanes) - 1) / modulus - origin / modulus + 1);
}

export function reachFar(job: usize, share: i32): void {
  const modulus = <i32>field(job, ShiftJob.modulus);
  const stride = field(job, ShiftJob.stride);
  const a = share % modulus;
  const lists = share - a;
  const rowBytes = field(job, ShiftJob.rowBytes);
  const quotients = quotientsOf(job);
  let target = <i32>(<u32>field(job, ShiftJob.origin) / <u32>modulus);
  let tile = field(job, ShiftJob.rows) + <usize>share * rowBytes;
  memory.fill(tile, 0, rowBytes);
  for (let done = 0; done < quotients; done += TILE) {
    for (let b = 0; b < modulus; b++) {
      const first = field(element(field(job, ShiftJob.lists), lists + b, ValueRow.WORDS), ValueRow.first);
      const end = field(field(job, ShiftJob.begun), lists + b);
      if (reachTile(setBetween(job, a, b), stride, first, end, target - <i32>(a < b), tile)) break;
    }
    target += TILE;
    tile += TILE_BYTES;
  }
}

/** Adds to the rows the positions that reach those found since the chunk was begun. */
function catchUp(job: usize): void {
  const modulus = <i32>field(job, ShiftJob.modulus);
  const stride = field(job, ShiftJob.stride);
  const rowBytes = field(job, ShiftJob.rowBytes);
  const quotients = quotientsOf(job);
  const target = <i32>(<u32>field(job, ShiftJob.origin) / <u32>modulus);
  const count = <i32>field(job, ShiftJob.most) * modulus;
  for (let list = 0; list < count; list++) {
    const first = field(field(job, ShiftJob.begun), list);
    const end = field(element(field(job, ShiftJob.lists), list, ValueRow.WORDS), ValueRow.end);
    if (first == end) continue;
    const b = list % modulus;
    let row = field(job, ShiftJob.rows) + <usize>(list - b) * rowBytes;
    for (let a = 0; a < modulus; a++) {
      const set = setBetween(job, a, b);
      for (let done = 0; done < quotients; done += TILE) {
        reachTile(set, stride, first, end, target + done - <i32>(a < b), row + <usize>(done >> 3));
      }
      row += rowBytes;
    }
  }
}

/** Adds to a value's rows the positions that reach bit `bit` of residue `b`, up to byte `used`. */
// @ts-ignore: decorator
@inline
function markChunk(job: usize, rows: usize, b: i32, bit: i32, used: usize): void {
  const modulus = <i32>field(job, ShiftJob.modulus);
  const stride = field(job, ShiftJob.stride);
  const rowBytes = field(job, ShiftJob.rowBytes);
  for (let a = 0; a < modulus; a++) {
    const set = setBetween(job, a, b);
    if (<i32>field(set, ShiftSet.largest) >= 0) {
      const own = bit + <i32>(a < b);
      // Starts at the 16 bytes of the own bit; the copies have zeros below bit 0.
      let at = <usize>(own >> 7) << 4;
      let from = field(set, ShiftSet.copies) + <usize>(-own & 7) * stride + <usize>((-own >> 3) + <i32>at);
      for (; at < used; at += 16) {
        v128.store(rows + at, v128.or(v128.load(rows + at), v128.load(from)));
        from += 16;
      }
    }
    rows += rowBytes;
  }
}

/** Whether the 64 bits from `bit` on are ones in all rows: these positions have the last value, whatever is found before. */
function isWordFull(job: usize, bit: i32): bool {
  const rowBytes = field(job, ShiftJob.rowBytes);
  const count = <i32>field(job, ShiftJob.most) * <i32>field(job, ShiftJob.modulus);
  let word = field(job, ShiftJob.rows) + <usize>(bit >> 3);
  for (let row = 0; row < count; row++) {
    if (load<u64>(word) != <u64>-1) return false;
    word += rowBytes;
  }
  return true;
}

export function decideShifted(job: usize): i32 {
  catchUp(job);
  const modulus = <i32>field(job, ShiftJob.modulus);
  const origin = <u32>field(job, ShiftJob.origin);
  const lanes = <i32>field(job, ShiftJob.lanes);
  const most = <i32>field(job, ShiftJob.most);
  const valueBytes = field(job, ShiftJob.rowBytes) * <usize>modulus;
  const values = field(job, ShiftJob.values) + <usize>origin;
  const used = <usize>((quotientsOf(job) + 127) >> 7) << 4;
  const quotient = <i32>(origin / <u32>modulus);
  let a = <i32>(origin % <u32>modulus);
  let bit = 0;
  const mayPass = field(job, ShiftJob.isLastShared) != 0;
  for (let lane = 0; lane < lanes; ) {
    if (a == 0 && (bit & 63) == 0 && mayPass && lane + 64 * modulus <= lanes && isWordFull(job, bit)) {
      memory.fill(values + <usize>lane, <u8>most, 64 * <usize>modulus);
      lane += 64 * modulus;
      bit += 64;
      continue;
    }
    let value = 0;
    let row = field(job, ShiftJob.rows) + <usize>a * field(job, ShiftJob.rowBytes);
    while (value < most && testBit(row, bit)) {
      value++;
      row += valueBytes;
    }
    if (value < most) {
      const list = element(field(job, ShiftJob.lists), value * modulus + a, ValueRow.WORDS);
      const end = field(list, ValueRow.end);
      if (end == field(list, ValueRow.roomEnd)) return lane;
      store<u32>(end, quotient + bit);
      store<u32>(list + (<usize>ValueRow.end << 2), <u32>(end + 4));
      markChunk(job, field(job, ShiftJob.rows) + <usize>value * valueBytes, a, bit, used);
    } else if (!mayPass) return lane;
    store<u8>(values + <usize>lane, <u8>value);
    lane++;
    if (++a == modulus) {
      a = 0;
      bit++;
    }
  }
  return lanes;
}
