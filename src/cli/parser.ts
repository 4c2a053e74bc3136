/**
 * Splits words into the texts of options and arguments. The parser of yargs reads options: types, values, letters and `--`.
 * Commands and arguments are read here: yargs drops the argument `-`, takes quadratic time in the number of positions, adds
 * some 15 ms to each start, and its errors are text without data.
 */
import { Parser } from 'yargs/helpers';
import { failure, refuse } from '../common/errors.js';
import { didYouMean } from '../common/one-of.js';
import { refuseEmpty } from '../words/params.js';
import type { Command, Given } from './command.js';
import { insteadOfOption } from './gone.js';
import { quotedSet, refuseSplit } from './split-set.js';

export interface Parsed {
  readonly given: Given;
  readonly wantsHelp: boolean;
}

/** Numbers stay text for `words/numbers.ts`, and names of options stay as they are written. */
const CONFIGURATION = {
  'parse-numbers': false,
  'parse-positional-numbers': false,
  'camel-case-expansion': false,
  'dot-notation': false,
  'boolean-negation': false,
  'strip-aliased': true,
};

/** Splits the words of a command, without its name. Raises a usage error for words that it does not take. */
export function parseWords(words: readonly string[], command: Command): Parsed {
  const options = Object.entries(command.options);
  const [texts, flags] = [true, false].map((isText) =>
    options.filter(([, { placeholder }]) => (placeholder !== undefined) === isText).map(([name]) => name),
  );
  const shorts = options.flatMap(([name, { short }]) =>
    short === undefined ? [] : [[name, [short]] as const],
  );
  const { argv, error } = Parser.detailed([...words], {
    string: texts,
    boolean: [...flags, 'help'],
    narg: Object.fromEntries(options.map(([name]) => [name, texts.includes(name) ? 1 : 0])),
    alias: { ...Object.fromEntries(shorts), help: ['h'] },
    configuration: CONFIGURATION,
  });
  const {
    _: others,
    help,
    ...values
  } = argv as Record<string, string | string[] | boolean> & { readonly _: string[] };
  const unknown = Object.keys(values).find((name) => !Object.hasOwn(command.options, name));
  if (unknown !== undefined) throw unknownOption(unknown, words, command);
  if (help === true) return { given: {}, wantsHelp: true };
  // yargs names an option that lacks a value, or has one, only in an English sentence.
  const found = /^(Not enough|Argument).*: (.*)$/.exec(error?.message ?? '');
  if (found !== null) {
    const [, problem, name] = found;
    if (problem === 'Not enough') refuseEmpty(name.length === 1 ? `-${name}` : `--${name}`);
    refuse('--{option} takes no value. Write it alone.', { option: name });
  }
  const given = Object.entries(values).map(
    ([option, value]) => [option, [value].flat().map(String)] as const,
  );
  return { given: { ...Object.fromEntries(given), ...argumentsOf(others, command) }, wantsHelp: false };
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

/** Returns the other words under the names of the command's arguments. */
function argumentsOf(words: readonly string[], { name, signature, places }: Command): Given {
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
    places.map(({ place, isList }, i) => [place, words.slice(i, isList ? undefined : i + 1)]),
  );
}
