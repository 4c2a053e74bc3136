/**
 * The families of subtraction sets: sets with a name and parameters, written `name:parameters`. One entry a
 * family; everything else (parsing, help, suggestions, `games`, tests) reads this table, as it does the catalogue.
 * A member that is also a set of the catalogue or of another family, by plain identity, is that set.
 */
import { refuse } from '../../common/errors.js';
import { checkInteger, POSITION_LIMIT } from '../../common/range.js';
import { CATALOGUE, named, type OeisNumbers } from './catalogue.js';
import {
  described,
  describedCofinite,
  describedInterval,
  describedMember,
  type DescribedSet,
} from './described-set.js';
import { listed } from './number-list.js';
import { polynomialSet } from './polynomial.js';
import { increasingSequence, power, tabulated } from './sequences.js';

/** A family of subtraction sets. */
export interface SetFamily {
  readonly name: string;
  /** Its parameters, as they are written after the name and a colon. */
  readonly parameters: string;
  readonly description: string;
  /** Parameters of some members, and the OEIS numbers of these. The first is shown as an example. */
  readonly members: readonly { readonly parameters: string; readonly oeis: OeisNumbers }[];
  /** The member of some parameters (safe integers, at least one), or a usage error about `subject`. */
  readonly make: (parameters: readonly number[], subject: string) => DescribedSet;
}

/** The largest k for which 2^k is below 2^53: the sets of higher powers have no second element there. */
const LARGEST_EXPONENT = 52;
const MOST_COEFFICIENTS = LARGEST_EXPONENT + 1;

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
      return kthPowers(checkInteger(k, 1, LARGEST_EXPONENT, subject));
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
    ],
    make: polynomialMember,
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
  readonly name: string;
  readonly key: string;
  readonly oeis: OeisNumbers;
  readonly description: string;
  readonly family?: SetFamily;
}

/** All sets that the tables name, those of the catalogue first. */
export function knownSets(): KnownSet[] {
  const members = FAMILIES.flatMap((family) =>
    family.members.map(({ parameters, oeis }): KnownSet => {
      const { key } = family.make(parameters.split(',').map(Number), family.name);
      return { name: `${family.name}:${parameters}`, key, oeis, description: family.description, family };
    }),
  );
  return [
    ...CATALOGUE.map(({ name, oeis, description }) => ({ name, key: name, oeis, description })),
    ...members,
  ];
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

/** The set of the values at 1, 2, ... of a polynomial with these coefficients, from the highest power down. */
export function polynomialMember(parameters: readonly number[], subject: string): DescribedSet {
  const first = parameters.findIndex((coefficient) => coefficient !== 0);
  const coefficients = first === -1 ? [0] : parameters.slice(first);
  if (coefficients.length > MOST_COEFFICIENTS)
    refuse(subject, `at most ${MOST_COEFFICIENTS} coefficients`, String(coefficients.length));
  const set = polynomialSet(coefficients);
  const degree = coefficients.length - 1;
  if (degree === 1) return arithmetic(set.smallest, coefficients[0]);
  const [leading, ...rest] = coefficients;
  if (leading === 1 && rest.every((c) => c === 0)) return kthPowers(degree);
  if (coefficients.join() === '1,1,0') return inCatalogue('pronic');
  return describedMember('polynomial', coefficients, set);
}

/** The coefficients of the polynomial whose values a set is; undefined where it has none. */
export function polynomialOf({ definition, expression }: DescribedSet): readonly number[] | undefined {
  if (expression.kind === 'name') return NAMED_POLYNOMIALS[definition];
  if (expression.kind !== 'member') return undefined;
  const { family, parameters } = expression;
  switch (family) {
    case 'polynomial':
      return parameters;
    case 'kth-powers':
      return [1, ...Array<number>(parameters[0]).fill(0)];
    case 'arithmetic':
      return [parameters[1], parameters[0] - parameters[1]];
    default:
      return undefined;
  }
}

const NAMED_POLYNOMIALS: Readonly<Record<string, readonly number[] | undefined>> = {
  all: [1, 0],
  odd: [2, -1],
  squares: [1, 0, 0],
  cubes: [1, 0, 0, 0],
  pronic: [1, 1, 0],
};

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
    subject,
    wanted === 1 ? 'one number' : `${wanted} numbers separated by commas`,
    String(parameters.length),
  );
}

/** A parameter from `least` on: larger moves than the largest position are never made. */
function checkParameter(value: number, least: number, subject: string): number {
  return checkInteger(value, least, POSITION_LIMIT - 1, subject, '2^53 - 2, the largest position');
}
