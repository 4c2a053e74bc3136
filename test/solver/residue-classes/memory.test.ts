/** Residue classes within less memory than bitsets of all classes take: the same positions, and no byte beyond it. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { coldByDefinition } from '../../../src/game/definition.js';
import { CATALOGUE } from '../../../src/game/sets/catalogue.js';
import type { SubtractionSet } from '../../../src/game/sets/subtraction-set.js';
import { Arena, OutOfKernelMemory } from '../../../src/kernel/arena.js';
import { getBit } from '../../../src/kernel/bitset.js';
import type { PlanReport } from '../../../src/solver/residue-classes/plan-report.js';
import {
  solveByResidueClasses,
  type ResidueClassOptions,
} from '../../../src/solver/residue-classes/residue-classes.js';
import type { ColdTask } from '../../../src/solver/task/task.js';
import { solveCold } from '../../support/solve.js';
import { onThreads } from '../../support/threads.js';

interface Run {
  readonly cold: boolean[];
  /** One past the highest address that was handed out. */
  readonly highest: number;
  /** Pairs of classes of which the source is read as a bitset, in the last epoch. */
  readonly bitsetPairs: number;
  /** Times that lower positions were read by the solver. */
  readonly reads: number;
}

interface Case {
  readonly set: SubtractionSet;
  readonly stops: readonly number[];
  readonly options: ResidueClassOptions;
  readonly pieceLength: number;
  readonly isHotspot?: (n: number) => boolean;
}

afterEach(() => vi.restoreAllMocks());

async function run({ set, stops, options, ...settings }: Case, memory: number): Promise<Run> {
  let [highest, bitsetPairs, reads] = [0, 0, 0];
  // eslint-disable-next-line @typescript-eslint/unbound-method -- called with `this` below
  const take = Arena.prototype.take;
  const spy = vi.spyOn(Arena.prototype, 'take').mockImplementation(function (this: Arena, bytes) {
    const space = take.call(this, bytes);
    highest = Math.max(highest, this.next);
    return space;
  });
  const onPlan = ({ kernels }: PlanReport): void => {
    const pairsOf = (name: string): number => kernels.find(({ kernel }) => kernel === name)!.pairs;
    bitsetPairs = pairsOf('shift-or') + pairsOf('probe');
  };
  const solver = (task: ColdTask) => {
    const readLower: ColdTask['readLower'] = (range) => {
      reads++;
      return task.readLower(range);
    };
    return solveByResidueClasses({ ...task, readLower }, { ...options, memory, onPlan });
  };
  try {
    const bits = await solveCold(solver, set, stops, settings);
    const cold = Array.from({ length: stops.at(-1)! }, (_, n) => getBit(bits, n) === 1);
    return { cold, highest, bitsetPairs, reads };
  } finally {
    spy.mockRestore();
  }
}

/** Bytes that are set aside of any memory, and bytes beyond them that are enough for each case. */
const SET_ASIDE = 2 ** 22;
const ENOUGH = 2 ** 17;

/** The least memory, but for some 1 KiB, in which a case is solved. */
async function leastMemory(one: Case): Promise<number> {
  let [low, high] = [SET_ASIDE, SET_ASIDE + ENOUGH];
  while (high - low > 1024) {
    const middle = Math.floor((low + high) / 2);
    try {
      await run(one, middle);
      high = middle;
    } catch (error) {
      if (!(error instanceof OutOfKernelMemory)) throw error;
      low = middle;
    }
  }
  return high;
}

const setOf = (game: string): SubtractionSet => CATALOGUE.find(({ name }) => name === game)!.set;
const common = { parallelFrom: 0, firstEpoch: 1000 };
/** As squares far up: lists of few cold positions, and bitsets that are far longer. */
const SPARSE: Case = {
  set: setOf('squares'),
  stops: [100_000],
  pieceLength: 2 ** 12,
  options: { ...common, modulus: 13, chunk: 7000 },
  isHotspot: (n) => n % 48 > 1,
};
const CASES: readonly (readonly [string, Case])[] = [
  [
    'squares, modulus 65',
    {
      set: setOf('squares'),
      stops: [40_000],
      pieceLength: 2 ** 12,
      options: { ...common, modulus: 65, chunk: 3000 },
    },
  ],
  [
    'squares, modulus 130, three threads, pieces longer than chunks',
    {
      set: setOf('squares'),
      stops: [30_001],
      pieceLength: 2 ** 20,
      options: { ...common, modulus: 130, chunk: 2000, threads: 3 },
    },
  ],
  [
    'squares, a modulus that is chosen, two steps',
    {
      set: setOf('squares'),
      stops: [9001, 40_000],
      pieceLength: 2 ** 13,
      options: { ...common, chunk: 5000, threads: 2 },
    },
  ],
  [
    'squares with hotspots',
    {
      set: setOf('squares'),
      stops: [20_000],
      pieceLength: 2 ** 12,
      options: { ...common, modulus: 25, chunk: 777 },
      isHotspot: (n) => n < 5900 && n % 50 !== 0,
    },
  ],
  ['squares that are nearly all hotspots', SPARSE],
  ['the same by three threads', { ...SPARSE, options: { ...SPARSE.options, chunk: 10_000, threads: 3 } }],
  [
    'triangular',
    {
      set: setOf('triangular'),
      stops: [30_000],
      pieceLength: 2 ** 12,
      options: { ...common, modulus: 39, chunk: 4000, threads: 2 },
    },
  ],
  ['odd', { set: setOf('odd'), stops: [8000], pieceLength: 2 ** 12, options: { ...common, chunk: 1000 } }],
  [
    'practical',
    {
      set: setOf('practical'),
      stops: [8000],
      pieceLength: 2 ** 12,
      options: { ...common, modulus: 1, chunk: 1000 },
    },
  ],
  [
    'moser-de-bruijn',
    {
      set: setOf('moser-de-bruijn'),
      stops: [20_000],
      pieceLength: 2 ** 12,
      options: { ...common, modulus: 1, chunk: 1000 },
    },
  ],
];

describe('residue classes in little memory', () => {
  it.each(CASES)('%s', async (_, one) => {
    const expected = coldByDefinition(one.set, one.stops.at(-1)!, one.isHotspot);
    const free = await onThreads(one.options.threads ?? 1, () => run(one, 2 ** 28));
    expect(free.cold).toEqual(expected);
    const least = await leastMemory(one);
    for (const more of [0, 3000, 10_000, 30_000, 60_000]) {
      const { cold, highest } = await run(one, least + more);
      expect(cold).toEqual(expected);
      expect(highest).toBeLessThanOrEqual(least + more);
    }
  });

  it('reads fewer classes as bitsets, and what it has yielded once more, rather than give up', async () => {
    const free = await run(SPARSE, 2 ** 28);
    const tight = await run(SPARSE, await leastMemory(SPARSE));
    expect(free.reads).toBe(0);
    expect(tight.reads).toBeGreaterThan(0);
    expect(tight.bitsetPairs).toBeLessThan(free.bitsetPairs);
  });
});
