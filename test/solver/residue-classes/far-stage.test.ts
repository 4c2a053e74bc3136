/** The far stage in pieces: marks from ranges of the sources, one after the other, are the marks from all of them. */
import { expect, it } from 'vitest';
import { CATALOGUE } from '../../../src/game/sets/catalogue.js';
import { increasingSequence } from '../../../src/game/sets/sequences.js';
import { finiteSet, type SubtractionSet } from '../../../src/game/sets/subtraction-set.js';
import { coldByDefinition } from '../../../src/game/definition.js';
import { createBitset, getBit, setBit, sliceBits } from '../../../src/kernel/bitset.js';
import { createKernelContext } from '../../../src/kernel/context.js';
import { bitmapBytes, frameOf } from '../../../src/solver/residue-classes/chunk-shape.js';
import { beginEpoch } from '../../../src/solver/residue-classes/epoch.js';
import { FAR_WORK } from '../../../src/solver/residue-classes/far/job.js';
import { ThreadedFarStage } from '../../../src/solver/residue-classes/far/stage.js';
import { KnownPositions } from '../../../src/solver/residue-classes/known-positions.js';
import type { FarKernel } from '../../../src/solver/residue-classes/kernel-costs.js';
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

it.each([
  ['squares', increasingSequence((k) => k * k), 'shift-or', 13],
  ['squares', increasingSequence((k) => k * k), 'scatter', 13],
  ['squares', increasingSequence((k) => k * k), 'probe', 13],
  ['{2,3,11,40,41}', finiteSet([2, 3, 11, 40, 41]), 'probe', 13],
  // Marked run by run, or by a bitset where they are dense: close to each other, and from just below the chunk to just above it.
  ['moser-de-bruijn', catalogued('moser-de-bruijn'), 'scatter', 1],
  ['practical', catalogued('practical'), 'scatter', 1],
  [
    'runs of 57 and 58',
    finiteSet([...runFrom(5, 57), ...runFrom(300, 58), ...runFrom(2000, 300)]),
    'scatter',
    1,
  ],
] as const)('%s, %s, %s, modulus %s', async (_, set, kernel: FarKernel, modulus) => {
  const context = createKernelContext();
  const cold = coldByDefinition(set, CHUNK.start);
  const bits = createBitset(CHUNK.start);
  for (let n = 0; n < CHUNK.start; n++) if (cold[n]) setBit(bits, n);
  const readLower = ({ start, stop }: { start: number; stop: number }): Promise<Uint8Array> =>
    Promise.resolve(sliceBits(bits, start, stop));
  const source = { range: { start: START, stop: 6000 }, readLower, breathe };
  const positions = new KnownPositions(context, source, 0, 64);
  const subtrahends = set.between(1, 6000);
  const replan = chosen({ far: () => kernel, nearMarks: () => true });
  const options = { modulus, chunk: 1000, replan };
  const epoch = await beginEpoch(context, positions, {
    stop: 6000,
    threads: 1,
    options,
    subtrahends,
    before: undefined,
  });
  const far = new ThreadedFarStage(context, new WorkerPool(context, FAR_WORK), epoch, breathe);
  const { first } = frameOf(CHUNK, modulus);
  const space = epoch.arena.take(bitmapBytes(modulus, epoch.shape));
  const incoming = epoch.arena.take(1024);
  let left: Uint8Array | undefined;
  let known = 0;
  // What is known at first, then what comes in two more pieces.
  for (const reached of [START, 3500, CHUNK.start]) {
    if (reached > START) {
      const range = { start: known, stop: reached };
      const part = sliceBits(bits, known, reached);
      incoming.u8.set(part);
      incoming.u8.fill(0, part.length);
      positions.add({ space: incoming, first: known }, range);
      expect(positions.overflowed).toBe(false);
    }
    await far.markFrom({ start: known, stop: reached }, CHUNK, left, { space, first });
    known = reached;
    const open = sliceBits(space.u8, CHUNK.start - first, CHUNK.stop - first);
    for (let n = CHUNK.start; n < CHUNK.stop; n++) {
      const isReached = subtrahends.some((s) => s <= n && n - s < known && getBit(bits, n - s) === 1);
      expect(getBit(open, n - CHUNK.start), `position ${n}, from ${known}`).toBe(isReached ? 0 : 1);
    }
    left = open;
  }
  const stored = epoch.storage.read({ start: 0, stop: CHUNK.start }, epoch.arena).space.u8;
  for (let n = 0; n < CHUNK.start; n++) expect(getBit(stored, n)).toBe(getBit(bits, n));
});
