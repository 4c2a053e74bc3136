/**
 * The program: finds the command, has its words read, runs it, and has any error reported (docs/CLI.md). Of the
 * commands it loads only the one that is used.
 */
import { COMMON_OPTIONS, type CommandEntry } from './command.js';
import { failure } from '../common/errors.js';
import { didYouMean, didYouMeanWords, nearestName } from '../common/one-of.js';
import type { Remedy } from '../common/remedies.js';
import { packageVersion } from '../common/package-root.js';
import { COMMAND_GROUPS, COMMANDS } from './commands.js';
import { reportFailure } from './failure.js';
import { commandHelp, programHelp } from './help.js';
import { parseWords, placeOfCommand } from './parser.js';
import { chooseColor, COLOR_CHOICES } from './terminal/color.js';
import { expectBrokenPipes, writeData } from './terminal/output.js';

const NAMES = COMMANDS.map(({ name }) => name);
/** Words in the place of a command that ask about the program. */
const HELP_WORDS = ['help', '-h', '--help'];
const VERSION_WORDS = ['version', '-v', '-V', '--version'];

/** The folder given with --store, once the words of a command are read. */
let givenStore: string | undefined;

async function main(words: readonly string[]): Promise<void> {
  const place = placeOfCommand(words, [...NAMES, 'help', 'version']);
  const found =
    place === undefined ? words.find((word) => word !== '--json' && word !== '--quiet') : words[place];
  const entry = COMMANDS.find(({ name }) => name === found);
  if (entry !== undefined && place !== undefined) return runCommand(entry, words.toSpliced(place, 1));
  if (found !== undefined && VERSION_WORDS.includes(found)) return writeData(`${packageVersion()}\n`);
  if (found === undefined || HELP_WORDS.includes(found)) return showHelp(words);
  throw await unknownCommand(found, words);
}

async function runCommand(entry: CommandEntry, words: readonly string[]): Promise<void> {
  const command = await entry.load();
  const { values, wantsHelp } = parseWords(words, entry, command);
  if (wantsHelp) return writeData(`${commandHelp(entry, command)}\n`);
  if (typeof values.store === 'string') givenStore = values.store;
  await command.run(values);
}

/** The help of the program, or with the name of a command that of it. */
async function showHelp(words: readonly string[]): Promise<void> {
  const about = words.find((word) => !word.startsWith('-') && !HELP_WORDS.includes(word));
  if (about === undefined) return writeData(`${programHelp(COMMAND_GROUPS)}\n`);
  const entry = COMMANDS.find(({ name }) => name === about);
  if (entry === undefined) throw await unknownCommand(about, [about]);
  await writeData(`${commandHelp(entry, await entry.load())}\n`);
}

/** The error of words without a command, with the command that was most likely meant. */
async function unknownCommand(found: string, words: readonly string[]): Promise<Error> {
  const remedy = found.startsWith('-') ? meantOption(found) : await meantCommand(found, words);
  return failure('usage', 'The command', "one that 'takeaway --help' lists", found, { remedy });
}

function meantOption(found: string): Remedy | undefined {
  const name = found.replace(/^-+/, '');
  const names = [...Object.keys(COMMON_OPTIONS), 'help', 'version'];
  // Right as it is, it wants a command.
  return names.includes(name) ? undefined : didYouMean(name, names, (near) => `--${near}`);
}

/** The command in another place, the nearest one, or a question about the game in its place. */
async function meantCommand(found: string, words: readonly string[]): Promise<Remedy | undefined> {
  const place = words.findIndex((word) => NAMES.includes(word));
  if (place !== -1) return didYouMeanWords([words[place], ...words.toSpliced(place, 1)]);
  const near = didYouMean(found, [...NAMES, 'help']);
  if (near !== undefined) return near;
  const { CATALOGUE } = await import('../rim.js');
  const names = CATALOGUE.map(({ name }) => name);
  const game = /^\{.*\}$/.test(found) ? found : nearestName(found, names);
  if (game === undefined) return undefined;
  const numbers = words.filter((word) => /^\d/.test(word));
  return didYouMeanWords(numbers.length === 0 ? ['values', game] : ['query', game, ...numbers]);
}

/** What --color says, before the words are read: help and errors are coloured too. */
function colorIn(words: readonly string[]): (typeof COLOR_CHOICES)[number] {
  const at = words.findIndex((word) => word === '--color' || word.startsWith('--color='));
  const given = at === -1 ? undefined : (/^--color=(.*)$/.exec(words[at])?.[1] ?? words[at + 1]);
  return COLOR_CHOICES.find((name) => name === given) ?? 'auto';
}

expectBrokenPipes();

/** Runs the program with the words after its name, to its end. The process has the exit code when it has failed. */
export async function runProgram(words: readonly string[]): Promise<void> {
  chooseColor(colorIn(words));
  givenStore = undefined;
  try {
    await main(words);
  } catch (error) {
    const json = words.some((word) => word === '--json' || word === '--json=true');
    process.exitCode = reportFailure(error, { store: givenStore, json });
  }
}
