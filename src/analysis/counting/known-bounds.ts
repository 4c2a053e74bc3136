/** Known exponents of square-difference-free sets, to compare the density of a game with. */

export interface KnownBound {
  readonly name: string;
  readonly exponent: number;
  readonly formula: string;
  readonly source: string;
}

/**
 * Maximum size of a square-difference-free subset of [0, n). Both by the construction of Ruzsa (1984): numbers with base-b digits
 * from a square-difference-free set in every other place.
 */
export const SQUARE_DIFFERENCE_FREE: readonly KnownBound[] = [
  {
    name: 'densest known square-difference-free sets',
    exponent: (1 + Math.log(12) / Math.log(205)) / 2,
    formula: '(1 + log_205 12) / 2',
    source: 'Beigel and Gasarch 2008, Lewko 2015; as in Eppstein 2018, section 1',
  },
  {
    name: 'digits 0 and 2 in every other place of base 5',
    exponent: Math.log(10) / Math.log(25),
    formula: 'log_25 10',
    source: 'Eppstein 2018, section 3.3',
  },
];
