/**
 * The fourth far kernel of the residue-class method: a pair of classes convolved by the fast Fourier
 * transform. Separate because it works on the main thread, with arrays of its own, and pays only where a
 * class and its subtrahends are both dense and a window is long (above 2^17 quotients by the cost figures).
 */
import { BooleanConvolution } from '../../kernel/convolution.js';
import { createBitset, onesOf, setBit, sliceBits } from '../../kernel/bitset.js';
import type { FarLayout } from './far-stage.js';
import type { Views } from '../../kernel/views.js';

/** A pair of classes that is convolved. */
export interface ConvolvedPair {
  readonly source: number;
  readonly target: number;
}

/** Marks, in the first thread's bitmap, what `pair.target` can reach in the chunk of `width` quotients. */
export function markByConvolution(
  { u8, u32 }: Views,
  layout: FarLayout,
  { source, target }: ConvolvedPair,
  quotient: number,
  width: number,
  transforms: Map<number, BooleanConvolution>,
): void {
  const { modulus, classes, ranges, shifts, marks } = layout;
  const borrow = source > target ? 1 : 0;
  const range = ranges / 4 + 2 * (target - source + borrow * modulus);
  const all = Float64Array.from(u32.subarray(shifts / 4 + u32[range], shifts / 4 + u32[range + 1]));
  const bitset = u32[classes / 4 + 4 * source];
  const first = quotient - borrow;
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
    const bits = sliceBits(u8.subarray(bitset), from, stop);
    transform.addProduct(transform.spectrumOfBits(bits, stop - from), transform.spectrumOfValues(near, base));
  }
  const reached = createBitset(width);
  transform.orInto(reached, 0, block, width);
  const bitmap = u8.subarray(marks, marks + layout.stride);
  for (const i of onesOf(reached, width)) setBit(bitmap, i * modulus + target);
}
