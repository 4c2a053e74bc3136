/** Every method against the definition, on random sets, hotspots, steps, chunks and pieces. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  coldByDefinition,
  nimValuesByDefinition,
  remotenessesByDefinition,
} from '../../src/game/definition.js';
import { cofiniteSet, finiteSet } from '../support/set-oracles.js';
import { getBit } from '../../src/kernel/bitset.js';
import { solveByDivideAndConquer } from '../../src/solver/convolution/divide-and-conquer.js';
import { solveByDynamicProgramming } from '../../src/solver/dynamic-programming/dynamic-programming.js';
import { solveCofiniteByClasses } from '../../src/solver/dynamic-programming/cofinite-classes.js';
import { solveCofinite } from '../../src/solver/dynamic-programming/cofinite.js';
import { solvePlainly } from '../../src/solver/dynamic-programming/plain.js';
import { solveByLevels } from '../../src/solver/convolution/levels.js';
import { solveByResidueClasses } from '../../src/solver/residue-classes/residue-classes.js';
import { solveRemotenessByDynamicProgramming } from '../../src/solver/remoteness/dynamic-programming.js';
import { solveRemotenessPlainly } from '../../src/solver/remoteness/plain.js';
import { solveByShiftedSets, solveColdByShiftedSets } from '../../src/solver/shifted-sets/shifted-sets.js';
import { solveCofinitePositions } from '../../src/solver/sieve/cofinite-positions.js';
import { solveByShiftedPositions } from '../../src/solver/sieve/shifted-positions.js';
import { solveBySieve } from '../../src/solver/sieve/sieve.js';
import type { ColdSolver, IntegerSolver, IntegerTask } from '../../src/solver/task/task.js';
import { hotspots, pieceLengths, steps, subtractionSets } from '../support/arbitrary.js';
import { effort } from '../support/seed.js';
import { solveCold, solveNim } from '../support/solve.js';
import { onThreads } from '../support/threads.js';

const chunkLengths = fc.constantFrom(37, 100, 512, 1024, 2048, undefined);

/** A chunk length as an option. */
const withChunk = (chunk?: number): { chunk?: number } => (chunk === undefined ? {} : { chunk });

/** Moves next to multiples of a chunk of 512: from the first position of a window to the last of a chunk, and past it. */
const NEXT_TO_CHUNKS = [511, 512, 513, 1023, 1024, 1025, 1535, 1537];
const CHUNK = 512;
/** The nim-values of one move s are floor(n / s) modulo 2. */
const ofOneMove = (s: number): number[] => Array.from({ length: 8 * CHUNK }, (_, n) => Math.floor(n / s) % 2);

const coldMethods: Record<string, (chunk?: number) => ColdSolver> = {
  sieve: (chunk) => (task) => solveBySieve(task, chunk),
  'divide and conquer': (chunk) => (task) => solveByDivideAndConquer(task, chunk),
  'residue classes': (chunk) => (task) =>
    solveByResidueClasses(task, chunk === undefined ? {} : { chunk, firstEpoch: chunk }),
  'shifted sets': (chunk) => (task) => solveColdByShiftedSets(task, withChunk(chunk)),
  'shifted positions': (chunk) => (task) => solveByShiftedPositions(task, withChunk(chunk)),
  'shifted positions, and the sieve': (chunk) => (task) =>
    solveByShiftedPositions(task, { mostKept: 700, ...withChunk(chunk) }),
};

const nimMethods: Record<string, (chunk?: number) => IntegerSolver> = {
  plain: () => solvePlainly,
  'dynamic programming': (chunk) => (task) =>
    solveByDynamicProgramming(task, chunk === undefined ? {} : { chunk }),
  levels: (chunk) => (task) => solveByLevels(task, chunk),
  'shifted sets': (chunk) => (task) => solveByShiftedSets(task, withChunk(chunk)),
};

describe.each(Object.entries(coldMethods))('%s', (_, method) => {
  it('finds the cold positions of the definition', async () => {
    await fc.assert(
      fc.asyncProperty(
        subtractionSets,
        steps,
        pieceLengths,
        hotspots,
        chunkLengths,
        async ({ set }, stops, pieceLength, isHotspot, chunk) => {
          const stop = stops[stops.length - 1];
          const options = isHotspot === undefined ? { pieceLength } : { pieceLength, isHotspot };
          const bits = await solveCold(method(chunk), set, stops, options);
          const cold = Array.from({ length: stop }, (__, n) => getBit(bits, n) === 1);
          expect(cold).toEqual(coldByDefinition(set, stop, isHotspot));
        },
      ),
      { numRuns: effort(25, 80) },
    );
  });

  it('has moves of one more and one less than whole chunks', async () => {
    for (const s of NEXT_TO_CHUNKS) {
      const bits = await solveCold(method(CHUNK), finiteSet([s]), [8 * CHUNK]);
      const cold = Array.from({ length: 8 * CHUNK }, (__, n) => 1 - getBit(bits, n));
      expect(cold, `{${s}}`).toEqual(ofOneMove(s));
    }
  });
});

describe.each(Object.entries(nimMethods))('%s', (name, method) => {
  it('finds the nim-values of the definition', async () => {
    await fc.assert(
      fc.asyncProperty(
        subtractionSets,
        steps,
        pieceLengths,
        chunkLengths,
        async ({ set }, stops, pieceLength, chunk) => {
          const values = await solveNim(method(chunk), set, stops, { pieceLength });
          expect(Array.from(values)).toEqual(nimValuesByDefinition(set, stops[stops.length - 1]));
        },
      ),
      { numRuns: name === 'levels' ? effort(2, 20) : effort(8, 30) },
    );
  });

  it('has moves of one more and one less than whole chunks', async () => {
    for (const s of NEXT_TO_CHUNKS) {
      const values = await solveNim(method(CHUNK), finiteSet([s]), [8 * CHUNK]);
      expect(Array.from(values), `{${s}}`).toEqual(ofOneMove(s));
    }
  });
});

describe.each<[string, (task: IntegerTask, chunk?: number) => ReturnType<IntegerSolver>]>([
  ['remoteness', (task, chunk) => solveRemotenessByDynamicProgramming(task, withChunk(chunk))],
  [
    'remoteness on two threads',
    (task, chunk) =>
      solveRemotenessByDynamicProgramming(task, { threads: 2, parallelFrom: 1500, ...withChunk(chunk) }),
  ],
  ['plain remoteness', (task) => solveRemotenessPlainly(task)],
])('%s', (name, solver) => {
  it('is that of the definition', async () => {
    const property = fc.asyncProperty(
      subtractionSets,
      steps,
      pieceLengths,
      chunkLengths,
      async ({ set }, stops, pieceLength, chunk) => {
        const values = await solveNim((task) => solver(task, chunk), set, stops, { pieceLength });
        expect(Array.from(values)).toEqual(remotenessesByDefinition(set, stops[stops.length - 1]));
      },
    );
    // Of the ranges drawn some are long enough for both threads.
    const threads = name === 'remoteness on two threads' ? 2 : 1;
    await onThreads(threads, () => fc.assert(property, { numRuns: effort(15, 40) }));
  });

  it('widens past 8 and 16 bits, also between steps', async () => {
    const values = await solveNim((task) => solver(task), finiteSet([1]), [200, 300, 65_000, 70_000], {
      pieceLength: 1 << 16,
    });
    expect(values.every((value, n) => value === n)).toBe(true);
  });
});

describe.each([
  ['cofinite', solveCofinite],
  ['cofinite-classes', solveCofiniteByClasses],
])('%s', (_, solver) => {
  const cofiniteSets = fc
    .uniqueArray(fc.integer({ min: 1, max: 300 }), { maxLength: 40 })
    .map((excluded) => cofiniteSet(excluded));

  it('finds the nim-values of the definition', async () => {
    await fc.assert(
      fc.asyncProperty(cofiniteSets, steps, pieceLengths, async (set, stops, pieceLength) => {
        const some = stops.map((stop) => Math.ceil(stop / 4)).filter((stop, i, all) => stop !== all[i - 1]);
        const values = await solveNim(solver, set, some, { pieceLength });
        expect(Array.from(values)).toEqual(nimValuesByDefinition(set, some[some.length - 1]));
      }),
      { numRuns: effort(15, 40) },
    );
  });

  it('refuses other sets', async () => {
    await expect(solveNim(solver, finiteSet([1, 2]), [5])).rejects.toMatchObject({ code: 'usage' });
  });
});

describe('cofinite, of cold positions', () => {
  const sets = fc.oneof(
    fc.uniqueArray(fc.integer({ min: 1, max: 300 }), { maxLength: 40 }),
    // Close to each other, so that many positions are cold, and far, so that pieces lie between.
    fc.uniqueArray(fc.integer({ min: 1, max: 12 }), { maxLength: 12 }),
    fc.uniqueArray(fc.integer({ min: 1, max: 3000 }), { minLength: 1, maxLength: 100 }),
  );

  it('finds the cold positions of the definition', async () => {
    await fc.assert(
      fc.asyncProperty(
        sets,
        steps,
        pieceLengths,
        hotspots,
        async (excluded, stops, pieceLength, isHotspot) => {
          const set = cofiniteSet(excluded);
          const stop = stops[stops.length - 1];
          const options = isHotspot === undefined ? { pieceLength } : { pieceLength, isHotspot };
          const bits = await solveCold(solveCofinitePositions, set, stops, options);
          const cold = Array.from({ length: stop }, (__, n) => getBit(bits, n) === 1);
          expect(cold).toEqual(coldByDefinition(set, stop, isHotspot));
        },
      ),
      { numRuns: effort(15, 200) },
    );
  });

  it('refuses other sets', async () => {
    const solved = solveCold(solveCofinitePositions, finiteSet([1, 2]), [5]);
    await expect(solved).rejects.toMatchObject({ code: 'usage' });
  });
});
