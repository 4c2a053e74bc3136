/** What kernels took against their figures goes into the estimates of the next epoch. */
import { describe, expect, it } from 'vitest';
import type { Range } from '../../../src/common/range.js';
import { increasingSequence } from '../../../src/game/sets/sequences.js';
import { createBitset, setBit, sliceBits } from '../../../src/kernel/bitset.js';
import { createKernelContext } from '../../../src/kernel/context.js';
import { beginEpoch, type Epoch } from '../../../src/solver/residue-classes/epoch.js';
import { KnownPositions } from '../../../src/solver/residue-classes/known-positions.js';
import { emptyEstimates } from '../../../src/solver/residue-classes/pair-plan.js';
import { atPaces, pacesAfter, pacesOf, type Paces } from '../../../src/solver/residue-classes/paces.js';

const squares = increasingSequence((k) => k * k);
const KERNELS = ['shift-or', 'scatter', 'probe', 'fft', 'near'] as const;

/** The same number for every kernel. */
const all = (pace: number): Paces => ({
  ...{ 'shift-or': pace, scatter: pace, probe: pace, fft: pace, near: pace },
});

const estimated = (seconds: number) => {
  const estimates = emptyEstimates();
  for (const kernel of KERNELS) Object.assign(estimates[kernel], { pairs: 7, seconds });
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

describe('the paces after an epoch', () => {
  const epoch = { stop: 1000, estimates: estimated(0.5), seconds: all(2) };

  it('are its own', () => {
    expect(pacesAfter(epoch, { reached: 1000, isOwn: true }, undefined)).toEqual(all(4));
    expect(pacesAfter(epoch, { reached: 1000, isOwn: true }, all(3))).toEqual(all(12));
  });

  it('are those of before where it was left early or done elsewhere', () => {
    expect(pacesAfter(epoch, { reached: 900, isOwn: true }, all(3))).toEqual(all(3));
    expect(pacesAfter(epoch, { reached: 1000, isOwn: false }, undefined)).toBeUndefined();
  });
});

describe('estimates at paces', () => {
  it('are as much higher, and show the same paces when they come true', () => {
    const before = { 'shift-or': 2, scatter: 5, probe: 0.5, fft: 1, near: 3 };
    const at = atPaces(estimated(0.5), before);
    for (const kernel of KERNELS) expect(at[kernel]).toEqual({ pairs: 7, seconds: 0.5 * before[kernel] });
    const seconds = Object.fromEntries(KERNELS.map((kernel) => [kernel, at[kernel].seconds])) as Paces;
    expect(pacesOf({ estimates: at, seconds }, before)).toEqual(before);
  });
});

it('an epoch has its estimates at the paces it is given, and the same plan', async () => {
  const begin = async (paces?: Paces): Promise<Epoch> => {
    const context = createKernelContext();
    const cold = createBitset(5000);
    for (let n = 0; n < 5000; n += 5) setBit(cold, n);
    const readLower = ({ start, stop }: Range) => Promise.resolve(sliceBits(cold, start, stop));
    const source = { range: { start: 5000, stop: 20_000 }, readLower, breathe: () => Promise.resolve() };
    return beginEpoch(context, new KnownPositions(context, source, 0, 64), {
      ...{ stop: 20_000, threads: 1, options: { modulus: 10 }, before: undefined },
      subtrahends: squares.between(1, 20_000),
      paces,
    });
  };
  const paces = { 'shift-or': 2, scatter: 5, probe: 0.5, fft: 1, near: 3 };
  const [plain, paced] = [await begin(), await begin(paces)];
  expect(plain.estimates['shift-or'].seconds).toBeGreaterThan(0);
  expect(plain.estimates.near.seconds).toBeGreaterThan(0);
  expect(paced.estimates).toEqual(atPaces(plain.estimates, paces));
  expect(paced.plan.codes).toEqual(plain.plan.codes);
});
