/** The help of the program and of each command, made from what the commands say of themselves. */
import type { Command, CommandGroup, Option } from './command.js';
import { exitCodesText } from '../words/errors.js';
import { onData } from './terminal/color.js';
import { dataWidth } from './terminal/output.js';
import { inColumns, wrapped } from '../words/text.js';

/** Lines are no wider than this, however wide the terminal. */
const MOST_COLUMNS = 80;

const EPILOGUE = [
  `A game is a name (squares, primes, powers-of:3, ...; see 'takeaway games'), a set in quotes ("{1,3,4}", or 1,3,4), the complement of a set (all-but:2,3), or file:PATH, a file with one number per line.`,
  'Numbers may be written 16777216, 16_777_216, 2^24, 1e7, 1M or 2^22-1.',
  exitCodesText(),
];

const EXAMPLES: readonly (readonly [command: string, effect: string])[] = [
  ['query squares 34 35', 'ask about positions'],
  ['values "{1,3,4}"', 'preperiod and period on one line'],
  ['extend squares --to 2^22', 'compute and store subtract-a-square'],
  ['info', 'see what is stored'],
];

const GLOBAL_OPTIONS: readonly (readonly [option: string, effect: string])[] = [
  ['-h, --help', "Show this; 'takeaway help <command>' describes a command"],
  ['-v, --version', 'Show the version'],
];

/** What the program does, with every command. */
export function programHelp(groups: readonly CommandGroup[]): string {
  return [
    'takeaway <command> [options]',
    section('Examples:', examples(EXAMPLES)),
    ...groups.map(({ heading, commands }) =>
      section(
        `${heading}:`,
        commands.map(({ signature, summary }) => [signature, summary]),
      ),
    ),
    section('Options:', GLOBAL_OPTIONS),
    EPILOGUE.map((text) => wrapped(text, width(), 0)).join('\n'),
  ].join('\n\n');
}

/** What a command does, with its examples first. */
export function commandHelp(command: Command): string {
  const { signature, summary } = command;
  const options = Object.entries(command.options);
  const required = options.filter(([, { isRequired }]) => isRequired === true);
  const usage = [signature, ...required.map(([name, { placeholder }]) => `--${name} ${placeholder ?? ''}`)];
  const positionals = Object.entries(command.positionals).map(
    ([name, { describe }]) => [name, describe] as const,
  );
  return [
    `takeaway ${usage.join(' ')} [options]`,
    wrapped(`${summary}.`, width(), 0),
    section('Examples:', examples(command.examples)),
    ...(positionals.length === 0 ? [] : [section('Arguments:', positionals)]),
    section('Options:', [
      ...options.map(([name, option]) => [optionWord(name, option), option.describe] as const),
      ['-h, --help', 'Show this'],
    ]),
  ].join('\n\n');
}

function examples(
  rows: readonly (readonly [command: string, effect: string])[],
): (readonly [string, string])[] {
  return rows.map(([command, effect]) => [`takeaway ${command}`, effect]);
}

function optionWord(name: string, { placeholder, short }: Option<unknown>): string {
  const letter = short === undefined ? '' : `-${short}, `;
  return `${letter}--${name}${placeholder === undefined ? '' : ` ${placeholder}`}`;
}

function width(): number {
  return Math.min(dataWidth(), MOST_COLUMNS);
}

function section(heading: string, rows: readonly (readonly [name: string, text: string])[]): string {
  return `${onData('heading', heading)}\n${inColumns(rows, width())}`;
}
