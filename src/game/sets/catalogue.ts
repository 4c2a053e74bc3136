/**
 * The subtraction sets that have a name: one entry a set, with its description and OEIS numbers. To add one,
 * add an entry; everything else (parsing, help, suggestions, `games`, tests) reads this table. Sets with
 * parameters are the table next door, families.ts.
 */
import { practicalSet } from './practical.js';
import { oneAndPrimes, primeSet } from './primes.js';
import { sumsOfTwoSquares } from './sums-of-squares.js';
import { increasingSequence, moserDeBruijn, power, tabulated } from './sequences.js';
import { cofiniteSet, type SubtractionSet } from './subtraction-set.js';

/**
 * The numbers of OEIS entries, where they exist: of the set (which may also have 0, or an element twice), of its
 * nim-values, of its cold positions, of the remoteness, and of the first position of each nim-value.
 */
export interface OeisNumbers {
  readonly set?: string;
  readonly nim?: string;
  readonly cold?: string;
  readonly remoteness?: string;
  readonly records?: string;
}

/** A subtraction set with a name. */
export interface CatalogueEntry {
  readonly name: string;
  /** What else the game is called. */
  readonly otherNames?: readonly string[];
  readonly description: string;
  readonly oeis: OeisNumbers;
  readonly set: SubtractionSet;
}

const sumOfLastTwo = (terms: readonly number[]): number => terms[terms.length - 2] + terms[terms.length - 1];

/** Every named set, with what is known of its game. */
export const CATALOGUE: readonly CatalogueEntry[] = [
  {
    name: 'squares',
    otherNames: ['subtract-a-square'],
    description: 'subtract-a-square: 1, 4, 9, 16, ...',
    oeis: { set: 'A000290', nim: 'A014586', cold: 'A030193', remoteness: 'A338027', records: 'A297963' },
    set: increasingSequence((k) => k * k),
  },
  {
    name: 'cubes',
    otherNames: ['subtract-a-cube'],
    description: 'the cubes 1, 8, 27, 64, ...',
    oeis: { set: 'A000578' },
    set: increasingSequence((k) => power(k, 3)),
  },
  {
    name: 'triangular',
    description: 'the triangular numbers 1, 3, 6, 10, ...',
    oeis: { set: 'A000217', nim: 'A019509' },
    set: increasingSequence((k) => (k * (k + 1)) / 2),
  },
  {
    name: 'pentagonal',
    description: 'the pentagonal numbers 1, 5, 12, 22, ...',
    oeis: { set: 'A000326' },
    set: increasingSequence((k) => (k * (3 * k - 1)) / 2),
  },
  {
    name: 'pronic',
    description: 'the pronic numbers k (k + 1): 2, 6, 12, 20, ...',
    oeis: { set: 'A002378' },
    set: increasingSequence((k) => k * (k + 1)),
  },
  {
    name: 'primes',
    description: 'the prime numbers 2, 3, 5, 7, ...',
    oeis: { set: 'A000040', nim: 'A014589', cold: 'A025043' },
    set: primeSet,
  },
  {
    name: 'one-and-primes',
    description: '1 and the prime numbers: 1, 2, 3, 5, ...',
    oeis: { set: 'A008578', nim: 'A010873', cold: 'A008586' },
    set: oneAndPrimes,
  },
  {
    name: 'fibonacci',
    description: 'the Fibonacci numbers 1, 2, 3, 5, ...',
    oeis: { set: 'A000045', nim: 'A014588', cold: 'A001581' },
    set: tabulated([1, 2], sumOfLastTwo),
  },
  {
    name: 'lucas',
    description: 'the Lucas numbers with 2: 1, 2, 3, 4, 7, 11, ...',
    // No Lucas number is a multiple of 5, and 1 to 4 are moves: the nim-value of n is n mod 5.
    oeis: { set: 'A000032', nim: 'A010874', cold: 'A008587' },
    set: tabulated([1, 2, 3, 4], sumOfLastTwo),
  },
  {
    name: 'factorials',
    description: 'the factorials 1, 2, 6, 24, ...',
    oeis: { set: 'A000142', nim: 'A014587' },
    set: tabulated([1], (terms) => terms[terms.length - 1] * (terms.length + 1)),
  },
  {
    name: 'practical',
    description: 'the practical numbers 1, 2, 4, 6, 8, 12, ...',
    oeis: { set: 'A005153', cold: 'A275432' },
    set: practicalSet,
  },
  {
    name: 'sums-of-two-squares',
    description: 'the sums of two squares, 0 among these: 1, 2, 4, 5, 8, ...',
    oeis: { set: 'A001481' },
    set: sumsOfTwoSquares,
  },
  {
    name: 'moser-de-bruijn',
    description: 'the sums of distinct powers of 4: 1, 4, 5, 16, ...',
    oeis: { set: 'A000695', nim: 'A059905', cold: 'A062880' },
    set: increasingSequence(moserDeBruijn),
  },
  {
    name: 'odd',
    description: 'the odd numbers 1, 3, 5, 7, ...',
    oeis: { set: 'A005408', nim: 'A000035', cold: 'A005843' },
    set: increasingSequence((k) => 2 * k - 1),
  },
  {
    name: 'all',
    otherNames: ['nim'],
    description: 'all positive integers: Nim',
    oeis: { set: 'A000027', nim: 'A001477' },
    set: cofiniteSet(new Float64Array()),
  },
];

/** The entry of a name that is known to be in the table. */
export function named(name: string): CatalogueEntry {
  const entry = CATALOGUE.find((candidate) => candidate.name === name);
  if (entry === undefined) throw new Error(`the catalogue has no ${name}`);
  return entry;
}
