/**
 * The named subtraction sets: one entry a game, with its description and OEIS numbers. To add a game, add an
 * entry; everything else (parsing, help, suggestions, tests of strict increase) reads this table.
 */
import { primeSet } from './primes.js';
import { increasingSequence, type SubtractionSet } from './subtraction-set.js';

/** A subtraction set with a name. */
export interface CatalogueEntry {
  readonly name: string;
  readonly description: string;
  /** OEIS numbers of the set, of its nim-values and of its cold positions, where they exist. */
  readonly oeis: { readonly set?: string; readonly nim?: string; readonly cold?: string };
  readonly set: SubtractionSet;
}

/** a(1) = first, a(2) = second, a(k) = next(a(k - 2), a(k - 1)), tabulated to past 2^53. */
function recurrence(first: number, second: number, next: (a: number, b: number) => number): SubtractionSet {
  const terms = [first, second];
  while (terms[terms.length - 1] <= Number.MAX_SAFE_INTEGER) {
    terms.push(next(terms[terms.length - 2], terms[terms.length - 1]));
  }
  return increasingSequence((k) => (k <= terms.length ? terms[k - 1] : Infinity));
}

function factorials(): SubtractionSet {
  const terms = [1];
  while (terms[terms.length - 1] <= Number.MAX_SAFE_INTEGER) {
    terms.push(terms[terms.length - 1] * (terms.length + 1));
  }
  return increasingSequence((k) => (k <= terms.length ? terms[k - 1] : Infinity));
}

/** The binary digits of k read in base 4: sums of distinct powers of 4. */
function moserDeBruijn(k: number): number {
  let sum = 0;
  let power = 1;
  for (let rest = k; rest > 0; rest = Math.floor(rest / 2)) {
    if (rest % 2 === 1) sum += power;
    power *= 4;
  }
  return sum;
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
    set: recurrence(1, 2, (a, b) => a + b),
  },
  {
    name: 'factorials',
    description: 'the factorials 1, 2, 6, 24, ...',
    oeis: { set: 'A000142', nim: 'A014587' },
    set: factorials(),
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
];
