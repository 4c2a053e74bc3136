/**
 * Boolean convolution by the fast Fourier transform: the sums i + j of an i from one bitset and a j from another (Eppstein
 * 2018, section 2.2). Transforms are cyclic of a power-of-two size; callers read only results that no wrapped sum reaches.
 */
import FFT from 'fft.js';

/** The transform of a 0/1 sequence: its first size + 2 numbers, real and imaginary parts interleaved, as the input is real. */
export type Spectrum = Float64Array;

/**
 * Accepted distance of a convolution value from an integer. The largest error seen is 1.4e-9 at size 2^22. Thresholding at 0.5
 * is right for any error below 0.5, so an error near this bound means broken arithmetic.
 */
const ERROR_BOUND = 1e-3;

/** Work space for several sizes; one transform owns it from `clear` to `orInto`. Memory: 40 bytes a point of the largest. */
export class TransformSpace {
  #samples = new Float64Array();
  #product = new Float64Array();
  #result = new Float64Array();

  /** Arrays for a size, of undefined content. */
  of(size: number): {
    readonly samples: Float64Array;
    readonly product: Spectrum;
    readonly result: Float64Array;
  } {
    if (size > this.#samples.length) {
      this.#samples = new Float64Array(size);
      this.#product = new Float64Array(2 * size);
      this.#result = new Float64Array(2 * size);
    }
    return {
      samples: this.#samples.subarray(0, size),
      product: this.#product.subarray(0, 2 * size),
      result: this.#result.subarray(0, 2 * size),
    };
  }
}

/** The transform of one size, with its tables. Memory: 16 bytes a point, and the work space. */
export class BooleanConvolution {
  readonly size: number;
  readonly #fft: FFT;
  readonly #space: TransformSpace;

  /** `size` is a power of two, at least 4 (fft.js has no smaller real transform). */
  constructor(size: number, space = new TransformSpace()) {
    this.size = size;
    this.#fft = new FFT(size);
    this.#space = space;
  }

  /** The spectrum of the first `length` <= size bits. O(size log size). */
  spectrumOfBits(bits: Uint8Array, length: number): Spectrum {
    const { samples } = this.#space.of(this.size);
    for (let i = 0; i < length; i++) samples[i] = (bits[i >>> 3] >>> (i & 7)) & 1;
    return this.#transform(samples.fill(0, length));
  }

  /** The spectrum of the set { v - base } for the given values, all within [base, base + size). */
  spectrumOfValues(values: Float64Array, base: number): Spectrum {
    const samples = this.#space.of(this.size).samples.fill(0);
    for (let k = 0; k < values.length; k++) samples[values[k] - base] = 1;
    return this.#transform(samples);
  }

  #transform(samples: Float64Array): Spectrum {
    const { result } = this.#space.of(this.size);
    this.#fft.realTransform(result, samples);
    return result.slice(0, this.size + 2);
  }

  /** Starts a new sum of products. */
  clear(): void {
    this.#space.of(this.size).product.fill(0);
  }

  /** Adds the convolution of `a` and `b` to the running sum. O(size): real input needs only half a spectrum. */
  addProduct(a: Spectrum, b: Spectrum): void {
    const { product } = this.#space.of(this.size);
    const end = this.size + 2;
    for (let i = 0; i < end; i += 2) {
      product[i] += a[i] * b[i] - a[i + 1] * b[i + 1];
      product[i + 1] += a[i] * b[i + 1] + a[i + 1] * b[i];
    }
  }

  /**
   * Sets bit (to + i) of `target` for each i in [0, length) for which the running sum at (from + i) is not zero. O(size log
   * size). Raises if a value is not within ERROR_BOUND of an integer.
   */
  orInto(target: Uint8Array, to: number, from: number, length: number): void {
    const { product, result } = this.#space.of(this.size);
    this.#fft.completeSpectrum(product);
    this.#fft.inverseTransform(result, product);
    let largestError = 0;
    for (let i = 0; i < length; i++) {
      const value = result[2 * (from + i)];
      const nearest = Math.round(value);
      const error = Math.abs(value - nearest);
      if (error > largestError) largestError = error;
      if (nearest !== 0) target[(to + i) >>> 3] |= 1 << ((to + i) & 7);
    }
    if (!(largestError < ERROR_BOUND)) {
      throw new Error(
        `convolution of size ${this.size}: error ${largestError}, expected below ${ERROR_BOUND}`,
      );
    }
  }
}
