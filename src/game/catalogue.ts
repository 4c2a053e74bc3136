/**
 * The named subtraction sets: one entry a game, with its description and OEIS numbers. To add a game, add an
 * entry; everything else (parsing, help, suggestions, tests of strict increase) reads this table.
 */
import { primeSet } from './primes.js';
import { increasingSequence, moserDeBruijn, tabulated } from './sequences.js';
import { cofiniteSet, type SubtractionSet } from './subtraction-set.js';

/** A subtraction set with a name. */
export interface CatalogueEntry {
  readonly name: string;
  readonly description: string;
  /** OEIS numbers of the set, of its nim-values and of its cold positions, where they exist. */
  readonly oeis: { readonly set?: string; readonly nim?: string; readonly cold?: string };
  readonly set: SubtractionSet;
}

export const CATALOGUE: readonly CatalogueEntry[] = [
  {
    name: 'squares',
    description: 'subtract-a-square: 1, 4, 9, 16, ...',
    oeis: { set: 'A000290', nim: 'A014586', cold: 'A030193' },
    set: increasingSequence((k) => k * k),
  },
  {
    name: 'cubes',
    description: 'the cubes 1, 8, 27, 64, ...',
    oeis: { set: 'A000578' },
    set: increasingSequence((k) => k * k * k),
  },
  {
    name: 'triangular',
    description: 'the triangular numbers 1, 3, 6, 10, ...',
    oeis: { set: 'A000217' },
    set: increasingSequence((k) => (k * (k + 1)) / 2),
  },
  {
    name: 'primes',
    description: 'the prime numbers 2, 3, 5, 7, ...',
    oeis: { set: 'A000040', nim: 'A014589' },
    set: primeSet,
  },
  {
    name: 'fibonacci',
    description: 'the Fibonacci numbers 1, 2, 3, 5, ...',
    oeis: { set: 'A000045', nim: 'A014588', cold: 'A001581' },
    set: tabulated([1, 2], (terms) => terms[terms.length - 2] + terms[terms.length - 1]),
  },
  {
    name: 'factorials',
    description: 'the factorials 1, 2, 6, 24, ...',
    oeis: { set: 'A000142', nim: 'A014587' },
    set: tabulated([1], (terms) => terms[terms.length - 1] * (terms.length + 1)),
  },
  {
    name: 'odd',
    description: 'the odd numbers 1, 3, 5, 7, ...',
    oeis: { set: 'A005408' },
    set: increasingSequence((k) => 2 * k - 1),
  },
  {
    name: 'moser-de-bruijn',
    description: 'the sums of distinct powers of 4: 1, 4, 5, 16, ...',
    oeis: { set: 'A000695' },
    set: increasingSequence(moserDeBruijn),
  },
  {
    name: 'all',
    description: 'all positive integers: Nim',
    oeis: { set: 'A000027', nim: 'A001477' },
    set: cofiniteSet([]),
  },
];
