/** What kernels took against their figures makes the estimates of the next epoch, and its plan. */
import { describe, expect, it } from 'vitest';
import { increasingSequence } from '../../../src/game/sets/sequences.js';
import { countsOf, countSubtrahends } from '../../../src/solver/residue-classes/class-counts.js';
import { addEstimates, emptyEstimates, PairPlanner } from '../../../src/solver/residue-classes/pair-plan.js';
import { PLAIN_PACES, type Paces } from '../../../src/solver/residue-classes/kernel-costs.js';
import { pacesOf } from '../../../src/solver/residue-classes/paces.js';

const squares = increasingSequence((k) => k * k);
const KERNELS = ['shift-or', 'scatter', 'probe', 'fft', 'near'] as const;

/** The same number for every kernel. */
const all = (pace: number): Paces => ({
  ...{ 'shift-or': pace, scatter: pace, probe: pace, fft: pace, near: pace },
});

const estimated = (seconds: number) => {
  const estimates = emptyEstimates();
  for (const kernel of KERNELS) estimates[kernel].seconds = seconds;
  return estimates;
};

describe('the paces of an epoch', () => {
  it('are what was measured by what the figures say', () => {
    expect(pacesOf({ estimates: estimated(0.5), seconds: all(2) })).toEqual(all(4));
    // An estimate that was made with a pace has it in it already.
    expect(pacesOf({ estimates: estimated(2), seconds: all(3) }, all(4))).toEqual(all(6));
  });

  it('stay as they were for a kernel that did too little', () => {
    const before = { ...all(3), probe: 7 };
    expect(pacesOf({ estimates: estimated(0.001), seconds: all(1) }, before)).toEqual(before);
    expect(pacesOf({ estimates: estimated(1), seconds: all(0.001) }, before)).toEqual(before);
    expect(pacesOf({ estimates: estimated(1), seconds: { ...all(0), scatter: 2 } }, before)).toEqual({
      ...before,
      scatter: 6,
    });
  });

  it('have bounds', () => {
    expect(pacesOf({ estimates: estimated(0.1), seconds: all(1000) })).toEqual(all(32));
    expect(pacesOf({ estimates: estimated(1000), seconds: all(0.1) })).toEqual(all(1 / 4));
  });
});

describe('a plan', () => {
  const modulus = 65;
  const known = 2 ** 32;
  const length = 2 ** 30;
  const sampled = 4_000_000;
  const question = {
    // Most of one class, and few others: each kernel is the best for some pairs.
    cold: Float64Array.from({ length: sampled }, (_, i) => known - sampled + i).filter(
      (n) => n % 195 === 0 || n % 10_007 === 0,
    ),
    sampled,
    subtrahends: squares.between(1, known + length),
    ...{ known, stop: known + length, threads: 1 },
  };
  const shape = { known, length, chunk: modulus * 16_000 };
  const planned = (paces?: Paces) => {
    const near = countSubtrahends(question.subtrahends, modulus, shape.chunk / 2, Infinity);
    const planner = new PairPlanner(countsOf(question, modulus), near, shape, paces);
    const estimates = emptyEstimates();
    for (let target = 0; target < modulus; target++)
      addEstimates(estimates, planner.planTarget(target).estimates);
    return estimates;
  };

  it('stays the same where all kernels are slower alike, and its estimates are as much higher', () => {
    const [plain, slower] = [planned(PLAIN_PACES), planned(all(3))];
    expect(planned()).toEqual(plain);
    for (const kernel of KERNELS) {
      expect(slower[kernel].pairs).toBe(plain[kernel].pairs);
      expect(slower[kernel].seconds).toBeCloseTo(3 * plain[kernel].seconds, 9);
    }
  });

  it.each(['shift-or', 'scatter', 'probe'] as const)('uses %s less where that is slower', (kernel) => {
    const plain = planned();
    expect(plain[kernel].pairs).toBeGreaterThan(0);
    expect(planned({ ...PLAIN_PACES, [kernel]: 30 })[kernel].pairs).toBeLessThan(plain[kernel].pairs);
  });
});
