/** The WebAssembly kernels for nim-values against their plain siblings. */
import fc from 'fast-check';
import { describe, it } from 'vitest';
import { expectAlike, randomIncreasing, randomStream } from '../support/kernel-pair.js';

const VALUES = 64;
const SUBTRAHENDS = 131072;
const TABLE = 196608;
const ROWS = 262144;

describe('kernels for nim-values', () => {
  it.each([1, 2])('excludeFar and decideNim with values of %i bytes', (valueBytes) => {
    fc.assert(
      fc.property(
        fc.constantFrom(0, 1, 5, 16, 100, 3000),
        fc.constantFrom(1, 15, 16, 17, 64, 100),
        fc.constantFrom(0, 3, 5000),
        fc.constantFrom(0, 1, 40, 600),
        fc.constantFrom(128, 256, 640),
        fc.integer(),
        (origin, lanes, before, count, width, seed) => {
          const spare = 16 * Math.ceil(lanes / 16);
          expectAlike(
            ({ u8, u16, u32 }) => {
              const random = randomStream(seed);
              const values = valueBytes === 1 ? u8 : u16;
              const greatest = Math.min(width, 256 ** valueBytes);
              for (let n = 0; n < origin; n++) values[VALUES / valueBytes + n] = random() * greatest;
              // Subtrahends never lead below the values that are kept.
              const short = randomIncreasing(Math.min(count, 10), spare, random).map((s) => s + 1);
              const limit = before === 0 ? 4000 : origin - spare;
              const long = limit > 0 ? randomIncreasing(Math.min(count, limit), limit, random) : [];
              const farther = long.map((s) => s + spare);
              u32.set(short, SUBTRAHENDS / 4);
              u32.set(farther, SUBTRAHENDS / 4 + 64);
            },
            (kernels) => {
              const long = Math.max(0, before === 0 ? 4000 : origin - spare);
              const far = Math.min(count, long);
              const near = origin >= spare || before === 0 ? Math.min(count, 10, spare) : 0;
              kernels.excludeFar(
                valueBytes,
                VALUES,
                origin,
                lanes,
                before,
                SUBTRAHENDS + 256,
                far,
                TABLE,
                width,
                ROWS,
              );
              return kernels.decideNim(
                valueBytes,
                VALUES,
                origin,
                0,
                lanes,
                before,
                SUBTRAHENDS,
                near,
                width,
                ROWS,
              );
            },
            [[TABLE, TABLE + 16 * width]],
          );
        },
      ),
      { numRuns: 150 },
    );
  });
});
