/** The fourth far kernel of the residue-class method: a pair of classes convolved by the fast Fourier transform. */
import { BooleanConvolution } from '../../../kernel/convolution.js';
import { createBitset, onesOf, setBit, sliceBits } from '../../../kernel/bitset.js';
import { ShiftRange } from '../../../kernel/layout.js';
import type { ConvolvedPair, FarTables } from './tables.js';

/** Marks, in the first thread's bitmap, what `pair.target` can reach in the chunk of `width` quotients. */
export function markByConvolution(
  { layout, storage, ranges, shifts, marks }: FarTables,
  { source, target }: ConvolvedPair,
  quotient: number,
  width: number,
  transforms: Map<number, BooleanConvolution>,
): void {
  const { modulus, stride } = layout;
  const borrow = source > target ? 1 : 0;
  const first = quotient - borrow;
  const range = (target - source + borrow * modulus) * ShiftRange.WORDS;
  const begin = ranges.u32[range + ShiftRange.begin];
  const all = Float64Array.from(shifts.u32.subarray(begin, ranges.u32[range + ShiftRange.end]));
  const bits = storage.bitsOf(source);
  let block = 2;
  while (block < width) block *= 2;
  const transform = transforms.get(block) ?? new BooleanConvolution(2 * block);
  transforms.set(block, transform);
  transform.clear();
  for (let from = 0; from < first + width; from += block) {
    // A sum of u in [0, block) and v in [1, block + width) is first + i where it is block + i; sums of a full
    // cycle and more wrap to below block.
    const base = first - from - block;
    const near = all.filter((shift) => shift > base && shift < base + block + width);
    if (near.length === 0) continue;
    const stop = Math.min(from + block, first + width);
    const part = sliceBits(bits, from, stop);
    transform.addProduct(transform.spectrumOfBits(part, stop - from), transform.spectrumOfValues(near, base));
  }
  const reached = createBitset(width);
  transform.orInto(reached, 0, block, width);
  const bitmap = marks.u8.subarray(0, stride);
  for (const i of onesOf(reached, width)) setBit(bitmap, i * modulus + target);
}
