/** Words of commands as the seed draws them from the commands' own arguments and options: usual ones, extreme ones and wrong ones. */
import { join } from 'node:path';
import { COMMANDS } from '../../../src/cli/commands.js';
import type { Command, CommandEntry } from '../../../src/cli/command.js';
import type { Param } from '../../../src/words/params.js';
import { CATALOGUE } from '../../../src/game/sets/catalogue.js';
import type { Trial } from '../attack.js';

/** Commands that are no questions: they write stores, serve, or work for others. Every other one is drawn. */
const NO_QUESTIONS = [
  ...['extend', 'survey', 'sweep', 'copy', 'import', 'rebuild'],
  ...['survey merge', 'explore', 'site', 'worker', 'cluster', 'cluster stop', 'selftest'],
];

/** The commands that are drawn. */
export const QUESTIONS: readonly CommandEntry[] = COMMANDS.filter(({ name }) => !NO_QUESTIONS.includes(name));

/** Options that are not drawn: the store is given, and these leave it or this machine's folders. */
const NEVER = ['store', 'repair', 'open', 'external-access', 'redis'];
/** Options that are always given: what DuckDB may take is bounded, as its default is above what is allowed here. */
const ALWAYS = ['memory'];

const NUMBERS = [
  ...['0', '1', '2', '3', '7', '10', '34', '63', '64', '65', '100', '127', '128', '129', '1000', '4096'],
  ...['10000', '2^16', '2^16+1', '1e5', '2^20', '1M', '2^22', '1e7', '2^24', '2^26', '2^28', '2^30', '2^31'],
  ...['2^32', '1e10', '2^36', '1e12', '2^40', '1e15', '2^50', '2^52', '2^53-2', '2^53-1'],
];
const NO_NUMBERS = ['2^53', '1e400', '-1', '1.5', 'x', ' ', '0x10', '9'.repeat(400), '2^', '\u202e7'];

const ENDINGS = [
  ...['.csv', '.tsv', '.json', '.jsonl', '.ndjson', '.parquet', '.arrow', '.arrows', '.feather', '.npy'],
  ...['.txt', '.svg', '.png', '.vl.json', '.CSV', '.xlsx', '.csv.gz', ''],
];

const EXTREME_GAMES = [
  ...['squares', '{1,3,4}', 'odd', 'fibonacci', 'primes', 'all-but:2,3,7', 'moser-de-bruijn'],
  ...['{4503599627370496}', '{1,9007199254740991}', '1..100', 'interval:1000', 'interval:16777216'],
  ...['all-but:1..1000', 'all-but:1..30000', 'all-but:1..1000000', 'all-but:9007199254740991'],
  ...[
    'squares hotspots 0..16777215',
    'squares hotspots 0..4194303',
    'squares hotspots {0}',
    '{1,2} seed [7,3]',
    'all',
    'all-but{2}',
  ],
  ...['kth-powers:52', 'powers-of:9007199254740991', 'polynomial:1,0,1', 'arithmetic:1,1000000'],
];
const NO_GAMES = [
  'sqares',
  '{0}',
  '',
  '{1,',
  'all-but:1',
  'file:/nowhere',
  'kth-powers:53',
  'a'.repeat(5000),
];

const SQL = [
  'SELECT * FROM series',
  'SELECT * FROM blocks',
  'SELECT nim_value, count(*) FROM nim GROUP BY 1 ORDER BY 1',
  'SELECT * FROM positions',
  'SELECT count(*) FROM cold',
  'SELECT n FROM cold ORDER BY n DESC LIMIT 3',
  'SELECT * FROM range(20000000)',
  'SELECT range(200000000)',
  'SELECT range(3000), range(3000) FROM range(3000)',
  "SELECT repeat('x', 300000000)",
  "SELECT repeat('xy', 3000) FROM range(100000)",
  "SELECT {'a': range(1000), 'b': [range(1000)]} FROM range(10000)",
  'SELECT count(*) FROM range(1000000000) a, range(1000000) b',
  'SELECT sum(a.n * b.n) FROM nim a, nim b',
  'SELECT 170141183460469231731687303715884105727::HUGEINT, 1e308, NULL, [], {}',
  'SELECT',
  'DROP TABLE nim',
  'SELECT * FROM nims',
];

/** A whole command: the words after `takeaway`, and what it reads from stdin. */
export interface Drawn {
  readonly words: readonly string[];
  readonly input: string;
}

/** Draws a command for a store. Files go into the folder. */
export async function drawCommand(
  trial: Trial,
  entry: CommandEntry,
  store: string,
  folder: string,
): Promise<Drawn> {
  const command = await entry.load();
  const words = [...entry.name.split(' '), ...drawArguments(trial, command)];
  for (const [name, option] of Object.entries(command.options)) {
    if (NEVER.includes(name)) continue;
    const isGiven = trial.below(3) === 0;
    if (!isGiven && !ALWAYS.includes(name)) continue;
    words.push(`--${name}`);
    if (option.placeholder !== undefined) words.push(drawValue(trial, name, option, folder));
  }
  const input = Array.from({ length: trial.below(30) }, () => drawLine(trial)).join('\n');
  return { words: [...words, '--store', store], input };
}

function drawArguments(trial: Trial, { places, positionals }: Command): string[] {
  return places.flatMap(({ place: name, isRequired, isList }) => {
    if (!isRequired && trial.below(3) === 0) return [];
    if (name === 'words') return [...(trial.below(3) === 0 ? [] : [drawGame(trial)]), trial.pick(SQL)];
    if (name === 'game') return [drawGame(trial)];
    const { choices } = positionals[name];
    if (choices !== undefined) return [trial.below(30) === 0 ? 'x' : trial.pick(choices)];
    const count = isList ? 1 + trial.below(trial.below(10) === 0 ? 500 : 4) : 1;
    return name === 'positions' && trial.below(4) === 0
      ? ['-']
      : Array.from({ length: count }, () => drawNumber(trial));
  });
}

function drawValue(
  trial: Trial,
  name: string,
  { choices, placeholder }: Param<unknown>,
  folder: string,
): string {
  if (choices !== undefined && trial.below(30) > 0) return trial.pick(choices);
  switch (name) {
    case 'output':
      if (placeholder === 'DIR') return folder;
      return trial.below(4) === 0 ? '-' : join(folder, `out${trial.pick(ENDINGS)}`);
    case 'hotspots':
      return trial.pick(['{0}', '{3,5}', '0..1000', 'squares', '0..16777215', 'x']);
    case 'seed':
      return trial.pick(['0', '0,1,5', '7,3', '65535', '65536', '[]']);
    case 'threads':
      return trial.pick(['1', '2', '3', '0', '1e9', 'x']);
    case 'memory':
      return trial.pick(['16MB', '64MB', '200MB']);
    default:
      return drawNumber(trial);
  }
}

function drawNumber(trial: Trial): string {
  if (trial.below(40) === 0) return trial.pick(NO_NUMBERS);
  return trial.below(3) === 0 ? String(trial.below(2000)) : trial.pick(NUMBERS);
}

function drawGame(trial: Trial): string {
  if (trial.below(30) === 0) return trial.pick(NO_GAMES);
  const kind = trial.below(4);
  if (kind === 0) return trial.pick(CATALOGUE).name;
  if (kind === 1) {
    const most = trial.pick([5, 20, 100, 3000]);
    const elements = Array.from({ length: 1 + trial.below(5) }, () => 1 + trial.below(most));
    return `${trial.below(4) === 0 ? 'all-but' : ''}{${elements.join()}}`;
  }
  return trial.pick(EXTREME_GAMES);
}

/** A line of stdin: a position, a move, or neither. */
function drawLine(trial: Trial): string {
  return trial.pick([
    drawNumber(trial),
    `${drawNumber(trial)} # note`,
    '',
    'hint',
    '1',
    '4',
    '1 4',
    'moves',
    'undo',
    'x',
  ]);
}
