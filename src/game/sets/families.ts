/**
 * The families of subtraction sets, written `name:parameters`. Parsing, help, suggestions, `games` and tests read this table,
 * so a new family is one new entry. A member equal to a set of the catalogue or of another family becomes that set.
 */
import { refuse } from '../../common/errors.js';
import { POSITION_LIMIT } from '../../common/range.js';
import { gcd } from '../../common/divisors.js';
import { CATALOGUE, named, type OeisNumbers } from './catalogue.js';
import {
  described,
  describedCofinite,
  describedInterval,
  describedMember,
  type DescribedSet,
} from './described-set.js';
import { listed } from './number-list.js';
import { polynomialSet, type Quotient } from './polynomial.js';
import { increasingSequence, power, tabulated } from './sequences.js';

/** A listed member of a family, with its own name if it has one. */
interface FamilyMember {
  readonly parameters: string;
  readonly name?: string;
  readonly description?: string;
  readonly oeis: OeisNumbers;
}

export interface SetFamily {
  readonly name: string;
  readonly parameters: string;
  readonly description: string;
  /** Some members; the first is the example. */
  readonly members: readonly FamilyMember[];
  /** Makes a member from safe integers, at least one, or raises a usage error about `subject`. */
  readonly make: (parameters: readonly number[], subject: string) => DescribedSet;
}

const MAX_PARAMETER = POSITION_LIMIT - 1;
/** The largest k with 2^k below 2^53: sets of higher powers have no second element there. */
const MAX_EXPONENT = 52;
const MAX_COEFFICIENTS = MAX_EXPONENT + 1;

function figurate(name: string, beginning: string, oeis: string, parameters: string): FamilyMember {
  const description = `the ${name.replace('-', ' ')} numbers ${beginning}, ...`;
  return { parameters, name, description, oeis: { set: oeis } };
}

export const FAMILIES: readonly SetFamily[] = [
  {
    name: 'kth-powers',
    parameters: 'K',
    description: 'the K-th powers 1, 2^K, 3^K, ...',
    members: [
      { parameters: '4', oeis: { set: 'A000583' } },
      { parameters: '5', oeis: { set: 'A000584' } },
    ],
    make: (parameters, subject) => {
      const [k] = count(parameters, 1, subject);
      return kthPowers(checkParameter(k, 1, subject, MAX_EXPONENT));
    },
  },
  {
    name: 'powers-of',
    parameters: 'B',
    description: 'the powers 1, B, B^2, ... of a base B',
    members: [
      { parameters: '2', oeis: { set: 'A000079', nim: 'A010872', cold: 'A008585' } },
      { parameters: '3', oeis: { set: 'A000244', nim: 'A000035', cold: 'A005843' } },
      { parameters: '10', oeis: { set: 'A011557' } },
    ],
    make: (parameters, subject) => {
      const [base] = count(parameters, 1, subject);
      checkParameter(base, 2, subject);
      const set = tabulated([1], (terms) => terms[terms.length - 1] * base);
      return describedMember('powers-of', [base], set);
    },
  },
  {
    name: 'polynomial',
    parameters: 'C,...,C',
    description: 'p(1), p(2), ... of a polynomial p, by its coefficients from the highest down',
    members: [
      { parameters: '1,0,1', oeis: {} },
      { parameters: '2,0,0', oeis: { set: 'A001105' } },
      figurate('hexagonal', '1, 6, 15, 28', 'A000384', '2,-1,0'),
      figurate('octagonal', '1, 8, 21, 40', 'A000567', '3,-2,0'),
      figurate('decagonal', '1, 10, 27, 52', 'A001107', '4,-3,0'),
      figurate('centered-square', '1, 5, 13, 25', 'A001844', '2,-2,1'),
      figurate('centered-hexagonal', '1, 7, 19, 37', 'A003215', '3,-3,1'),
      figurate('star', '1, 13, 37, 73', 'A003154', '6,-6,1'),
      figurate('stella-octangula', '1, 14, 51, 124', 'A007588', '2,0,-1,0'),
    ],
    make: (coefficients, subject) => polynomialMember({ coefficients, divisor: 1 }, subject),
  },
  {
    name: 'polynomial-over',
    parameters: 'D,C,...,C',
    description: 'p(1)/D, p(2)/D, ... of a polynomial p, by D and its coefficients from the highest down',
    // (k (k + 1) / 2)^2
    members: [{ parameters: '4,1,2,1,0,0', oeis: { set: 'A000537' } }],
    make([divisor, ...coefficients], subject) {
      if (coefficients.length === 0)
        refuse('{subject} has one number. Give a divisor and then the coefficients.', { subject });
      return polynomialMember({ coefficients, divisor: checkParameter(divisor, 1, subject) }, subject);
    },
  },
  {
    name: 'arithmetic',
    parameters: 'A,D',
    description: 'the arithmetic progression A, A + D, A + 2 D, ...',
    members: [
      { parameters: '1,3', oeis: { set: 'A016777' } },
      // Its members are odd and include 1.
      { parameters: '1,4', oeis: { set: 'A016813', nim: 'A000035', cold: 'A005843' } },
    ],
    make: (parameters, subject) => {
      const [first, step] = count(parameters, 2, subject);
      return arithmetic(checkParameter(first, 1, subject), checkParameter(step, 1, subject));
    },
  },
  {
    name: 'interval',
    parameters: 'K',
    description: 'the integers 1, 2, ..., K',
    members: [{ parameters: '3', oeis: { nim: 'A010873', cold: 'A008586' } }],
    make: (parameters, subject) => {
      const [k] = count(parameters, 1, subject);
      return describedInterval(checkParameter(k, 1, subject));
    },
  },
];

/** A game with the kind of its OEIS number. */
export interface NumberedGame {
  readonly game: string;
  readonly kind: keyof OeisNumbers;
}

export function isOeisNumber(text: string): boolean {
  return /^\s*A\d{6}\s*$/i.test(text);
}

/** A set of the catalogue, or a listed member of a family. */
export interface KnownSet {
  /** The text that names it: a name, or a family with parameters. */
  readonly name: string;
  readonly key: string;
  readonly oeis: OeisNumbers;
  readonly description: string;
  readonly family?: SetFamily;
  readonly isNamed: boolean;
}

/** Returns the sets of the catalogue, then the listed members of families. */
export function knownSets(): KnownSet[] {
  const members = FAMILIES.flatMap((family) =>
    family.members.map(({ parameters, oeis, name, description }): KnownSet => {
      const { key } = family.make(parameters.split(',').map(Number), family.name);
      return {
        ...{ name: name ?? `${family.name}:${parameters}`, key, oeis, family, isNamed: name !== undefined },
        description: description ?? family.description,
      };
    }),
  );
  return [
    ...CATALOGUE.map(({ name, oeis, description }) => ({
      name,
      key: name,
      oeis,
      description,
      isNamed: true,
    })),
    ...members,
  ];
}

/** Returns the family and parameters of a member with a name of its own, if any. */
export function namedMember(
  name: string,
): { readonly family: SetFamily; readonly parameters: string } | undefined {
  for (const family of FAMILIES) {
    const member = family.members.find((one) => one.name === name);
    if (member !== undefined) return { family, parameters: member.parameters };
  }
  return undefined;
}

/** Returns the family and parameters of a set, if it is a member of one. */
export function memberOf({
  expression,
}: Pick<DescribedSet, 'expression'>):
  { readonly family: SetFamily; readonly parameters: readonly number[] } | undefined {
  if (expression.kind !== 'member') return undefined;
  const { family: name, parameters } = expression;
  return { family: FAMILIES.find((family) => family.name === name)!, parameters };
}

/** Returns the first game whose set or sequence has an OEIS number, if any. */
export function numberedGame(text: string): NumberedGame | undefined {
  const number = text.trim().toUpperCase();
  for (const { name, oeis } of knownSets()) {
    for (const [kind, known] of Object.entries(oeis))
      if (known === number) return { game: name, kind: kind as keyof OeisNumbers };
  }
  return undefined;
}

function kthPowers(k: number): DescribedSet {
  if (k === 1) return inCatalogue('all');
  if (k === 2) return inCatalogue('squares');
  if (k === 3) return inCatalogue('cubes');
  const set = increasingSequence((root) => power(root, k));
  return describedMember('kth-powers', [k], set);
}

/** Makes the set of the values at 1, 2, ... of a polynomial, equal for all ways to write it. */
export function polynomialMember(polynomial: Quotient, subject: string): DescribedSet {
  const { coefficients, divisor } = inLowestTerms(polynomial);
  if (coefficients.length > MAX_COEFFICIENTS)
    refuse('{subject} has {count} coefficients. It can have at most {most}.', {
      subject,
      count: coefficients.length,
      most: MAX_COEFFICIENTS,
    });
  const set = polynomialSet({ coefficients, divisor });
  const degree = coefficients.length - 1;
  if (degree === 1) return arithmetic(set.smallest, coefficients[0]);
  const [leading, ...rest] = coefficients;
  if (divisor === 1 && leading === 1 && rest.every((c) => c === 0)) return kthPowers(degree);
  const text = [divisor, ...coefficients].join();
  const entry = CATALOGUE.find(
    ({ polynomial: its }) => its !== undefined && [its.divisor, ...its.coefficients].join() === text,
  );
  if (entry !== undefined) return inCatalogue(entry.name);
  return divisor === 1
    ? describedMember('polynomial', coefficients, set)
    : describedMember('polynomial-over', [divisor, ...coefficients], set);
}

function inLowestTerms({ coefficients, divisor }: Quotient): Quotient {
  const first = coefficients.findIndex((coefficient) => coefficient !== 0);
  const significant = first === -1 ? [0] : coefficients.slice(first);
  const common = significant.reduce((sofar, coefficient) => gcd(sofar, Math.abs(coefficient)), divisor);
  return { coefficients: significant.map((coefficient) => coefficient / common), divisor: divisor / common };
}

/** Returns the polynomial whose values are the set, if any. */
export function polynomialOf({ definition, expression }: DescribedSet): Quotient | undefined {
  if (expression.kind === 'name') return CATALOGUE.find(({ name }) => name === definition)?.polynomial;
  if (expression.kind !== 'member') return undefined;
  const { family, parameters } = expression;
  switch (family) {
    case 'polynomial':
      return { coefficients: parameters, divisor: 1 };
    case 'polynomial-over':
      return { coefficients: parameters.slice(1), divisor: parameters[0] };
    case 'kth-powers':
      return { coefficients: [1, ...Array<number>(parameters[0]).fill(0)], divisor: 1 };
    case 'arithmetic':
      return { coefficients: [parameters[1], parameters[0] - parameters[1]], divisor: 1 };
    default:
      return undefined;
  }
}

function arithmetic(first: number, step: number): DescribedSet {
  if (step === 1)
    return describedCofinite(listed([{ first: 1, last: first - 1 }], `The set arithmetic:${first},1`));
  if (first === 1 && step === 2) return inCatalogue('odd');
  const set = increasingSequence((k) => first + (k - 1) * step);
  return describedMember('arithmetic', [first, step], set);
}

export function inCatalogue(name: string): DescribedSet {
  return described(name, named(name).set, { kind: 'name' });
}

function count(parameters: readonly number[], wanted: number, subject: string): readonly number[] {
  if (parameters.length === wanted) return parameters;
  refuse(
    `{subject} takes ${wanted === 1 ? 'one number' : '{wanted} numbers with commas between them'}, not {count}.`,
    { subject, count: parameters.length, wanted },
  );
}

/** Checks a parameter from `least` on. No move exceeds the largest position. */
function checkParameter(value: number, least: number, subject: string, most = MAX_PARAMETER): number {
  if (Number.isSafeInteger(value) && value >= least && value <= most) return value;
  refuse('{subject} has {value}, but takes integers from {least} to {most}.', {
    ...{ subject, value, least, most: most === MAX_PARAMETER ? '2^53 - 2, the largest position' : most },
  });
}
