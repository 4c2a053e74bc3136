/** The far stage by its contract: each position of a chunk, each subtrahend, each known cold position, with and without closed ones. */
import { expect, it } from 'vitest';
import { CATALOGUE } from '../../../src/game/sets/catalogue.js';
import { increasingSequence } from '../../../src/game/sets/sequences.js';
import type { SubtractionSet } from '../../../src/game/sets/subtraction-set.js';
import { finiteSet } from '../../support/set-oracles.js';
import { coldByDefinition } from '../../../src/game/definition.js';
import { createBitset, getBit, setBit, sliceBits } from '../../../src/kernel/bitset.js';
import { createKernelContext } from '../../../src/kernel/context.js';
import { bitmapBytes, frameOf } from '../../../src/solver/residue-classes/chunk-shape.js';
import { beginEpoch, planEpoch } from '../../../src/solver/residue-classes/epoch.js';
import { FAR_WORK } from '../../../src/solver/residue-classes/far/job.js';
import { FarStage } from '../../../src/solver/residue-classes/far/stage.js';
import { KnownPositions } from '../../../src/solver/residue-classes/known-positions.js';
import type { FarKernel } from '../../../src/solver/residue-classes/kernel-costs.js';
import type { MarkForm } from '../../../src/solver/residue-classes/mark-form.js';
import { WorkerPool } from '../../../src/solver/threads/pool.js';
import { chosen } from '../../support/plans.js';

const breathe = (): Promise<void> => Promise.resolve();
const START = 3000;
const CHUNK = { start: 3900, stop: 4700 };

function catalogued(game: string): SubtractionSet {
  return CATALOGUE.find(({ name }) => name === game)!.set;
}

function runFrom(start: number, length: number): number[] {
  return Array.from({ length }, (_, i) => start + i);
}

const squares = increasingSequence((k) => k * k);
const CLOSE = [
  ['moser-de-bruijn', catalogued('moser-de-bruijn')],
  ['practical', catalogued('practical')],
  ['runs of 57 and 58', finiteSet([...runFrom(5, 57), ...runFrom(300, 58), ...runFrom(2000, 300)])],
] as const;
type Case = readonly [name: string, FarKernel, modulus: number, MarkForm['form'], SubtractionSet];
const CASES: readonly Case[] = [
  ['squares', 'shift-or', 13, 'numbers', squares],
  ['squares', 'scatter', 13, 'numbers', squares],
  ['squares', 'probe', 13, 'numbers', squares],
  ['squares', 'gather', 13, 'numbers', squares],
  ['{2,3,11,40,41}', 'probe', 13, 'numbers', finiteSet([2, 3, 11, 40, 41])],
  // One by one or together: close to each other, and from just below the chunk to just above it.
  ...CLOSE.flatMap(([name, set]) =>
    (['numbers', 'runs', 'bits'] as const).map((form): Case => [name, 'scatter', 1, form, set]),
  ),
];

/** Each with bitsets, and with coarse ones where probes have lists as well. */
const FORMS = CASES.flatMap(([name, kernel, ...rest]) =>
  (kernel === 'probe' ? [Infinity, 0] : [Infinity]).map(
    (bitsetsTo) => [name, kernel, ...rest, bitsetsTo] as const,
  ),
);

it.each(FORMS)('%s, %s, modulus %s, %s', async (_, kernel, modulus, form, set, bitsetsTo) => {
  const context = createKernelContext();
  const cold = coldByDefinition(set, CHUNK.stop);
  const bits = createBitset(CHUNK.stop);
  for (let n = 0; n < CHUNK.stop; n++) if (cold[n]) setBit(bits, n);
  const readLower = ({ start, stop }: { start: number; stop: number }): Promise<Uint8Array> =>
    Promise.resolve(sliceBits(bits, start, stop));
  const source = { range: { start: START, stop: 6000 }, readLower, readableBelow: () => START, breathe };
  const positions = new KnownPositions(context, source, 0);
  const subtrahends = set.between(1, 6000);
  const replan = chosen({ far: () => kernel, nearMarks: () => true, bitsetsTo });
  const options = { modulus, chunk: 1000, replan };
  const request = { start: START, stop: 6000, threads: 1, options, subtrahends, before: undefined };
  const planning = await planEpoch(positions, request);
  const begun = await beginEpoch(context, positions, planning.finish());
  const epoch = { ...begun, marking: { form, seconds: 0 } };
  const far = new FarStage(context, new WorkerPool(context, FAR_WORK), epoch, breathe);
  const { first } = frameOf(CHUNK, modulus);
  const space = epoch.arena.take(bitmapBytes(modulus, epoch.shape));
  const incoming = epoch.arena.take(1024);
  const learn = (start: number, stop: number): void => {
    const part = sliceBits(bits, start, stop);
    incoming.u8.set(part);
    incoming.clear(part.length);
    positions.add({ space: incoming, first: start }, { start, stop });
    expect(positions.overflowed).toBe(false);
  };
  /** Whether a subtrahend leads from a position to a cold one below `known`. */
  const isReached = (n: number, known: number): boolean =>
    subtrahends.some((s) => s <= n && n - s < known && getBit(bits, n - s) === 1);
  learn(START, CHUNK.start);
  const some = createBitset(CHUNK.stop - CHUNK.start);
  for (let i = 0; i < CHUNK.stop - CHUNK.start; i += 3) setBit(some, i);
  for (const closed of [undefined, some]) {
    await far.mark(CHUNK, closed, { space, first });
    const open = sliceBits(space.u8, CHUNK.start - first, CHUNK.stop - first);
    for (let n = CHUNK.start; n < CHUNK.stop; n++) {
      const isClosed = closed !== undefined && getBit(closed, n - CHUNK.start) === 1;
      const expected = isClosed || isReached(n, CHUNK.start) ? 0 : 1;
      expect(getBit(open, n - CHUNK.start), `position ${n}`).toBe(expected);
    }
  }
  learn(CHUNK.start, CHUNK.stop);
  const stored = epoch.storage.read({ start: 0, stop: CHUNK.stop }, epoch.arena).space.u8;
  for (let n = 0; n < CHUNK.stop; n++) expect(getBit(stored, n)).toBe(getBit(bits, n));
});
