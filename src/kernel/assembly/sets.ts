/** Sets of values below 64 as octets, a byte of eight values for each lane of a group, in registers: an option takes no store. */
import { DECIDED_BITS, LANES } from '../layout';
import { INDICES } from './bits';

/** The bit of each value below 16 in the lower and in the upper of its two octets. */
// @ts-ignore: decorator
@lazy
const LOWER = i8x16(1, 2, 4, 8, 16, 32, 64, -128, 0, 0, 0, 0, 0, 0, 0, 0);
// @ts-ignore: decorator
@lazy
const UPPER = i8x16(0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, -128);

// @ts-ignore: decorator
@inline
function octetAt(octets: usize, index: i32): usize {
  return octets + <usize>(index * LANES);
}

/**
 * Adds to a group's octets the LANES values at each distance below `base` in the subtrahends [at, end). All values are below 16
 * `sixteens`, or below 8 if that is 0. A swizzle gives 0 for an index above 15 or, wrapping around, below 0: no comparison needed.
 */
// @ts-ignore: decorator
@inline
function addRuns(base: usize, at: usize, end: usize, octets: usize, sixteens: i32): void {
  let a = v128.load(octets);
  let b = v128.load(octetAt(octets, 1));
  let c = v128.load(octetAt(octets, 2));
  let d = v128.load(octetAt(octets, 3));
  let e = v128.load(octetAt(octets, 4));
  let f = v128.load(octetAt(octets, 5));
  let g = v128.load(octetAt(octets, 6));
  let h = v128.load(octetAt(octets, 7));
  for (; at < end; at += 4) {
    const run = v128.load(base - <usize>load<u32>(at));
    a = v128.or(a, i8x16.swizzle(LOWER, run));
    if (sixteens == 0) continue;
    b = v128.or(b, i8x16.swizzle(UPPER, run));
    if (sixteens == 1) continue;
    const second = i8x16.sub(run, i8x16.splat(16));
    c = v128.or(c, i8x16.swizzle(LOWER, second));
    d = v128.or(d, i8x16.swizzle(UPPER, second));
    if (sixteens == 2) continue;
    const third = i8x16.sub(run, i8x16.splat(32));
    e = v128.or(e, i8x16.swizzle(LOWER, third));
    f = v128.or(f, i8x16.swizzle(UPPER, third));
    if (sixteens == 3) continue;
    const fourth = i8x16.sub(run, i8x16.splat(48));
    g = v128.or(g, i8x16.swizzle(LOWER, fourth));
    h = v128.or(h, i8x16.swizzle(UPPER, fourth));
  }
  v128.store(octets, a);
  if (sixteens == 0) return;
  v128.store(octetAt(octets, 1), b);
  if (sixteens == 1) return;
  v128.store(octetAt(octets, 2), c);
  v128.store(octetAt(octets, 3), d);
  if (sixteens == 2) return;
  v128.store(octetAt(octets, 4), e);
  v128.store(octetAt(octets, 5), f);
  if (sixteens == 3) return;
  v128.store(octetAt(octets, 6), g);
  v128.store(octetAt(octets, 7), h);
}

/** A lower octet with the values that the subtrahends in [at, end) lead to from the group at `base`; larger ones are ignored. */
// @ts-ignore: decorator
@inline
export function withLower(octet: v128, base: usize, at: usize, end: usize): v128 {
  for (; at < end; at += 4) octet = v128.or(octet, i8x16.swizzle(LOWER, v128.load(base - <usize>load<u32>(at))));
  return octet;
}

/** The same for the upper octet. */
// @ts-ignore: decorator
@inline
export function withUpper(octet: v128, base: usize, at: usize, end: usize): v128 {
  for (; at < end; at += 4) octet = v128.or(octet, i8x16.swizzle(UPPER, v128.load(base - <usize>load<u32>(at))));
  return octet;
}

/** Adds the values below `bound` that the subtrahends in [at, end) lead to from the group at `base`. */
export function addOptions(base: usize, at: usize, end: usize, octets: usize, bound: i32): void {
  if (bound <= 8) addRuns(base, at, end, octets, 0);
  else if (bound <= 16) addRuns(base, at, end, octets, 1);
  else if (bound <= 32) addRuns(base, at, end, octets, 2);
  else if (bound <= 48) addRuns(base, at, end, octets, 3);
  else addRuns(base, at, end, octets, 4);
}

// @ts-ignore: decorator
@inline
export function addValue(octets: usize, lane: i32, value: i32): void {
  const place = octetAt(octets, value >> 3) + <usize>lane;
  store<u8>(place, <u32>load<u8>(place) | (1 << (value & 7)));
}

/** The set of one position of a group, from the first `count` octets: bit v for value v. */
// @ts-ignore: decorator
@inline
export function setAt(octets: usize, lane: i32, count: i32): u64 {
  let set: u64 = 0;
  for (let index = 0; index < count; index++) {
    set |= <u64>load<u8>(octetAt(octets, index) + <usize>lane) << <u64>(index << 3);
  }
  return set;
}

/** The lowest zero of each byte, as a byte with only that bit; 0 if there is none. */
// @ts-ignore: decorator
@inline
export function lowestZeros(bytes: v128): v128 {
  return v128.andnot(i8x16.add(bytes, i8x16.splat(1)), bytes);
}

/** The index of the one bit of each byte; 8 if there is none. */
// @ts-ignore: decorator
@inline
export function indicesOf(bits: v128): v128 {
  return i8x16.popcnt(i8x16.sub(bits, i8x16.splat(1)));
}

/**
 * Writes masks for the subtrahends [at, end), all below LANES. At `masks` lie LANES bytes of 0, then 2 LANES bytes, with all bits at
 * the index of each subtrahend; then, for each subtrahend, the swizzle from a group to the next group's positions it leads from.
 */
export function writeMasks(masks: usize, at: usize, end: usize): void {
  memory.fill(masks, 0, 3 * LANES);
  for (let lanes = masks + 3 * LANES; at < end; at += 4, lanes += LANES) {
    const s = load<u32>(at);
    store<u8>(masks + LANES + <usize>s, 0xff);
    v128.store(lanes, i8x16.add(INDICES, i8x16.splat(<i8>(LANES - s))));
  }
}

/** Contribution of the values found in a group to the sets of the next group. */
// @ts-ignore: decorator
@inline
export function handUp(found: v128, lanes: usize, end: usize): v128 {
  let above = i8x16.splat(0);
  for (; lanes < end; lanes += LANES) above = v128.or(above, i8x16.swizzle(found, v128.load(lanes)));
  return above;
}

/** A set, with the lowest zero of `octet` added where `mask` has ones. Two steps can share one load of the mask. */
// @ts-ignore: decorator
@inline
export function withLowestZero(set: v128, octet: v128, mask: v128): v128 {
  return v128.or(set, v128.and(v128.andnot(mask, octet), i8x16.add(octet, i8x16.splat(1))));
}

/** A group's octet, with the contributions of its positions' values, by the masks of `writeMasks`. */
// @ts-ignore: decorator
@inline
export function decideOctet(octet: v128, masks: usize): v128 {
  let index = i8x16.splat(0);
  for (let at = masks + LANES; at > masks; at--) {
    octet = withLowestZero(octet, i8x16.swizzle(octet, index), v128.load(at));
    index = i8x16.add(index, i8x16.splat(1));
  }
  return octet;
}

/** Address of a group's octet in a table of decided groups. The hash has odd multipliers with random-looking bits. */
// @ts-ignore: decorator
@inline
export function placeOf(octet: v128, table: usize): usize {
  const low = i64x2.extract_lane(octet, 0) * 0x9e3779b97f4a7c15;
  const high = i64x2.extract_lane(octet, 1) * 0xc2b2ae3d27d4eb4f;
  return table + <usize>((<u64>(low + high) >> (64 - DECIDED_BITS)) * (2 * LANES));
}
