/**
 * The program: finds the command, has its arguments read, runs it, and has any error reported (docs/CLI.md). Of the
 * commands it loads only the one that is used.
 */
import yargs, { type Argv } from 'yargs';
import { hideBin } from 'yargs/helpers';
import type { Command, CommandEntry, Raw } from './command.js';
import { usageError } from '../common/errors.js';
import { didYouMean } from '../common/one-of.js';
import { packageVersion } from '../common/package-root.js';
import { COMMANDS } from './commands.js';
import { exitCodesText } from './exit-codes.js';
import { ParserError, reportFailure } from './failure.js';
import { expectBrokenPipes, writeData } from './terminal/output.js';

const EPILOGUE = `A game is a name (squares, primes, powers-of:3, ...; see 'takeaway games'), a set in quotes ("{1,3,4}", or
1,3,4), all but a set (all-but:2,3), or file:PATH with one subtrahend a line.
Numbers may be written 16777216, 16_777_216, 2^24 or 1e7.
${exitCodesText()}`;

const USAGE = `takeaway <command>

Examples:
  takeaway extend squares --to 2^22   compute and store subtract-a-square
  takeaway query squares 34 35        ask about positions
  takeaway info                       see what is stored`;

/**
 * The words of the command line. `-o` is short for `--output`; the parser takes a lone `-` for a word of its own, so
 * it is tied to its option.
 */
function wordsOf(argv: readonly string[]): string[] {
  const long = hideBin([...argv]).map((word) => (word === '-o' ? '--output' : word));
  return long.flatMap((word, i, words) => {
    if (word === '-' && words[i - 1] === '--output') return [];
    return word === '--output' && words[i + 1] === '-' ? ['--output=-'] : [word];
  });
}

function createParser(): Argv {
  let parser: Argv = yargs(wordsOf(process.argv))
    .scriptName('takeaway')
    .usage(USAGE)
    .epilogue(EPILOGUE)
    // Digits must reach our own reader of numbers; error texts must not depend on the locale.
    .parserConfiguration({
      'parse-numbers': false,
      'parse-positional-numbers': false,
      'camel-case-expansion': false,
      'dot-notation': false,
      'boolean-negation': false,
    })
    .detectLocale(false)
    .locale('en')
    .exitProcess(false)
    .fail((message, error: Error | undefined) => {
      throw error ?? new ParserError(message);
    })
    .wrap(null)
    .alias('help', 'h')
    // Before the command too: otherwise its name would be taken for their value.
    .boolean(['json', 'quiet'])
    .version(packageVersion());
  for (const entry of COMMANDS) parser = addCommand(parser, entry);
  return parser.command('$0', false, {}, async (parsed) => {
    const [unknown] = parsed._.map(String);
    if (parsed._.length > 0) throw unknownCommand(unknown);
    const option = Object.keys(parsed).find((key) => !['_', '$0'].includes(key));
    if (option !== undefined) throw unknownCommand(`--${option}`);
    await writeData(`${await createParser().getHelp()}\n`);
  });
}

function addCommand(parser: Argv, entry: CommandEntry): Argv {
  return parser.command(
    entry.signature,
    entry.summary,
    async (builder) => describeCommand(builder, await entry.load(), entry),
    async (parsed) => {
      if (typeof parsed.store === 'string') givenStore = parsed.store;
      await (await entry.load()).run(parsed as Record<string, Raw>);
    },
  );
}

/** Tells the parser of a command: what its words are called and which options take a value. */
function describeCommand(builder: Argv, command: Command, { signature, summary }: CommandEntry): Argv {
  const examples = command.examples.map(([text, effect]) => [`takeaway ${text}`, effect]);
  const width = Math.max(...examples.map(([text]) => text.length));
  const lines = examples.map(([text, effect]) => `  ${text.padEnd(width)}   ${effect}`);
  const required = Object.entries(command.options).filter(([, { isRequired }]) => isRequired === true);
  const usage = [signature, ...required.map(([name, { placeholder }]) => `--${name} ${placeholder ?? ''}`)];
  builder
    .usage(`takeaway ${usage.join(' ')} [options]\n\n${summary}.\n\nExamples:\n${lines.join('\n')}`)
    .epilogue('');
  for (const [name, { describe }] of Object.entries(command.positionals)) {
    builder.positional(name, { describe, type: 'string' });
  }
  for (const [name, { describe, placeholder }] of Object.entries(command.options)) {
    if (placeholder === undefined) builder.option(name, { describe, type: 'boolean' });
    else builder.option(name, { describe: `${placeholder}  ${describe}`, type: 'string' });
  }
  return builder;
}

function unknownCommand(found: string): Error {
  const names = COMMANDS.map(({ name }) => name);
  return usageError({
    subject: 'The command',
    expected: `one of ${names.join(', ')}`,
    found,
    help: "'takeaway --help' shows what each does.",
    remedy: didYouMean(found, names),
  });
}

/** The folder given with --store, once a command has been found. */
let givenStore: string | undefined;

expectBrokenPipes();
try {
  await createParser().parseAsync();
} catch (error) {
  const words = hideBin(process.argv);
  process.exitCode = reportFailure(error, {
    entry: COMMANDS.find(({ name }) => words.includes(name)),
    store: givenStore,
    json: words.includes('--json'),
  });
}
