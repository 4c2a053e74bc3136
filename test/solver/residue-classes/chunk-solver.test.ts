/** One epoch after another, driven from outside the method: levels of nim-values. */
import { describe, expect, it } from 'vitest';
import { coldByDefinition, nimValuesByDefinition } from '../../../src/game/definition.js';
import { increasingSequence } from '../../../src/game/sets/sequences.js';
import type { SubtractionSet } from '../../../src/game/sets/subtraction-set.js';
import { finiteSet } from '../../support/set-oracles.js';
import { copyBits, createBitset, getBit, setBit } from '../../../src/kernel/bitset.js';
import { createKernelContext } from '../../../src/kernel/context.js';
import type { Range } from '../../../src/common/range.js';
import { beginEpoch, planEpoch, type EpochOptions } from '../../../src/solver/residue-classes/epoch.js';
import { chunkSolver, NearStage, type SolveChunk } from '../../../src/solver/residue-classes/chunk-solver.js';
import { FAR_WORK } from '../../../src/solver/residue-classes/far/job.js';
import { FarStage } from '../../../src/solver/residue-classes/far/stage.js';
import { KnownPositions } from '../../../src/solver/residue-classes/known-positions.js';
import { WorkerPool } from '../../../src/solver/threads/pool.js';

const breathe = (): Promise<void> => Promise.resolve();
const squares = increasingSequence((k) => k * k);
const small = finiteSet([2, 3, 11, 40, 41]);

/** Finds the cold positions of one game, or one level of another, a chunk at a time as it is asked. */
class Level {
  readonly cold: Uint8Array;
  readonly #context = createKernelContext();
  readonly #positions: KnownPositions;
  readonly #set: SubtractionSet;
  readonly #options: EpochOptions;
  #solve: SolveChunk | undefined;

  constructor(set: SubtractionSet, stop: number, options: EpochOptions) {
    this.cold = createBitset(stop);
    this.#set = set;
    this.#options = options;
    const readLower = (): Promise<Uint8Array> => Promise.reject(new Error('nothing is stored'));
    const source = { range: { start: 0, stop }, readLower, readableBelow: () => 0, breathe };
    this.#positions = new KnownPositions(this.#context, source, 0);
  }

  async beginEpoch(stop: number): Promise<void> {
    const planning = await planEpoch(this.#positions, {
      start: this.#positions.end,
      stop,
      threads: 1,
      options: this.#options,
      subtrahends: this.#set.between(1, stop),
      before: undefined,
    });
    const epoch = await beginEpoch(this.#context, this.#positions, planning.finish());
    const far = new FarStage(this.#context, new WorkerPool(this.#context, FAR_WORK), epoch, breathe);
    this.#solve = chunkSolver(epoch, this.#positions, far, new NearStage(this.#context, epoch, breathe));
  }

  async solve(chunk: Range, closed: Uint8Array | undefined): Promise<void> {
    const bitmap = await this.#solve!({ chunk, closed });
    copyBits(bitmap.space.u8, chunk.start - bitmap.first, this.cold, chunk.start, chunk.stop - chunk.start);
    if (this.#positions.overflowed) await this.beginEpoch(this.cold.length * 8);
  }
}

/** The nim-values below `count` of every position below `stop`, and `count` for all higher ones, by levels. */
async function solveLevels(set: SubtractionSet, stop: number, count: number): Promise<number[]> {
  // Each level has a modulus of its own; chunks are common to all.
  const moduli = [5, 13, 1, 34, 65];
  const chunkLength = 300;
  const levels = Array.from(
    { length: count },
    (_, t) => new Level(set, stop, { modulus: moduli[t % moduli.length], chunk: chunkLength }),
  );
  const values = new Array<number>(stop).fill(count);
  let epochStop = 0;
  for (let start = 0; start < stop; start += chunkLength) {
    const chunk = { start, stop: Math.min(stop, start + chunkLength) };
    if (start >= epochStop) {
      epochStop = Math.min(stop, Math.max(900, 2 * start));
      for (const level of levels) await level.beginEpoch(epochStop);
    }
    const closed = createBitset(chunk.stop - chunk.start);
    for (const [t, level] of levels.entries()) {
      await level.solve(chunk, t === 0 ? undefined : closed);
      for (let n = chunk.start; n < chunk.stop; n++) {
        if (getBit(level.cold, n) === 0) continue;
        values[n] = t;
        setBit(closed, n - chunk.start);
      }
    }
  }
  return values;
}

describe('chunks of an epoch', () => {
  it.each([
    ['squares', squares],
    ['a finite set', small],
  ] as const)('finds the levels of nim-values of %s side by side, chunk by chunk', async (_, set) => {
    const stop = 3100;
    const expected = nimValuesByDefinition(set, stop).map((value) => Math.min(value, 3));
    expect(expected).toContain(1);
    expect(await solveLevels(set, stop, 3)).toEqual(expected);
  });

  it('refuses a chunk that is longer than its bitmaps, or past the end of the epoch', async () => {
    const level = new Level(squares, 1000, { modulus: 10, chunk: 330 });
    await level.beginEpoch(500);
    await expect(level.solve({ start: 0, stop: 331 }, undefined)).rejects.toThrow(RangeError);
    await expect(level.solve({ start: 300, stop: 510 }, undefined)).rejects.toThrow(RangeError);
  });

  it('closes hotspots and nothing else', async () => {
    const stop = 1000;
    const isHotspot = (n: number): boolean => n % 7 === 3;
    const level = new Level(squares, stop, { modulus: 10, chunk: 330 });
    await level.beginEpoch(stop);
    for (let start = 0; start < stop; start += 330) {
      const chunk = { start, stop: Math.min(stop, start + 330) };
      const closed = createBitset(chunk.stop - chunk.start);
      for (let n = chunk.start; n < chunk.stop; n++) if (isHotspot(n)) setBit(closed, n - chunk.start);
      await level.solve(chunk, closed);
    }
    const cold = Array.from({ length: stop }, (_, n) => getBit(level.cold, n) === 1);
    expect(cold).toEqual(coldByDefinition(squares, stop, isHotspot));
  });
});
