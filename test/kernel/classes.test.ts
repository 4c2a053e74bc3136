/** Every WebAssembly kernel on residue classes against its plain sibling, on random and adversarial shapes. */
import fc from 'fast-check';
import { describe, it } from 'vitest';
import { BITSET_MARGIN, SUMS_BYTES } from '../../src/kernel/kernels.js';
import { contents, expectAlike, randomBits, randomIncreasing, streamOf } from '../support/kernel-pair.js';

const lengths = fc.constantFrom(0, 1, 63, 64, 65, 127, 128, 129, 1000);
/** Numbers that come near every part of [0, 1): multiples of the golden ratio. */
const SPREAD = Array.from({ length: 1000 }, (_, i) => (i * 0.6180339887) % 1);
const densities = fc.constantFrom(0, 0.01, 0.5, 1);

// Addresses of the parts that tests lay out; multiples of 64, far enough apart for every length above.
const CLASSES = 64;
const RANGES = 4096;
const SHIFTS = 32768;
const SOURCES = 65536;
const SUMS = 66048;
const WINDOW = SUMS + SUMS_BYTES + 48;
const CANDIDATES = 98304;
const MARKS = 131072;
const OTHER = 196608;
const BITSETS = 262144;
/** Bytes of one class's bitset, margins included. */
const BITSET_BYTES = 2048;
const QUOTIENTS = 1000;

/** What shift-or and probe work on: `modulus` bitsets of QUOTIENTS bits and shifts of every residue. */
interface Classes {
  readonly modulus: number;
  readonly density: number;
  readonly shiftCount: number;
  readonly grouped: boolean;
}

function layOut(
  views: Parameters<typeof randomBits>[0],
  { modulus, density, shiftCount, grouped }: Classes,
  quotient: number,
  greatest: number,
  drawn: readonly number[],
): void {
  const { u16, u32 } = views;
  const random = streamOf(drawn);
  const margin = Math.ceil((1000 + BITSET_MARGIN) / 64) * 8;
  let next = 0;
  for (let a = 0; a < modulus; a++) {
    const bits = BITSETS + a * BITSET_BYTES + margin;
    u32[CLASSES / 4 + 4 * a] = bits;
    randomBits(views, bits, Math.min(QUOTIENTS, quotient + 1), density, random);
    u16[SOURCES / 2 + a] = a;
    const shifts = randomIncreasing(shiftCount, greatest + 1, random);
    const groups = grouped
      ? [0, 1, 2, 3, 4, 5, 6, 7].map((g) => shifts.filter((s) => s % 8 === g))
      : [shifts];
    groups.forEach((group, g) => {
      const range = RANGES / 4 + 2 * (a * groups.length + g);
      u32[range] = next;
      u32.set(group, SHIFTS / 4 + next);
      next += group.length;
      u32[range + 1] = next;
    });
  }
}

const shapes = fc.record({
  modulus: fc.integer({ min: 1, max: 7 }),
  density: densities,
  shiftCount: fc.constantFrom(0, 1, 3, 4, 5, 17),
  width: lengths,
  quotient: fc.integer({ min: 0, max: QUOTIENTS }),
  target: fc.nat(6),
  drawn: contents,
});

describe('kernels on residue classes', () => {
  it('shift-or: windows that begin below zero and end past what is known', () => {
    fc.assert(
      fc.property(shapes, ({ modulus, width, quotient, target, drawn, ...rest }) => {
        const bytes = 16 * Math.ceil(width / 128);
        expectAlike(
          // A shift of quotient + width reaches the lowest bit that a window may ask for.
          (views) => layOut(views, { modulus, ...rest, grouped: true }, quotient, quotient + width, drawn),
          (kernels) =>
            kernels.shiftOr(
              WINDOW,
              bytes,
              SUMS,
              target % modulus,
              modulus,
              quotient,
              SOURCES,
              modulus,
              CLASSES,
              RANGES,
              SHIFTS,
            ),
          [[SUMS, SUMS + SUMS_BYTES]],
        );
      }),
      { numRuns: 200 },
    );
  });

  it('shift-or: windows of more than one block', () => {
    for (const bytes of [2048, 2064, 4096, 5008]) {
      expectAlike(
        (views) => {
          randomBits(views, BITSETS + 8192, 20001, 0.01, streamOf(SPREAD));
          views.u32[CLASSES / 4] = BITSETS + 8192;
          const shifts = [5, 13, 21, 16389, 30005, 777, 801];
          views.u32.set(shifts, SHIFTS / 4);
          for (let g = 0; g < 8; g++)
            views.u32.set(g === 5 ? [0, 5] : g === 1 ? [5, 7] : [0, 0], RANGES / 4 + 2 * g);
        },
        (kernels) => kernels.shiftOr(WINDOW, bytes, SUMS, 0, 1, 20000, SOURCES, 1, CLASSES, RANGES, SHIFTS),
        [[SUMS, SUMS + SUMS_BYTES]],
      );
    }
  });

  it('probe: all candidates, some, none', () => {
    fc.assert(
      fc.property(shapes, ({ modulus, width, quotient, target, drawn, ...rest }) => {
        expectAlike(
          (views) => {
            layOut(views, { modulus, ...rest, grouped: false }, quotient, quotient, drawn);
            views.u32.set(randomIncreasing(width / 2, width, streamOf(drawn)), CANDIDATES / 4);
          },
          (kernels) =>
            kernels.probe(
              CANDIDATES,
              Math.floor(width / 2),
              target % modulus,
              modulus,
              quotient,
              SOURCES,
              modulus,
              CLASSES,
              RANGES,
              SHIFTS,
            ),
          // Only the candidates that are kept are promised, and their number is compared.
          [[CANDIDATES, CANDIDATES + 4096]],
        );
      }),
      { numRuns: 200 },
    );
  });

  it('dropMarked: marks of several threads', () => {
    fc.assert(
      fc.property(
        lengths,
        densities,
        fc.integer({ min: 1, max: 9 }),
        fc.integer({ min: 1, max: 3 }),
        contents,
        (width, density, modulus, threads, drawn) => {
          const stride = 64 * Math.ceil((width * modulus + 64) / 512);
          expectAlike(
            (views) => {
              const random = streamOf(drawn);
              randomBits(views, WINDOW, width, density, random);
              for (let t = 0; t < threads; t++)
                randomBits(views, MARKS + t * stride, width * modulus, 0.2, random);
            },
            (kernels) =>
              kernels.dropMarked(WINDOW, width, modulus - 1, modulus, MARKS, stride, threads, CANDIDATES),
            [[CANDIDATES, CANDIDATES + 4 * (width + 1)]],
          );
        },
      ),
    );
  });

  it('selectSubtrahends, selectNear and markFromList: origins below zero and inside the chunk', () => {
    fc.assert(
      fc.property(
        lengths,
        fc.integer({ min: 1, max: 40 }),
        fc.integer({ min: -3000, max: 30 }),
        lengths,
        contents,
        (limit, modulus, origin, count, drawn) => {
          expectAlike(
            ({ u8, u16, u32 }) => {
              const random = streamOf(drawn);
              const subtrahends = randomIncreasing(count, 4000, random).map((s) => s + 1);
              subtrahends.forEach((s, k) => {
                u32[SHIFTS / 4 + 2 * k] = s;
                u32[OTHER / 4 + k] = s;
                u16[SOURCES / 2 + k] = s % modulus;
              });
              for (let r = 0; r < modulus; r++) u8[RANGES + r] = random() < 0.5 ? 1 : 0;
              u32.set(randomIncreasing(60, 3000 / modulus, random), CANDIDATES / 4);
            },
            (kernels) => {
              const near = kernels.selectNear(OTHER, SOURCES, count, RANGES, OTHER + 8192);
              const selected = kernels.selectSubtrahends(SHIFTS, SOURCES, count, RANGES, BITSETS);
              const listed = Math.floor(Math.min(60, 3000 / modulus));
              kernels.markFromList(CANDIDATES, listed, modulus, origin, BITSETS, selected, MARKS, limit);
              return [near, selected];
            },
            // One element past what is selected is unspecified.
            [
              [OTHER + 8192, OTHER + 16384],
              [BITSETS, BITSETS + 16384],
            ],
          );
        },
      ),
    );
  });

  it('markFromList: subtrahends and origins past 2^32', () => {
    const far = 2 ** 33 + 12345;
    expectAlike(
      ({ u32 }) => {
        for (const [k, s] of [7, far, far + 20, 2 ** 40].entries()) {
          u32[SHIFTS / 4 + 2 * k] = s;
          u32[SHIFTS / 4 + 2 * k + 1] = s / 2 ** 32;
        }
        u32[SHIFTS / 4 + 8] = 0xffffffff;
        u32[SHIFTS / 4 + 9] = 0x7fffffff;
        u32.set([0, 1, 9], CANDIDATES / 4);
      },
      (kernels) => kernels.markFromList(CANDIDATES, 3, 10, -far, SHIFTS, 4, MARKS, 128),
    );
  });

  it('decideNear, addToClasses and the way back', () => {
    fc.assert(
      fc.property(
        lengths,
        densities,
        fc.integer({ min: 1, max: 9 }),
        fc.nat(70),
        contents,
        (limit, density, modulus, skipped, drawn) => {
          const from = Math.min(skipped, limit);
          expectAlike(
            (views) => {
              const random = streamOf(drawn);
              randomBits(views, WINDOW, limit, density, random);
              randomBits(views, MARKS, limit, 0.1, random);
              let next = SHIFTS;
              for (let a = 0; a < modulus; a++) {
                for (const list of [0, 2]) {
                  const subtrahends = randomIncreasing(Math.floor(random() * 12), 300, random).map(
                    (s) => s + 1,
                  );
                  views.u32[RANGES / 4 + 4 * a + list] = next;
                  views.u32.set(subtrahends, next / 4);
                  next += 4 * subtrahends.length;
                  views.u32[RANGES / 4 + 4 * a + list + 1] = next;
                }
                const list = BITSETS + 65536 + 1024 * a;
                // Every other class has a bitset; lists are too short for some.
                const bitset = a % 2 === 0 ? BITSETS + a * BITSET_BYTES : 0;
                views.u32.set(
                  [bitset, list, list, list + 4 * Math.floor(random() * 100)],
                  CLASSES / 4 + 4 * a,
                );
              }
            },
            (kernels) => {
              kernels.decideNear(WINDOW, MARKS, OTHER, from, limit, limit, modulus, RANGES);
              kernels.addToClasses(OTHER, from, limit, (from * 5) % modulus, 3, modulus, CLASSES);
              kernels.spreadBits(BITSETS, 2, 90, modulus - 1, modulus, CANDIDATES);
              kernels.spreadList(BITSETS + 65536, 0, 2, 90, 0, modulus, CANDIDATES);
              kernels.orBytes(CANDIDATES, MARKS, 16 * Math.ceil(limit / 128));
            },
          );
        },
      ),
      { numRuns: 200 },
    );
  });

  it('spreadList: the quotients of a range', () => {
    expectAlike(
      ({ u32 }) => u32.set([0, 1, 5, 63, 64, 65, 127, 128, 500], CANDIDATES / 4),
      (kernels) => {
        kernels.spreadList(CANDIDATES, 9, 1, 128, 2, 5, MARKS);
        kernels.spreadList(CANDIDATES, 9, 600, 700, 2, 5, MARKS);
        kernels.spreadList(CANDIDATES, 9, 0, 0, 2, 5, MARKS);
      },
    );
  });
});
