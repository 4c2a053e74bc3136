/** Games whose nim-values have a formula, recognised by the structure of a finite set or the name of an infinite one. */
import { gcd } from '../common/divisors.js';
import { additiveForm, additivePair, additivePeriod } from './additive-sets.js';
import { declaredBy, type Game } from './game.js';
import type { Period, Periods } from './periods.js';
import { memberOf } from './sets/families.js';
import type { SubtractionSet } from './sets/subtraction-set.js';

/** Larger sets are not examined, as every snapshot of a series does this. */
const MAX_ELEMENTS = 1 << 12;

/** The nim-values of a game at every position n < 2^53 - 1. Every function costs O(log n). */
export interface ClosedForm {
  readonly rule: string;
  /** The minimal period of nim-values and outcomes; absent for an infinite set or if above 2^53 - 1. */
  readonly period?: Period | undefined;
  /** The periods with which nim-values and outcomes repeat if they are not `period`, which claims nothing of infinite sets. */
  readonly repeats?: Periods;
  nimValue(n: number): number;
  coldBelow(n: number): number;
  /** Returns an upper bound of the nim-values below n. */
  boundBelow(n: number): number;
  /** Returns the subtrahend from n to a position of a nim-value, if any. Present if there is never more than one. */
  readonly moveTo?: (n: number, nimValue: number) => number | undefined;
  /** Present if a recorded period, which has evidence, is preferred. */
  readonly yieldsToPeriod?: boolean | undefined;
  /** Returns the nim-value of n >= 2^53 - 1. Present if no exact period gives it. */
  readonly far?: (n: bigint) => bigint;
  /** As `moveTo`, for an infinite set with `far`. */
  readonly farMove?: (n: bigint, nimValue: bigint) => bigint | undefined;
}

/** Returns the closed form of a game, if known; never with anything declared. */
export function closedFormOf(game: Game): ClosedForm | undefined {
  const form = formOf(game);
  return form === undefined ? undefined : { ...form, period: exact(form.period) };
}

function formOf(game: Game): ClosedForm | undefined {
  const { key, set } = game;
  if (declaredBy(game) !== undefined) return undefined;
  if (set.excluded !== undefined) return set.excluded.length === 0 ? NIM : undefined;
  if (Number.isFinite(set.largest)) return closedFormOfFinite(set);
  const { family, parameters = [] } = memberOf(game) ?? {};
  return family?.name === 'powers-of' ? powersOf(parameters[0]) : NAMED[key];
}

/** Returns the period of the nim-values of a finite set that a theorem states, also if the formula for them is not used. */
export function statedPeriodOf(game: Game): Period | undefined {
  const form = closedFormOf(game);
  if (form !== undefined) return form.period;
  const { set } = game;
  if (declaredBy(game) !== undefined || !Number.isFinite(set.largest)) return undefined;
  if (set.approximateCount(set.largest + 1) !== 3) return undefined;
  const pair = additivePair(Array.from(set.between(1, set.largest + 1)));
  return pair === undefined ? undefined : exact(pure(additivePeriod(...pair)));
}

/** Drops a period from 2^53 on: it has no exact number, and no position below 2^53 - 1 repeats by it. */
function exact(period: Period | undefined): Period | undefined {
  return period !== undefined && Number.isSafeInteger(period.period) ? period : undefined;
}

function closedFormOfFinite(set: SubtractionSet): ClosedForm | undefined {
  // {L..R} may be too long to list.
  const count = set.approximateCount(set.largest + 1);
  if (count === set.largest) return ofInterval(count + 1);
  if (count === set.largest - set.smallest + 1) return betweenEnds(set.smallest, set.largest);
  if (count > MAX_ELEMENTS) return undefined;
  const elements = Array.from(set.between(1, set.largest + 1));
  const factor = elements.reduce(gcd);
  const reduced = elements.map((element) => element / factor);
  const form = coprimeForm(reduced);
  return form === undefined || factor === 1 ? form : scaled(form, factor);
}

function coprimeForm(elements: readonly number[]): ClosedForm | undefined {
  let modulus = 1;
  while (elements[modulus - 1] === modulus) modulus++;
  if (modulus > 1 && elements.every((element) => element % modulus !== 0)) return residues(modulus);
  const [first, last] = [elements[0], elements[elements.length - 1]];
  if (last - first + 1 === elements.length) return betweenEnds(first, last);
  if (elements.length === 2) return twoElements(elements[0], elements[1]);
  const pair = additivePair(elements);
  return pair === undefined ? undefined : additiveForm(...pair);
}

/** n mod m, for a set with 1, ..., m - 1 and no multiple of m: these reach every other residue, and no move keeps it. */
function residues(modulus: number): ClosedForm {
  return {
    rule: `n mod ${modulus}`,
    period: pure(modulus),
    nimValue: (n) => n % modulus,
    coldBelow: (n) => Math.ceil(n / modulus),
    boundBelow: (n) => Math.min(modulus, Math.max(1, n)) - 1,
  };
}

/** {1..m - 1}: only one move from n leads to each other residue. */
function ofInterval(modulus: number): ClosedForm {
  const moveTo = (n: number, nimValue: number): number | undefined => {
    if (nimValue >= modulus) return undefined;
    const difference = (n % modulus) - nimValue;
    const move = difference < 0 ? difference + modulus : difference;
    return move > 0 && move <= n ? move : undefined;
  };
  return { ...residues(modulus), moveTo };
}

/**
 * {l, ..., r}, m = l + r: n with x = n mod m has the value j = floor(x / l). Positions of one value are less than l apart mod
 * m, and moves are from l to m - l. For i < j, y = min(i l + l - 1, x - l) has floor(y / l) = i and l <= x - y <= r.
 */
function betweenEnds(l: number, r: number): ClosedForm {
  const modulus = l + r;
  return {
    rule: l === 1 ? `n mod ${modulus}` : `n mod ${modulus}, divided by ${l} and rounded down`,
    period: pure(modulus),
    nimValue: (n) => Math.floor((n % modulus) / l),
    coldBelow: (n) => Math.floor(n / modulus) * l + Math.min(n % modulus, l),
    boundBelow: (n) => Math.floor((Math.min(modulus, Math.max(1, n)) - 1) / l),
  };
}

/**
 * {a, b}, a < b: by induction, with n reduced modulo a + b. Below b only the move a counts, which gives floor(n / a) mod 2;
 * from b on the move b leads to one of 0, ..., a - 1, which are cold.
 */
function twoElements(a: number, b: number): ClosedForm {
  const whole = a + b;
  const isAlternating = b % (2 * a) === a;
  const coldInWhole = coldOfAlternating(b);
  function coldOfAlternating(n: number): number {
    return Math.floor(n / (2 * a)) * a + Math.min(n % (2 * a), a);
  }
  return {
    rule: `two subtrahends, period ${isAlternating ? 2 * a : whole}`,
    period: pure(isAlternating ? 2 * a : whole),
    nimValue(n) {
      const rest = n % whole;
      const parity = Math.floor(rest / a) % 2;
      return rest >= b && parity === 0 ? 2 : parity;
    },
    coldBelow: (n) => Math.floor(n / whole) * coldInWhole + coldOfAlternating(Math.min(n % whole, b)),
    boundBelow: () => (isAlternating ? 1 : 2),
  };
}

/** All subtrahends times a factor: positions with the same quotient by it have the same value. */
function scaled(form: ClosedForm, factor: number): ClosedForm {
  const { rule, period, yieldsToPeriod, far } = form;
  return {
    rule: `${rule} for n / ${factor} rounded down`,
    period: period === undefined ? undefined : pure(period.period * factor),
    nimValue: (n) => form.nimValue(Math.floor(n / factor)),
    coldBelow(n) {
      const quotient = Math.floor(n / factor);
      const rest = n % factor;
      return factor * form.coldBelow(quotient) + (rest > 0 && form.nimValue(quotient) === 0 ? rest : 0);
    },
    boundBelow: (n) => form.boundBelow(Math.ceil(n / factor)),
    yieldsToPeriod,
    ...(far && { far: (n: bigint) => far(n / BigInt(factor)) }),
  };
}

/** All positive integers: every smaller heap is an option. */
const NIM: ClosedForm = {
  rule: 'n',
  repeats: { nim: { preperiod: 0, period: 1, saltus: 1 }, outcome: { preperiod: 1, period: 1, saltus: 0 } },
  nimValue: (n) => n,
  coldBelow: (n) => Math.min(n, 1),
  boundBelow: (n) => Math.max(0, n - 1),
  moveTo: (n, nimValue) => (nimValue < n ? n - nimValue : undefined),
};

/** Sums of distinct powers of 4: the base-4 digits of n, each modulo 2, read in binary. */
const MOSER_DE_BRUIJN: ClosedForm = {
  rule: 'base-4 digits mod 2, read in binary',
  nimValue(n) {
    let value = 0;
    let bit = 1;
    for (let rest = n; rest > 0; rest = Math.floor(rest / 4)) {
      if (rest % 2 === 1) value += bit;
      bit *= 2;
    }
    return value;
  },
  coldBelow(n) {
    const digits = base4Digits(n);
    let count = 0;
    for (const [i, digit] of digits.entries()) {
      // Cold positions with the digits so far, then a smaller one: the even digits are 0 and 2.
      count += Math.ceil(digit / 2) * 2 ** (digits.length - 1 - i);
      if (digit % 2 === 1) break;
    }
    return count;
  },
  boundBelow: (n) => 2 ** base4Digits(Math.max(0, n - 1)).length - 1,
  moveTo(n, nimValue) {
    const move = moserMoveTo(BigInt(n), BigInt(nimValue));
    return move === undefined ? undefined : Number(move);
  },
  farMove: moserMoveTo,
  far: (n) => BigInt(`0b${n.toString(4).replaceAll('2', '0').replaceAll('3', '1')}`),
};

/**
 * Returns the only sum s of distinct powers of 4 such that n - s has the nim-value: from the lowest digit up, the borrow and
 * the parities of the digits of n and n - s decide whether the digit of s is 0 or 1.
 */
function moserMoveTo(n: bigint, nimValue: bigint): bigint | undefined {
  let move = 0n;
  let borrow = 0n;
  let power = 1n;
  let bits = nimValue;
  for (let rest = n; rest > 0n || bits > 0n || borrow > 0n; power *= 4n) {
    // No borrow is possible above the highest digit of n.
    if (rest === 0n) return undefined;
    const digit = (rest % 4n) - borrow;
    const taken = (digit - bits) & 1n;
    move += taken * power;
    borrow = digit < taken ? 1n : 0n;
    rest /= 4n;
    bits /= 2n;
  }
  return move > 0n ? move : undefined;
}

function base4Digits(n: number): number[] {
  const digits: number[] = [];
  for (let rest = n; rest > 0; rest = Math.floor(rest / 4)) digits.push(rest % 4);
  return digits.reverse();
}

/** Powers of b are 1 or -1 mod b + 1. For odd b moves change the parity; for even b they lead to nim-values that 1 and b reach. */
function powersOf(base: number): ClosedForm {
  if (base === 2) return infinite(residues(3));
  if (base % 2 === 1) return infinite(residues(2));
  return infinite({ ...twoElements(1, base), rule: `as {1,${base}}` });
}

/** The formula of a finite set for an infinite one: the same values, without a claim of a period. */
function infinite({ period, ...form }: ClosedForm): ClosedForm {
  return period === undefined ? form : { ...form, repeats: { nim: period, outcome: period } };
}

const NAMED: Readonly<Record<string, ClosedForm | undefined>> = {
  odd: infinite(residues(2)),
  'one-and-primes': infinite(residues(4)),
  'one-and-prime-powers': infinite(residues(6)),
  'moser-de-bruijn': MOSER_DE_BRUIJN,
};

function pure(period: number): Period {
  return { preperiod: 0, period, saltus: 0 };
}
