/** Guesses at a text that names no set: another notation, a formula, or a misspelt name. */
import { nearestName } from '../../common/one-of.js';
import { wholeNumber } from '../../common/whole-number.js';
import { CATALOGUE } from './catalogue.js';
import { FAMILIES, knownSets, namedMember, numberedGame } from './families.js';
import { writtenPolynomial } from './polynomial.js';

export const ALL_BUT = 'all-but';
const ADDITIONS: Readonly<Record<string, string>> = {
  hotspots: 'hotspots {3,5}',
  pass: 'pass',
  seed: 'seed [0,1,5]',
  sink: 'sink',
};
/** A longer text is no misspelt name. */
const MAX_MISSPELT_CHARACTERS = 200;
/** A list of numbers whose last separator is invalid here, such as `1, 3 and 4`. */
const LIST = /^[{[(]?([1-9]\d*(?:(?:\s*,\s*|[;\s]+)[1-9]\d*)*(?:[;\s]+|\s*,?\s*and\s+)[1-9]\d*)[}\])]?$/i;
const EVERY = String.raw`(?:[N\u2115]|all|any|every|everything)(?: (?:positive |natural )?(?:integers|numbers))?`;
/** Other notations, each with a function from its groups to the set as written here. None of them is a valid text here. */
const NOTATIONS: readonly (readonly [RegExp, (...groups: readonly string[]) => string | undefined])[] = [
  [
    /^(?:\w+\s*=|s|(?:the )?(?:subtraction )?(?:game|set)(?: of)?)\s*[{[(](.*)[}\])]$/is,
    (list) => `{${list}}`,
  ],
  [/^([a-z-]+)\s*\*\s*([1-9]\d*)$/i, (name, factor) => `${factor}*${name}`],
  [/^<\s*([1-9]\d*(?:[,\s]+[1-9]\d*)*)\s*>$/, (list) => bracedList(list)],
  [LIST, (list) => bracedList(list)],
  [/^[{[(]?([1-9]\d*(?:\s*,\s*[1-9]\d*)*)\s*,\s*[}\])]?$/, (list) => bracedList(list)],
  [
    /^(?:from )?[{[(]?([1-9]\d*)\s*(?:-|\u2013|to|through)\s*(\d+)[}\])]?$/,
    (a, b) => (Number(a) < Number(b) ? `{${a}..${b}}` : undefined),
  ],
  [
    /^range\(([1-9]\d*),\s*(\d+)\)$/,
    (a, b) => (Number(a) < Number(b) ? `{${a}..${Number(b) - 1}}` : undefined),
  ],
  [/^up to ([1-9]\d*)$/, (last) => `{1..${last}}`],
  [/^\{?([1-9]\d*)\.\.+\}?$/, (first) => (first === '1' ? 'all' : `arithmetic:${first},1`)],
  [new RegExp(`^${EVERY}$`), () => 'all'],
  [
    new RegExp(
      String.raw`^${EVERY}\s*(?:but|except(?: for)?|without|minus|[-\\])\s*[{[(]?(\d[\d\s,;and]*)[}\])]?$`,
    ),
    (list) => `${ALL_BUT}${bracedList(list)}`,
  ],
  [
    /^\{?([2-9]|[1-9]\d+)(?:\^|\*\*)[a-z]\s*(?:([+-])\s*(\d+))?\}?$/i,
    (base, sign = '', shift = '') => `powers-of:${base}${sign}${shift}`,
  ],
  [/^([a-z])\s*\*\s*\1$/i, () => 'squares'],
  [/^triang(?:le|ulars?)s?$/i, () => 'triangular'],
  [/^\{?[a-z]!\}?$/i, () => 'factorials'],
  [/^\{?[a-z](\u00b2|\u00b3)\}?$/i, (power) => (power === '\u00b2' ? 'squares' : 'cubes')],
  [/^(?:perfect[ -])?(square|cube|prime|factorial)s?(?:[ -]numbers?)?$/i, (name) => `${name.toLowerCase()}s`],
  [/^p\s*([+-])\s*([1-9]\d*)$/, (sign, shift) => `primes${sign}${shift}`],
  [/^(\d+) mod ([1-9]\d*)$/i, (rest, step) => `arithmetic:${Number(rest) % Number(step) || step},${step}`],
  [/^(\{[\d,\s]+\}(?:\s*(?:[+,\u222a]|and|or|u|union)\s*\{[\d,\s]+\})+)$/i, (lists) => bracedList(lists)],
  [/^evens?(?: numbers)?$/i, () => 'arithmetic:2,2'],
  [/^multiples[ -]of[ :]([1-9]\d*)$/i, (step) => `arithmetic:${step},${step}`],
  [/^a(\d{1,5})$/i, (number) => numberedGame(`a${number.padStart(6, '0')}`) && `A${number.padStart(6, '0')}`],
];
/** Names of figurate numbers differ in few letters: hectogonal and heptagonal. */
const FIGURATE = /(?:gonal|hedral|pyramidal)$/;
/** Separators of the sets of a union in other notations. */
const UNITED = /\s*[,+]\s*|\s+(?:(?:u|or|and|union)\s+)?/i;
/** Operations on sets that do not exist here. */
const NO_UNION = /\s[&\\\u2229-]\s|\b(?:minus|without|except|not)\b/i;

function bracedList(text: string): string {
  return `{${(text.match(/\d+/g) ?? []).join()}}`;
}

/** Whether a text is a formula in one letter, such as `k^k` or `(k^3+3k^2+2k)/6`, but no number such as `1e7+1`. */
export function isFormula(text: string): boolean {
  const letters = new Set(text.toLowerCase().match(/[a-z]/g));
  const isOfSigns = /^[\sa-z\d^*/+()!-]*$/i.test(text) && /[\^*/+()!-]/.test(text);
  return letters.size === 1 && isOfSigns && !/[a-z]{2}/i.test(text) && wholeNumber(text) === undefined;
}

/** Whether a text joins sets by an operation that does not exist here, such as a difference. */
export function joinsOtherwise(text: string): boolean {
  return NO_UNION.test(text);
}

/** Translates a text from another notation. */
export function otherNotation(text: string): string | undefined {
  if (text.length > MAX_MISSPELT_CHARACTERS) return undefined;
  const bare = text.replace(/^\{(.*)\}$/s, '$1');
  const inK = bare.replace(/[a-z]/gi, 'k');
  const letters = new Set(text.match(/[a-z]/gi));
  // 2M and 1e7 are numbers.
  const isPolynomial = letters.size === 1 && /\d/.test(text) && !/^p\b|\d[kmgte]/i.test(text);
  if (isPolynomial && writtenPolynomial(inK) !== undefined) return inK;
  for (const [pattern, written] of NOTATIONS) {
    const found = pattern.exec(text);
    if (found !== null) return written(...found.slice(1));
  }
  return undefined;
}

/** Suggests the nearest valid text for one that names no set. */
export function suggestion(text: string): string | undefined {
  const written = otherNotation(text);
  if (written !== undefined || text.length > MAX_MISSPELT_CHARACTERS || joinsOtherwise(text)) return written;
  const members = text.split(UNITED).map((part) => part.toLowerCase());
  if (members.length > 1 && members.every((each) => CATALOGUE.some(({ name }) => name === each)))
    return members.join(' | ');
  // With a colon it is a family, or another notation.
  if (/^[^()^]*[/\\]|^[^:\s]*\.[a-z]\w*$/i.test(text)) return `file:${text.replace(/^(?:file=|@)/, '')}`;
  const hyphened = text.toLowerCase().replaceAll(/[\s_]+/g, '-');
  const known = CATALOGUE.find(({ name, otherNames }) => [name, ...(otherNames ?? [])].includes(hyphened));
  if (known !== undefined) return known.name;
  if (namedMember(hyphened) !== undefined) return hyphened;
  const [head, ...others] = text
    .toLowerCase()
    .replace(/^all[ _]?but/, ALL_BUT)
    .split(/(?=[:{\s])/);
  const rest = others.join('');
  if (FIGURATE.test(head)) return undefined;
  const named = knownSets().filter(({ isNamed }) => isNamed);
  const names = [...named, ...FAMILIES].map(({ name }) => name);
  const near = nearestName(head, [...names, ALL_BUT]);
  if (near === ALL_BUT) return `${ALL_BUT}{2,3}`;
  const family = FAMILIES.find(({ name }) => name === near);
  if (family !== undefined)
    return `${family.name}${/^:.+$/.exec(rest)?.[0] ?? `:${family.members[0].parameters}`}`;
  const addition = nearestName(/^\s+(\S+)/.exec(rest)?.[1] ?? '', Object.keys(ADDITIONS));
  return near === head && addition !== undefined ? `${near} ${ADDITIONS[addition]}` : near;
}
