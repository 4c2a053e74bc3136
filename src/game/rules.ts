/** The definitions of the quantities of a position, each from the same quantity of its options. */
import type { Range } from '../common/range.js';
import { mex, remotenessOf } from './definition.js';
import type { SubtractionSet } from './sets/subtraction-set.js';

/** The definition of one quantity of a position. All values are integers >= 0. */
export interface Rule {
  readonly valueOf: (options: Uint32Array) => number;
  /** Whether no position of a value can have an option of another. */
  readonly forbids: (value: number, option: number) => boolean;
  /** The values that options must have. A value is right exactly if no option is forbidden and an option has each of these. */
  readonly needs: (value: number) => Range;
  /** Whether one option proves a value, so that the others need not be examined. */
  readonly proves: (value: number, option: number) => boolean;
  readonly isCold: (value: number) => boolean;
  /** For values that are not bits: a position is cold if its value has none of these bits. */
  readonly hotBits: number;
  /** A position of a value in words: `cold`, `of nim-value 3`. */
  readonly describe: (value: number) => string;
}

/** 1 for cold, 0 for hot: a position is cold if no option is cold (Eppstein 2018, section 1). */
export const COLD_RULE: Rule = {
  valueOf: (options) => Number(!options.includes(1)),
  forbids: (value, option) => value === 1 && option === 1,
  needs: (value) => ({ start: 1, stop: value === 1 ? 1 : 2 }),
  proves: (value, option) => value === 0 && option === 1,
  isCold: (value) => value === 1,
  hotBits: 0,
  describe: (value) => (value === 1 ? 'cold' : 'hot'),
};

/** Nim-values: the least value that no option has (Eppstein 2018, section 1). */
export const NIM_RULE: Rule = {
  valueOf: (options) => mex(options),
  forbids: (value, option) => value === option,
  needs: (value) => ({ start: 0, stop: value }),
  proves: () => false,
  isCold: (value) => value === 0,
  hotBits: 2 ** 32 - 1,
  describe: (value) => `of nim-value ${value}`,
};

/** Remoteness: even for cold positions. A winner takes the nearest cold option, a loser the farthest hot one. */
export const REMOTENESS_RULE: Rule = {
  valueOf: remotenessOf,
  // A cold option forbids cold positions, and hot ones that are farther than it by more than one move.
  forbids: (value, option) =>
    option % 2 === 0 ? value % 2 === 0 || option + 1 < value : value % 2 === 0 && option + 1 > value,
  needs: (value) => ({ start: Math.max(0, value - 1), stop: value }),
  proves: (value, option) => value === 1 && option === 0,
  isCold: (value) => value % 2 === 0,
  hotBits: 1,
  describe: (value) => `of remoteness ${value}`,
};

/**
 * Returns the values of [0, stop) by a rule, except declared ones. `another` returns the value of one more option of a position, if
 * it has any. O(stop abs(S)).
 */
export function valuesByRule(
  { valueOf }: Rule,
  set: SubtractionSet,
  stop: number,
  declared: (n: number) => number | undefined = () => undefined,
  another: (n: number) => number | undefined = () => undefined,
): Uint32Array {
  const values = new Uint32Array(stop);
  const subtrahends = set.between(1, stop);
  let moves = 0;
  for (let n = 0; n < stop; n++) {
    while (subtrahends[moves] <= n) moves++;
    // Not by `from` with a function, which takes ten times as long.
    const more = another(n);
    const options = new Uint32Array(moves + Number(more !== undefined));
    for (let i = 0; i < moves; i++) options[i] = values[n - subtrahends[i]];
    if (more !== undefined) options[moves] = more;
    values[n] = declared(n) ?? valueOf(options);
  }
  return values;
}
