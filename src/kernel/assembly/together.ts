/**
 * Nim-values below 16 decided in registers, in AssemblyScript: the sets of a group's positions (sets.ts) lie in one register or in
 * two, and a value that is found is added at once to those of all positions above that have it as an option. So no position
 * waits until the value below it is stored and loaded again.
 */
import { LANES, MexJob } from '../layout';
import { markPartial } from './marks';
import { addOptions, addValue } from './sets';
import { field } from './struct';

// @ts-ignore: decorator
@lazy
const INDICES = i8x16(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);

/** The lowest zero of each byte, as a byte with that bit alone; 0 where there is none. */
// @ts-ignore: decorator
@inline
function lowestZeros(bytes: v128): v128 {
  return v128.andnot(i8x16.add(bytes, i8x16.splat(1)), bytes);
}

/** The index of the one bit of each byte; 8 where there is none. */
// @ts-ignore: decorator
@inline
function indicesOf(bits: v128): v128 {
  return i8x16.popcnt(i8x16.sub(bits, i8x16.splat(1)));
}

/**
 * Writes the masks of the subtrahends [at, end), all below LANES: at `masks` LANES bytes of 0, then 2 LANES of which that at a
 * subtrahend has all bits.
 */
function writeMasks(masks: usize, at: usize, end: usize): void {
  memory.fill(masks, 0, 3 * LANES);
  for (; at < end; at += 4) store<u8>(masks + LANES + <usize>load<u32>(at), 0xff);
}

/** Adds to the sets of a group what its positions reach below it by the subtrahends [at, end), all below LANES. */
function addFromBelow(place: usize, valid: i32, at: usize, end: usize, octets: usize): void {
  for (; at < end; at += 4) {
    const s = load<i32>(at);
    for (let lane = max<i32>(0, s - valid); lane < s; lane++) {
      addValue(octets, lane, load<u8>(place + <usize>lane - <usize>s));
    }
  }
}

/** As `decideNim`, for values below 8 `octets`, which is 1 or 2. The subtrahends from `long` on are LANES and more. */
// @ts-ignore: decorator
@inline
export function decideTogether(job: usize, long: usize, octets: i32): i32 {
  const lanes = <i32>field(job, MexJob.lanes);
  const subtrahends = field(job, MexJob.subtrahends);
  const end = subtrahends + (field(job, MexJob.count) << 2);
  const width = field(job, MexJob.width);
  const masks = field(job, MexJob.scratch);
  const bound = octets << 3;
  let valid = <i32>field(job, MexJob.origin) + <i32>field(job, MexJob.before);
  let place = field(job, MexJob.values) + field(job, MexJob.origin);
  let own = field(job, MexJob.rows);
  let stop = long;
  writeMasks(masks, subtrahends, long);
  addFromBelow(place, valid, subtrahends, long, own);
  // What the values of a group add to the sets of the next.
  let lowerAbove = i8x16.splat(0);
  let upperAbove = i8x16.splat(0);
  for (let group = 0; group < lanes; group += LANES) {
    while (stop < end && load<i32>(stop) <= valid) stop += 4;
    addOptions(place, long, stop, own, bound);
    markPartial<u8, u8>(place, valid, LANES, stop, end, own, width);
    let lower = v128.or(v128.load(own), lowerAbove);
    let upper = octets == 1 ? lower : v128.or(v128.load(own, LANES), upperAbove);
    lowerAbove = i8x16.splat(0);
    upperAbove = lowerAbove;
    let lowerFound = lowerAbove;
    let upperFound = lowerAbove;
    let index = lowerAbove;
    for (let at = masks + LANES; at > masks; at--) {
      const here = v128.load(at);
      const above = v128.load(at, LANES);
      const isLane = i8x16.eq(index, INDICES);
      const low = i8x16.swizzle(lower, index);
      const first = lowestZeros(low);
      lower = v128.or(lower, v128.and(first, here));
      lowerAbove = v128.or(lowerAbove, v128.and(first, above));
      lowerFound = v128.or(lowerFound, v128.and(first, isLane));
      if (octets == 2) {
        const isFull = i8x16.eq(low, i8x16.splat(-1));
        const second = v128.and(lowestZeros(i8x16.swizzle(upper, index)), isFull);
        upper = v128.or(upper, v128.and(second, here));
        upperAbove = v128.or(upperAbove, v128.and(second, above));
        upperFound = v128.or(upperFound, v128.and(second, isLane));
      }
      index = i8x16.add(index, i8x16.splat(1));
    }
    let values = indicesOf(lowerFound);
    if (octets == 2) {
      const isFull = i8x16.eq(lowerFound, i8x16.splat(0));
      values = i8x16.add(values, v128.and(indicesOf(upperFound), isFull));
    }
    const count = min<i32>(LANES, lanes - group);
    const tooLarge = i8x16.bitmask(i8x16.eq(values, i8x16.splat(<i8>bound)));
    const decided = min<i32>(count, ctz(tooLarge | (1 << LANES)));
    if (decided < LANES) {
      v128.store(masks, values);
      memory.copy(place, masks, decided);
      if (decided < count) return group + decided;
    } else v128.store(place, values);
    place += LANES;
    valid += LANES;
    own += <usize>LANES * (width >> 3);
  }
  return lanes;
}
