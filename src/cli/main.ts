/** The program: finds the command, parses its words, runs it, and reports errors. Loads only the module of that command. */
import { COMMON_OPTIONS } from './command.js';
import { failure } from '../common/errors.js';
import { didYouMean } from '../common/one-of.js';
import { packageVersion } from '../platform/package-root.js';
import { commandAt, COMMAND_GROUPS, COMMANDS, placeOfCommand } from './commands.js';
import { reportFailure } from './failure.js';
import { insteadOfCommand } from './gone.js';
import { commandHelp, gamesHelp, programHelp } from './help.js';
import { parseWords } from './parser.js';
import { forgetWritten } from './shown-games.js';
import { chooseColors } from './terminal/color.js';
import { expectBrokenPipes, print, writeData } from './terminal/output.js';

const NAMES = COMMANDS.map(({ name }) => name).filter((name) => !name.includes(' '));
/** Words in the place of a command that ask about the program. */
const HELP_WORDS = ['help', '-h', '--help'];
const VERSION_WORDS = ['version', '-v', '-V', '--version'];

/** Prints the help of the program, or of the command that the words name. */
async function showHelp(words: readonly string[]): Promise<void> {
  const about = words.filter((word) => !word.startsWith('-') && !HELP_WORDS.includes(word));
  if (about.length === 0) return writeData(`${programHelp(COMMAND_GROUPS)}\n`);
  // `takeaway games --help` describes the command games.
  if (about[0] === 'games') return writeData(`${gamesHelp()}\n`);
  const entry = commandAt(about, 0);
  if (entry === undefined) throw unknownCommand(about[0]);
  await writeData(`${commandHelp(await entry.load())}\n`);
}

/** Returns the error of words without a command, with the nearest command or option. */
function unknownCommand(found: string): Error {
  const options = [...Object.keys(COMMON_OPTIONS), 'help', 'version'];
  const option = /^--?([^=]+)/.exec(found)?.[1];
  if (option !== undefined && options.includes(option))
    return failure('usage', '{option} is given without a command. Give one, such as info.', {
      option: found,
    });
  const instead = insteadOfCommand(found);
  if (instead !== undefined) return failure('usage', '{found} is gone. Write {instead}', { found, instead });
  const remedy =
    option === undefined
      ? didYouMean(found, [...NAMES, 'help'])
      : didYouMean(option, options, (near) => `--${near}`);
  return failure(
    'usage',
    `There is no ${option === undefined ? 'command "{found}"' : 'option {found}'}.`,
    { found },
    { remedy, otherwise: 'See all with takeaway --help.' },
  );
}

expectBrokenPipes();

/** Runs the words after the program's name. Sets the exit code of the process if that fails. */
export async function runProgram(words: readonly string[]): Promise<void> {
  chooseColors();
  forgetWritten();
  let store: string | undefined;
  const json = words.some((word) => word === '--json');
  try {
    if (words[0] === '__complete') {
      const { completions } = await import('./complete.js');
      await writeData(new TextEncoder().encode(await completions(words.slice(1))));
      return;
    }
    const place = placeOfCommand(words, [...NAMES, 'help', 'version']);
    const found =
      place === undefined ? words.find((word) => word !== '--json' && word !== '--quiet') : words[place];
    const entry = place === undefined ? undefined : commandAt(words, place);
    if (entry !== undefined && place !== undefined) {
      const command = await entry.load();
      const { given, wantsHelp } = parseWords(words.toSpliced(place, entry.name.split(' ').length), command);
      store = given.store?.at(-1);
      await (wantsHelp ? writeData(`${commandHelp(command)}\n`) : command.run(given));
    } else if (found !== undefined && VERSION_WORDS.includes(found)) {
      const version = packageVersion();
      await print({ json }, { version }, () => `${version}\n`);
    } else if (found === undefined || HELP_WORDS.includes(found)) {
      await showHelp(words);
    } else {
      throw unknownCommand(found);
    }
  } catch (error) {
    process.exitCode = reportFailure(error, { store, json });
  }
}
