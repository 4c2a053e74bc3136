/** A step of divide and conquer: marks a chunk by convolution, decides it by recursion (Eppstein 2018, sections 2.2 and 2.3). */
import { BooleanConvolution, TransformSpace, type Spectrum } from '../../kernel/convolution.js';
import { complement, sliceBits } from '../../kernel/bitset.js';
import { cutAtMultiples, lengthOf, type Range } from '../../common/range.js';
import type { Breathe } from '../../common/stoppable.js';
import type { SubtractionSet } from '../../game/sets/subtraction-set.js';
import { sieveInside } from '../sieve/marking.js';

/** Width at which the recursion ends in the sieve: the least for which a transform pays off, for dense sets. */
export const LEAF = 1 << 9;

/** Width for solving a chunk: the least power of two that is at least `length` and at least LEAF. */
export function widthFor(length: number): number {
  let width = LEAF;
  while (width < length) width *= 2;
  return width;
}

/** Convolutions of a subtraction set; keeps tables and spectra of S from step to step. */
export class ConvolutionStep {
  readonly #set: SubtractionSet;
  readonly #space = new TransformSpace();
  readonly #transforms = new Map<number, BooleanConvolution>();
  /** Spectra of S below `size`, by size; the recursion uses each many times. */
  readonly #nearSpectra = new Map<number, Spectrum>();
  readonly #leafSubtrahends: Float64Array;

  constructor(set: SubtractionSet) {
    this.#set = set;
    this.#leafSubtrahends = set.between(1, LEAF);
  }

  /**
   * Sets in `hot` the positions that the cold ones below a chunk reach; `coldIn` reads their bits window by window. Each window
   * costs two transforms of twice the chunk's width, and the marking one more. Cyclic size 2w suffices: of the sums i + j <= 3w
   * - 2 those past 2w wrap to below w, and only [w, 2w) is read.
   */
  async markFar(
    chunk: Range,
    hot: Uint8Array,
    coldIn: (window: Range) => Promise<Uint8Array>,
    breathe: Breathe,
  ): Promise<void> {
    const width = widthFor(lengthOf(chunk));
    const convolution = this.#transform(2 * width);
    convolution.clear();
    let isEmpty = true;
    const reached = { start: Math.max(0, chunk.start - this.#set.largest), stop: chunk.start };
    for (const window of cutAtMultiples(reached, width)) {
      const cold = await coldIn(window);
      const base = chunk.start - window.start - width;
      const subtrahends = this.#set.between(Math.max(1, base), base + 2 * width);
      if (subtrahends.length > 0 && cold.some((byte) => byte !== 0)) {
        convolution.addProduct(
          convolution.spectrumOfBits(cold, lengthOf(window)),
          convolution.spectrumOfValues(subtrahends, base),
        );
        isEmpty = false;
      }
      await breathe();
    }
    if (!isEmpty) convolution.orInto(hot, 0, width, lengthOf(chunk));
  }

  /** Decides `hot`, marked from below; yields the number of final bits after each leaf. O(length log^2 length), Theorem 1. */
  *near(hot: Uint8Array, length: number): Generator<number, void, undefined> {
    yield* this.#solve(hot, 0, widthFor(length), length);
  }

  *#solve(hot: Uint8Array, start: number, width: number, length: number): Generator<number, void, undefined> {
    if (width <= LEAF) {
      const stop = Math.min(start + width, length);
      sieveInside(hot, start, stop, stop, this.#leafSubtrahends);
      yield stop;
      return;
    }
    const half = width / 2;
    const middle = start + half;
    yield* this.#solve(hot, start, half, length);
    if (middle >= length) return;
    const cold = complement(sliceBits(hot, start, middle), half);
    const convolution = this.#transform(width);
    convolution.clear();
    convolution.addProduct(convolution.spectrumOfBits(cold, half), this.#nearSpectrum(width));
    convolution.orInto(hot, middle, half, Math.min(half, length - middle));
    yield* this.#solve(hot, middle, half, length);
  }

  #transform(size: number): BooleanConvolution {
    let transform = this.#transforms.get(size);
    if (transform === undefined) {
      transform = new BooleanConvolution(size, this.#space);
      this.#transforms.set(size, transform);
    }
    return transform;
  }

  #nearSpectrum(size: number): Spectrum {
    let spectrum = this.#nearSpectra.get(size);
    if (spectrum === undefined) {
      spectrum = this.#transform(size).spectrumOfValues(this.#set.between(1, size), 0);
      this.#nearSpectra.set(size, spectrum);
    }
    return spectrum;
  }
}
