/** Types of the part of fft.js 4.0.4 that we use; it ships none. */
declare module 'fft.js' {
  class FFT {
    readonly size: number;
    constructor(size: number);
    realTransform(out: Float64Array, input: Float64Array): void;
    completeSpectrum(spectrum: Float64Array): void;
    inverseTransform(out: Float64Array, spectrum: Float64Array): void;
  }
  export = FFT;
}
