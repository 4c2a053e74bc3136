/** The WebAssembly kernels for nim-values against their plain siblings. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createKernelMemory, createKernels } from '../../src/kernel/kernels-wasm.js';
import { DECIDED_BYTES, MexJob, STAGED_BYTES, TABLE_BYTES } from '../../src/kernel/layout.js';
import type { Struct } from '../../src/kernel/struct.js';
import { viewsOf, type Views } from '../support/kernels/views.js';
import { effort } from '../support/seed.js';
import {
  contents,
  expectAlike,
  putStruct,
  randomIncreasing,
  streamOf,
  kernelsOf,
} from '../support/kernels/pair.js';

/** The job of the test, below everything else. */
const JOB = 64;
const VALUES = 256;
const SUBTRAHENDS = 131072;
const ROWS = 163840;
const SCRATCH = 262144;
const SCRATCH_BYTES = STAGED_BYTES + TABLE_BYTES;
const DECIDED = SCRATCH + SCRATCH_BYTES;

/** Numbers that come near every part of [0, 1): multiples of the golden ratio. */
const SPREAD = Array.from({ length: 1000 }, (_, i) => (i * 0.6180339887) % 1);

/** Shapes for values of so many bits: sets, of up to 6, can be as narrow as these. */
const shapesFor = (bits: number) =>
  fc.record({
    origin: fc.constantFrom(0, 1, 5, 16, 100, 3000),
    lanes: fc.constantFrom(1, 15, 16, 17, 64, 100),
    count: fc.constantFrom(0, 1, 9, 40, 255, 256, 257, 700),
    width: bits <= 6 ? fc.constantFrom(2 ** bits, 128, 640) : fc.constantFrom(128, 256, 640, 2176),
    drawn: contents,
  });

type Job = Struct<typeof MexJob>;

/** Writes the test's job, for one thread that does all lanes at once. */
function writeJob(
  views: Views,
  job: Pick<Job, 'valueBits' | 'origin' | 'lanes' | 'count' | 'width'> & Partial<Job>,
  address = JOB,
) {
  views.u8.fill(0xff, DECIDED, DECIDED + DECIDED_BYTES);
  putStruct(views, address, MexJob, {
    bound: 2 ** job.valueBits,
    values: VALUES,
    subtrahends: SUBTRAHENDS,
    rows: ROWS,
    share: 16 * Math.ceil(job.lanes / 16),
    scratch: SCRATCH,
    decided: DECIDED,
    ...job,
  });
}

/** The values below `origin`: random, but for the least and the greatest that the bits and the width allow. */
function fillValues({ u8, u16 }: Views, bits: number, origin: number, width: number, random: () => number) {
  const values = bits === 16 ? u16 : u8;
  const greatest = Math.min(width, 2 ** bits) - 1;
  for (let n = 0; n < origin; n++) {
    const edge = random();
    values[VALUES / values.BYTES_PER_ELEMENT + n] =
      edge < 0.1 ? 0 : edge < 0.2 ? greatest : random() * (greatest + 1);
  }
}

describe.each([3, 4, 5, 6, 8, 16])('kernels for nim-values of %i bits', (bits) => {
  const shapes = shapesFor(bits);

  it('excludeFar: subtrahends that reach beyond position 0 for all, some or none of the lanes', () => {
    fc.assert(
      fc.property(shapes, ({ origin, lanes, count, width, drawn }) => {
        const rounded = 16 * Math.ceil(lanes / 16);
        // No subtrahend may lead to a position of the chunk.
        const subtrahends = randomIncreasing(count, origin + 50, streamOf(drawn)).map((s) => s + rounded);
        expectAlike(
          (views) => {
            const random = streamOf(drawn);
            fillValues(views, bits, origin, width, random);
            views.u32.set(subtrahends, SUBTRAHENDS / 4);
            writeJob(views, { valueBits: bits, origin, lanes, count: subtrahends.length, width });
          },
          (kernels) => kernels.excludeFar(JOB, 0, 0),
          [[SCRATCH, SCRATCH + SCRATCH_BYTES]],
        );
      }),
      { numRuns: effort(40, 120) },
    );
  });

  it.each([2 ** 31 - 3050, 2 ** 31 - 16, 2 ** 31, 2 ** 32 - 2 ** 16])(
    'values from index %d on: as the same values from index 0 on',
    (far) => {
      const bytes = bits === 16 ? 2 : 1;
      fc.assert(
        fc.property(shapes, ({ lanes, count, width, drawn }) => {
          const origin = 3000;
          const rounded = 16 * Math.ceil(lanes / 16);
          const random = streamOf(drawn);
          const short = randomIncreasing(count, rounded, random).map((s) => s + 1);
          const long = randomIncreasing(count, origin - rounded, random).map((s) => s + rounded);
          // Addresses wrap around: two bytes a value, 2^31 values lower down, is the same place.
          const longer = bytes === 2 && far >= 2 ** 31 ? 2 ** 31 : 0;
          /** The kernels' whole memory behind values that lie `up` above index 0, in place of which there is no memory. */
          const run = (up: number, moved: number): Buffer => {
            const memory = createKernelMemory(17);
            const views = viewsOf(memory)();
            fillValues(views, bits, origin, width, streamOf(drawn));
            const values = (VALUES - bytes * up + 2 * 2 ** 32) % 2 ** 32;
            const job = { valueBits: bits, values, origin: origin + up, lanes, width };
            const kernels = createKernels(memory);
            const put = (list: readonly number[], of: number): void => {
              views.u32.set(
                list.map((s) => s + of),
                SUBTRAHENDS / 4,
              );
              writeJob(views, { ...job, count: list.length });
            };
            put(long, moved);
            kernels.excludeFar(JOB, 0, 0);
            put(short, 0);
            views.u32[0] = kernels.decideNim(JOB);
            views.u8.fill(0, JOB, VALUES);
            views.u8.fill(0, SUBTRAHENDS, ROWS);
            return Buffer.from(views.u8.buffer);
          };
          expect(run(far, longer).equals(run(0, 0))).toBe(true);
        }),
        { numRuns: effort(5, 30) },
      );
    },
  );

  it('excludeFar: more lanes than a block of subtrahends is staged for', () => {
    fc.assert(
      fc.property(contents, (drawn) => {
        const [origin, lanes, width] = [3000, 1000, 256];
        const subtrahends = randomIncreasing(700, origin, streamOf(SPREAD)).map((s) => s + 1008);
        expectAlike(
          (views) => {
            fillValues(views, bits, origin, width, streamOf(drawn));
            views.u32.set(subtrahends, SUBTRAHENDS / 4);
            writeJob(views, { valueBits: bits, origin, lanes, count: subtrahends.length, width });
          },
          (kernels) => kernels.excludeFar(JOB, 0, 0),
          [[SCRATCH, SCRATCH + SCRATCH_BYTES]],
        );
      }),
      { numRuns: 5 },
    );
  });

  it('excludeFar: shares of a job, each in the scratch of another thread, as all of it at once', () => {
    const width = 128;
    const lanes = 70;
    const random = streamOf(SPREAD);
    const subtrahends = randomIncreasing(60, 900, random).map((s) => s + 80);
    const rowsBy = (share: number): Buffer => {
      const memory = createKernelMemory(33);
      const views = viewsOf(memory)();
      fillValues(views, bits, 1000, width, streamOf(SPREAD));
      views.u32.set(subtrahends, SUBTRAHENDS / 4);
      writeJob(views, { valueBits: bits, origin: 1000, lanes, count: subtrahends.length, width, share });
      const kernels = createKernels(memory);
      for (let next = 0; next * share < lanes; next++) kernels.excludeFar(JOB, next, next);
      return Buffer.from(views.u8.subarray(ROWS, ROWS + (lanes * width) / 8));
    };
    expect(rowsBy(32).equals(rowsBy(80))).toBe(true);
    expect(rowsBy(32).some((byte) => byte !== 0)).toBe(true);
  });

  it('decideNim: rows from empty to full', () => {
    fc.assert(
      fc.property(
        shapes,
        fc.constantFrom(0, 0.5, 0.98, 1),
        ({ origin, lanes, count, width, drawn }, density) => {
          const rounded = 16 * Math.ceil(lanes / 16);
          const subtrahends = randomIncreasing(count, origin + rounded + 20, streamOf(drawn)).map(
            (s) => s + 1,
          );
          expectAlike(
            (views) => {
              const random = streamOf(drawn);
              fillValues(views, bits, origin, width, random);
              views.u32.set(subtrahends, SUBTRAHENDS / 4);
              writeJob(views, { valueBits: bits, origin, lanes, count: subtrahends.length, width });
              for (let i = 0; i < rounded * width; i++) {
                if (random() < density) views.u8[ROWS + (i >>> 3)] |= 1 << (i & 7);
              }
            },
            (kernels) => kernels.decideNim(JOB),
            [
              [SCRATCH, SCRATCH + SCRATCH_BYTES],
              [DECIDED, DECIDED + DECIDED_BYTES],
              [ROWS, ROWS + (rounded * width) / 8],
            ],
          );
        },
      ),
      { numRuns: effort(40, 120) },
    );
  });
});

const fewMoves = fc.uniqueArray(
  fc.oneof(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 3000 })),
  {
    minLength: 1,
    maxLength: 7,
  },
);

it.each([3, 4])(
  'decideNim: groups that come again, in one job and the next, for values of %i bits',
  (bits) => {
    const [lanes, width] = [4096, 2 ** bits];
    fc.assert(
      fc.property(fewMoves, (moves) => {
        expectAlike(
          (views) => {
            views.u32.set(
              moves.toSorted((a, b) => a - b),
              SUBTRAHENDS / 4,
            );
            const job = { valueBits: bits, lanes, count: moves.length, width };
            writeJob(views, { ...job, origin: 0 });
            writeJob(views, { ...job, origin: lanes, rows: ROWS + (lanes * width) / 8 }, 2 * JOB);
          },
          (kernels) => [kernels.decideNim(JOB), kernels.decideNim(2 * JOB)],
          [[ROWS, DECIDED + DECIDED_BYTES]],
        );
      }),
      { numRuns: effort(40, 120) },
    );
  },
);

it.each([17, 32, 33, 48, 49, 64])('excludeFar: values of 6 bits that are all below %i', (bound) => {
  const [origin, lanes, width] = [2000, 100, 128];
  const subtrahends = randomIncreasing(300, 1000, streamOf(SPREAD)).map((s) => s + 112);
  expectAlike(
    (views) => {
      fillValues(views, 6, origin, bound, streamOf(SPREAD));
      views.u32.set(subtrahends, SUBTRAHENDS / 4);
      writeJob(views, { valueBits: 6, bound, origin, lanes, count: subtrahends.length, width });
      expect(views.u8.subarray(VALUES, VALUES + origin)).toContain(bound - 1);
    },
    (kernels) => kernels.excludeFar(JOB, 0, 0),
    [[SCRATCH, SCRATCH + SCRATCH_BYTES]],
  );
});

describe.each([
  ['wasm', 3],
  ['wasm', 4],
  ['wasm', 8],
  ['wasm', 16],
  ['plain', 3],
  ['plain', 4],
  ['plain', 8],
  ['plain', 16],
] as const)('%s kernels where %i bits end', (kind, bits) => {
  const greatest = 2 ** bits - 1;
  const width = Math.max(128, 2 ** bits);
  const rows = 2 ** 22;

  /** All values below `excluded` lie below position 0, and the position has all of these as options. */
  function decide(excluded: number): { decided: number; value: number } {
    const memory = createKernelMemory(129);
    const views = viewsOf(memory)();
    const { u8, u16, u32 } = views;
    const values = bits === 16 ? u16 : u8;
    const first = VALUES / values.BYTES_PER_ELEMENT;
    const origin = excluded + 16;
    for (let v = 0; v < excluded; v++) values[first + v] = v;
    values.fill(0, first + excluded, first + origin);
    const subtrahends = 2 ** 18;
    for (let i = 0; i < excluded; i++) u32[subtrahends / 4 + i] = 17 + i;
    const kernels = kernelsOf(kind, memory);
    const job = { valueBits: bits, origin, lanes: 1, subtrahends, width, rows, scratch: 2 ** 21 };
    writeJob(views, { ...job, count: excluded });
    kernels.excludeFar(JOB, 0, 0);
    writeJob(views, { ...job, count: 0 });
    const decided = kernels.decideNim(JOB);
    return { decided, value: values[first + origin] };
  }

  it('decides the greatest value, and stops at the next', () => {
    expect(decide(greatest - 1)).toEqual({ decided: 1, value: greatest - 1 });
    expect(decide(greatest)).toEqual({ decided: 1, value: greatest });
    expect(decide(greatest + 1).decided).toBe(0);
  });
});
