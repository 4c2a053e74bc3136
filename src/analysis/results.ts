/**
 * What each analysis finds, as plain data: the same objects that `--json` prints, that tables are made of, and that
 * figures and reports are drawn from. Separate from the analyses, so that whoever shows a result needs no store.
 */
import type { SeriesName } from '../columnar/layout.js';
import type { Range } from '../common/range.js';

/** A monomial fitted by Siegel's repeated median on the doubly logarithmic plot: y = coefficient * n^exponent. */
export interface Fit {
  readonly coefficient: number;
  readonly exponent: number;
  /** Points fitted: those with n >= 1 and y >= 1, or every k-th of them where they are more than 4096. At least 2. */
  readonly points: number;
}

/** What every result says first. */
export interface Common<Name extends string> {
  readonly analysis: Name;
  /** The key of the game. */
  readonly game: string;
  /** The series the values come from. */
  readonly series: SeriesName;
  /** The positions looked at. */
  readonly range: Range;
}

/** Where a nim-value first occurs in the range. */
export interface ValueRecord {
  readonly value: number;
  readonly position: number;
  /** Whether no position of the range below has a larger or equal value. Always so when the range starts at 0. */
  readonly isMaximum: boolean;
}

/** The first position of each nim-value (Eppstein 2018, Figure 1: the new maxima). */
export interface RecordsResult extends Common<'records'> {
  /** By increasing value; values that do not occur are left out. */
  readonly records: readonly ValueRecord[];
  /** Through the new maxima with position and value at least 1; null when those are fewer than 2. */
  readonly fit: Fit | null;
}

/** How the points of a density are chosen; `given` when they were listed. */
export const POINT_SEQUENCES = ['cubes', 'powers-of-2', 'powers-of-10'] as const;
/** At which positions an analysis gives points. */
export type PointSequence = (typeof POINT_SEQUENCES)[number];

/** How many positions are cold up to a point. */
export interface DensityPoint {
  /** n: from 1 to the end of the range. */
  readonly position: number;
  /** Cold positions below n, that is among the first n. */
  readonly below: number;
  /** Cold positions up to and including n; null where n is not stored. */
  readonly upTo: number | null;
  /** The running exponent log(below) / log(n); null for n = 1 and where `below` is 0. */
  readonly exponent: number | null;
}

/** An exponent that the theory of square-difference-free sets knows. */
export interface KnownBound {
  readonly name: string;
  readonly exponent: number;
  /** The exponent as a formula. */
  readonly formula: string;
  readonly source: string;
}

/** Numbers of cold positions (Eppstein 2018, Figure 2). They count from 0 on, also where the range starts above. */
export interface DensityResult extends Common<'density'> {
  readonly at: PointSequence | 'given';
  /** By increasing position; the points that lie in the range. */
  readonly points: readonly DensityPoint[];
  /** Through (n, below); null when fewer than 2 points have a cold position below. */
  readonly fit: Fit | null;
  /** For squares; empty for other games. */
  readonly knownBounds: readonly KnownBound[];
}

/** Positions that leave the same remainder. */
export interface ResidueClass {
  readonly residue: number;
  /** How many of the positions counted lie in the class. */
  readonly count: number;
  /** All of them, increasing, where the class is nearly empty (see `isNearlyEmpty`); else null. */
  readonly positions: readonly number[] | null;
}

/** How often each digit stands at one place. */
export interface DigitPlace {
  /** 0 for the ones, 1 for the place of the base, 2 for that of its square, ... */
  readonly place: number;
  /** base^place. */
  readonly weight: number;
  /** By digit, 0 to base - 1. Their sum is the result's `count`. */
  readonly counts: readonly number[];
}

/** The low digits of the positions with one nim-value, by default the cold ones (Eppstein 2018, Figures 3 and 4). */
export interface DigitsResult extends Common<'digits'> {
  readonly base: number;
  /** The nim-value whose positions are counted; 0 for cold. */
  readonly value: number;
  /** Positions counted. */
  readonly count: number;
  /** From the ones upwards. */
  readonly places: readonly DigitPlace[];
  /** The residue classes modulo base^places that are nearly empty: the exceptions, each with its positions. */
  readonly exceptions: readonly ResidueClass[];
}

/** How often each nim-value occurs among the first positions of the range. */
export interface ValuesPoint {
  /** The positions counted are those from the start of the range to below this one. */
  readonly stop: number;
  /** By nim-value, 0 to the largest of the whole range. Divide by `stop - range.start` for shares. */
  readonly counts: readonly number[];
}

/** Nim-values as the range grows. */
export interface ValuesResult extends Common<'values'> {
  /** At each power of 2 inside the range and at its end, increasing. */
  readonly points: readonly ValuesPoint[];
  /** The largest nim-value of the range. */
  readonly largest: number;
}

/** A distance between two consecutive cold positions. */
export interface Gap {
  readonly gap: number;
  readonly count: number;
  /** The cold position that the gap first follows. */
  readonly firstAfter: number;
  /** Whether no gap before its first occurrence is as large. */
  readonly isMaximum: boolean;
}

/** Gaps between consecutive cold positions that both lie in the range. */
export interface GapsResult extends Common<'gaps'> {
  /** Cold positions; there is one gap fewer. */
  readonly count: number;
  /** By increasing gap. */
  readonly gaps: readonly Gap[];
  /** The last of `gaps`; null when there is none. */
  readonly largest: Gap | null;
  /** The mean gap; null when there is none. */
  readonly mean: number | null;
}

/** How well the cold positions keep to few classes modulo one number. */
export interface Separation {
  readonly modulus: number;
  /** Classes without a cold position. */
  readonly empty: number;
  /** Classes that are nearly empty, the empty ones among them. */
  readonly nearlyEmpty: number;
  /** modulus * sum of squared shares of the classes: 1 when all are alike, up to `modulus` when only one is used. */
  readonly concentration: number;
  /**
   * modulus * the chance that a random cold position plus a random subtrahend falls on the class of another random
   * cold position: 1 when classes tell nothing, 0 when no sum of a cold class and a class of S is a cold class. The
   * fast path has to compute only the cold classes exactly, so it gains where this is small.
   */
  readonly collision: number;
}

/** Cold positions by residue class. */
export interface ResiduesResult extends Common<'residues'> {
  readonly modulus: number;
  /** Cold positions counted. */
  readonly count: number;
  /** Every class, 0 to modulus - 1. */
  readonly classes: readonly ResidueClass[];
  /**
   * For the modulus; with a bound, for every modulus from 2 to the bound instead, by increasing modulus. A modulus
   * above 4096 is left out.
   */
  readonly separation: readonly Separation[];
}

/** A class with more positions than this is not nearly empty. */
export const MOST_EXCEPTIONS = 64;

/** Whether a class is nearly empty: at most 64 positions, and at most a tenth of what an even split would give it. */
export function isNearlyEmpty(count: number, total: number, classes: number): boolean {
  return count <= MOST_EXCEPTIONS && 10 * count * classes <= total;
}
