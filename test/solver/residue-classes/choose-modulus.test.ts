/** The estimated cost of residue-class convolution: its order among games and ranges, not its timings. */
import { beforeAll, describe, expect, it } from 'vitest';
import { CATALOGUE } from '../../../src/game/sets/catalogue.js';
import { increasingSequence } from '../../../src/game/sets/sequences.js';
import type { SubtractionSet } from '../../../src/game/sets/subtraction-set.js';
import { finiteSet } from '../../support/set-oracles.js';
import { onesOf } from '../../../src/kernel/bitset.js';
import { chooseModulus, residueClassesCost } from '../../../src/solver/residue-classes/choose-modulus.js';
import { countsOf } from '../../../src/solver/residue-classes/class-counts.js';
import { shapeOf } from '../../../src/solver/residue-classes/chunk-shape.js';
import { emptyEstimates, FAR_KERNELS } from '../../../src/solver/residue-classes/kernel-costs.js';
import { PairPlanner } from '../../../src/solver/residue-classes/pair-plan.js';
import { solveByResidueClasses } from '../../../src/solver/residue-classes/residue-classes.js';
import { solveBySieve } from '../../../src/solver/sieve/sieve.js';
import { Steps } from '../../../src/solver/task/steps.js';
import { IS_LONG } from '../../support/seed.js';
import { solveCold } from '../../support/solve.js';

const KNOWN = 2 ** 14;

/** The estimate for a set after the sieve has solved [0, KNOWN). */
async function estimate(set: SubtractionSet, stop: number, threads = 1): Promise<number> {
  const cold = onesOf(await solveCold(solveBySieve, set, [KNOWN]), KNOWN);
  const subtrahends = set.between(1, stop);
  return residueClassesCost({ cold, sampled: KNOWN, subtrahends, known: KNOWN, stop, threads });
}

const squares = increasingSequence((k) => k * k);
const middleThirds = (stop: number): SubtractionSet => {
  const share = (n: number): number => (n * Math.SQRT2) % 1;
  const all = Array.from({ length: stop - 1 }, (_, i) => i + 1);
  return finiteSet(all.filter((n) => share(n) >= 1 / 3 && share(n) < 2 / 3));
};

describe('the estimated cost of residue classes', () => {
  it('is far higher for dense games without residue structure than for squares', async () => {
    const stop = 2 ** 18;
    expect(await estimate(middleThirds(stop), stop)).toBeGreaterThan(5 * (await estimate(squares, stop)));
  });

  it('grows with the range', async () => {
    const costs = await Promise.all([16, 20, 24, 28].map((log2) => estimate(squares, 2 ** log2)));
    expect(costs).toEqual(costs.toSorted((a, b) => a - b));
    expect(costs[3]).toBeGreaterThan(16 * costs[2]);
  });

  it('falls with more threads on long ranges only', async () => {
    expect(await estimate(squares, 2 ** 30, 2)).toBeLessThan(0.8 * (await estimate(squares, 2 ** 30, 1)));
    expect(await estimate(squares, 2 ** 20, 2)).toBe(await estimate(squares, 2 ** 20, 1));
  });

  it('is that of one thread where chunks are too short to tell others of them', () => {
    const { set } = CATALOGUE.find(({ name }) => name === 'moser-de-bruijn')!;
    const [known, stop] = [2 ** 24, 2 ** 26];
    // Sums of powers of 4 are the set, and twice these and 0 the cold positions.
    const cold = Float64Array.of(0, ...set.between(1, known / 2).map((n) => 2 * n));
    const question = { cold, sampled: known, subtrahends: set.between(1, stop), known, stop };
    expect(residueClassesCost({ ...question, threads: 2 })).toBe(
      residueClassesCost({ ...question, threads: 1 }),
    );
  });

  it('leaves out what a small set cannot reach back to', () => {
    const cold = Float64Array.of(2 ** 30 - 7, 2 ** 30 - 5);
    const question = { cold, sampled: 14, subtrahends: Float64Array.of(1, 3, 4), threads: 1 };
    const late = residueClassesCost({ ...question, known: 2 ** 30, stop: 2 ** 30 + 1000 });
    expect(late).toBeLessThan(residueClassesCost({ ...question, known: 4, stop: 2 ** 20 }));
    expect(late).toBeGreaterThan(0);
  });

  it('is finite where nothing is known', () => {
    const nothing = { cold: new Float64Array(), sampled: 0, known: 0, threads: 1 };
    for (const subtrahends of [new Float64Array(), Float64Array.of(1, 2)]) {
      const cost = residueClassesCost({ ...nothing, subtrahends, stop: 2 ** 20 });
      expect(cost).toBeGreaterThan(0);
      expect(cost).toBeLessThan(Infinity);
    }
  });
});

describe('the time on the clock', () => {
  const question = {
    cold: Float64Array.of(0, 2, 5),
    sampled: 2 ** 20,
    subtrahends: squares.between(1, 2 ** 24),
    known: 2 ** 20,
    stop: 2 ** 24,
    threads: 2,
  };
  const [modulus, chunk] = [5, 2 ** 20];
  const planner = new PairPlanner(
    countsOf(question, modulus),
    new Float64Array(modulus),
    question,
    shapeOf(modulus, question, chunk),
  );

  it.each([...FAR_KERNELS, 'near'] as const)('counts %s, on one thread and on two', (kernel) => {
    const none = emptyEstimates();
    const more = { ...none, [kernel]: { pairs: 1, seconds: 100 } };
    for (const threads of [1, 2]) {
      const seconds = planner.onClock(more, threads).seconds - planner.onClock(none, threads).seconds;
      expect(seconds).toBeGreaterThan(0.9 * (kernel === 'near' ? 100 : 100 / threads));
      expect(seconds).toBeLessThan(101);
    }
  });
});

describe('the modulus of an epoch', () => {
  // Cold positions of squares crowd most by 1625 = 5^3 13 (docs/ALGORITHMS.md), less by its divisors.
  const [BEST, LOW, HIGH] = [1625, 2 ** 24, 2 ** 26];
  let latest: Float64Array;

  beforeAll(async () => {
    const bits = await solveCold(solveByResidueClasses, squares, [HIGH]);
    latest = onesOf(bits, HIGH).filter((n) => n >= LOW);
  });

  // In `npm test` just above where all products are tried, and far above.
  it.each(IS_LONG ? [32, 34, 35, 36, 37, 38, 40] : [32, 36])(
    'to 2^%i is found without one before it',
    { tags: 'slow' },
    (log2) => {
      const [known, stop] = [2 ** (log2 - 1), 2 ** log2];
      // Moved up by multiples of the moduli that squares crowd by, 2^21 positions at a time, they are as rare as some 2^36 up.
      const period = 4 * 9 * 625 * 7 * 13 * 17;
      const steps = Math.floor(known / period) - (HIGH - LOW) / 2 ** 21;
      const cold = latest.map((n) => n + period * (steps + Math.floor((n - LOW) / 2 ** 21)));
      const sampled = cold[cold.length - 1] - cold[0];
      const question = {
        ...{ cold, sampled, subtrahends: squares.between(1, stop), known, stop, threads: 1 },
        ...{ memory: 2 ** 32, chunk: undefined },
      };
      const costOf = (before?: number) => new Steps(chooseModulus({ ...question, before })).finish().seconds;
      expect(costOf()).toBeLessThan(1.1 * costOf(BEST));
    },
  );
});
