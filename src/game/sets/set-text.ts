/** Parses sets: names, members of families, literals, all but a literal, files, polynomials, multiples, shifts and unions. */
import { failure, refuse, type TakeawayError } from '../../common/errors.js';
import { otherGame } from '../../common/other-games.js';
import { CATALOGUE } from './catalogue.js';
import { imageOf, unionOf } from './composed.js';
import {
  describedBeginning,
  describedCofinite,
  describedFinite,
  describedInterval,
  describedLongInterval,
  type DescribedSet,
} from './described-set.js';
import {
  FAMILIES,
  inCatalogue,
  isOeisNumber,
  knownSets,
  namedMember,
  numberedGame,
  type SetFamily,
} from './families.js';
import { ALL_BUT, isFormula, joinsOtherwise, otherNotation, suggestion } from './meant.js';
import { readNumberFile, type ReadText } from './number-file.js';
import { listed, MAX_LISTED, parseInteger, parseRuns, type ListOptions, type Run } from './number-list.js';
import { writtenPolynomial } from './polynomial.js';

const SET_SYNTAX =
  'Write a name such as squares or powers-of:3, numbers such as {1,3,4}, all-but{2,3}, k^2+1, file:PATH, or a multiple, a shift or a union of these, such as 2*primes+1 or {2} | squares.';

/** No family has as many parameters. */
const MAX_PARAMETERS = 1000;
const LITERAL = /^[{[(\d+-]/;
/** Sets are compared with the beginning of a list up to here. */
const MAX_COMPARED_NUMBER = 2 ** 16;
/** An endless list, such as {1,4,9,...}. */
const ENDLESS = /^[{[(]?(?<beginning>[\d\s,]*\d)\s*,\s*(?:\.\.\.|\u2026)\s*[}\])]?$/;
/** A multiple of a set, a shift of one, or both. Any set may stand in parentheses. */
const IMAGE =
  /^(?:(?<factor>\d+)\s*\*\s*)?(?<base>[a-z][a-z-]*[a-z](?::[\d,^ -]*?\d)?|a\d{6}|(?:all-but\s*:?\s*)?(?:\{[^{}]*\}|\[[^[\]]*\])|\(.*\))(?:\s*(?<sign>[+-])\s*(?<shift>\d+))?$/is;
/** The same for user-defined names, which may end like a shift. */
const OWN_IMAGES = [
  /^(?<base>.*)$/s,
  /^(?<factor>\d+)\s*\*\s*(?<base>.*)$/s,
  /^(?:(?<factor>\d+)\s*\*\s*)?(?<base>.*?)\s*(?<sign>[+-])\s*(?<shift>\d+)$/s,
];
/** An octal code of digits 0 and 3: 3 in place s allows taking s and leaving one heap or none. Dots repeat it. */
const OCTAL = /^(?:octal(?: game)?[\s:]*)?0?\.(?<digits>[03]*3)(?:0*|\.\.\.|\u2026)$/;
/** Sets in a union, including those in parentheses: each is evaluated for every range. */
const MAX_PARTS = 16;
const MAX_NESTED_PARENTHESES = 8;
const LIST_TEXT = /^[{[(]?[\d\s,;._^*+kmgte\u2026-]*[}\])]?$/i;
const BRACKETS: Readonly<Partial<Record<string, string>>> = { '{': '}', '[': ']', '(': ')' };
/** Name of a large user-defined set in a store: ends, size, and a digest, from which no set can be made. */
const STORED_NAME = /^(all-but)?\{.*\} of \d+ #[0-9a-f]+$/;

export function setText(elements: { join(separator: string): string }): string {
  return `{${elements.join(',')}}`;
}

/** The names that a text may use besides the built-in ones. */
export interface Sources {
  readonly readText: ReadText;
  /** Returns the set of a user-defined name, if it is one. `isWhole` means that the word is the whole text of the game. */
  readonly named?: ((word: string, isWhole: boolean) => DescribedSet | undefined) | undefined;
}

/** Parses a set, or raises a usage error. `options` are for the numbers of a literal or a file, by default subtrahends. */
export function parseSet(text: string, sources: Sources, options: ListOptions = {}): DescribedSet {
  const { subject = 'The game' } = options;
  const trimmed = text.trim();
  if (trimmed.startsWith('file:')) {
    const path = trimmed.slice('file:'.length);
    if (path === '') refuse('{subject} has no path after file:. Write file:PATH.', { subject });
    const { numbers, completeBelow } = readNumberFile(path, sources.readText, options);
    if (completeBelow !== undefined) return describedBeginning(numbers, completeBelow, subject);
    const found = describedFinite(numbers, options);
    return { ...found, file: { path, count: numbers.length, largest: found.set.largest } };
  }
  // A path may have any name.
  const other = /file:/i.test(trimmed) ? undefined : otherGame(trimmed);
  if (other !== undefined) refuse(`"{text}" is not a subtraction game: ${other}`, { text: trimmed });
  const parts = unionParts(trimmed, subject);
  if (parts.length > 1) {
    const sets = parts.map((part) => parseSet(part, sources, options));
    return unionOf(sets, options);
  }
  const own = ownSet(trimmed, sources, options);
  if (own !== undefined) return own;
  const name = trimmed.toLowerCase();
  const image = imageIn(trimmed, subject);
  if (image !== undefined) {
    const { factor, base, shift } = image;
    return imageOf(parseSet(base, sources, options), factor, shift, options);
  }
  const polynomial = /[{[,:]/.test(name) ? undefined : writtenPolynomial(name);
  if (polynomial !== undefined) {
    const { coefficients, divisor } = polynomial;
    const [family, numbers] =
      divisor === 1 ? ['polynomial', coefficients] : ['polynomial-over', [divisor, ...coefficients]];
    return parseMember(
      FAMILIES.find((one) => one.name === family)!,
      numbers.join(),
    );
  }
  if (/^\((?!\s*\)$).*\)$/s.test(trimmed)) return parseSet(trimmed.slice(1, -1), sources, options);
  const partial = /^(.*\})\s*complete below\s+(\S+)$/s.exec(name);
  if (partial !== null) {
    const numbers = listed(parseBraces(partial[1], options), options.subject);
    return describedBeginning(numbers, parseInteger(partial[2], { subject }), subject);
  }
  const leftOut = /^all-but(?![a-z-])(?:\s*:)?(.*)$/s.exec(name);
  if (leftOut !== null) return describedCofinite(parseLeftOut(leftOut[1].trim()));
  if (STORED_NAME.test(name)) {
    refuse(
      '{subject} {name} is called by its name in a store, which does not say which numbers it has. Give the file that the set is from, as file:PATH.',
      { subject, name: trimmed },
    );
  }
  const octal = OCTAL.exec(name)?.groups;
  if (octal !== undefined) return octalSet(octal.digits, /\D$/.test(name));
  if (LITERAL.test(trimmed)) {
    if (otherNotation(trimmed) !== undefined || isFormula(trimmed)) throw unknownSet(text, subject);
    const beginning = ENDLESS.exec(trimmed)?.groups?.beginning;
    if (beginning !== undefined) throw endlessSet(trimmed, beginning.split(',').map(Number), subject);
    const runs = parseBraces(trimmed, options);
    // {1..K} is a family for any K, without a list, and so are other intervals that are too long to list.
    const [{ first, last }] = runs.length === 1 ? runs : [{ first: 0, last: 0 }];
    if (first === 1) return describedInterval(last);
    const isOfMoves = (options.least ?? 1) === 1;
    if (isOfMoves && last - first >= MAX_LISTED) return describedLongInterval(first, last);
    return describedFinite(listed(runs, options.subject), options);
  }
  if (isOeisNumber(name)) {
    const numbered = numberedGame(name);
    if (numbered !== undefined) return parseSet(numbered.game, sources, options);
    refuse(
      '{number} is not one of the sequences that takeaway knows as a game.',
      { number: trimmed },
      { remedy: { do: 'list-games' } },
    );
  }
  const entry = CATALOGUE.find((one) => one.name === name || one.otherNames?.includes(name));
  if (entry !== undefined) return inCatalogue(entry.name);
  const member = namedMember(name);
  if (member !== undefined) return parseMember(member.family, member.parameters);
  const [head, ...rest] = name.split(':');
  const family = FAMILIES.find((candidate) => candidate.name === head.trim());
  if (family === undefined) throw unknownSet(text, subject);
  return parseMember(family, rest.join(':'));
}

/** Splits a union at signs outside of parentheses. Raises a usage error first for too many sets or parentheses. */
function unionParts(text: string, subject: string): string[] {
  const parts: string[] = [];
  let [start, depth, sets] = [0, 0, 1];
  for (const { 0: sign, index } of text.matchAll(/[()|\u222a]/g)) {
    if (sign === '(') depth++;
    else if (sign === ')') depth--;
    else {
      sets++;
      if (depth !== 0) continue;
      parts.push(text.slice(start, index));
      start = index + 1;
    }
    if (depth > MAX_NESTED_PARENTHESES)
      refuse('{subject} has more than {most} parentheses within each other. Use fewer.', {
        subject,
        most: MAX_NESTED_PARENTHESES,
      });
  }
  if (sets > MAX_PARTS)
    refuse('{subject} unites {sets} sets. Unite at most {most}.', { subject, sets, most: MAX_PARTS });
  return [...parts, text.slice(start)];
}

interface Image {
  readonly factor: number;
  readonly base: string;
  readonly shift: number;
}

function imageIn(text: string, subject: string): Image | undefined {
  const found = IMAGE.exec(text)?.groups;
  if (found?.factor === undefined && found?.shift === undefined) return undefined;
  return imageFrom(found, subject);
}

function imageFrom(found: Readonly<Partial<Record<string, string>>>, subject: string): Image {
  const { factor = '1', base = '', sign, shift = '0' } = found;
  const moved = parseInteger(shift, { subject, least: 0 });
  return { factor: parseInteger(factor, { subject }), base, shift: sign === '-' ? -moved : moved };
}

/** Returns the set of a user-defined name with a factor and a shift. The longest name wins: it may end like a shift. */
function ownSet(text: string, { named }: Sources, options: ListOptions): DescribedSet | undefined {
  for (const pattern of named === undefined ? [] : OWN_IMAGES) {
    const found = pattern.exec(text)?.groups;
    const set = found && named?.(found.base, false);
    if (set === undefined) continue;
    const { factor, shift } = imageFrom(found!, options.subject ?? 'The game');
    return imageOf(set, factor, shift, options);
  }
  return undefined;
}

/** Makes the set of an octal code of the digits 0 and 3, whose last digit may repeat endlessly. */
function octalSet(digits: string, isEndless: boolean): DescribedSet {
  const placesOf = (digit: string): Float64Array =>
    Float64Array.from(digits.matchAll(new RegExp(digit, 'g')), ({ index }) => index + 1);
  return isEndless ? describedCofinite(placesOf('0')) : describedFinite(placesOf('3'));
}

export function isOctalCode(text: string): boolean {
  return OCTAL.test(text.trim().toLowerCase());
}

/** Parses a list in optional brackets into runs. Raises a usage error if it has none. */
function parseBraces(text: string, options: ListOptions): Run[] {
  const closing = BRACKETS[text[0]];
  const opens = closing !== undefined;
  if (opens ? !text.endsWith(closing) : /[}\])]$/.test(text)) {
    if (!LIST_TEXT.test(text)) throw unknownSet(text, options.subject ?? 'The set');
    refuse('{subject} "{text}" has only one brace. Write both, and put them in quotes in a shell.', {
      subject: options.subject ?? 'The set',
      text,
    });
  }
  return parseRuns(opens ? text.slice(1, -1) : text, options);
}

function parseLeftOut(text: string): Float64Array {
  const subject = `The set ${ALL_BUT}`;
  if (LITERAL.test(text)) return listed(parseBraces(text, { subject }), subject);
  refuse('{subject} needs the numbers left out, written out as in all-but{2,3,7}.', { subject, text });
}

function parseMember(family: SetFamily, text: string): DescribedSet {
  const { name, parameters, members, make } = family;
  const subject = `The set ${name}:${text}`;
  if (text.trim() === '') {
    refuse('The family {family} needs parameters, as in {example}.', {
      family: name,
      example: `${name}:${members[0].parameters}`,
    });
  }
  const help = `Write it as ${name}:${parameters}, for example ${name}:${members[0].parameters}.`;
  const runs = parseRuns(text, { subject, least: -Number.MAX_SAFE_INTEGER, help });
  const count = runs.reduce((sum, { first, last }) => sum + last - first + 1, 0);
  if (count > MAX_PARAMETERS) {
    refuse(`{subject} has {count} numbers, more than any family takes. ${help}`, { subject, count });
  }
  return make(Array.from(listed(runs, subject)), subject);
}

function unknownSet(text: string, subject: string): TakeawayError {
  if (isFormula(text) && otherNotation(text.trim()) === undefined)
    return failure(
      'usage',
      '{subject} cannot be the formula "{text}". A formula is a polynomial in k, such as k^2+1; write the numbers of any other into a file, and give it as file:PATH.',
      { subject, text },
    );
  const unknown = text.trim() === '' ? '{subject} is empty.' : 'There is no game or set "{text}".';
  const nearest = suggestion(text.trim());
  if (nearest !== undefined)
    return failure('usage', unknown, { subject, text }, { remedy: { do: 'did-you-mean', name: nearest } });
  return joinsOtherwise(text)
    ? failure(
        'usage',
        `${unknown} Sets can be united, multiplied and shifted, but neither subtracted nor intersected; a file can have any numbers: file:PATH.`,
        { subject, text },
      )
    : failure('usage', `${unknown} ${SET_SYNTAX}`, { subject, text }, { remedy: { do: 'list-games' } });
}

/** The error for an endless list; suggests a set with the same beginning. */
function endlessSet(text: string, beginning: readonly number[], subject: string): TakeawayError {
  const [first, second = first] = beginning;
  const stop = beginning[beginning.length - 1] + 1;
  // Many sets begin with the same single number.
  const isCheap =
    beginning.length > 1 && first > 0 && beginning.every((number) => number <= MAX_COMPARED_NUMBER);
  const names = [
    ...(second > first ? [`arithmetic:${first},${second - first}`] : []),
    ...knownSets().map(({ name }) => name),
  ];
  const like = (isCheap ? names : [])
    .map((name) => parseSet(name, { readText: () => [] }))
    .find(({ set }) => set.between(1, stop).join() === beginning.join());
  return failure(
    'usage',
    '{subject} "{text}" does not say how it continues. Name an infinite set, or write a finite one out.',
    { subject, text },
    { remedy: like === undefined ? { do: 'list-games' } : { do: 'did-you-mean', name: like.definition } },
  );
}
