/** What a narrow terminal shows: lines that fit it, and tables that turn into lists. */
import { beforeAll, beforeEach, afterEach, describe, expect, it } from 'vitest';
import { COMMAND_GROUPS, COMMANDS } from '../../src/cli/commands.js';
import { describePlans } from '../../src/cli/commands/compute/plans.js';
import { commandHelp, programHelp } from '../../src/cli/help.js';
import { dataWidth } from '../../src/cli/terminal/output.js';
import { table } from '../../src/words/text.js';
import { fileFolder, json, takeaway } from '../support/cli.js';

const at = ['--store', fileFolder()];
const env = { NO_COLOR: '1' };
const before = { isTTY: process.stdout.isTTY, columns: process.stdout.columns };

beforeAll(async () => {
  await json(['extend', 'squares', '--to', '5000', ...at]);
});
afterEach(() => Object.assign(process.stdout, before));

/** The lines that are too long, but for commands to paste and words that fill a line. */
function overlong(columns: number, text: string): string[] {
  return text
    .split('\n')
    .filter((line) => line.length > columns && !line.startsWith('  takeaway ') && /\S\s+\S/.test(line));
}

describe.each([60, 80])('in a terminal of %i columns', (columns) => {
  beforeEach(() => {
    Object.assign(process.stdout, { isTTY: true, columns });
  });

  it('the help of every command fits', async () => {
    expect(overlong(columns, programHelp(COMMAND_GROUPS))).toEqual([]);
    for (const entry of COMMANDS) expect(overlong(columns, commandHelp(await entry.load()))).toEqual([]);
  });

  it.each([
    'games',
    'info',
    'analyze squares records',
    'analyze squares residues',
    'analyze squares residues --modulus 5 --max 20',
    'verify squares',
    'period {2,4,7} --threads 1',
    'survey {2,4,7} {1,3,4} --threads 1',
    'oeis squares',
    'query squares 3000 4000 4999',
    'compare dual {1,3,4} {2,5,7}',
  ])('%s fits', async (words) => {
    const { stdout, code, stderr } = await takeaway([...words.split(' '), ...at], { env });
    expect(code, stderr).toBe(0);
    expect(overlong(columns, stdout)).toEqual([]);
  });
});

it('a result of SQL is a list of its rows where they are wider', { tags: 'slow' }, async () => {
  Object.assign(process.stdout, { isTTY: true, columns: 60 });
  const of = 'SELECT game, series, methods FROM series ORDER BY series';
  const wide = await takeaway(['sql', of, ...at], { env });
  expect(wide.stdout.split('\n')[0]).toBe('game     series  methods');
  const more = of.replace('methods', 'methods, start, stop, bytes, width').replace('series ', 'blocks ');
  const { stdout } = await takeaway(['sql', more, ...at], { env });
  expect(overlong(60, stdout)).toEqual([]);
  const list = [
    /^game squares\n {2}series {3}cold\n {2}methods {2}\S+\n {2}start {4}0\n/,
    /\n {2}width {4}\d+\ngame squares\n/,
  ];
  for (const part of list) expect(stdout).toMatch(part);
});

it('a terminal that tells no columns, as without a window, is as wide as any line', () => {
  Object.assign(process.stdout, { isTTY: true, columns: 0 });
  expect(dataWidth()).toBe(Infinity);
});

it('the table of a message is whole where messages go to a file', () => {
  Object.assign(process.stdout, { isTTY: true, columns: 20 });
  const plan = { start: 0, stop: 64, modulus: 5, chunk: 8, threads: 1, kernels: [], planSeconds: 0 };
  expect(describePlans([plan]).split('\n')).toHaveLength(2);
});

describe('a table', () => {
  const head = ['name', 'what it is', 'size'];
  const rows = [
    ['a', 'a letter of the alphabet', '1'],
    ['bc', '', '22'],
  ];

  it('has columns where they fit, and else is a list of the same', () => {
    expect(table({ head, rows, right: [2] }, 36)).toBe(
      'name  what it is                size\na     a letter of the alphabet     1\nbc                                22\n',
    );
    expect(table({ head, rows, right: [2] }, 35)).toBe(
      [
        'name a',
        '  what it is   a letter of the',
        '               alphabet',
        '  size         1',
        'name bc',
        '  size   22',
        '',
      ].join('\n'),
    );
  });

  it('without a head is a list of its cells', () => {
    expect(table({ rows: [['a', 'one and two']] }, 12)).toBe('a\n     one and\n     two\n');
  });
});
