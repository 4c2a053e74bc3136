/**
 * Marks of sums in WebAssembly. Contract: ../kernels.ts. As plain as
 * it can be, because certificates rest on it.
 */

export function markSums(
  left: usize,
  leftCount: i32,
  right: usize,
  rightCount: i32,
  from: u32,
  length: u32,
  marks: usize,
): void {
  // Those on the right that lead into the range; both ends fall as the one on the left rises.
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
