/** What a command is: its arguments and options with the way each is read, its examples, and what it does. */
import { failure } from '../common/errors.js';
import { oneOf } from '../common/one-of.js';
import { parseNumber, parsePart, parseThreads } from '../words/numbers.js';
import { COLOR_CHOICES } from './terminal/color.js';
import { PROGRESS_KINDS } from './terminal/meter.js';
import { refuseSplitGames, refuseSplitSet } from './split-set.js';

/** What is found for a name: text, a flag, several of them, or undefined when it is absent. */
export type Raw = string | boolean | readonly (string | boolean)[] | undefined;

/** An option or a positional argument, read to a Value. */
export interface Option<Value> {
  readonly describe: string;
  /** What stands for the value in help; absent for a flag. */
  readonly placeholder?: string;
  /** A letter that is short for it. */
  readonly short?: string;
  readonly isRequired?: true;
  /** The values it can take, where they can be listed. */
  readonly choices?: readonly string[];
  /** Turns what was found into a value, or raises a usage error. */
  read(raw: Raw, name: string): Value;
}

export type Options = Readonly<Record<string, Option<unknown>>>;

/** The values that options are read to, by name. */
export type Values<Specs extends Options> = {
  readonly [Name in keyof Specs]: Specs[Name] extends Option<infer Value> ? Value : never;
};

/** Turns text into a value, or raises a usage error about `subject`. */
export type Parse<Value> = (text: string, subject: string) => Value;

/** Text as it is. */
export const asText: Parse<string> = (text) => text;

/** An option without a value. */
export function flag(describe: string): Option<boolean> {
  return {
    describe,
    read: (raw, name) => {
      if (Array.isArray(raw)) throw givenTwice(name);
      return raw === true;
    },
  };
}

/** An option with a value, or undefined when it is not given. */
export function optional<Value>(
  placeholder: string,
  describe: string,
  parse: Parse<Value>,
): Option<Value | undefined> {
  return { describe, placeholder, read: (raw, name) => readText(raw, name, parse) };
}

/** An option with a value that may be given several times. */
export function several<Value>(
  placeholder: string,
  describe: string,
  parse: Parse<Value>,
): Option<readonly Value[]> {
  return {
    describe,
    placeholder,
    read: (raw, name) => (raw === undefined ? [] : [raw].flat().map((word) => parse(String(word), name))),
  };
}

/** The option with a letter that is short for it. */
export function withShort<Value>(short: string, option: Option<Value>): Option<Value> {
  return { ...option, short };
}

/** An option with a value that must be given. */
export function required<Value>(placeholder: string, describe: string, parse: Parse<Value>): Option<Value> {
  return {
    describe: `${describe} (required)`,
    placeholder,
    isRequired: true,
    read: (raw, name) => {
      const value = readText(raw, name, parse);
      if (value !== undefined) return value;
      throw missingOption(name, placeholder);
    },
  };
}

/** An option whose value is one of a list. */
export function choice<Name extends string>(
  describe: string,
  choices: readonly Name[],
): Option<Name | undefined> {
  const described = `${describe}: ${choices.join(', ')}`;
  return { ...optional('NAME', described, (text, subject) => oneOf(text, choices, subject)), choices };
}

export function argument<Value>(
  describe: string,
  parse: Parse<Value>,
  choices?: readonly string[],
): Option<Value> {
  return { describe, ...(choices && { choices }), read: (raw, name) => parse(String(raw), name) };
}

/** A positional argument that takes every remaining word. */
export function repeated<Value>(describe: string, parse: Parse<Value>): Option<readonly Value[]> {
  return {
    describe,
    read: (raw, name) => [raw].flat().map((word) => parse(String(word), name)),
  };
}

function readText<Value>(raw: Raw, name: string, parse: Parse<Value>): Value | undefined {
  if (raw === undefined) return undefined;
  if (Array.isArray(raw)) throw givenTwice(name);
  return parse(String(raw), name);
}

/** The error for an option that must be given and is not. */
export function missingOption(name: string, placeholder: string): Error {
  return failure('usage', '{option} is missing. Give it as {example}.', {
    option: name,
    example: `${name} ${placeholder}`,
  });
}

function givenTwice(name: string): Error {
  return failure('usage', '{option} is given more than once. Give it once.', { option: name });
}

/** The options that every command has. */
export const COMMON_OPTIONS = {
  store: optional('DIR', 'The folder of the store; default $TAKEAWAY_STORE, or else ./storage', asText),
  json: flag('Print JSON for machines'),
  quiet: flag('Print only data and errors'),
  progress: choice('How to show progress on stderr; default auto, a bar in a terminal', PROGRESS_KINDS),
  color: choice('Default auto, which respects NO_COLOR and FORCE_COLOR', COLOR_CHOICES),
} satisfies Options;

/** What they are read to. */
export type Common = Values<typeof COMMON_OPTIONS>;

/** How an argument begins that is the file of a survey in place of a game. */
export const SURVEY = 'survey:';

/** How a game is given, for every command that takes one. */
export const GAME = argument(
  'squares or powers-of:3 (see takeaway games), 1,3,4 or "{1,3,4}" in quotes, all-but:2,3, file:PATH, or an A-number of a listed game',
  asText,
);

/** Several games as arguments; with - also those of stdin, and with `GAMES_FILE` those of a file. */
export const GAMES = repeated('Games, as for extend; - reads them from stdin, one per line', asText);
export const GAMES_FILE = optional('FILE', 'A file with one game per line; # begins a comment', asText);

/** The same, where it may be left out. */
export const OPTIONAL_GAME: Option<string | undefined> = {
  describe: `One game only: ${GAME.describe}`,
  read: (raw) => (raw === undefined ? undefined : String(raw)),
};

/** Which part of the work, for every command that several machines can do a part of each. */
export const PART = optional('I/N', 'Only the Ith of N parts of about equal work', parsePart);

/** The threads of this machine that a command uses. */
export const THREADS = optional('K', 'Threads; default as many as the machine has cores', parseThreads);

/** The range of positions that a command reads. */
export const FROM = optional('N', 'The first position; default 0', parseNumber);
export const TO = optional('N', 'The position to stop before; default all that is stored', parseNumber);

/** What an author of a command writes down, beside its line in the list of commands. */
interface Definition<Positionals extends Options, Own extends Options> {
  /** Commands to paste, without `takeaway`, each with what it does. */
  readonly examples: readonly (readonly [command: string, effect: string])[];
  /** In the order and under the names of the command's signature. */
  readonly positionals: Positionals;
  readonly options: Own;
  run(args: Values<Positionals> & Values<Own> & Common): Promise<void>;
}

/** A command but for what the list of commands says of it. */
export interface CommandBody extends Pick<Definition<Options, Options>, 'examples' | 'positionals'> {
  /** Its own and the common options. */
  readonly options: Options;
  /** Reads what was found for its options and arguments, and does it. */
  run(parsed: Readonly<Record<string, Raw>>): Promise<void>;
}

/** Makes a command of its definition. */
export function defineCommand<Positionals extends Options, Own extends Options>(
  definition: Definition<Positionals, Own>,
): CommandBody {
  const { examples, positionals } = definition;
  const takesGame = 'game' in positionals;
  const takesGames = 'games' in positionals;
  const options = { ...definition.options, ...COMMON_OPTIONS };
  return {
    ...{ examples, positionals, options },
    async run(parsed) {
      if (takesGame && typeof parsed.game === 'string') refuseSplitSet(parsed.game, listIn(parsed));
      if (takesGames) refuseSplitGames(listOf(parsed.games));
      const values: Record<string, unknown> = {};
      for (const [name, spec] of Object.entries(options)) values[name] = spec.read(parsed[name], `--${name}`);
      for (const [name, spec] of Object.entries(positionals))
        values[name] = spec.read(parsed[name], `<${name}>`);
      const { game, store } = values as Record<string, string | undefined>;
      if (takesGame && game !== undefined) {
        // Loaded only here: it reads most of the library, and --version and --help do not.
        const { meantGames } = await import('./own-games.js');
        [values.game] = await meantGames([game], store);
      }
      await definition.run(values as Parameters<typeof definition.run>[0]);
    },
  };
}

/** The words of an argument that takes several. */
function listIn(parsed: Readonly<Record<string, Raw>>): readonly string[] {
  return listOf(parsed.positions ?? parsed.heaps);
}

function listOf(words: Raw): readonly string[] {
  return Array.isArray(words) ? words.map(String) : [];
}

/** An argument as a signature has it. */
interface Place {
  readonly place: string;
  readonly isRequired: boolean;
  readonly isList: boolean;
}

/** What the list of commands says of one. */
interface Listed {
  readonly name: string;
  /** The name and its arguments, as yargs writes them. */
  readonly signature: string;
  /** What it does. */
  readonly summary: string;
  /** The arguments of the signature, in order. */
  readonly places: readonly Place[];
}

/** A command as the parser and its help see it. */
export interface Command extends Listed, CommandBody {}

/** A command in the list of commands, which is loaded when it is used. */
export interface CommandEntry extends Listed {
  readonly load: () => Promise<Command>;
}

/** An entry of the list of commands. */
export function listed(signature: string, summary: string, load: () => Promise<CommandBody>): CommandEntry {
  const places = [...signature.matchAll(/([<[])(\w+)(\.\.)?[>\]]/g)].map(([, bracket, place, several]) => ({
    place,
    isRequired: bracket === '<',
    isList: Boolean(several),
  }));
  const [name] = signature.split(/ (?=[<[])/);
  const found = { name, signature, summary, places };
  return { ...found, load: async () => ({ ...found, ...(await load()) }) };
}

/** A heading of the help, and the commands below it. */
export interface CommandGroup {
  readonly heading: string;
  readonly commands: readonly CommandEntry[];
}

/** The option for misere play. */
export const MISERE = flag('Misere play: whoever makes the last move loses');

/** Whether a word is an option, and no negative number. */
export function isOption(word: string): boolean {
  return /^-[^\d]/.test(word);
}
