/** Bits of a bitset, least significant first, and binary search in a list. A bit's index may be negative within a margin. */

// @ts-ignore: decorator
@lazy
export const INDICES = i8x16(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);

// @ts-ignore: decorator
@inline
export function testBit(bits: usize, i: i32): i32 {
  return (<i32>load<u8>(bits + <usize>(i >> 3)) >> (i & 7)) & 1;
}

// @ts-ignore: decorator
@inline
export function setBit(bits: usize, i: i32): void {
  const address = bits + <usize>(i >>> 3);
  store<u8>(address, <i32>load<u8>(address) | (1 << (i & 7)));
}

/** Address of the first of the increasing u32 in [list, end) that is at least `bound`; `end` if there is none. */
export function lowerBound(list: usize, end: usize, bound: u32): usize {
  let low = list;
  let high = end;
  while (low < high) {
    const middle = low + (((high - low) >>> 3) << 2);
    if (load<u32>(middle) < bound) low = middle + 4;
    else high = middle;
  }
  return low;
}

/** The same for increasing numbers of type T. Gallops down from the end, which is fast if the result is near it. */
// @ts-ignore: decorator
@inline
export function lowerFromEnd<T>(list: usize, end: usize, bound: i64): usize {
  let low = list;
  let high = end;
  for (let step: usize = sizeof<T>(); high > list; step <<= 1) {
    const at = high - list > step ? high - step : list;
    if (<i64>load<T>(at) < bound) {
      low = at + sizeof<T>();
      break;
    }
    high = at;
  }
  while (low < high) {
    const middle = low + ((high - low) / (2 * sizeof<T>())) * sizeof<T>();
    if (<i64>load<T>(middle) < bound) low = middle + sizeof<T>();
    else high = middle;
  }
  return low;
}

/**
 * Loads 128 bits from the byte at `address`, shifted down by `low` in 0..7 bits. The upper part comes from the next byte,
 * shifted up by 8 - low in 1..8 bits, so that no shift is ever by a full word.
 */
// @ts-ignore: decorator
@inline
export function loadShifted(address: usize, low: i32): v128 {
  return v128.or(
    i64x2.shr_u(v128.load(address), low),
    i64x2.shl(v128.load(address, 1), 8 - low),
  );
}
