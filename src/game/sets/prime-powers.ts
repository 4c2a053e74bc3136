/** The prime powers p, p^2, p^3, ... */
import { merged } from './merging.js';
import { primeSet } from './primes.js';
import { power } from './sequences.js';
import { lowerBound, type SubtractionSet } from './subtraction-set.js';

/** The powers p^3, p^4, ... below 2^53, increasing: some 20,000. */
let higher: Float64Array | undefined;

function higherPowers(): Float64Array {
  if (higher !== undefined) return higher;
  const bases = primeSet.between(2, Math.ceil(Math.cbrt(Number.MAX_SAFE_INTEGER)));
  const powers = Array.from(bases).flatMap((base) => {
    const found: number[] = [];
    for (let value = power(base, 3); value <= Number.MAX_SAFE_INTEGER; value *= base) found.push(value);
    return found;
  });
  higher = Float64Array.from(powers).sort();
  return higher;
}

/** The prime powers 2, 3, 4, 5, 7, 8, 9, ... Costs are those of the primes. */
export const primePowers: SubtractionSet = {
  ...primeSet,
  between(start, stop) {
    // Square roots may be rounded.
    const bases = primeSet.between(Math.floor(Math.sqrt(start)), Math.ceil(Math.sqrt(stop)) + 1);
    const squares = bases.map((base) => base * base).filter((value) => start <= value && value < stop);
    const powers = higherPowers();
    return merged([
      primeSet.between(start, stop),
      squares,
      powers.subarray(lowerBound(powers, start), lowerBound(powers, stop)),
    ]);
  },
  approximateCount: (bound) =>
    primeSet.approximateCount(bound) +
    primeSet.approximateCount(Math.sqrt(bound)) +
    lowerBound(higherPowers(), bound),
};
