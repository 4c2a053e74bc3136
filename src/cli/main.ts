/**
 * The program: finds the command, has its arguments read, runs it, and turns any error into a message and an
 * exit code (docs/CLI.md). Separate from the commands, of which it loads only the one that is used.
 */
import yargs, { type Argv } from 'yargs';
import { hideBin } from 'yargs/helpers';
import type { Command, CommandEntry, Raw } from './command.js';
import { packageVersion } from '../common/package-root.js';
import { COMMANDS } from './commands.js';
import { expectBrokenPipes, say, writeData } from './terminal/output.js';

const EPILOGUE = `A game is a name (squares, primes, powers-of:3, ...; see 'takeaway games'), a set in quotes ("{1,3,4}", or
1,3,4), all but a set (all-but:2,3), or file:PATH with one subtrahend a line.
Numbers may be written 16777216, 16_777_216, 2^24 or 1e7.
Exit codes: 0 ok, 1 internal, 2 usage, 3 not stored, 4 corruption, 5 locked, 6 disk, 7 incompatible, 130 interrupted.`;

const USAGE = `takeaway <command>

Examples:
  takeaway extend squares --to 2^22   compute and store subtract-a-square
  takeaway query squares 34 35        ask about positions
  takeaway info                       see what is stored`;

/** What the parser library itself refuses, in its words. */
class ParserError extends Error {}

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
  let parser = yargs(wordsOf(process.argv))
    .scriptName('takeaway')
    .usage(USAGE)
    .epilogue(EPILOGUE)
    // Digits must reach our own reader of numbers; error texts must not depend on the locale.
    .parserConfiguration({
      'parse-numbers': false,
      'parse-positional-numbers': false,
      'camel-case-expansion': false,
      'dot-notation': false,
    })
    .detectLocale(false)
    .locale('en')
    .exitProcess(false)
    .fail((message, error: Error | undefined) => {
      throw error ?? new ParserError(message);
    })
    .wrap(null)
    .alias('help', 'h')
    .version(packageVersion());
  for (const entry of COMMANDS) parser = addCommand(parser, entry);
  return parser.command('$0', false, {}, async (parsed) => {
    const [unknown] = parsed._.map(String);
    if (parsed._.length > 0) throw await unknownCommand(unknown);
    const option = Object.keys(parsed).find((key) => !['_', '$0'].includes(key));
    if (option !== undefined) throw await unknownCommand(`--${option}`);
    await writeData(`${await createParser().getHelp()}\n`);
  });
}

function addCommand(parser: Argv, entry: CommandEntry): Argv {
  return parser.command(
    entry.signature,
    entry.summary,
    async (builder) => describeCommand(builder, await entry.load(), entry),
    async (parsed) => (await entry.load()).run(parsed as Record<string, Raw>),
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

async function unknownCommand(found: string): Promise<Error> {
  const { nearestName, usageError } = await import('../index.js');
  const names = COMMANDS.map(({ name }) => name);
  const near = nearestName(found, names);
  return usageError({
    subject: 'The command',
    expected: `one of ${names.join(', ')}`,
    found,
    help: `${near === undefined ? '' : `Did you mean ${near}? `}'takeaway --help' shows what each does.`,
  });
}

/** The exit code for what was thrown, after saying what it was. */
async function report(error: unknown): Promise<number> {
  const { TakeawayError } = await import('../index.js');
  const isDebugging = process.env.TAKEAWAY_DEBUG === '1';
  if (error instanceof TakeawayError) {
    say(isDebugging ? String(error.stack) : `takeaway: ${error.message}`);
    return error.exitCode;
  }
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof ParserError) {
    const words = hideBin(process.argv);
    const entry = COMMANDS.find(({ name }) => words.includes(name));
    const command = entry === undefined ? 'takeaway' : `takeaway ${entry.signature}`;
    const given = /^Not enough non-option arguments: got (\d+)/.exec(message)?.[1];
    if (given === undefined || entry === undefined)
      say(`takeaway: ${message}, as in '${command}'. --help shows examples.`);
    else {
      const found = given === '0' ? 'none' : `only ${given}`;
      const expected = entry.signature.slice(entry.name.length + 1);
      say(
        `takeaway: The arguments of ${entry.name}: expected ${expected}, found ${found}. 'takeaway ${entry.name} --help' shows examples.`,
      );
    }
    return 2;
  }
  say(isDebugging && error instanceof Error ? String(error.stack) : `takeaway: ${message}`);
  if (!isDebugging) say('This should not happen. TAKEAWAY_DEBUG=1 shows where it did.');
  return 1;
}

expectBrokenPipes();
try {
  await createParser().parseAsync();
} catch (error) {
  process.exitCode = await report(error);
}
