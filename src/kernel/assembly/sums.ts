/** Kernels for certificates. Contracts: ../kernels.ts. As simple as possible, because certificates rest on them. */
import { setBit, testBit } from './bits';

export function markSums(
  left: usize,
  leftCount: i32,
  right: usize,
  rightCount: i32,
  from: u32,
  length: u32,
  marks: usize,
): void {
  // [first, stop) are the right numbers that lead into the range. Both ends fall as the left number rises.
  let first = right + (<usize>rightCount << 2);
  let stop = first;
  const end = left + (<usize>leftCount << 2);
  for (; left < end; left += 4) {
    const one = load<u32>(left);
    while (first > right && load<u32>(first - 4) + one >= from) first -= 4;
    while (stop > right && load<u32>(stop - 4) + one >= from + length) stop -= 4;
    for (let at = first; at < stop; at += 4) {
      const sum = load<u32>(at) + one - from;
      const word = marks + (<usize>(sum >>> 5) << 2);
      store<u32>(word, load<u32>(word) | (1 << sum));
    }
  }
}

export function probeSums(
  positions: usize,
  count: i32,
  right: usize,
  rightCount: i32,
  length: i32,
  bits: usize,
  marks: usize,
  left: usize,
): i32 {
  const rightEnd = right + (<usize>rightCount << 2);
  const end = positions + (<usize>count << 2);
  let out = left;
  for (; positions < end; positions += 4) {
    const i = load<i32>(positions);
    while (right < rightEnd && load<i32>(right) <= i) right += 4;
    const top = i + length;
    let hit = 0;
    for (let at = right; at < rightEnd && hit == 0; at += 4) {
      const index = top - load<i32>(at);
      if (index < 0) break;
      hit = testBit(bits, index);
    }
    if (hit) setBit(marks, i);
    store<i32>(out, i);
    out += <usize>((hit ^ 1) << 2);
  }
  return <i32>((out - left) >>> 2);
}

export function markValues(
  values: usize,
  bytes: i32,
  length: i32,
  right: usize,
  rightCount: i32,
  count: i32,
  rows: usize,
  rowBytes: i32,
): void {
  if (bytes == 1) markEach<u8>(values, length, right, rightCount, count, rows, rowBytes);
  else if (bytes == 2) markEach<u16>(values, length, right, rightCount, count, rows, rowBytes);
  else markEach<u32>(values, length, right, rightCount, count, rows, rowBytes);
}

function markEach<T>(
  values: usize,
  length: i32,
  right: usize,
  rightCount: i32,
  count: i32,
  rows: usize,
  rowBytes: i32,
): void {
  const bound = <u32>rowBytes << 3;
  for (const end = right + (<usize>rightCount << 2); right < end; right += 4) {
    const lead = load<i32>(right);
    const stop = min<i32>(count, lead);
    let i = max<i32>(0, lead - length);
    let option = values + <usize>(i + length - lead) * sizeof<T>();
    for (let row = rows + <usize>i * <usize>rowBytes; i < stop; i++) {
      const value = <u32>load<T>(option);
      if (value < bound) {
        const byte = row + <usize>(value >>> 3);
        store<u8>(byte, <u32>load<u8>(byte) | (1 << (value & 7)));
      }
      option += sizeof<T>();
      row += <usize>rowBytes;
    }
  }
}
