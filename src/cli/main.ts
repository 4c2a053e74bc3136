/**
 * The program: finds the command, has its words read, runs it, and has any error reported (docs/CLI.md). Of the
 * commands it loads only the one that is used.
 */
import { COMMON_OPTIONS } from './command.js';
import { failure } from '../common/errors.js';
import { didYouMean, didYouMeanWords, nearestName } from '../common/one-of.js';
import type { Remedy } from '../common/remedies.js';
import { packageVersion } from '../common/package-root.js';
import { COMMAND_GROUPS, COMMANDS } from './commands.js';
import { reportFailure } from './failure.js';
import { commandHelp, programHelp } from './help.js';
import { parseWords, placeOfCommand } from './parser.js';
import { forgetWritten } from './shown-games.js';
import { chooseColor, COLOR_CHOICES } from './terminal/color.js';
import { expectBrokenPipes, print, writeData } from './terminal/output.js';

const NAMES = COMMANDS.map(({ name }) => name);
/** Words in the place of a command that ask about the program. */
const HELP_WORDS = ['help', '-h', '--help'];
const VERSION_WORDS = ['version', '-v', '-V', '--version'];

/** What other programs call a command, or an option has as its name, with what to write here. */
const OTHER_WORDS: Readonly<Record<string, string>> = {
  certificate: 'verify GAME --certificate',
  check: 'verify',
  compute: 'extend GAME --to N',
  draw: 'plot GAME FIGURE --output FILE',
  examples: 'help',
  explain: 'extend GAME --to N --explain',
  grundy: 'values GAME',
  list: 'games',
  ls: 'info',
  man: 'help',
  mex: 'values GAME',
  nimbers: 'values GAME',
  open: 'explore',
  print: 'values GAME',
  run: 'extend GAME --to N',
  save: 'export GAME --output FILE',
  sequence: 'export GAME --sequence NAME --format bfile',
  serve: 'explore',
  show: 'values GAME',
  solve: 'extend GAME --to N',
  start: 'explore',
  status: 'info',
  test: 'selftest',
  tutorial: 'help',
  worksheet: 'report GAME --worksheet',
};

const NO_DELETING =
  'Nothing stored is ever deleted by a command. Delete the folder of the store to start afresh.';
const NO_SETUP = "Nothing has to be set up: 'takeaway extend squares --to 2^20' makes a store.";
const NPM = 'npm installs and updates takeaway.';
/** Words for which there is no command, with what to do. */
const NO_COMMANDS: Readonly<Record<string, string>> = {
  clear: NO_DELETING,
  config: NO_SETUP,
  delete: NO_DELETING,
  init: NO_SETUP,
  install: NPM,
  new: NO_SETUP,
  range: "'takeaway values GAME --from A --to B --lines' prints the values of a range.",
  remove: NO_DELETING,
  reset: NO_DELETING,
  rm: NO_DELETING,
  update: NPM,
  upgrade: NPM,
};

/** The help of the program, or with the name of a command that of it. */
async function showHelp(words: readonly string[]): Promise<void> {
  const about = words.find((word) => !word.startsWith('-') && !HELP_WORDS.includes(word));
  if (about === undefined) return writeData(`${programHelp(COMMAND_GROUPS)}\n`);
  const entry = COMMANDS.find(({ name }) => name === about);
  if (entry === undefined) throw await unknownCommand(about, [about]);
  await writeData(`${commandHelp(await entry.load())}\n`);
}

/** The error of words without a command, with the command that was most likely meant. */
async function unknownCommand(found: string, words: readonly string[]): Promise<Error> {
  const name = /^--?([^=]+)/.exec(found)?.[1];
  if (name !== undefined && Object.hasOwn(COMMON_OPTIONS, name))
    return failure('usage', 'The command', `one beside --${name}, such as info`, 'none');
  const options = [...Object.keys(COMMON_OPTIONS), 'help', 'version'];
  const help = Object.hasOwn(NO_COMMANDS, found) ? NO_COMMANDS[found] : undefined;
  const remedy =
    name !== undefined
      ? didYouMean(name, options, (near) => `--${near}`)
      : help === undefined
        ? await meantCommand(found, words)
        : undefined;
  return failure('usage', 'The command', "one that 'takeaway --help' lists", found, { help, remedy });
}

/** The command in another place, the nearest one, or a question about the game that is asked for without one. */
async function meantCommand(found: string, words: readonly string[]): Promise<Remedy | undefined> {
  const place = words.findIndex((word) => NAMES.includes(word));
  if (place !== -1) return didYouMeanWords([words[place], ...words.toSpliced(place, 1)]);
  const other = Object.hasOwn(OTHER_WORDS, found) ? OTHER_WORDS[found] : undefined;
  const near = other === undefined ? didYouMean(found, [...NAMES, 'help']) : undefined;
  if (near !== undefined) return near;
  const isNumber = (word: string): boolean => /^\d[^,]*$/.test(word);
  const numbers = words.filter(isNumber);
  const others = words.filter((word) => !isNumber(word) && !word.startsWith('-'));
  const games = await Promise.all(others.map(nearestGame));
  const game = games.find((one) => one !== undefined);
  if (game !== undefined && numbers.length > 0) return didYouMeanWords(['query', game, ...numbers]);
  if (other !== undefined) return { do: 'did-you-mean', name: other };
  return game === undefined ? undefined : didYouMeanWords(['values', game]);
}

/** The text where it names a game, or the nearest name. */
async function nearestGame(text: string): Promise<string | undefined> {
  const [{ readGame }, { CATALOGUE }] = await Promise.all([import('../index.js'), import('../rim.js')]);
  try {
    readGame(text);
    return text;
  } catch {
    return nearestName(
      text,
      CATALOGUE.map(({ name }) => name),
    );
  }
}

/** What --color says, before the words are read: help and errors are coloured too. */
function colorIn(words: readonly string[]): (typeof COLOR_CHOICES)[number] {
  const at = words.findIndex((word) => word === '--color' || word.startsWith('--color='));
  const given = at === -1 ? undefined : (/^--color=(.*)$/.exec(words[at])?.[1] ?? words[at + 1]);
  return COLOR_CHOICES.find((name) => name === given) ?? 'auto';
}

expectBrokenPipes();

/** Does what the words after the program's name ask for, to its end. The process has the exit code when that fails. */
export async function runProgram(words: readonly string[]): Promise<void> {
  chooseColor(colorIn(words));
  forgetWritten();
  let store: string | undefined;
  const json = words.some((word) => word === '--json' || word === '--json=true');
  try {
    const place = placeOfCommand(words, [...NAMES, 'help', 'version']);
    const found =
      place === undefined ? words.find((word) => word !== '--json' && word !== '--quiet') : words[place];
    const entry = COMMANDS.find(({ name }) => name === found);
    if (entry !== undefined && place !== undefined) {
      const command = await entry.load();
      const { values, wantsHelp } = parseWords(words.toSpliced(place, 1), command);
      if (typeof values.store === 'string') store = values.store;
      await (wantsHelp ? writeData(`${commandHelp(command)}\n`) : command.run(values));
    } else if (found !== undefined && VERSION_WORDS.includes(found)) {
      const version = packageVersion();
      await print({ json }, { version }, () => `${version}\n`);
    } else if (found === undefined || HELP_WORDS.includes(found)) {
      await showHelp(words);
    } else {
      throw await unknownCommand(found, words);
    }
  } catch (error) {
    process.exitCode = reportFailure(error, { store, json });
  }
}
