/** The WebAssembly kernels for remoteness against their plain siblings. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createKernelMemory } from '../../src/kernel/kernels-wasm.js';
import { RankJob } from '../../src/kernel/layout.js';
import type { Struct } from '../../src/kernel/struct.js';
import { viewsOf, type Views } from '../support/kernels/views.js';
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
const RANKS = 256;
const SUBTRAHENDS = 131072;

const shapes = fc.record({
  origin: fc.constantFrom(0, 1, 5, 16, 100, 3000),
  lanes: fc.constantFrom(1, 15, 16, 17, 64, 100, 333),
  count: fc.constantFrom(0, 1, 3, 4, 5, 40, 257, 700),
  drawn: contents,
});

type Job = Struct<typeof RankJob>;

/** Writes the test's job, for one thread that does all lanes at once. */
function writeJob(views: Views, job: Pick<Job, 'bytes' | 'origin' | 'lanes' | 'count'> & Partial<Job>) {
  putStruct(views, JOB, RankJob, {
    ranks: RANKS,
    subtrahends: SUBTRAHENDS,
    smallest: views.u32[SUBTRAHENDS / 4],
    share: job.lanes,
    ...job,
  });
}

/** Random ranks of at least `least`, most of them near that, the greatest and the middle, where bounds lie. */
function fillRanks(views: Views, bytes: number, count: number, random: () => number, least = 0) {
  const ranks = bytes === 1 ? views.u8 : bytes === 2 ? views.u16 : views.u32;
  const worst = 2 ** (8 * bytes) - 1;
  for (let n = 0; n < count; n++) {
    const near = [0, worst, worst / 2 - 8, worst * random()][Math.floor(4 * random())] + 16 * random();
    ranks[RANKS / bytes + n] = Math.min(worst, Math.max(least, near));
  }
}

describe.each([1, 2, 4])('kernels for ranks of %i bytes', (bytes) => {
  it('rankFar: subtrahends that reach beyond position 0 for all, some or none of the lanes', () => {
    fc.assert(
      fc.property(shapes, ({ origin, lanes, count, drawn }) => {
        // No subtrahend may lead to a position of the chunk.
        const subtrahends = randomIncreasing(count, origin + 50, streamOf(drawn)).map((s) => s + lanes);
        expectAlike(
          (views) => {
            fillRanks(views, bytes, origin + lanes, streamOf(drawn));
            views.u32.set(subtrahends, SUBTRAHENDS / 4);
            writeJob(views, { bytes, origin, lanes, count: subtrahends.length });
          },
          (kernels) => {
            kernels.rankFar(JOB, 0);
          },
        );
      }),
      { numRuns: 120 },
    );
  });

  it('rankFar: four subtrahends of which the last leads below position 0 from the first lane alone', () => {
    expectAlike(
      (views) => {
        // Below position 0 lie zeros, which would be less.
        fillRanks(views, bytes, 132, streamOf([]), 5);
        views.u32.set([40, 50, 60, 101], SUBTRAHENDS / 4);
        writeJob(views, { bytes, origin: 100, lanes: 32, count: 4 });
      },
      (kernels) => {
        kernels.rankFar(JOB, 0);
      },
    );
  });

  it('rankFar: in shares that do not divide the lanes', () => {
    fc.assert(
      fc.property(shapes, ({ lanes, count, drawn }) => {
        const origin = 3000;
        const subtrahends = randomIncreasing(count, origin - lanes, streamOf(drawn)).map((s) => s + lanes);
        const share = 48;
        expectAlike(
          (views) => {
            fillRanks(views, bytes, origin + lanes, streamOf(drawn));
            views.u32.set(subtrahends, SUBTRAHENDS / 4);
            writeJob(views, { bytes, origin, lanes, count: subtrahends.length, share });
          },
          (kernels) => {
            for (let next = 0; next * share < lanes; next++) kernels.rankFar(JOB, next);
          },
        );
      }),
      { numRuns: 60 },
    );
  });

  it.each([2 ** 31 - 3050, 2 ** 31 - 16, 2 ** 31, 2 ** 32 - 2 ** 16])(
    'ranks from index %d on: as the same ranks from index 0 on',
    (far) => {
      fc.assert(
        fc.property(shapes, ({ lanes, count, drawn }) => {
          const origin = 3000;
          const random = streamOf(drawn);
          const short = randomIncreasing(count, lanes, random).map((s) => s + 1);
          const long = randomIncreasing(count, origin - lanes, random).map((s) => s + lanes);
          // Addresses wrap around: bytes * 2^32 / bytes lower down is the same place.
          const longer = bytes > 1 && far >= 2 ** 31 ? 2 ** 32 / bytes : 0;
          const run = (up: number, moved: number): Buffer => {
            const memory = createKernelMemory(3);
            const views = viewsOf(memory)();
            fillRanks(views, bytes, origin, streamOf(drawn));
            const ranks = (RANKS - bytes * up + 4 * 2 ** 32) % 2 ** 32;
            const kernels = kernelsOf('wasm', memory);
            const put = (list: readonly number[], of: number): void => {
              views.u32.set(
                list.map((s) => s + of),
                SUBTRAHENDS / 4,
              );
              writeJob(views, { bytes, ranks, origin: origin + up, lanes, count: list.length, smallest: 1 });
            };
            put(long, moved);
            kernels.rankFar(JOB, 0);
            put(short, 0);
            views.u32[0] = kernels.decideRemoteness(JOB);
            views.u8.fill(0, JOB, RANKS);
            views.u8.fill(0, SUBTRAHENDS);
            return Buffer.from(views.u8.buffer);
          };
          expect(run(far, longer).equals(run(0, 0))).toBe(true);
        }),
        { numRuns: 30 },
      );
    },
  );

  it('decideRemoteness: also where it stops for want of room', () => {
    let stopped = 0;
    fc.assert(
      fc.property(shapes, fc.boolean(), ({ origin, lanes, count, drawn }, areHigh) => {
        const subtrahends = randomIncreasing(count, origin + lanes + 20, streamOf(drawn)).map((s) => s + 1);
        fc.pre(subtrahends.length > 0);
        const open: [number, number][] = [];
        expectAlike(
          (views) => {
            fillRanks(views, bytes, origin + lanes, streamOf(drawn), areHigh ? 2 ** (8 * bytes - 1) : 0);
            views.u32.set(subtrahends, SUBTRAHENDS / 4);
            writeJob(views, { bytes, origin, lanes, count: subtrahends.length });
          },
          (kernels) => {
            const end = kernels.decideRemoteness(JOB);
            open[0] = [RANKS + (origin + end) * bytes, RANKS + (origin + lanes) * bytes];
            if (end < lanes) stopped++;
            return end;
          },
          open,
        );
      }),
      { numRuns: 120 },
    );
    expect(stopped).toBeGreaterThan(0);
  });
});

describe.each([
  ['wasm', 1],
  ['wasm', 2],
  ['plain', 1],
  ['plain', 2],
] as const)('%s kernels where %i bytes end', (kind, bytes) => {
  // The set {1}, where the remoteness of n is n.
  it('decides the greatest remoteness, and stops at the next', () => {
    const memory = createKernelMemory(17);
    const views = viewsOf(memory)();
    views.u32[SUBTRAHENDS / 4] = 1;
    const lanes = 2 ** (8 * bytes) + 40;
    const far = 2 ** 19;
    writeJob(views, { bytes, ranks: far, origin: 0, lanes, count: 0 });
    const kernels = kernelsOf(kind, memory);
    kernels.rankFar(JOB, 0);
    writeJob(views, { bytes, ranks: far, origin: 0, lanes, count: 1 });
    expect(kernels.decideRemoteness(JOB)).toBe(2 ** (8 * bytes));
    const ranks = bytes === 1 ? views.u8 : views.u16;
    const worst = 2 ** (8 * bytes) - 1;
    const at = far / bytes;
    expect([ranks[at], ranks[at + 1], ranks[at + 2], ranks[at + worst]]).toEqual([
      0,
      worst,
      1,
      worst - (worst - 1) / 2,
    ]);
  });
});
