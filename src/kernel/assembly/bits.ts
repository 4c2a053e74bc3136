/**
 * Single bits of a bitset (least significant bit first) at an address, inlined by all kernels on bitsets, and the search in a
 * list. A bit's number may be negative where a bitset has a margin.
 */

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

/** Where the first of the increasing u32 in [list, end) that is not below `bound` lies. */
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
