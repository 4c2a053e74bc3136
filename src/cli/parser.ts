/**
 * From words to a command with its arguments and options. The parser of yargs reads options: their types, values, short
 * letters and `--`. Commands and arguments are read here: those of yargs drop the argument `-`, take time that grows with
 * the square of the positions asked for, make each start some 15 ms longer, and refuse in text without data.
 */
import { Parser } from 'yargs/helpers';
import { failure, refuse } from '../common/errors.js';
import { didYouMean } from '../common/one-of.js';
import { isOption, type Command, type Raw } from './command.js';
import { insteadOfOption } from './gone.js';
import { quotedSet, refuseSplit } from './split-set.js';

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
  if (empty !== undefined) throw noValue(`--${empty}`);
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
    refuse('--{option} takes no value, so "{value}" means nothing. Leave it out.', { option: name, value });
  }
}

/** What is wrong with words of which the parser says that an option has no value. */
function lackingValue(words: readonly string[], names: readonly string[]): Error {
  const at = words.findIndex((word, i) => {
    const isEnd = i === words.length - 1 || isOption(words[i + 1]);
    return isEnd && names.includes(word.replace(/^--?/, '')) && word.startsWith('-');
  });
  return noValue(words[at]);
}

function noValue(option: string): Error {
  return failure('usage', '{option} needs a value. Write one after it.', { option });
}

/** Returns the error of an option that a command does not have, with the nearest one or else with all. */
function unknownOption(unknown: string, words: readonly string[], { name, options }: Command): Error {
  const known = [...Object.keys(options), 'help', 'version'];
  // A word behind one hyphen is read as letters.
  const single = words.find((word) => /^-[a-z]/.test(word) && known.includes(word.slice(1)))?.slice(1);
  const found = single ?? unknown;
  const isLong = words.some((word) => word.split('=')[0] === `--${found}`);
  const instead = isLong ? insteadOfOption(name, found) : undefined;
  if (instead !== undefined)
    return failure('usage', '--{option} is gone. Write {instead}', { option: found, instead });
  return failure(
    'usage',
    '{command} has no option {option}.',
    { command: name, option: `${isLong ? '--' : '-'}${found}`, options: known.map((one) => `--${one}`) },
    {
      remedy: didYouMean(found, known, (one) => `--${one}`),
      otherwise: 'See all with takeaway {command} --help.',
    },
  );
}

/** The other words under the names that the signature of the command gives them. */
function argumentsOf(words: readonly string[], { name, signature, places }: Command): Record<string, Raw> {
  const expected = signature.slice(name.length + 1);
  const needed = places.filter(({ isRequired }) => isRequired).length;
  if (words.length < needed)
    refuse('{command} needs {arguments}. See its examples: takeaway {command} --help', {
      ...{ command: name, arguments: expected, given: words },
    });
  if (words.length > places.length && places.at(-1)?.isList !== true) {
    const quoted = places.at(0)?.place === 'game' ? quotedSet(words) : undefined;
    if (quoted !== undefined) refuseSplit(quoted);
    refuse(
      places.length === 0
        ? '{command} takes no arguments, so "{more}" means nothing. Leave it out.'
        : '{command} takes {arguments}, so "{more}" means nothing. See takeaway {command} --help',
      { command: name, arguments: expected, more: words.slice(places.length).join(' ') },
    );
  }
  return Object.fromEntries(
    places.map(({ place, isList }, i) => [place, isList ? words.slice(i) : words[i]]),
  );
}
