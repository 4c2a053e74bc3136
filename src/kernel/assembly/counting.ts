/** Scans of integers, 16 bytes at a time: the largest, and the number without any of some bits. */
import { INDICES } from './bits';

// @ts-ignore: decorator
@inline
function largestAs<T>(values: usize, count: usize): u32 {
  const end = values + count * sizeof<T>();
  let lanes = i32x4.splat(0);
  for (; values + 16 <= end; values += 16) lanes = v128.max<T>(lanes, v128.load(values));
  let largest: u32 = 0;
  for (let lane: usize = 0; lane < 16; lane += sizeof<T>()) {
    largest = max<u32>(largest, <u32>v128.extract_lane<T>(lanes, 0));
    lanes = i8x16.swizzle(lanes, i8x16.add(INDICES, i8x16.splat(<i8>sizeof<T>())));
  }
  for (; values < end; values += sizeof<T>()) largest = max<u32>(largest, <u32>load<T>(values));
  return largest;
}

// @ts-ignore: decorator
@inline
function countAs<T>(values: usize, count: usize, bits: u32): u32 {
  const end = values + count * sizeof<T>();
  const mask = v128.splat<T>(<T>bits);
  let found: u32 = 0;
  for (; values + 16 <= end; values += 16) {
    const isNone = v128.eq<T>(v128.and(v128.load(values), mask), i32x4.splat(0));
    found += <u32>popcnt(v128.bitmask<T>(isNone));
  }
  for (; values < end; values += sizeof<T>()) found += <u32>((<u32>load<T>(values) & bits) == 0);
  return found;
}

export function largestIn(values: usize, bytes: i32, count: usize): u32 {
  if (bytes == 1) return largestAs<u8>(values, count);
  return bytes == 2 ? largestAs<u16>(values, count) : largestAs<u32>(values, count);
}

export function countWithout(values: usize, bytes: i32, count: usize, bits: u32): u32 {
  if (bytes == 1) return countAs<u8>(values, count, bits);
  return bytes == 2 ? countAs<u16>(values, count, bits) : countAs<u32>(values, count, bits);
}
