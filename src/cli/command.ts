/** The parts of a command: arguments and options with their readers, examples, and the function that runs it. */
import { parseNumber, parsePart, parseThreads } from '../words/numbers.js';
import {
  asText,
  choice,
  flag,
  optional,
  readParams,
  several,
  type Param,
  type Params,
  type Parse,
  type Values,
} from '../words/params.js';
import { PROGRESS_KINDS } from './terminal/meter.js';
import { refuseSplitGames, refuseSplitSet } from './split-set.js';

/** Returns a required positional argument. */
export function argument<Value>(describe: string, parse: Parse<Value>): Param<Value> {
  return { describe, read: ([text], subject) => parse(text, subject) };
}

/** Returns a positional argument that takes every remaining word. */
export function repeated<Value>(describe: string, parse: Parse<Value>): Param<readonly Value[]> {
  return several('', describe, parse);
}

/** The options that every command has. */
export const COMMON_OPTIONS = {
  store: optional('DIR', 'The folder of the store; default $TAKEAWAY_STORE, or else ./storage', asText),
  json: flag('Print JSON for machines'),
  quiet: flag('Print only data and errors'),
  progress: choice('How to show progress on stderr; default auto, a bar in a terminal', PROGRESS_KINDS),
} satisfies Params;

/** The values of the options that every command has. */
export type Common = Values<typeof COMMON_OPTIONS>;

/** Prefix of an argument that names the file of a survey instead of a game. */
export const SURVEY = 'survey:';

/** The game of a command. */
export const GAME = argument(
  'squares or powers-of:3 (see takeaway games), 1,3,4 or "{1,3,4}" in quotes, all-but:2,3, file:PATH, or an A-number of a listed game',
  asText,
);

/** Several games; - adds the ones of stdin, and `GAMES_FILE` the ones of a file. */
export const GAMES = repeated('Games, as for extend; - reads them from stdin, one per line', asText);
export const GAMES_FILE = optional('FILE', 'A file with one game per line; # begins a comment', asText);

/** The game of a command that needs none. */
export const OPTIONAL_GAME = optional('', `One game only: ${GAME.describe}`, asText);

/** A part of the work, for commands that several machines share. */
export const PART = optional('I/N', 'Only the Ith of N parts of about equal work', parsePart);

/** The condition that a survey tries. */
export const REFUTE = optional(
  'CONDITION',
  'Stop at the first set that a condition on the columns does not hold for',
  asText,
);

/** The threads of this machine that a command uses. */
export const THREADS = optional('K', 'Threads; default as many as the machine has cores', parseThreads);

/** The range of positions that a command reads. */
export const FROM = optional('N', 'The first position; default 0', parseNumber);
export const TO = optional('N', 'The position to stop before; default all that is stored', parseNumber);

/** A command as its file declares it; its line in the list of commands has the rest. */
interface Definition<Positionals extends Params, Own extends Params> {
  /** Commands to paste, without `takeaway`, each with its effect. */
  readonly examples: readonly (readonly [command: string, effect: string])[];
  /** In the order and under the names of the command's signature. */
  readonly positionals: Positionals;
  readonly options: Own;
  run(args: Values<Positionals> & Values<Own> & Common): Promise<void>;
}

/** The texts that are given for each option and argument. */
export type Given = Readonly<Partial<Record<string, readonly string[]>>>;

/** A command without its line in the list of commands. */
export interface CommandBody extends Pick<Definition<Params, Params>, 'examples' | 'positionals'> {
  /** Its own and the common options. */
  readonly options: Params;
  /** Reads the texts of its options and arguments, and runs. */
  run(given: Given): Promise<void>;
}

/** Returns a command that reads its words, replaces a name of the store by its game, and runs. */
export function defineCommand<Positionals extends Params, Own extends Params>(
  definition: Definition<Positionals, Own>,
): CommandBody {
  const { examples, positionals } = definition;
  const takesGame = 'game' in positionals;
  const takesGames = 'games' in positionals;
  const options = { ...definition.options, ...COMMON_OPTIONS };
  return {
    ...{ examples, positionals, options },
    async run(given) {
      const { games = [], positions = [], heaps = positions } = given;
      const first = given.game?.at(0);
      if (takesGame && first !== undefined) refuseSplitSet(first, heaps);
      if (takesGames) refuseSplitGames(games);
      const textsOf = (name: string): readonly string[] => given[name] ?? [];
      const values: Record<string, unknown> = {
        ...readParams(options, textsOf, (name) => `--${name}`),
        ...readParams(positionals, textsOf, (name) => `<${name}>`),
      };
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

/** An argument of a signature. */
interface Place {
  readonly place: string;
  readonly isRequired: boolean;
  readonly isList: boolean;
}

/** A line of the list of commands. */
interface Listed {
  readonly name: string;
  /** The name and its arguments: `<must>`, `[may]`, `..` for several. */
  readonly signature: string;
  readonly summary: string;
  readonly places: readonly Place[];
}

/** A command with its line. */
export interface Command extends Listed, CommandBody {}

/** A command that is loaded when it is used. */
export interface CommandEntry extends Listed {
  readonly load: () => Promise<Command>;
}

/** Returns the entry of the list of commands for a line of it. */
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

export const MISERE = flag('Misere play: the player who makes the last move loses');

/** Whether a word is an option and not a negative number. */
export function isOption(word: string): boolean {
  return /^-[^\d]/.test(word);
}
