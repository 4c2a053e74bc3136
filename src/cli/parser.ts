/**
 * From words to a command with its arguments and options. The parser of yargs reads options: their types, values, short
 * letters and `--`. Commands and arguments are read here: those of yargs drop the argument `-`, take time that grows with
 * the square of the positions asked for, make each start some 15 ms longer, and refuse in text without data.
 */
import { Parser } from 'yargs/helpers';
import { failure, refuse } from '../common/errors.js';
import { didYouMean, didYouMeanWords } from '../common/one-of.js';
import { otherGame } from '../common/other-games.js';
import type { Remedy } from '../common/remedies.js';
import type { Command, Raw } from './command.js';
import { COMMON_OPTIONS } from './command.js';
import { quotedSet } from './split-set.js';

/** Options of every command that take a value: the word after one is no command. */
const TAKES_VALUE = Object.entries(COMMON_OPTIONS)
  .filter(([, { placeholder }]) => placeholder !== undefined)
  .map(([name]) => `--${name}`);

/**
 * The index of the command among the words, or of a word in its place. Options may stand before it: the word after an option
 * that is not one of every command may be its value, so it is taken for the command only if it names one.
 */
export function placeOfCommand(words: readonly string[], names: readonly string[]): number | undefined {
  for (let i = 0; i < words.length && words[i] !== '--'; i++) {
    const word = words[i];
    if (names.includes(word)) return i;
    if (TAKES_VALUE.includes(word)) i++;
    else if (!isOption(word) && !(i > 0 && isOption(words[i - 1]) && isOfOneCommand(words[i - 1]))) return i;
  }
  return undefined;
}

function isOption(word: string): boolean {
  return /^-[^\d]/.test(word);
}

function isOfOneCommand(option: string): boolean {
  return !option.includes('=') && !Object.hasOwn(COMMON_OPTIONS, option.replace(/^--/, ''));
}

/** What was found for each option and argument of a command. */
export interface Parsed {
  readonly values: Readonly<Record<string, Raw>>;
  readonly wantsHelp: boolean;
}

/** Digits reach our own reader of numbers, and names of options stay as they are written. */
const CONFIGURATION = {
  'parse-numbers': false,
  'parse-positional-numbers': false,
  'camel-case-expansion': false,
  'dot-notation': false,
  'boolean-negation': false,
  'strip-aliased': true,
};

/** Reads the words of a command, without its name. Raises a usage error for what it does not take. */
export function parseWords(words: readonly string[], command: Command): Parsed {
  const options = Object.entries(command.options);
  const texts = options.flatMap(([name, { placeholder }]) => (placeholder === undefined ? [] : [name]));
  const flags = options.map(([name]) => name).filter((name) => !texts.includes(name));
  const shorts = options.flatMap(([name, { short }]) =>
    short === undefined ? [] : [[name, [short]] as const],
  );
  const { argv, error } = Parser.detailed([...words], {
    string: texts,
    boolean: [...flags, 'help'],
    narg: Object.fromEntries(texts.map((name) => [name, 1])),
    alias: { ...Object.fromEntries(shorts), help: ['h'] },
    configuration: CONFIGURATION,
  });
  const { _: others, help, ...values } = argv as Record<string, Raw> & { readonly _: readonly string[] };
  const unknown = Object.keys(values).find((name) => !Object.hasOwn(command.options, name));
  if (unknown !== undefined) throw unknownOption(unknown, words, command);
  checkFlags(words, [...flags, 'help']);
  if (help === true) return { values: {}, wantsHelp: true };
  if (error !== null) throw lackingValue(words, [...texts, ...shorts.map(([, [short]]) => short)]);
  const empty = texts.find((name) => [values[name]].flat().includes(''));
  if (empty !== undefined) throw noValue(`--${empty}`, 'nothing');
  return { values: { ...values, ...argumentsOf(others, command) }, wantsHelp: false };
}

/** Raises a usage error for a flag with another value than true or false, which the parser would take for false. */
function checkFlags(words: readonly string[], flags: readonly string[]): void {
  for (const word of words) {
    if (word === '--') return;
    const given = /^--([^=]+)=([^]*)$/.exec(word);
    if (given === null) continue;
    const [, name, value] = given;
    if (!flags.includes(name) || value === 'true' || value === 'false') continue;
    refuse(`--${name}`, 'no value, as it is a flag', JSON.stringify(value));
  }
}

/** What is wrong with words of which the parser says that an option has no value. */
function lackingValue(words: readonly string[], names: readonly string[]): Error {
  const at = words.findIndex((word, i) => {
    const isEnd = i === words.length - 1 || isOption(words[i + 1]);
    return isEnd && names.includes(word.replace(/^--?/, '')) && word.startsWith('-');
  });
  return noValue(words[at], words[at + 1] ?? 'nothing');
}

function noValue(option: string, found: string): Error {
  return failure('usage', option, 'a value after it', found);
}

const OUTPUT_ELSEWHERE =
  "The commands 'export', 'sql', 'analyze', 'plot', 'report', 'survey' and 'sweep' have it.";
const GOES_ON = 'Run the same command again: it continues behind what is stored.';
const RANGE = "The commands 'values' and 'export' take a range.";
/** Options that only some commands have or none has, and what to do elsewhere. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  csv: "'takeaway export GAME --output FILE.csv' writes CSV.",
  format: "--json prints JSON. The command 'export' has other formats.",
  from: RANGE,
  host: "Only this machine is served. 'takeaway explore --static DIR' writes a page for any web server.",
  misere: "The commands 'move', 'play', 'query', 'values' and 'export' have it.",
  o: OUTPUT_ELSEWHERE,
  output: OUTPUT_ELSEWHERE,
  continue: GOES_ON,
  resume: GOES_ON,
  redis:
    'One game is computed on one machine, where more cores make it faster; surveys and sweeps use workers.',
  pdf: 'A browser can print the page of a report as a PDF.',
  to: RANGE,
};

/** The error of an option that a command does not have: with the nearest one, or else with all. */
function unknownOption(unknown: string, words: readonly string[], { name, options }: Command): Error {
  const names = Object.keys(options);
  const known = [...names, 'help', 'version'];
  // A word behind one hyphen is read as letters.
  const single = words.find((word) => /^-[a-z]/.test(word) && known.includes(word.slice(1)))?.slice(1);
  const found = single ?? unknown;
  const near = single ?? known.find((one) => found.split('-').includes(one) || one === `no-${found}`);
  const ofValue = optionOf(found, options);
  const elsewhere = otherGame(found) ?? (Object.hasOwn(ELSEWHERE, found) ? ELSEWHERE[found] : undefined);
  const remedy: Remedy | undefined =
    near === undefined && ofValue !== undefined
      ? { do: 'did-you-mean', name: `--${ofValue} ${found}` }
      : didYouMean(near ?? found, known, (one) => `--${one}`);
  const isMeant = remedy !== undefined || elsewhere !== undefined;
  const all = names.map((one) => `--${one}`).join(', ');
  const expected = isMeant ? 'one that it has' : `one that 'takeaway ${name} --help' describes (${all})`;
  const more = remedy === undefined ? { help: elsewhere } : { remedy };
  const isLong = words.some((word) => word.split('=')[0] === `--${found}`);
  return failure('usage', `The options of ${name}`, expected, `${isLong ? '--' : '-'}${found}`, more);
}

/** The option that has a word among its values. */
function optionOf(word: string, options: Command['options']): string | undefined {
  return Object.keys(options).find((name) => options[name].choices?.includes(word) === true);
}

/** The other words under the names that the signature of the command gives them. */
function argumentsOf(words: readonly string[], command: Command): Record<string, Raw> {
  const { name, signature, places } = command;
  const expected = signature.slice(name.length + 1);
  const needed = places.filter(({ isRequired }) => isRequired).length;
  if (words.length < needed) {
    refuse(`The arguments of ${name}`, expected, words.length === 0 ? 'none' : `only ${words.join(' ')}`, {
      help: `'takeaway ${name} --help' shows examples.`,
    });
  }
  const ordered = inOrder(words, command);
  if (ordered !== undefined) {
    const remedy = didYouMeanWords([name, ...ordered]);
    refuse(`The arguments of ${name}`, expected, words.join(' '), { remedy });
  }
  const isOpen = places.at(-1)?.isList === true;
  if (words.length > places.length && !isOpen) throw tooMany(words, command);
  return Object.fromEntries(
    places.map(({ place, isList }, i) => [place, isList ? words.slice(i) : words[i]]),
  );
}

/** The words with the game first, where it stands behind a number or behind a name that the next argument has. */
function inOrder(words: readonly string[], { places, positionals }: Command): readonly string[] | undefined {
  if (places.at(0)?.place !== 'game' || places.length < 2) return undefined;
  const choices = positionals[places[1].place].choices ?? [];
  const isNext = (word: string): boolean =>
    choices.length === 0 ? /^\d/.test(word) : choices.includes(word);
  const game = words.findIndex((word) => /^[a-z{]/i.test(word) && !isNext(word));
  return game > 0 && isNext(words[0]) ? [words[game], ...words.toSpliced(game, 1)] : undefined;
}

function tooMany(words: readonly string[], { name, places, options }: Command): Error {
  const more = words.slice(places.length);
  const isOfGame = places.at(0)?.place === 'game';
  const quoted = isOfGame ? quotedSet(words) : undefined;
  const bounds = ['from', 'to'].slice(-more.length).filter((bound) => bound in options);
  const isRange = isOfGame && bounds.length === more.length && more.every((word) => /^\d/.test(word));
  const given = more.flatMap((word, i) => [`--${bounds[i]}`, word]);
  const isFile = more.length === 1 && 'output' in options && /\.[a-z]\w*$/i.test(more[0]);
  const ofValue = more.length === 1 ? optionOf(more[0], options) : undefined;
  const added = isRange
    ? given
    : isFile
      ? ['--output', more[0]]
      : ofValue === undefined
        ? undefined
        : [`--${ofValue}`, more[0]];
  const isSweep = name === 'extend' && added === undefined && !more.some((word) => /^\d/.test(word));
  const meant = isSweep ? ['sweep', ...words] : added && [name, ...words.slice(0, places.length), ...added];
  const expected = places.length === 0 ? 'none' : places.map(({ place }) => `<${place}>`).join(' ');
  return failure(
    'usage',
    `The arguments of ${name}`,
    expected,
    `${places.length === 0 ? '' : 'also '}${more.join(' ')}`,
    {
      help: quoted && 'Put a set in quotes, as the shell may split it: "{1,3,4}".',
      remedy: quoted === undefined ? meant && didYouMeanWords(meant) : { do: 'did-you-mean', name: quoted },
    },
  );
}
