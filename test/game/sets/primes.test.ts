/** Primes far up: in short ranges they are tested one by one, in long ones they are sieved. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { primeSet } from '../../../src/game/sets/primes.js';
import { elementsBetween, ORACLES } from '../../support/set-oracles.js';

const END = 2 ** 53;

function byOracle(start: number, stop: number): number[] {
  return elementsBetween(ORACLES.primes, BigInt(start), BigInt(stop));
}

it('are those of another test of single numbers, wherever a short range lies', () => {
  fc.assert(
    fc.property(
      fc.double({ min: 1, max: 53, noNaN: true }),
      fc.integer({ min: 0, max: 200 }),
      (log, length) => {
        const stop = Math.min(END, Math.floor(2 ** log));
        const start = Math.max(0, stop - length);
        expect(Array.from(primeSet.between(start, stop))).toEqual(byOracle(start, stop));
      },
    ),
    { numRuns: 100 },
  );
});

it('are the same in a long range, which is sieved, and in short ones', () => {
  const [start, stop] = [2 ** 40, 2 ** 40 + 2 ** 14];
  const pieces: number[] = [];
  for (let at = start; at < stop; at += 2 ** 10) pieces.push(...primeSet.between(at, at + 2 ** 10));
  expect(pieces).toEqual(Array.from(primeSet.between(start, stop)));
});

it.each([
  // Composite numbers that are prime to all bases up to 11, 13, and 17, and squares of primes.
  2_152_302_898_747,
  3_474_749_660_383,
  341_550_071_728_321,
  65_537 ** 2,
  94_906_249 ** 2,
])('do not have %d', (composite) => {
  expect(primeSet.between(composite, composite + 1)).toHaveLength(0);
});

it('have 2^53 - 111 as the last one below 2^53', () => {
  expect(primeSet.between(END - 200, END).at(-1)).toBe(END - 111);
});
