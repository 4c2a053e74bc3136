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
    before: 0,
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

  it('rankFar: ranks that are no longer kept, in shares that do not divide the lanes', () => {
    fc.assert(
      fc.property(shapes, fc.constantFrom(1, 7, 5000), ({ lanes, count, drawn }, before) => {
        const origin = 3000;
        const subtrahends = randomIncreasing(count, origin - lanes, streamOf(drawn)).map((s) => s + lanes);
        const share = 48;
        expectAlike(
          (views) => {
            fillRanks(views, bytes, origin + lanes, streamOf(drawn));
            views.u32.set(subtrahends, SUBTRAHENDS / 4);
            writeJob(views, { bytes, origin, before, lanes, count: subtrahends.length, share });
          },
          (kernels) => {
            for (let next = 0; next * share < lanes; next++) kernels.rankFar(JOB, next);
          },
        );
      }),
      { numRuns: 60 },
    );
  });

  it('decideRemoteness: also where it stops for want of room', () => {
    let stopped = 0;
    fc.assert(
      fc.property(
        shapes,
        fc.constantFrom(0, 1, 5000),
        fc.boolean(),
        ({ origin, lanes, count, drawn }, before, areHigh) => {
          const reach = before === 0 ? origin + lanes + 20 : origin;
          const subtrahends = randomIncreasing(count, reach, streamOf(drawn)).map((s) => s + 1);
          fc.pre(subtrahends.length > 0);
          const open: [number, number][] = [];
          expectAlike(
            (views) => {
              fillRanks(views, bytes, origin + lanes, streamOf(drawn), areHigh ? 2 ** (8 * bytes - 1) : 0);
              views.u32.set(subtrahends, SUBTRAHENDS / 4);
              writeJob(views, { bytes, origin, before, lanes, count: subtrahends.length });
            },
            (kernels) => {
              const end = kernels.decideRemoteness(JOB);
              open[0] = [RANKS + (origin + end) * bytes, RANKS + (origin + lanes) * bytes];
              if (end < lanes) stopped++;
              return end;
            },
            open,
          );
        },
      ),
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
