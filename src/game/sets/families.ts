/**
 * The families of subtraction sets: sets with a name and parameters, written `name:parameters`. One entry a
 * family; everything else (parsing, help, suggestions, `games`, tests) reads this table, as it does the catalogue.
 * A member that is also a set of the catalogue or of another family, by plain identity, is that set.
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

/** A member of a family that is listed: its parameters, the name that it also has, and its OEIS numbers. */
interface FamilyMember {
  readonly parameters: string;
  readonly name?: string;
  readonly description?: string;
  readonly oeis: OeisNumbers;
}

/** A family of subtraction sets. */
export interface SetFamily {
  readonly name: string;
  /** Its parameters, as they are written after the name and a colon. */
  readonly parameters: string;
  readonly description: string;
  /** Some members, the first of which is shown as an example. */
  readonly members: readonly FamilyMember[];
  /** The member of some parameters (safe integers, at least one), or a usage error about `subject`. */
  readonly make: (parameters: readonly number[], subject: string) => DescribedSet;
}

const MAX_PARAMETER = POSITION_LIMIT - 1;
/** The largest k for which 2^k is below 2^53: the sets of higher powers have no second element there. */
const LARGEST_EXPONENT = 52;
const MOST_COEFFICIENTS = LARGEST_EXPONENT + 1;

/** A polynomial with a name: figurate numbers. */
function figurate(name: string, beginning: string, oeis: string, parameters: string): FamilyMember {
  const description = `the ${name.replace('-', ' ')} numbers ${beginning}, ...`;
  return { parameters, name, description, oeis: { set: oeis } };
}

/** Every family of sets with parameters. */
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
      return kthPowers(checkParameter(k, 1, subject, LARGEST_EXPONENT));
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
      // Its members are odd, and 1 is one of them.
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

/** A game, and which of its numbers it is. */
export interface NumberedGame {
  readonly game: string;
  readonly kind: keyof OeisNumbers;
}

/** Whether a text is written as a number of the OEIS. */
export function isOeisNumber(text: string): boolean {
  return /^\s*A\d{6}\s*$/i.test(text);
}

/** A set that the tables name: one of the catalogue, or a member of a family that this lists. */
export interface KnownSet {
  /** The text that names it: its own name, or its family and parameters. */
  readonly name: string;
  readonly key: string;
  readonly oeis: OeisNumbers;
  /** Its own, or that of its family. */
  readonly description: string;
  readonly family?: SetFamily;
  readonly isNamed: boolean;
}

/** All sets that the tables name, those of the catalogue first. */
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

/** The family and parameters of a member that has a name; undefined for any other name. */
export function namedMember(
  name: string,
): { readonly family: SetFamily; readonly parameters: string } | undefined {
  for (const family of FAMILIES) {
    const member = family.members.find((one) => one.name === name);
    if (member !== undefined) return { family, parameters: member.parameters };
  }
  return undefined;
}

/** The family that a set is a member of, and the parameters; undefined where it is none. */
export function memberOf({
  expression,
}: Pick<DescribedSet, 'expression'>):
  { readonly family: SetFamily; readonly parameters: readonly number[] } | undefined {
  if (expression.kind !== 'member') return undefined;
  const { family: name, parameters } = expression;
  return { family: FAMILIES.find((family) => family.name === name)!, parameters };
}

/** The first game in the tables that has a number, as a set or as a sequence of it; undefined where none has. */
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

/** The set of the values at 1, 2, ... of a polynomial: the same for every way to write it. */
export function polynomialMember(polynomial: Quotient, subject: string): DescribedSet {
  const { coefficients, divisor } = inLowestTerms(polynomial);
  if (coefficients.length > MOST_COEFFICIENTS)
    refuse('{subject} has {count} coefficients. It can have at most {most}.', {
      subject,
      count: coefficients.length,
      most: MOST_COEFFICIENTS,
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

/** The polynomial whose values a set has; undefined where it has none. */
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

/** The set of a name that is known to be in the catalogue. */
export function inCatalogue(name: string): DescribedSet {
  return described(name, named(name).set, { kind: 'name' });
}

/** The parameters, when they are as many as they should be. */
function count(parameters: readonly number[], wanted: number, subject: string): readonly number[] {
  if (parameters.length === wanted) return parameters;
  refuse(
    `{subject} takes ${wanted === 1 ? 'one number' : '{wanted} numbers with commas between them'}, not {count}.`,
    { subject, count: parameters.length, wanted },
  );
}

/** A parameter from `least` on: larger moves than the largest position are never made. */
function checkParameter(value: number, least: number, subject: string, most = MAX_PARAMETER): number {
  if (Number.isSafeInteger(value) && value >= least && value <= most) return value;
  refuse('{subject} has {value}, but takes integers from {least} to {most}.', {
    ...{ subject, value, least, most: most === MAX_PARAMETER ? '2^53 - 2, the largest position' : most },
  });
}
