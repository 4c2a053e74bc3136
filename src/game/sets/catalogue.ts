/** The named sets. Parsing, help, suggestions, `games` and tests read this table: a new set is one entry. See also families.ts. */
import { polynomialSet, type Quotient } from './polynomial.js';
import { practicalSet } from './practical.js';
import { primePowers } from './prime-powers.js';
import { oneAndPrimes, primeSet } from './primes.js';
import { sumsOfTwoSquares } from './sums-of-squares.js';
import { increasingSequence, moserDeBruijn, power, tabulated } from './sequences.js';
import { cofiniteSet, withOne, type SubtractionSet } from './subtraction-set.js';

/** OEIS numbers of the set (with 0 or a repetition at most), its nim-values, cold and hot positions, remoteness and records. */
export interface OeisNumbers {
  readonly set?: string;
  readonly nim?: string;
  readonly cold?: string;
  readonly hot?: string;
  readonly remoteness?: string;
  readonly records?: string;
}

export interface CatalogueEntry {
  readonly name: string;
  readonly otherNames?: readonly string[];
  readonly description: string;
  readonly oeis: OeisNumbers;
  readonly set: SubtractionSet;
  /** The polynomial whose values at 1, 2, ... are the set. */
  readonly polynomial?: Quotient;
}

function figurate(
  name: string,
  beginning: string,
  oeis: string,
  coefficients: readonly number[],
  divisor: number,
): CatalogueEntry {
  const polynomial = { coefficients, divisor };
  return {
    ...{ name, description: `the ${name.replace('-', ' ')} numbers ${beginning}, ...`, oeis: { set: oeis } },
    ...{ polynomial, set: polynomialSet(polynomial) },
  };
}

const sumOfLastTwo = (terms: readonly number[]): number => terms[terms.length - 2] + terms[terms.length - 1];

export const CATALOGUE: readonly CatalogueEntry[] = [
  {
    name: 'squares',
    otherNames: ['subtract-a-square'],
    description: 'subtract-a-square: 1, 4, 9, 16, ...',
    oeis: { set: 'A000290', nim: 'A014586', cold: 'A030193', remoteness: 'A338027', records: 'A297963' },
    set: increasingSequence((k) => k * k),
    polynomial: { coefficients: [1, 0, 0], divisor: 1 },
  },
  {
    name: 'cubes',
    otherNames: ['subtract-a-cube'],
    description: 'the cubes 1, 8, 27, 64, ...',
    oeis: { set: 'A000578' },
    set: increasingSequence((k) => power(k, 3)),
    polynomial: { coefficients: [1, 0, 0, 0], divisor: 1 },
  },
  {
    name: 'triangular',
    description: 'the triangular numbers 1, 3, 6, 10, ...',
    oeis: { set: 'A000217', nim: 'A019509' },
    set: increasingSequence((k) => (k * (k + 1)) / 2),
    polynomial: { coefficients: [1, 1, 0], divisor: 2 },
  },
  {
    name: 'pentagonal',
    description: 'the pentagonal numbers 1, 5, 12, 22, ...',
    oeis: { set: 'A000326' },
    set: increasingSequence((k) => (k * (3 * k - 1)) / 2),
    polynomial: { coefficients: [3, -1, 0], divisor: 2 },
  },
  figurate('heptagonal', '1, 7, 18, 34', 'A000566', [5, -3, 0], 2),
  figurate('nonagonal', '1, 9, 24, 46', 'A001106', [7, -5, 0], 2),
  figurate('centered-triangular', '1, 4, 10, 19', 'A005448', [3, -3, 2], 2),
  figurate('centered-pentagonal', '1, 6, 16, 31', 'A005891', [5, -5, 2], 2),
  figurate('tetrahedral', '1, 4, 10, 20', 'A000292', [1, 3, 2, 0], 6),
  figurate('square-pyramidal', '1, 5, 14, 30', 'A000330', [2, 3, 1, 0], 6),
  figurate('pentagonal-pyramidal', '1, 6, 18, 40', 'A002411', [1, 1, 0, 0], 2),
  figurate('octahedral', '1, 6, 19, 44', 'A005900', [2, 0, 1, 0], 3),
  figurate('icosahedral', '1, 12, 48, 124', 'A006564', [5, -5, 2, 0], 2),
  figurate('dodecahedral', '1, 20, 84, 220', 'A006566', [9, -9, 2, 0], 2),
  figurate('pentatope', '1, 5, 15, 35', 'A000332', [1, 6, 11, 6, 0], 24),
  {
    name: 'pronic',
    description: 'the pronic numbers k (k + 1): 2, 6, 12, 20, ...',
    oeis: { set: 'A002378' },
    set: increasingSequence((k) => k * (k + 1)),
    polynomial: { coefficients: [1, 1, 0], divisor: 1 },
  },
  {
    name: 'primes',
    description: 'the prime numbers 2, 3, 5, 7, ...',
    oeis: { set: 'A000040', nim: 'A014589', cold: 'A025043', hot: 'A227691' },
    set: primeSet,
  },
  {
    name: 'one-and-primes',
    description: '1 and the prime numbers: 1, 2, 3, 5, ...',
    oeis: { set: 'A008578', nim: 'A010873', cold: 'A008586' },
    set: oneAndPrimes,
  },
  {
    name: 'prime-powers',
    description: 'the prime powers 2, 3, 4, 5, 7, 8, 9, ..., without 1',
    oeis: { set: 'A246655' },
    set: primePowers,
  },
  {
    name: 'one-and-prime-powers',
    description: '1 and the prime powers: 1, 2, 3, 4, 5, 7, ...',
    // No prime power is a multiple of 6, and 1 to 5 are moves: the nim-value of n is n mod 6.
    oeis: { set: 'A000961', nim: 'A010875', cold: 'A008588' },
    set: withOne(primePowers),
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
    name: 'self-powers',
    otherNames: ['k^k'],
    description: 'the numbers k^k: 1, 4, 27, 256, ...',
    oeis: { set: 'A000312' },
    set: increasingSequence((k) => power(k, k)),
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
    polynomial: { coefficients: [2, -1], divisor: 1 },
  },
  {
    name: 'all',
    otherNames: ['nim'],
    description: 'all positive integers: Nim',
    oeis: { set: 'A000027', nim: 'A001477' },
    set: cofiniteSet(new Float64Array()),
    polynomial: { coefficients: [1, 0], divisor: 1 },
  },
];

export function named(name: string): CatalogueEntry {
  const entry = CATALOGUE.find((candidate) => candidate.name === name);
  if (entry === undefined) throw new Error(`the catalogue has no ${name}`);
  return entry;
}
