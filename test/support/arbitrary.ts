/** Random subtraction sets, hotspots and ways of cutting a range, for property tests. */
import fc from 'fast-check';
import { CATALOGUE } from '../../src/game/sets/catalogue.js';
import type { SubtractionSet } from '../../src/game/sets/subtraction-set.js';
import { finiteSet } from './set-oracles.js';

/** A finite set of small or large elements, dense or sparse, or a set of the catalogue; with a name to show. */
export const subtractionSets: fc.Arbitrary<{ name: string; set: SubtractionSet }> = fc.oneof(
  fc
    .oneof(
      fc.uniqueArray(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 6 }),
      fc.uniqueArray(fc.integer({ min: 1, max: 3000 }), { minLength: 1, maxLength: 40 }),
      fc.uniqueArray(fc.integer({ min: 1, max: 3000 }), { minLength: 500, maxLength: 1000 }),
    )
    .map((elements) => ({ name: `{${elements.sort((a, b) => a - b).join(',')}}`, set: finiteSet(elements) })),
  fc.constantFrom(...CATALOGUE).map(({ name, set }) => ({ name, set })),
);

/** Increasing ends of the steps in which [0, last) is solved, uneven and rarely aligned. */
export const steps: fc.Arbitrary<number[]> = fc
  .uniqueArray(fc.integer({ min: 1, max: 3500 }), { minLength: 1, maxLength: 5 })
  .map((ends) => ends.sort((a, b) => a - b));

/** A power of two that pieces are cut at. */
export const pieceLengths = fc.constantFrom(64, 256, 1024, 1 << 20);

/** Hotspots as a predicate: none, a random tenth, a residue class, or a run that includes zero. */
export const hotspots: fc.Arbitrary<((position: number) => boolean) | undefined> = fc.oneof(
  fc.constant(undefined),
  fc.uniqueArray(fc.integer({ min: 0, max: 3500 }), { maxLength: 400 }).map((list) => {
    const set = new Set(list);
    return (position: number) => set.has(position);
  }),
  fc.tuple(fc.integer({ min: 2, max: 9 }), fc.nat(8)).map(
    ([modulus, residue]) =>
      (position: number) =>
        position % modulus === residue % modulus,
  ),
  fc.nat(100).map((end) => (position: number) => position < end),
);
