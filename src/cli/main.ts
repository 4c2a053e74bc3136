/**
 * The program: finds the command, has its words read, runs it, and has any error reported (docs/CLI.md). Of the
 * commands it loads only the one that is used.
 */
import type { CommandEntry } from './command.js';
import { failure } from '../common/errors.js';
import { didYouMean } from '../common/one-of.js';
import { packageVersion } from '../common/package-root.js';
import { COMMANDS } from './commands.js';
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
  throw unknownCommand(found);
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
  if (about === undefined) return writeData(`${programHelp(COMMANDS)}\n`);
  const entry = COMMANDS.find(({ name }) => name === about);
  if (entry === undefined) throw unknownCommand(about);
  await writeData(`${commandHelp(entry, await entry.load())}\n`);
}

function unknownCommand(found: string): Error {
  const isOption = found.startsWith('-');
  const names = isOption
    ? ['help', 'version', 'store', 'json', 'quiet', 'color', 'progress']
    : [...NAMES, 'help'];
  return failure('usage', 'The command', `one of ${NAMES.join(', ')}`, found, {
    help: "'takeaway --help' shows what each does.",
    remedy: didYouMean(found.replace(/^-+/, ''), names, (name) => (isOption ? `--${name}` : name)),
  });
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
