/**
 * LZ4 blocks in WebAssembly. Contract: ../kernels.ts.
 *
 * A block is a list of sequences: literals, then a match, which repeats bytes up to 65,535 bytes before (lz4_Block_format.md of
 * the LZ4 project). Candidates for a match are chained earlier positions whose four bytes have the same hash, and the previous
 * byte, which finds runs. Positions inside runs enter no chain; otherwise a nearly empty bitset would form a single one.
 */

import {
  LZ4_DEPTH,
  LZ4_HASH_BITS,
  LZ4_HEAD_BYTES,
  LZ4_LAST_LITERALS,
  LZ4_LAST_MATCH,
  LZ4_LINKED_FIRST,
  LZ4_LINKED_LAST,
  LZ4_LONG,
  LZ4_MIN_MATCH,
  LZ4_SKIP_BITS,
  LZ4_WINDOW,
} from '../layout';

// @ts-ignore: decorator
@inline
function hashOf(four: u32): usize {
  return <usize>((four * 2654435761) >>> (32 - LZ4_HASH_BITS));
}

/** Number of equal bytes from two addresses on; the first run ends at `end`. */
// @ts-ignore: decorator
@inline
function alike(at: usize, other: usize, end: usize): usize {
  const from = at;
  while (at + 8 <= end) {
    const difference = load<u64>(at) ^ load<u64>(other);
    if (difference != 0) return at - from + <usize>(ctz(difference) >>> 3);
    at += 8;
    other += 8;
  }
  while (at < end && load<u8>(at) == load<u8>(other)) {
    at++;
    other++;
  }
  return at - from;
}

/** Writes the rest of a length beyond the 15 that its half of a token holds. Returns the end of the output. */
// @ts-ignore: decorator
@inline
function putLength(target: usize, rest: usize): usize {
  for (; rest >= 255; rest -= 255) store<u8>(target++, 255);
  store<u8>(target++, <u8>rest);
  return target;
}

/** Writes a sequence's token and literals. Its match follows, of length 0 at the end of the block. */
// @ts-ignore: decorator
@inline
function putLiterals(target: usize, from: usize, count: usize, matched: usize): usize {
  const extra: usize = matched == 0 ? 0 : matched - <usize>LZ4_MIN_MATCH;
  store<u8>(target++, <u8>((min<usize>(count, 15) << 4) | min<usize>(extra, 15)));
  if (count >= 15) target = putLength(target, count - 15);
  memory.copy(target, from, count);
  return target + count;
}

export function compressBlock(source: usize, length: i32, target: usize, tables: usize): i32 {
  const heads = tables;
  const chain = tables + LZ4_HEAD_BYTES;
  const end = source + <usize>length;
  const start = target;
  let literals = source;
  memory.fill(heads, 0, LZ4_HEAD_BYTES);
  if (length > LZ4_LAST_MATCH) {
    const lastStart = end - LZ4_LAST_MATCH;
    const limit = end - LZ4_LAST_LITERALS;
    // A head is an index in the block plus 1. A link is the distance to the previous position of the chain; 0 ends the chain.
    let misses: u32 = 0;
    // Position 0 matches nothing. It is entered here, as `link` reads the byte before a position.
    store<u32>(heads + (hashOf(load<u32>(source)) << 2), 1);
    store<u16>(chain, 0);
    let at = source + 1;
    while (at <= lastStart) {
      const four = load<u32>(at);
      const isRun = load<u32>(at - 1) == four;
      let longest: usize = 0;
      let distance: usize = 1;
      const index = <u32>(at - source);
      const head = heads + (hashOf(four) << 2);
      if (isRun) longest = alike(at, at - 1, limit);
      let previous = load<u32>(head);
      for (let tries = 0; previous != 0 && tries < LZ4_DEPTH; tries++) {
        const back = index - (previous - 1);
        if (back >= <u32>LZ4_WINDOW) break;
        const candidate = at - <usize>back;
        if (load<u8>(candidate + longest) == load<u8>(at + longest) && load<u32>(candidate) == four) {
          const found = alike(at, candidate, limit);
          if (found > longest) {
            longest = found;
            distance = <usize>back;
            if (at + longest >= limit) break;
          }
        }
        const step = <u32>load<u16>(chain + (<usize>((previous - 1) & <u32>(LZ4_WINDOW - 1)) << 1));
        if (step == 0) break;
        previous = previous > step ? previous - step : 0;
      }
      if (longest < <usize>LZ4_MIN_MATCH) {
        link(heads, chain, source, at);
        at += 1 + <usize>(misses++ >>> LZ4_SKIP_BITS);
        continue;
      }
      misses = 0;
      target = putLiterals(target, literals, at - literals, longest);
      store<u16>(target, <u16>distance);
      target += 2;
      if (longest >= <usize>(LZ4_MIN_MATCH + 15)) target = putLength(target, longest - <usize>(LZ4_MIN_MATCH + 15));
      const stop = at + longest;
      if (longest > <usize>LZ4_LONG) {
        linkAll(heads, chain, source, at, min<usize>(at + <usize>LZ4_LINKED_FIRST, lastStart));
        at = stop - <usize>LZ4_LINKED_LAST;
      }
      linkAll(heads, chain, source, at, min<usize>(stop, lastStart));
      at = stop;
      literals = at;
    }
  }
  target = putLiterals(target, literals, end - literals, 0);
  return <i32>(target - start);
}

// @ts-ignore: decorator
@inline
function linkAll(heads: usize, chain: usize, source: usize, at: usize, end: usize): void {
  while (at < end) {
    // Eight zeros are four positions inside a run. A nearly empty bitset consists mostly of these.
    if (load<u64>(at - 1) == 0) at += 4;
    else link(heads, chain, source, at++);
  }
}

/** Enters a position into the chain of its hash, unless it lies inside a run. */
// @ts-ignore: decorator
@inline
function link(heads: usize, chain: usize, source: usize, at: usize): void {
  const four = load<u32>(at);
  if (load<u32>(at - 1) == four) return;
  const index = <u32>(at - source);
  const head = heads + (hashOf(four) << 2);
  const previous = load<u32>(head);
  const step: u32 = previous == 0 ? 0 : index - (previous - 1);
  store<u16>(chain + (<usize>(index & <u32>(LZ4_WINDOW - 1)) << 1), step < <u32>LZ4_WINDOW ? <u16>step : 0);
  store<u32>(head, index + 1);
}

/** Bytes of a vector. */
const LANE: usize = 16;
/** Minimum length for which memory.copy is faster. */
const LONG: usize = 256;

export function expandBlock(source: usize, bytes: i32, target: usize, room: i32): i32 {
  const end = source + <usize>bytes;
  const start = target;
  const stop = target + <usize>room;
  let matchedTo: usize = 0;
  while (source < end) {
    const token = <usize>load<u8>(source++);
    let count = token >> 4;
    if (count == 15) {
      let next: usize = 255;
      while (next == 255) {
        if (source >= end) return -1;
        next = <usize>load<u8>(source++);
        count += next;
      }
    }
    if (count > end - source || count > stop - target) return -1;
    // A call costs more than most sequences. Bytes written past their end are overwritten later.
    if (count <= LANE && end - source >= LANE && stop - target >= LANE) v128.store(target, v128.load(source));
    else memory.copy(target, source, count);
    source += count;
    target += count;
    // The last sequence has no match, and the format requires literals after the last match.
    if (source == end) {
      return matchedTo != 0 && target - matchedTo < <usize>LZ4_LAST_LITERALS ? -1 : <i32>(target - start);
    }
    if (end - source < 2) return -1;
    const distance = <usize>load<u16>(source);
    source += 2;
    let matched = (token & 15) + <usize>LZ4_MIN_MATCH;
    if (matched == <usize>(LZ4_MIN_MATCH + 15)) {
      let next: usize = 255;
      while (next == 255) {
        if (source >= end) return -1;
        next = <usize>load<u8>(source++);
        matched += next;
      }
    }
    if (distance == 0 || distance > target - start || matched > stop - target) return -1;
    target = repeat(target, distance, matched, stop);
    matchedTo = target;
  }
  return -1;
}

/** Writes `count` bytes that repeat those `distance` before, and perhaps garbage up to `stop`. Returns the end. */
// @ts-ignore: decorator
@inline
function repeat(target: usize, distance: usize, count: usize, stop: usize): usize {
  const end = target + count;
  if (count >= LONG && distance >= count) {
    memory.copy(target, target - distance, count);
    return end;
  }
  // Bytes that repeat at a distance also repeat at its multiples, once there are enough of them.
  let back = distance;
  while (back < LANE) back += distance;
  const repeated = min<usize>(end, target + back - distance);
  for (; target < repeated; target++) store<u8>(target, load<u8>(target - distance));
  for (; target < end && stop - target >= LANE; target += LANE) v128.store(target, v128.load(target - back));
  for (; target < end; target++) store<u8>(target, load<u8>(target - back));
  return end;
}
