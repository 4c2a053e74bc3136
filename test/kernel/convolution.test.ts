/** Boolean convolution against the double loop, cyclic, at the smallest sizes and at a large one. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createBitset, getBit, setBit } from '../../src/kernel/bitset.js';
import { BooleanConvolution, TransformSpace } from '../../src/kernel/convolution.js';

function convolve(size: number, a: readonly number[], b: readonly number[]): Set<number> {
  return new Set(a.flatMap((i) => b.map((j) => (i + j) % size)));
}

describe('Boolean convolution', () => {
  it('finds the sums of the double loop', () => {
    const sizes = fc.constantFrom(4, 8, 16, 64, 256);
    fc.assert(
      fc.property(
        sizes,
        fc.array(fc.nat(), { maxLength: 40 }),
        fc.array(fc.nat(), { maxLength: 40 }),
        (size, x, y) => {
          const a = [...new Set(x.map((value) => value % size))];
          const b = [...new Set(y.map((value) => value % size))];
          const bits = createBitset(size);
          for (const i of a) setBit(bits, i);
          const convolution = new BooleanConvolution(size);
          convolution.clear();
          convolution.addProduct(
            convolution.spectrumOfBits(bits, size),
            convolution.spectrumOfValues(
              Float64Array.from(b, (value) => value + 5),
              5,
            ),
          );
          const result = createBitset(size);
          convolution.orInto(result, 0, 0, size);
          const expected = convolve(size, a, b);
          for (let i = 0; i < size; i++) expect(getBit(result, i)).toBe(Number(expected.has(i)));
        },
      ),
    );
  });

  it('adds products and reuses its space', () => {
    const convolution = new BooleanConvolution(16);
    const spectrum = (value: number) => convolution.spectrumOfValues(Float64Array.of(value), 0);
    for (let round = 0; round < 2; round++) {
      convolution.clear();
      convolution.addProduct(spectrum(1), spectrum(2));
      convolution.addProduct(spectrum(4), spectrum(5 + round));
      const result = createBitset(20);
      convolution.orInto(result, 3, 2, 12);
      const expected = createBitset(20);
      setBit(expected, 3 + 3 - 2);
      setBit(expected, 3 + 9 + round - 2);
      expect(result).toEqual(expected);
    }
  });

  it('has one space for several sizes, one after the other', () => {
    const space = new TransformSpace();
    const transforms = [16, 64, 4, 64].map((size) => new BooleanConvolution(size, space));
    const spectra = transforms.map((one) => one.spectrumOfValues(Float64Array.of(1, 3), 0));
    for (const [i, convolution] of [...transforms, ...transforms].entries()) {
      const { size } = convolution;
      convolution.clear();
      convolution.addProduct(
        convolution.spectrumOfBits(Uint8Array.of(0b101), 3),
        spectra[i % transforms.length],
      );
      const result = createBitset(size);
      convolution.orInto(result, 0, 0, size);
      const expected = convolve(size, [0, 2], [1, 3]);
      for (let n = 0; n < size; n++) expect(getBit(result, n)).toBe(Number(expected.has(n)));
    }
  });

  it('is exact where every sum occurs as often as it can', () => {
    const size = 1 << 18;
    const half = createBitset(size).fill(0xff, 0, size / 16);
    const convolution = new BooleanConvolution(size);
    convolution.clear();
    convolution.addProduct(
      convolution.spectrumOfBits(half, size / 2),
      convolution.spectrumOfBits(half, size / 2),
    );
    const result = createBitset(size);
    convolution.orInto(result, 0, 0, size);
    for (let i = 0; i < size; i++) if (getBit(result, i) !== Number(i < size - 1)) expect.fail(`sum ${i}`);
  });
});
