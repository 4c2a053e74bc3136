/** Every WebAssembly kernel on residue classes against its plain sibling, on random and adversarial shapes. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createKernelMemory } from '../../src/kernel/kernels-wasm.js';
import {
  BITSET_MARGIN,
  ClassRow,
  FarChunk,
  FarLayout,
  GROUPS,
  NearChunk,
  NearRow,
  PLACES_BYTES,
  SHIFT_TILE,
  ShiftRange,
  SUMS_BYTES,
} from '../../src/kernel/layout.js';
import { onesOf, setBit } from '../../src/kernel/bitset.js';
import { viewsOf, type Views } from '../support/kernels/views.js';
import { structBytes, type Struct } from '../../src/kernel/struct.js';
import {
  contents,
  expectAlike,
  putStruct,
  randomBits,
  randomIncreasing,
  streamOf,
  kernelsOf,
  KINDS,
} from '../support/kernels/pair.js';

const lengths = fc.constantFrom(0, 1, 63, 64, 65, 127, 128, 129, 1000);
const densities = fc.constantFrom(0, 0.01, 0.5, 1);
/** Numbers that come near every part of [0, 1): multiples of the golden ratio. */
const SPREAD = Array.from({ length: 1000 }, (_, i) => (i * 0.6180339887) % 1);

// Addresses of the parts that tests lay out; multiples of 64, far enough apart for every length above.
const LAYOUT = 64;
const CHUNK = 256;
const NEAR = 320;
const CLASSES = 512;
const STARTS = 1024;
const ENDS = 2048;
const RANGES = 4096;
const FLAGS = 24576;
const ALL = 3072;
const SHIFTS = 32768;
const SOURCES = 65536;
const SCRATCH = 69632;
const WINDOW = SCRATCH + SUMS_BYTES;
const CANDIDATES = WINDOW + 8192;
const SELECTED = CANDIDATES + 8192;
const SUBTRAHENDS = 122880;
const MARKS = 131072;
const OPEN = 163840;
const OTHER = 196608;
const BITSETS = 262144;
/** Bytes of one class's bitset, margins included. */
const BITSET_BYTES = 2048;
const QUOTIENTS = 1000;
const LISTS = 327680;
/** Where nothing else lies, up to the end. */
const FREE = 524288;
const WINDOW_STRIDE = 2112;

/** Content that a contract leaves open: a thread's own space, but for its window. */
const SPARE: readonly (readonly [number, number])[] = [
  [SCRATCH, SCRATCH + SUMS_BYTES],
  [CANDIDATES, SUBTRAHENDS],
];

/** Writes the test's layout and chunk for one thread, but for the fields given. */
function putFar(
  views: Views,
  chunk: Partial<Struct<typeof FarChunk>>,
  layout: Partial<Struct<typeof FarLayout>> & { readonly modulus: number },
): void {
  const empty = { quotient: 0, width: 0, sources: 0, least: 0, reachable: 0 };
  putStruct(views, CHUNK, FarChunk, { ...empty, ...chunk });
  putStruct(views, LAYOUT, FarLayout, {
    runs: 0,
    runsEnd: 0,
    bits: 0,
    threads: 1,
    classes: CLASSES,
    ends: ENDS,
    shifts: SHIFTS,
    ranges: RANGES,
    groupedShifts: SHIFTS,
    groupedRanges: RANGES,
    shiftSources: SOURCES,
    shiftStarts: STARTS,
    probeSources: SOURCES,
    probeStarts: STARTS,
    gatherSources: SOURCES,
    gatherStarts: STARTS,
    scattersAll: ALL,
    scatterFlags: FLAGS,
    parts: 1,
    subtrahends: SUBTRAHENDS,
    residues: SOURCES,
    counter: 0,
    marks: MARKS,
    open: OPEN,
    stride: 16384,
    scratch: SCRATCH,
    scratchStride: 0,
    order: SOURCES,
    ordered: layout.modulus,
    targets: SOURCES,
    together: 1,
    windows: WINDOW - SCRATCH,
    windowStride: 0,
    places: CANDIDATES - SCRATCH,
    candidates: CANDIDATES - SCRATCH,
    selected: SELECTED - SCRATCH,
    ...layout,
  });
}

/** What shift-or and settle work on: `modulus` bitsets of QUOTIENTS bits and shifts of every residue. */
interface Classes {
  readonly modulus: number;
  readonly density: number;
  readonly shiftCount: number;
  readonly grouped: boolean;
  /** Each class also has a list; if above 0, bits of its bitset stand for 2^this quotients. */
  readonly coarse?: number | undefined;
}

/** Lays out the classes, all of which are sources of every target. */
function layOut(
  views: Views,
  { modulus, density, shiftCount, grouped, coarse }: Classes,
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
    u32[CLASSES / 4 + a * ClassRow.WORDS + ClassRow.bitset] = bits;
    randomBits(views, bits, Math.min(QUOTIENTS, quotient + 1), density, random);
    if (coarse !== undefined) {
      const list = onesOf(views.u8.slice(bits, bits + 128), QUOTIENTS);
      const row = CLASSES / 4 + a * ClassRow.WORDS;
      u32[row + ClassRow.coarse] = coarse;
      u32[row + ClassRow.list] = LISTS + 4096 * a;
      u32.set(list, (LISTS + 4096 * a) / 4);
      u32[ENDS / 4 + a] = LISTS + 4096 * a + 4 * list.length;
      views.u8.fill(0, bits, bits + 128);
      for (const q of list) setBit(views.u8.subarray(bits), q >>> coarse);
    }
    for (let target = 0; target < modulus; target++) u16[SOURCES / 2 + modulus * target + a] = a;
    u32[STARTS / 4 + a + 1] = modulus * (a + 1);
    const shifts = randomIncreasing(shiftCount, greatest + 1, random);
    const groups = grouped
      ? Array.from({ length: GROUPS }, (_, g) => shifts.filter((s) => s % GROUPS === g))
      : [shifts];
    groups.forEach((group, g) => {
      const range = RANGES / 4 + (a * groups.length + g) * ShiftRange.WORDS;
      u32[range + ShiftRange.begin] = next;
      u32.set(group, SHIFTS / 4 + next);
      next += group.length;
      u32[range + ShiftRange.end] = next;
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
        // One target, or some that are taken together.
        const together = 1 + (target % modulus);
        const first = drawn.length % modulus;
        const windows = together * SUMS_BYTES;
        const places = windows + together * WINDOW_STRIDE;
        const space = { scratch: FREE, together, windows, windowStride: WINDOW_STRIDE, places };
        expectAlike(
          (views) => {
            // A shift of quotient + width reaches the lowest bit that a window may ask for.
            layOut(views, { modulus, ...rest, grouped: true }, quotient, quotient + width, drawn);
            putFar(views, { quotient, width }, { modulus, ...space });
          },
          (kernels) => kernels.shiftOr(LAYOUT, CHUNK, first - (first % together), 0),
          [
            [FREE, FREE + windows],
            [FREE + places, FREE + places + together * PLACES_BYTES],
          ],
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
          views.u32[CLASSES / 4 + ClassRow.bitset] = BITSETS + 8192;
          const shifts = [5, 13, 21, 16389, 30005, 777, 801];
          views.u32.set(shifts, SHIFTS / 4);
          for (let g = 0; g < GROUPS; g++)
            views.u32.set(g === 5 ? [0, 5] : g === 1 ? [5, 7] : [0, 0], RANGES / 4 + g * ShiftRange.WORDS);
          views.u32[STARTS / 4 + 1] = 1;
          putFar(views, { quotient: 20000, width: 8 * bytes }, { modulus: 1 });
        },
        (kernels) => kernels.shiftOr(LAYOUT, CHUNK, 0, 0),
        SPARE,
      );
    }
  });

  it('shift-or: a source of several tiles, for targets that are taken together', () => {
    const [modulus, quotient, width] = [3, 2 * SHIFT_TILE + 5000, 500];
    const memoryOf = (kind: 'plain' | 'wasm'): number[] => {
      const memory = createKernelMemory(129);
      const views = viewsOf(memory)();
      const random = streamOf(SPREAD);
      const far = 2 ** 21;
      let next = 0;
      for (let a = 0; a < modulus; a++) {
        const bits = far + a * 2 ** 21;
        views.u32[CLASSES / 4 + a * ClassRow.WORDS + ClassRow.bitset] = bits;
        for (let i = 0; i < 2 ** 20; i += 4) views.u8[bits + i] = 256 * random();
        for (let target = 0; target < modulus; target++) views.u16[SOURCES / 2 + modulus * target + a] = a;
        views.u32[STARTS / 4 + a + 1] = modulus * (a + 1);
        for (let group = 0; group < GROUPS; group++) {
          // Some just below, at and above where a tile ends.
          const shifts = [8, SHIFT_TILE - 8, SHIFT_TILE, SHIFT_TILE + 8, 2 * SHIFT_TILE, quotient - 8];
          const range = RANGES / 4 + (a * GROUPS + group) * ShiftRange.WORDS;
          views.u32[range + ShiftRange.begin] = next;
          for (const s of shifts) views.u32[SHIFTS / 4 + next++] = s - (s % GROUPS) + group;
          views.u32[range + ShiftRange.end] = next;
        }
      }
      const space = { together: 2, windows: 2 * SUMS_BYTES, windowStride: WINDOW_STRIDE };
      putFar(views, { quotient, width }, { modulus, scratch: FREE, ...space, places: 65536 });
      const kernels = kernelsOf(kind, memory);
      return [0, 2].flatMap((first) => {
        kernels.shiftOr(LAYOUT, CHUNK, first, 0);
        const windows = FREE + 2 * SUMS_BYTES;
        return [...views.u8.subarray(windows, windows + (first === 0 ? 2 : 1) * WINDOW_STRIDE)];
      });
    };
    const windows = memoryOf('wasm');
    expect(windows).toEqual(memoryOf('plain'));
    expect(windows.some((byte) => byte !== 0)).toBe(true);
  });

  it('shift-or and settle: each thread in its own space', () => {
    for (const kind of KINDS) {
      const memory = createKernelMemory(9);
      const views = viewsOf(memory)();
      layOut(views, { modulus: 3, density: 0.2, shiftCount: 5, grouped: true }, 100, 100, SPREAD);
      const layout = { modulus: 3, threads: 2, scratch: OTHER, scratchStride: 32768, stride: 1024 };
      putFar(views, { quotient: 100, width: 200 }, layout);
      const kernels = kernelsOf(kind, memory);
      for (const thread of [0, 1]) kernels.shiftOr(LAYOUT, CHUNK, 1, thread);
      const windows = [0, 1].map((thread) => {
        const window = OTHER + thread * layout.scratchStride + WINDOW - SCRATCH;
        return [...views.u8.subarray(window, window + 32)];
      });
      expect(windows[1]).toEqual(windows[0]);
      expect(windows[0].some((byte) => byte !== 0)).toBe(true);
      views.u32.fill(0, STARTS / 4, STARTS / 4 + 4);
      // Marks of the second thread close what the first settles as well.
      views.u8.fill(0xff, MARKS + layout.stride, MARKS + layout.stride + 30);
      kernels.settle(LAYOUT, CHUNK, 1, 0);
      kernels.settle(LAYOUT, CHUNK, 1, 1);
      const open = [0, 1].map((t) => [...views.u8.subarray(OPEN + t * 1024, OPEN + t * 1024 + 80)]);
      expect(open[1]).toEqual(open[0]);
      expect(open[0].slice(0, 30).every((byte) => byte === 0)).toBe(true);
      expect(open[0].some((byte) => byte !== 0)).toBe(true);
    }
  });

  it('gather: lists that lead below, into and above the window', () => {
    fc.assert(
      fc.property(shapes, ({ modulus, width, quotient, target, drawn, ...rest }) => {
        expectAlike(
          (views) => {
            const classes = { modulus, ...rest, grouped: false, coarse: 0 };
            layOut(views, classes, quotient, quotient + width, drawn);
            randomBits(views, WINDOW, width, 0.1, streamOf(drawn));
            putFar(views, { quotient, width }, { modulus });
          },
          (kernels) => kernels.gather(LAYOUT, CHUNK, target % modulus, 0),
          SPARE,
        );
      }),
      { numRuns: 200 },
    );
  });

  it('settle: all candidates, some, none, by windows, marks of several threads, and probes', () => {
    fc.assert(
      fc.property(
        shapes,
        densities,
        fc.integer({ min: 1, max: 3 }),
        fc.constantFrom(undefined, 1, 4),
        ({ modulus, width, quotient, target, drawn, ...rest }, closed, threads, coarse) => {
          expectAlike(
            (views) => {
              const random = streamOf(drawn);
              layOut(views, { modulus, ...rest, grouped: false, coarse }, quotient, quotient, drawn);
              randomBits(views, WINDOW, width, closed, random);
              const stride = 64 * Math.ceil((width * modulus + 64) / 512);
              for (let t = 0; t < threads; t++)
                randomBits(views, MARKS + t * stride, width * modulus, 0.2, random);
              putFar(views, { quotient, width }, { modulus, threads, stride });
            },
            (kernels) => {
              for (let thread = 0; thread < threads; thread++)
                kernels.settle(LAYOUT, CHUNK, target % modulus, thread);
            },
            SPARE,
          );
        },
      ),
      { numRuns: 200 },
    );
  });

  it('scatter: positions below zero and inside the chunk, subtrahends within reach', () => {
    fc.assert(
      fc.property(
        lengths,
        fc.integer({ min: 1, max: 40 }),
        fc.nat(100),
        lengths,
        fc.nat(40),
        contents,
        (limit, modulus, quotient, count, source, drawn) => {
          const residue = source % modulus;
          const parts = 1 + (quotient % 3);
          const width = Math.floor(limit / modulus);
          expectAlike(
            (views) => {
              const { u8, u16, u32 } = views;
              const random = streamOf(drawn);
              const subtrahends = randomIncreasing(count, 4000, random).map((s) => s + 1);
              subtrahends.forEach((s, k) => {
                u32[SUBTRAHENDS / 4 + 2 * k] = s;
                u16[SOURCES / 2 + k] = s % modulus;
              });
              u8[ALL + residue] = random() < 0.5 ? 1 : 0;
              for (let r = 0; r < modulus; r++) u8[FLAGS + residue * modulus + r] = random() < 0.5 ? 1 : 0;
              const list = randomIncreasing(60, quotient + width, random);
              u32.set(list, OTHER / 4);
              const row = CLASSES / 4 + residue * ClassRow.WORDS;
              u32[row + ClassRow.list] = OTHER;
              u32[row + ClassRow.end] = OTHER + 4 * list.length;
              // The latest may have been added since the chunk was given out.
              u32[ENDS / 4 + residue] = OTHER + 4 * Math.floor(random() * (list.length + 1));
              u32[row + ClassRow.roomEnd] = random() < 0.1 ? 0 : OTHER + 1024;
              // Where all are taken, those beyond reach lead beyond the chunk.
              const reachable =
                u8[ALL + residue] === 1
                  ? subtrahends.length
                  : Math.floor(random() * (subtrahends.length + 1));
              const least = Math.floor(random() * (reachable + 1));
              const sources = Math.floor(random() * (quotient + width));
              putFar(views, { quotient, width, sources, least, reachable }, { modulus, parts });
            },
            (kernels) => kernels.scatter(LAYOUT, CHUNK, residue * parts + (source % parts), 0),
            SPARE,
          );
        },
      ),
      { numRuns: 200 },
    );
  });

  it('scatter: subtrahends and positions past 2^32', () => {
    const far = 2 ** 33 + 12345;
    const quotient = Math.floor(far / 10);
    expectAlike(
      (views) => {
        const { u8, u32 } = views;
        for (const [k, s] of [7, far, far + 20, 2 ** 40].entries()) {
          u32[SUBTRAHENDS / 4 + 2 * k] = s;
          u32[SUBTRAHENDS / 4 + 2 * k + 1] = s / 2 ** 32;
        }
        u8.fill(1, FLAGS, FLAGS + 100);
        u32.set([0, 1, 9], OTHER / 4);
        u32.set([0, OTHER, OTHER + 12, OTHER + 12], CLASSES / 4);
        u32[ENDS / 4] = OTHER + 12;
        putFar(views, { quotient, width: 12, reachable: 4 }, { modulus: 10 });
      },
      (kernels) => kernels.scatter(LAYOUT, CHUNK, 0, 0),
      SPARE,
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
          const first = 3 * modulus + ((from * 5) % modulus);
          expectAlike(
            (views) => {
              const random = streamOf(drawn);
              randomBits(views, WINDOW, limit, density, random);
              randomBits(views, MARKS, limit, 0.1, random);
              let next = SHIFTS;
              for (let a = 0; a < modulus; a++) {
                const near = RANGES / 4 + a * NearRow.WORDS;
                for (const list of [NearRow.probes, NearRow.marks]) {
                  const subtrahends = randomIncreasing(Math.floor(random() * 12), 300, random).map(
                    (s) => s + 1,
                  );
                  views.u32[near + list] = next;
                  views.u32.set(subtrahends, next / 4);
                  next += 4 * subtrahends.length;
                  views.u32[near + list + 1] = next;
                }
                const list = BITSETS + 65536 + 1024 * a;
                // Every other class has a bitset; lists are too short for some.
                const bitset = a % 2 === 0 ? BITSETS + a * BITSET_BYTES : 0;
                const roomEnd = list + 4 * Math.floor(random() * 100);
                const row = CLASSES + a * structBytes(ClassRow);
                const coarse = a % 4 === 2 ? 3 : 0;
                putStruct(views, row, ClassRow, { bitset, list, end: list, roomEnd, coarse });
              }
              const bitmaps = { open: WINDOW, marks: MARKS, cold: OTHER };
              putStruct(views, NEAR, NearChunk, { modulus, lists: RANGES, ...bitmaps, limit });
            },
            (kernels) => {
              kernels.decideNear(NEAR, from, limit);
              kernels.addToClasses(CLASSES, modulus, OTHER, first, from, limit);
              kernels.readClasses(CLASSES, modulus, 2, 90, OPEN);
              kernels.orBytes(OPEN, MARKS, 16 * Math.ceil(limit / 128));
            },
          );
        },
      ),
      { numRuns: 200 },
    );
  });

  it('selectNear: all, some and none', () => {
    for (const flag of [() => 0, () => 1, (r: number) => r % 2]) {
      expectAlike(
        ({ u8, u16, u32 }) => {
          for (let k = 0; k < 50; k++) {
            u32[SHIFTS / 4 + k] = 3 * k + 1;
            u16[SOURCES / 2 + k] = (3 * k + 1) % 7;
          }
          for (let r = 0; r < 7; r++) u8[FLAGS + r] = flag(r);
        },
        (kernels) => kernels.selectNear(SHIFTS, SOURCES, 50, FLAGS, OTHER),
        // One element past what is selected is unspecified.
        [[OTHER, OTHER + 256]],
      );
    }
  });

  it('readClasses: the quotients of a range, from a list and from a bitset', () => {
    expectAlike(
      (views) => {
        const quotients = [0, 1, 5, 63, 64, 65, 127, 128, 500];
        views.u32.set(quotients, OTHER / 4);
        for (const q of quotients) views.u8[BITSETS + (q >>> 3)] |= 1 << (q & 7);
        const listed = { bitset: 0, list: OTHER, end: OTHER + 36, roomEnd: OTHER + 64, coarse: 0 };
        // A list that had no room for all ends where its room does.
        const overfull = { ...listed, end: OTHER + 36, roomEnd: OTHER + 20 };
        const none = { list: 0, end: 36, roomEnd: 0, coarse: 0 };
        putStruct(views, CLASSES, ClassRow, listed);
        putStruct(views, CLASSES + structBytes(ClassRow), ClassRow, { bitset: BITSETS, ...none });
        putStruct(views, CLASSES + 2 * structBytes(ClassRow), ClassRow, overfull);
      },
      (kernels) => {
        kernels.readClasses(CLASSES, 3, 1, 128, MARKS);
        kernels.readClasses(CLASSES, 3, 600, 700, OPEN);
        kernels.readClasses(CLASSES, 3, 0, 0, OPEN);
      },
    );
  });

  it('readClasses: a list up to the last quotient of 31 bits', () => {
    const end = 2 ** 31;
    expectAlike(
      (views) => {
        views.u32.set([5, end - 65, end - 64, end - 1], OTHER / 4);
        putStruct(views, CLASSES, ClassRow, {
          bitset: 0,
          list: OTHER,
          end: OTHER + 16,
          roomEnd: OTHER + 16,
          coarse: 0,
        });
      },
      (kernels) => kernels.readClasses(CLASSES, 1, end - 64, end, MARKS),
    );
  });
});
