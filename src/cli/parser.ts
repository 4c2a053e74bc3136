/**
 * From words to a command with its arguments and options. Node's parser tells options from other words; what it does not
 * know, such as which word is the command and how many arguments one takes, is here. Knows no command.
 */
import { parseArgs } from 'node:util';
import { usageError } from '../common/errors.js';
import { didYouMean } from '../common/one-of.js';
import type { Command, CommandEntry, Raw } from './command.js';
import { COMMON_OPTIONS } from './command.js';
import { quotedSet } from './words/split-set.js';

/** Options of every command that take a value: the word after one is no command. */
const TAKES_VALUE = Object.entries(COMMON_OPTIONS)
  .filter(([, { placeholder }]) => placeholder !== undefined)
  .map(([name]) => `--${name}`);

/** Where the command stands among the words: its index, or that of a word in its place that is none. */
export type CommandPlace = { readonly index: number; readonly isKnown: boolean } | undefined;

/**
 * The place of the command. Options may stand before it: the word after an option that is not one of every command
 * may be its value, so it is taken for the command only if it names one.
 */
export function placeOfCommand(words: readonly string[], names: readonly string[]): CommandPlace {
  for (let i = 0; i < words.length && words[i] !== '--'; i++) {
    const word = words[i];
    if (names.includes(word)) return { index: i, isKnown: true };
    if (TAKES_VALUE.includes(word)) i++;
    else if (!isOption(word) && !(i > 0 && isOption(words[i - 1]) && isOfOneCommand(words[i - 1])))
      return { index: i, isKnown: false };
  }
  return undefined;
}

function isOption(word: string): boolean {
  return /^-[^\d]/.test(word);
}

function isOfOneCommand(option: string): boolean {
  return !option.includes('=') && !(option.replace(/^--/, '') in COMMON_OPTIONS);
}

/** What was found for each option and argument of a command. */
export interface Parsed {
  readonly values: Readonly<Record<string, Raw>>;
  readonly wantsHelp: boolean;
}

/** Reads the words of a command, without its name. Raises a usage error for what it does not take. */
export function parseWords(words: readonly string[], entry: CommandEntry, command: Command): Parsed {
  const options = Object.fromEntries(
    Object.entries(command.options).map(([name, { placeholder, short }]) => [
      name,
      {
        type: placeholder === undefined ? ('boolean' as const) : ('string' as const),
        ...(short === undefined ? {} : { short }),
      },
    ]),
  );
  const { tokens } = parseArgs({
    args: [...words],
    options: { ...options, help: { type: 'boolean', short: 'h' } },
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const values: Record<string, Raw> = {};
  const others: string[] = [];
  let lastNegative = -1;
  for (const token of tokens) {
    if (token.kind === 'positional') others.push(token.value);
    if (token.kind !== 'option') continue;
    const { name, value, index, rawName } = token;
    if (/^-\d/.test(words[index])) {
      // A negative number, which the parser takes for one option a digit.
      if (index !== lastNegative) others.push(words[index]);
      lastNegative = index;
    } else if (name === 'help') values.help = true;
    else if (!Object.hasOwn(options, name)) throw unknownOption(rawName, command);
    else {
      const found = options[name].type === 'boolean' ? flagValue(rawName, value) : textValue(rawName, token);
      values[name] = name in values ? ([values[name], found].flat() as readonly string[]) : found;
    }
  }
  if (values.help === true) return { values: {}, wantsHelp: true };
  return { values: { ...values, ...argumentsOf(others, entry) }, wantsHelp: false };
}

function flagValue(option: string, value: string | undefined): boolean {
  if (value === undefined || value === 'true') return true;
  if (value === 'false') return false;
  throw usageError({ subject: option, expected: 'no value, as it is a flag', found: JSON.stringify(value) });
}

function textValue(
  option: string,
  { value, inlineValue }: { readonly value?: string | undefined; readonly inlineValue?: boolean | undefined },
): string {
  if (value === undefined || value === '') throw noValue(option, 'nothing');
  if (inlineValue !== true && /^--?[a-z]/.test(value)) throw noValue(option, value);
  return value;
}

function noValue(option: string, found: string): Error {
  return usageError({ subject: option, expected: 'a value after it', found });
}

function unknownOption(found: string, { options }: Command): Error {
  const names = Object.keys(options);
  return usageError({
    subject: 'The options',
    expected: names.map((name) => `--${name}`).join(', '),
    found,
    remedy: didYouMean(found.replace(/^-+/, ''), [...names, 'help', 'version'], (name) => `--${name}`),
  });
}

/** The other words under the names that the signature of the command gives them. */
function argumentsOf(words: readonly string[], { name, signature }: CommandEntry): Record<string, Raw> {
  const places = [...signature.matchAll(/([<[])(\w+)(\.\.)?[>\]]/g)].map(([, bracket, place, several]) => ({
    place,
    isRequired: bracket === '<',
    isList: several !== undefined,
  }));
  const needed = places.filter(({ isRequired }) => isRequired).length;
  if (words.length < needed) {
    throw usageError({
      subject: `The arguments of ${name}`,
      expected: signature.slice(name.length + 1),
      found: words.length === 0 ? 'none' : `only ${words.length}`,
      help: `'takeaway ${name} --help' shows examples.`,
    });
  }
  const isOpen = places.at(-1)?.isList === true;
  if (words.length > places.length && !isOpen) throw tooMany(words, name, places);
  return Object.fromEntries(
    places.map(({ place, isList }, i) => [place, isList ? words.slice(i) : words[i]]),
  );
}

function tooMany(
  words: readonly string[],
  name: string,
  places: readonly { readonly place: string }[],
): Error {
  const quoted = places[0]?.place === 'game' ? quotedSet(words) : undefined;
  return usageError({
    subject: `The arguments of ${name}`,
    expected: places.length === 0 ? 'none' : places.map(({ place }) => `<${place}>`).join(' '),
    found: `also ${words.slice(places.length).join(' ')}`,
    help: 'Put a set in quotes, as the shell may split it: "{1,3,4}".',
    ...(quoted === undefined ? {} : { remedy: { do: 'did-you-mean', name: quoted } }),
  });
}
