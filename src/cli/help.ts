/** Help of the program and of each command, made from the declarations of the commands. */
import { COMMON_OPTIONS, type Command, type CommandGroup } from './command.js';
import type { Param, Params } from '../words/params.js';
import { exitCodesText } from '../words/errors.js';
import { onData } from './terminal/color.js';
import { dataWidth } from './terminal/output.js';
import { inColumns, wrapped } from '../words/text.js';

/** Width of lines at most, however wide the terminal. */
const MAX_COLUMNS = 80;

const EPILOGUE = [
  `A game is a name (squares, primes; see 'takeaway games'), a set in quotes ("{1,3,4}"), a formula (k^2+1) and more: see 'takeaway help games'.`,
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
  ...optionRows(COMMON_OPTIONS),
  ['-h, --help', "Show this; 'takeaway help <command>' describes a command"],
  ['-v, --version', 'Show the version'],
];

/** Notations of games with examples, under headings. docs/GAMES.md has the rules. */
const GAMES: Readonly<Record<string, readonly (readonly [example: string, meaning: string])[]>> = {
  'Sets, in quotes where the shell has a meaning for a sign': [
    ['"{1,3,4}"', 'The numbers that a move may take; also 1,3,4'],
    ['1..7', 'A range; also inside a set: "{1..3,9}"'],
    ['all-but:2,3', 'All positive numbers except these'],
    ['squares', "A name: 'takeaway games' lists them"],
    ['"k(k+1)/2"', 'A formula: its values for k = 1, 2, 3, ...'],
    ['powers-of:3', 'A family: kth-powers:K, powers-of:B, polynomial:C,...,C, arithmetic:A,D, interval:K'],
    ['"{2} | squares"', 'A union'],
    ['"3*squares"', 'Every number multiplied'],
    ['primes-1', 'Every number shifted; numbers below 1 are left out'],
    [
      'file:moves.txt',
      'A file with one number per line; its line "# complete below N" says that more follow from N on',
    ],
    ['A000290', "An A-number of the OEIS that 'takeaway games' lists"],
    ['.303', 'An octal code of the digits 0 and 3'],
  ],
  'Other rules at some positions': [
    ['"{3,4,7} hotspots {1,2}"', 'Positions that are declared hot: the player to move wins there'],
    ['"squares seed [0,1,5]"', 'The nim-values of the positions 0, 1, 2, ...'],
    ['"{2,5,7} sink"', 'More than the heap may be taken, which empties it'],
    ['"{1,3,4} pass"', 'One pass for the whole game, allowed while a move exists'],
  ],
  'Not subtraction games, and refused': [
    ['0.77, kayles', 'Octal games whose moves split heaps'],
    ['"{1,3 | 2,3} partizan"', 'Games with different moves for the players'],
    ['"floor(n/2)"', 'Moves that depend on the heap, or on the move before'],
  ],
};

/** Returns the help of the program. */
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

/** Returns the grammar of games, by examples. */
export function gamesHelp(): string {
  return [
    ...Object.entries(GAMES).map(([heading, rows]) => section(`${heading}:`, rows)),
    wrapped(
      "'takeaway games' lists the games with a name, and 'takeaway games --help' describes it.",
      width(),
      0,
    ),
  ].join('\n\n');
}

/** Returns the help of a command. */
export function commandHelp(command: Command): string {
  const { signature, summary } = command;
  const required = Object.entries(command.options).filter(([, { isRequired }]) => isRequired === true);
  const usage = [signature, ...required.map(([name, { placeholder }]) => `--${name} ${placeholder ?? ''}`)];
  const own = optionRows(command.options).filter(([word]) => !COMMON_WORDS.includes(word));
  const positionals = Object.entries(command.positionals).map(
    ([name, { describe }]) => [name, describe] as const,
  );
  return [
    `takeaway ${usage.join(' ')} [options]`,
    wrapped(`${summary}.`, width(), 0),
    section('Examples:', examples(command.examples)),
    ...(positionals.length === 0 ? [] : [section('Arguments:', positionals)]),
    ...(own.length === 0 ? [] : [section('Options:', own)]),
    wrapped(COMMON_LINE, width(), 0),
  ].join('\n\n');
}

const COMMON_WORDS = optionRows(COMMON_OPTIONS).map(([word]) => word);
const COMMON_LINE = `Every command takes ${COMMON_WORDS.join(', ')} and --help: see takeaway --help.`;

function optionRows(options: Params): (readonly [option: string, effect: string])[] {
  return Object.entries(options).map(
    ([name, option]) => [optionWord(name, option), option.describe] as const,
  );
}

function examples(
  rows: readonly (readonly [command: string, effect: string])[],
): (readonly [string, string])[] {
  return rows.map(([command, effect]) => [`takeaway ${command}`, effect]);
}

function optionWord(name: string, { placeholder, short }: Param<unknown>): string {
  const letter = short === undefined ? '' : `-${short}, `;
  return `${letter}--${name}${placeholder === undefined ? '' : ` ${placeholder}`}`;
}

function width(): number {
  return Math.min(dataWidth(), MAX_COLUMNS);
}

function section(heading: string, rows: readonly (readonly [name: string, text: string])[]): string {
  return `${onData('heading', heading)}\n${inColumns(rows, width())}`;
}
