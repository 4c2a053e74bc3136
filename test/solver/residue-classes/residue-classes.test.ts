/** Residue-class convolution with forced plans, moduli, chunks, epochs and threads. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { coldByDefinition } from '../../../src/game/definition.js';
import { increasingSequence } from '../../../src/game/sets/sequences.js';
import { finiteSet } from '../../support/set-oracles.js';
import type { Range } from '../../../src/common/range.js';
import { CATALOGUE } from '../../../src/game/sets/catalogue.js';
import { createBitset, getBit, onesOf, setBit } from '../../../src/kernel/bitset.js';
import {
  solveByResidueClasses,
  type ResidueClassOptions,
} from '../../../src/solver/residue-classes/residue-classes.js';
import { FAR_KERNELS } from '../../../src/solver/residue-classes/kernel-costs.js';
import type { PlanReport } from '../../../src/solver/residue-classes/plan-report.js';
import { solveBySieve } from '../../../src/solver/sieve/sieve.js';
import { hotspots, pieceLengths, steps, subtractionSets } from '../../support/arbitrary.js';
import { chosen, type Choice } from '../../support/plans.js';
import { effort } from '../../support/seed.js';
import { solveCold } from '../../support/solve.js';
import { onThreads } from '../../support/threads.js';

const squares = increasingSequence((k) => k * k);

/** A plan that draws every pair's kernel from a list, so that all of them meet in one run. */
const plans: fc.Arbitrary<Choice | undefined> = fc.oneof(
  fc.constant(undefined),
  ...FAR_KERNELS.map((kernel) =>
    fc
      .record({ near: fc.boolean(), bitsetsTo: fc.constantFrom(0, 3, Infinity) })
      .map(({ near, bitsetsTo }) => ({ far: () => kernel, nearMarks: () => near, bitsetsTo })),
  ),
  fc
    .tuple(
      fc.array(fc.constantFrom(...FAR_KERNELS), { minLength: 1, maxLength: 40 }),
      fc.array(fc.boolean(), { minLength: 1 }),
      fc.constantFrom(0, 3, Infinity),
    )
    .map(([far, near, bitsetsTo]) => ({
      bitsetsTo,
      far: (source: number, target: number) => far[(source * 31 + target * 17) % far.length],
      nearMarks: (source: number, target: number) => near[(source * 13 + target * 7) % near.length],
    })),
);

const residueClassOptions: fc.Arbitrary<ResidueClassOptions> = fc
  .record({
    modulus: fc.option(fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 200 })), { nil: undefined }),
    chunk: fc.option(fc.integer({ min: 1, max: 1500 }), { nil: undefined }),
    firstEpoch: fc.constantFrom(1, 50, 300, 1024, 1 << 15),
    replan: plans.map((choice) => (choice === undefined ? undefined : chosen(choice))),
  })
  .map(
    (options) =>
      Object.fromEntries(
        Object.entries(options).filter(([, value]) => value !== undefined),
      ) as ResidueClassOptions,
  );

describe('residue classes', () => {
  it('finds the cold positions of the definition, whatever the plan', { tags: 'slow' }, async () => {
    await fc.assert(
      fc.asyncProperty(
        subtractionSets,
        steps,
        pieceLengths,
        hotspots,
        residueClassOptions,
        async ({ set }, stops, pieceLength, isHotspot, options) => {
          const stop = stops[stops.length - 1];
          const settings = isHotspot === undefined ? { pieceLength } : { pieceLength, isHotspot };
          const bits = await solveCold((task) => solveByResidueClasses(task, options), set, stops, settings);
          const cold = Array.from({ length: stop }, (_, n) => getBit(bits, n) === 1);
          expect(cold).toEqual(coldByDefinition(set, stop, isHotspot));
        },
      ),
      { numRuns: effort(30, 120) },
    );
  });
});

describe('residue classes', () => {
  it('agree with the sieve for every number of threads', { tags: 'slow' }, async () => {
    const expected = await solveCold(solveBySieve, squares, [300_000]);
    for (const threads of [1, 2, 3]) {
      for (const modulus of [65, 130]) {
        const options = { threads, modulus, parallelFrom: 0, chunk: 70_000 };
        const bits = await onThreads(threads, () =>
          solveCold((task) => solveByResidueClasses(task, options), squares, [100_001, 300_000]),
        );
        expect(bits).toEqual(expected);
      }
    }
  });

  it('agree with the definition where hotspots close positions of chunks that are begun ahead', async () => {
    const isHotspot = (n: number): boolean => n % 7 === 3;
    const expected = coldByDefinition(squares, 20_000, isHotspot);
    for (const threads of [1, 2, 3]) {
      const options = { threads, modulus: 5, parallelFrom: 0, chunk: 1000 };
      const settings = { pieceLength: 4096, isHotspot };
      const bits = await onThreads(threads, () =>
        solveCold((task) => solveByResidueClasses(task, options), squares, [9001, 20_000], settings),
      );
      expect(Array.from(expected, (_, n) => getBit(bits, n) === 1)).toEqual(expected);
    }
  });

  type FarKernel = (typeof FAR_KERNELS)[number];
  /** By pairs of kernels, a class is read by its list for some targets and as a bitset for others. */
  const FAR: readonly (readonly FarKernel[])[] = [
    ...FAR_KERNELS.map((kernel) => [kernel]),
    ['scatter', 'shift-or'],
    ['gather', 'probe'],
  ];
  it.each(FAR.map((kernels) => [kernels.join(' and '), kernels] as const))(
    'agree with the definition where classes have no room left once the next epoch is planned: %s',
    async (_, kernels) => {
      // Few positions are cold up to there, and many above: lists become too short within the epoch that begins at 4000.
      const isHotspot = (n: number): boolean => n < 5900 && n % 50 !== 0;
      const expected = coldByDefinition(squares, 20_000, isHotspot);
      for (const threads of [1, 3]) {
        // The chunk that there is no room for ends anywhere in a byte.
        for (const chunk of threads === 1 ? [100, 101, 102, 103, 106, 109, 114, 2000] : [100, 2000]) {
          const ends: number[] = [];
          const far = (_source: number, target: number): FarKernel => kernels[target % kernels.length];
          const replan = chosen({ far, nearMarks: () => true });
          const onPlan = ({ stop }: PlanReport): void => void ends.push(stop);
          const options = { threads, modulus: 5, parallelFrom: 0, firstEpoch: 1000, chunk, replan, onPlan };
          const bits = await onThreads(threads, () =>
            solveCold((task) => solveByResidueClasses(task, options), squares, [20_000], { isHotspot }),
          );
          expect(Array.from(expected, (_, n) => getBit(bits, n) === 1)).toEqual(expected);
          // More than a quarter of the epoch was done; with bitsets alone there is always room.
          const hasLists = kernels.some((kernel) => ['scatter', 'gather'].includes(kernel)) && chunk < 2000;
          expect(ends.some((stop) => stop > 5000 && stop < 8000)).toBe(hasLists);
        }
      }
    },
  );

  it('report each epoch with the plan it was solved by', async () => {
    const reports: PlanReport[] = [];
    const onPlan = (report: PlanReport): void => void reports.push(report);
    await solveCold((task) => solveByResidueClasses(task, { onPlan, modulus: 25 }), squares, [100_000]);
    expect(reports[0].start).toBe(0);
    expect(reports[reports.length - 1].stop).toBe(100_000);
    for (const { kernels, modulus, chunk } of reports) {
      expect(modulus).toBe(25);
      expect(chunk % modulus).toBe(0);
      expect(kernels.map(({ kernel }) => kernel)).toEqual([...FAR_KERNELS, 'near']);
    }
  });

  it('solve positions that are past 2^31 from the first in reach, by close numbers', async () => {
    const set = CATALOGUE.find(({ name }) => name === 'moser-de-bruijn')!.set;
    const range = { start: 2 ** 31 + 100, stop: 2 ** 31 + 1100 };
    const known = Array.from({ length: 300 }, (_, i) => range.start - 1 - 7 * i * i).reverse();
    const task = {
      ...{ set, range, pieceLength: 1 << 20 },
      breathe: () => Promise.resolve(),
      readLower: ({ start, stop }: Range) => {
        const bits = createBitset(stop - start);
        for (const n of known) if (n >= start && n < stop) setBit(bits, n - start);
        return Promise.resolve(bits);
      },
    };
    // The numbers of the set are those with ones in no odd place.
    const cold = [...known];
    for (let n = range.start; n < range.stop; n++) {
      if (cold.every((c) => ((n - c) & 0xaaaaaaaa) !== 0)) cold.push(n);
    }
    const found: number[] = [];
    for await (const { values, start, stop } of solveByResidueClasses(task)) {
      found.push(...onesOf(values, stop - start, start));
    }
    expect(found).toEqual(cold.slice(known.length));
    expect(found.length).toBeGreaterThan(10);
  });

  it('solve positions past 2^32 as they solve them below, for a finite set', async () => {
    const set = finiteSet([1, 4, 9, 13]);
    const start = 2 ** 40 + 5;
    const task = {
      set,
      range: { start, stop: start + 5000 },
      pieceLength: 1000,
      breathe: () => Promise.resolve(),
      readLower: (range: { start: number; stop: number }) =>
        Promise.resolve(new Uint8Array(Math.ceil((range.stop - range.start) / 8))),
    };
    const bits: number[] = [];
    for await (const { values, start: from, stop } of solveByResidueClasses(task)) {
      for (let i = 0; i < stop - from; i++) bits.push(getBit(values, i));
    }
    // With nothing cold below, the game begins anew at the start.
    expect(bits.map((bit) => bit === 1)).toEqual(coldByDefinition(set, 5000));
  });
});
